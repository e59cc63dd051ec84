/* Characters in UTF-8, by ranges of their numbers: see utf8.h. */
#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

struct range {
    uint32_t first, last;
};

/* What a terminal obeys: C0, DEL and C1; embeddings, overrides and isolates of the bidirectional algorithm. The byte
 * order mark is here because nobody would see it. */
static const struct range obeyed[] = {{0, 0x1f}, {0x7f, 0x9f}, {0x202a, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};

/* What takes no column: marks that combine with the character before them, joiners, variation selectors. */
static const struct range combining[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},     {0x64b, 0x65f},
    {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f}, {0x20d0, 0x20ff},   {0x302a, 0x302d},
    {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef},
};

/* What takes two: the blocks of East Asian Wide and Fullwidth characters (UAX #11), and of pictures. */
static const struct range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x17000, 0x18cff}, {0x1b000, 0x1b2ff}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
    {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};

size_t ptxc_utf8_character(const char *text, size_t left) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const unsigned char rows[][5] = {
        /* first byte  second byte  length */
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *row = NULL;
    if (left > 0 && bytes[0] < 0x80)
        return 1;
    for (size_t i = 0; left > 0 && i < sizeof(rows) / sizeof(rows[0]) && !row; i++)
        if (bytes[0] >= rows[i][0] && bytes[0] <= rows[i][1])
            row = rows[i];
    if (!row || row[4] > left || bytes[1] < row[2] || bytes[1] > row[3])
        return 0;
    for (size_t i = 2; i < row[4]; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    return row[4];
}

/* Returns the number of the character of `length` bytes. */
static uint32_t number(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t value = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        value = value << 6 | (bytes[i] & 0x3fu);
    return value;
}

/* Whether the character is in one of the ranges, which stand in order. */
static bool is_in(uint32_t character, const struct range *ranges, size_t count) {
    for (size_t i = 0; i < count && character >= ranges[i].first; i++)
        if (character <= ranges[i].last)
            return true;
    return false;
}

size_t ptxc_utf8_shown(const char *text, size_t left) {
    const size_t length = ptxc_utf8_character(text, left);
    if (length == 0 || is_in(number(text, length), obeyed, sizeof(obeyed) / sizeof(obeyed[0])))
        return 0;
    return length;
}

size_t ptxc_utf8_width(const char *text, size_t length) {
    const uint32_t character = number(text, length);
    if (is_in(character, combining, sizeof(combining) / sizeof(combining[0])))
        return 0;
    return is_in(character, wide, sizeof(wide) / sizeof(wide[0])) ? 2 : 1;
}
