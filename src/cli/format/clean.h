/* Prints names and texts that somebody else chose. A terminal must not take any of their bytes for a command. */
#ifndef PTXC_CLI_CLEAN_H
#define PTXC_CLI_CLEAN_H

#include <stddef.h>
#include <stdio.h>

/* Prints the text as ptxc_text_clean writes it, with '?' for each byte that a terminal would take for a command. */
void print_clean(FILE *stream, const char *text, size_t length);

#endif
