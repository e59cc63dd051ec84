/* Text in lines that are not wider than a terminal. */
#ifndef PTXC_CLI_WRAP_H
#define PTXC_CLI_WRAP_H

#include <stddef.h>
#include <stdio.h>

struct wrap {
    int indent;         /* columns before each line but the first */
    int start;          /* columns of the first line that are taken already */
    int width;          /* columns of a line; 0: no limit */
    const char *before; /* outside of brackets a line may also end before these characters, and after a '|' anywhere;
                         * NULL: at blanks alone */
};

/* Prints one paragraph of ASCII text. What is too long without a place to end has a line of its own. */
void wrap_print(FILE *stream, const char *text, size_t length, struct wrap wrap);

#endif
