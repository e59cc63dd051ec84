/* Prints a text piece by piece, each of whole characters: see clean.h. */
#include "cli/format/clean.h"

#include "ptxcheck/render.h"

enum { PIECE = 1024 };

/* Returns the length of the next piece, which ends before the first byte of a character where there is one near. */
static size_t piece_length(const char *text, size_t left) {
    size_t length = left < PIECE ? left : PIECE;
    if (length == left)
        return length;
    for (size_t back = 0; back < 4; back++)
        if (((unsigned char)text[length - back] & 0xc0) != 0x80)
            return length - back;
    return length;
}

void print_clean(FILE *stream, const char *text, size_t length) {
    char piece[PIECE + 1];
    for (size_t i = 0, size; i < length; i += size) {
        size = piece_length(text + i, length - i);
        ptxc_text_clean(text + i, size, piece, sizeof(piece));
        fwrite(piece, 1, size, stream);
    }
}
