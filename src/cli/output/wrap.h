/* Text in lines that are not wider than a terminal. */
#ifndef PTXC_CLI_WRAP_H
#define PTXC_CLI_WRAP_H

#include <stddef.h>
#include <stdio.h>

struct wrap {
    int indent; /* columns before each line but the first */
    int start;  /* columns of the first line that are taken already */
    int width;  /* columns of a line; 0: no limit */
};

/* Prints one paragraph of ASCII text. A line ends at a blank; a word that is too long has a line of its own. */
void wrap_print(FILE *stream, const char *text, size_t length, struct wrap wrap);

#endif
