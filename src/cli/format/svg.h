/* What HTML and SVG are written with. */
#ifndef PTXC_CLI_SVG_H
#define PTXC_CLI_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Writes a text with what HTML takes for its own escaped, and U+FFFD for what is no UTF-8 or a control character. */
void html_escape(FILE *stream, const char *text, size_t length);

#endif
