/* What HTML and SVG are written with. */
#ifndef PTXC_CLI_SVG_H
#define PTXC_CLI_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Writes a text with what HTML takes for its own escaped, and U+FFFD for what is no UTF-8 or a control character. */
void html_escape(FILE *stream, const char *text, size_t length);

/* Writes the beginning of a picture with a title for those who do not see it, up to its style. */
void svg_open(FILE *stream, int width, int height, const char *title);

/* Write a text and a rectangle of a class. */
void svg_text(FILE *stream, int x, int y, const char *class, const char *text);
void svg_rectangle(FILE *stream, int x, int y, int width, int height, const char *class);

#endif
