/* Classes of characters that several readers share, and how they tell words. An alphabet of its own has a name of its
 * own where it is used.
 */
#ifndef PTXC_CHARACTERS_H
#define PTXC_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* In the decoded text of an asm statement. It stands for what the host file does not say: a macro, an interpolated
 * expression, a stringized parameter. It may be empty, part of a word, or many tokens. */
#define PTXC_UNKNOWN_TEXT '\x01'

/* There too: begins a placeholder, such as %0. The lexer knows both signs. */
#define PTXC_PLACEHOLDER '\x02'

static inline bool ptxc_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* What the names of C, Python and most others are made of, whatever they begin with. */
static inline bool ptxc_is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ptxc_is_digit(c) || c == '_';
}

/* Whether the text is this word. */
static inline bool ptxc_is_spelled(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

#endif
