/* Characters in UTF-8: how long they are, how wide a terminal shows them, and which of them it must not be shown. */
#ifndef PTXC_UTF8_H
#define PTXC_UTF8_H

#include <stddef.h>

/* Returns how many bytes the UTF-8 character at `text` has; 0 where there is none (Unicode 15.0, table 3-7). */
size_t ptxc_utf8_character(const char *text, size_t left);

/* Returns the same, and 0 also for a character that a terminal would obey: control characters, tab and newline among
 * them, and those that turn the direction of the text around it. */
size_t ptxc_utf8_shown(const char *text, size_t left);

/* Returns how many columns of a terminal the character of `length` bytes takes: 0, 1 or 2. */
size_t ptxc_utf8_width(const char *text, size_t length);

#endif
