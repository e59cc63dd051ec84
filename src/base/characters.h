/* Classes of characters and comparisons of words that several readers share. A reader with another alphabet has a
 * function of its own for it.
 */
#ifndef PTXC_CHARACTERS_H
#define PTXC_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Unknown text. In the decoded text of an asm statement this byte stands for what the host file does not say: a macro,
 * an interpolated expression, a parameter. What it stands for may be empty, part of a word, or many tokens. */
#define PTXC_UNKNOWN_TEXT '\x01'

/* There too this byte begins a placeholder, in place of the sign in %0. The lexer knows both bytes. */
#define PTXC_PLACEHOLDER '\x02'

/* What either byte becomes where the source itself has it: another one that PTX has no use for. */
#define PTXC_OTHER_CONTROL '\x03'

static inline bool ptxc_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* What the names of C, Python and most others are made of, whatever they begin with. */
static inline bool ptxc_is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ptxc_is_digit(c) || c == '_';
}

/* Returns the value of a digit in any base up to 16; 16 where the character is none. */
static inline uint32_t ptxc_digit_value(char c) {
    const char lower = (char)(c | 0x20);
    if (ptxc_is_digit(c))
        return (uint32_t)(c - '0');
    return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a') + 10 : 16;
}

/* Reads the digits that the text begins with; gives how many there are. The number is that of strtol in 64 bits, of
 * which 32 are kept: so ptxas 13.0 reads the numbers of a header (measured). */
static inline uint32_t ptxc_decimal_32(const char *text, size_t length, int32_t *number) {
    uint64_t value = 0;
    uint32_t used = 0;
    for (; used < length && ptxc_is_digit(text[used]); used++) {
        const uint64_t digit = (uint64_t)(text[used] - '0');
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    const uint32_t low = (uint32_t)value;
    *number = low <= INT32_MAX ? (int32_t)low : -(int32_t)(UINT32_MAX - low) - 1;
    return used;
}

/* Whether the text is this word. */
static inline bool ptxc_is_spelled(const char *text, size_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

#endif
