/* Blanks and words in text that is not tokenised. All functions take the source, its length in bytes and a byte offset
 * into it, and look at no byte outside.
 */
#ifndef PTXC_BLANK_H
#define PTXC_BLANK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/characters.h"
#include "base/separators.h"

/* A character of a name, a number or a register. */
static inline bool ptxc_is_word(char c) {
    return ptxc_is_name(c) || c == '$' || c == '%' || c == PTXC_UNKNOWN_TEXT || c == PTXC_PLACEHOLDER;
}

/* The place after the blanks, comments and line markers at `position`; an unterminated comment is where it starts. */
uint32_t ptxc_skip_blanks(const char *source, uint32_t length, uint32_t position);

/* The end of the line that `position` is on: its '\n', or the end of the source. */
uint32_t ptxc_line_end(const char *source, uint32_t length, uint32_t position);

/* The end of the word at `position`, which is empty where none begins; and with the dots in it. */
uint32_t ptxc_name_end(const char *source, uint32_t length, uint32_t position);
uint32_t ptxc_word_end(const char *source, uint32_t length, uint32_t position);

#endif
