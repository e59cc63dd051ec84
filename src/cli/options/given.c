/* Values and where they were given: see given.h. */
#include "cli/options/given.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/format/error.h"

struct given given_option(const char *name, const char *text) {
    return (struct given){.name = name, .text = text};
}

bool given_wrong(const struct given *given, const char *format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (given && given->file)
        report_error("%s:%zu:%zu: %s", given->file, given->line, given->column, text);
    else
        report_error("%s", text);
    return false;
}
