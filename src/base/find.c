/* The search for two characters that follow one another: see find.h. */
#include "base/find.h"

#include <stdint.h>

enum { PIECE = 16, STEP = 4 * PIECE }; /* bytes */

typedef unsigned char piece __attribute__((vector_size(PIECE)));

static inline piece piece_at(const char *text) {
    piece bytes;
    memcpy(&bytes, text, sizeof(bytes));
    return bytes;
}

/* Returns a place that no pair stands before: where only some bytes are left, or right before a pair. Pieces are held
 * against the one character, and those that begin a byte later against the other. */
static const char *pass_over(const char *text, const char *limit, char first, char second) {
    const piece one = (piece){0} + (unsigned char)first, other = (piece){0} + (unsigned char)second;
    for (; limit - text > STEP; text += STEP) {
        piece found = {0};
        for (unsigned at = 0; at < STEP; at += PIECE)
            found |= (piece)(piece_at(text + at) == one) & (piece)(piece_at(text + at + 1) == other);
        uint64_t halves[2];
        memcpy(halves, &found, sizeof(halves));
        if (halves[0] | halves[1])
            break;
    }
    return text;
}

const char *ptxc_find_pair(const char *text, const char *limit, char first, char second) {
    const char *at = pass_over(text, limit, first, second);
    for (; limit - at > 1 && (at = memchr(at, first, (size_t)(limit - at - 1))); at++)
        if (at[1] == second)
            return at;
    return NULL;
}
