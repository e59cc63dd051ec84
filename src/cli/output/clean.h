/* Prints names and texts that somebody else chose. A terminal must not take any of their bytes for a command. */
#ifndef PTXC_CLI_CLEAN_H
#define PTXC_CLI_CLEAN_H

#include <stddef.h>
#include <stdio.h>

/* Gives how many bytes the UTF-8 character at `text` has; 0 where there is none (Unicode 15.0, table 3-7). */
size_t utf8_length(const char *text, size_t left);

/* Prints the text, with '?' for each byte that a terminal would take for a command. */
void print_clean(FILE *stream, const char *text, size_t length);

#endif
