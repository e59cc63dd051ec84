/* Writes definitions of arrays as C: see write.h. */
#include "index/write.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static FILE *out;

bool index_open(const char *name, const char *header) {
    out = fopen(name, "w");
    if (out)
        fprintf(out, "/* Made by src/index/make.c. */\n#include \"%s\"\n", header);
    return out != NULL;
}

bool index_close(void) {
    const bool failed = ferror(out) != 0;
    return fclose(out) == 0 && !failed;
}

void index_begin(const char *declaration) {
    fprintf(out, "\nconst %s = {\n", declaration);
}

void index_number(uint64_t value) {
    fprintf(out, "0x%" PRIx64 ",", value);
}

void index_wide(ptxc_wide value) {
    fprintf(out, "0x%" PRIx64 " | (ptxc_wide)0x%" PRIx64 " << 64,", (uint64_t)value, (uint64_t)(value >> 64));
}

void index_end(void) {
    fprintf(out, "};\n");
}

void index_write(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
}
