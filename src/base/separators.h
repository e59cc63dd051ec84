/* What stands between tokens of PTX: blanks and comments. */
#ifndef PTXC_SEPARATORS_H
#define PTXC_SEPARATORS_H

#include <stdbool.h>
#include <stdint.h>

/* A character that separates tokens and means nothing else. */
static inline bool ptxc_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\x1a';
}

/* Returns the place after the comment that begins at the '/' at `position`: the end of its line, or the place after its
 * sign of end, or that of the text, which has `length` bytes; `position` itself where no comment begins. */
uint32_t ptxc_comment_end(const char *text, uint32_t length, uint32_t position);

#endif
