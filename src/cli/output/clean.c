/* Decides which bytes a terminal may be shown: see clean.h. */
#include "cli/output/clean.h"

#include <stdbool.h>

size_t utf8_length(const char *text, size_t left) {
    const unsigned char *bytes = (const unsigned char *)text;
    static const unsigned char rows[][5] = {
        /* first byte  second byte  length */
        {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *row = NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !row; i++)
        if (bytes[0] >= rows[i][0] && bytes[0] <= rows[i][1])
            row = rows[i];
    if (!row || row[4] > left || (row[4] > 1 && (bytes[1] < row[2] || bytes[1] > row[3])))
        return 0;
    for (size_t i = 2; i < row[4]; i++)
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    return row[4];
}

/* Gives how many bytes a terminal shows as one character; 0 where it would obey them, or where they are none. */
static size_t shown_length(const char *text, size_t left) {
    size_t length = utf8_length(text, left);
    unsigned char first = (unsigned char)text[0], second = length > 1 ? (unsigned char)text[1] : 0;
    bool control = first < 0x20 || first == 0x7f || (first == 0xc2 && second < 0xa0);
    return control ? 0 : length;
}

void print_clean(FILE *stream, const char *text, size_t length) {
    for (size_t i = 0, end; i < length; i = end) {
        size_t more;
        for (end = i; end < length && (more = shown_length(text + end, length - end)); end += more)
            ;
        fwrite(text + i, 1, end - i, stream);
        if (end < length)
            end++, fputc('?', stream);
    }
}
