/* Memory of the command: see memory.h. */
#include "cli/system/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { ERROR = 2 }; /* EXIT_ERROR of a room above */

void *memory_sure(void *made) {
    if (made)
        return made;
    fflush(stdout);
    fputs("ptxcheck: not enough memory\n", stderr);
    exit(ERROR);
}

void *memory_new(size_t count, size_t size) {
    return memory_sure(calloc(count ? count : 1, size));
}

void *memory_more(void *array, size_t count, size_t size) {
    if (count > 0 && (count & (count - 1)) != 0)
        return array;
    return memory_sure(count < SIZE_MAX / 2 / size ? realloc(array, (count ? 2 * count : 1) * size) : NULL);
}

void memory_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

char *memory_format(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = memory_new((size_t)length + 1, 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

char *memory_text(const char *text, size_t length) {
    return memory_sure(strndup(text, length));
}

void memory_open(struct memory_stream *memory) {
    memory->stream = memory_sure(open_memstream(&memory->bytes, &memory->length));
}

char *memory_close(struct memory_stream *memory) {
    const bool failed = ferror(memory->stream);
    return memory_sure(fclose(memory->stream) == 0 && !failed ? memory->bytes : NULL);
}
