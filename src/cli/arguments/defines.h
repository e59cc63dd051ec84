/* Reads the values of -D and -U, the macros that decide #if lines in sources of C and C++. */
#ifndef PTXC_CLI_DEFINES_H
#define PTXC_CLI_DEFINES_H

#include <stdbool.h>
#include <stddef.h>

#include "ptxcheck/ptxcheck.h"

enum { MAX_DEFINES = 256 };

struct define_list {
    struct ptxc_define items[MAX_DEFINES];
    size_t count;
};

/* Adds what follows -D, a NAME or NAME=VALUE, which is cut in two; false after a message on stderr. */
bool define_parse(struct define_list *list, char *text);

/* Adds what follows -U, a NAME; false after a message on stderr. */
bool undefine_parse(struct define_list *list, const char *text);

#endif
