/* Turns byte offsets of a text into lines and columns. */
#ifndef PTXC_CLI_LINES_H
#define PTXC_CLI_LINES_H

#include <stddef.h>

struct lines {
    const char *text;
    size_t offset; /* asked for last */
    size_t line;   /* its line, from 1 */
    size_t start;  /* where that line starts */
};

struct lines lines_of(const char *text);

/* Goes to an offset, which costs as much as the distance from the offset asked for last. */
void lines_seek(struct lines *lines, size_t offset);

#endif
