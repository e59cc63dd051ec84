/* Text in blocks of 64 bytes, each byte told apart by what it may be in PTX: one bit a byte, so that a reader decides
 * about many bytes at once. With AVX2 or NEON vectors do it; what each of them gives is the same.
 */
#ifndef PTXC_BLOCKS_H
#define PTXC_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

enum { PTXC_BLOCK = 64 }; /* bytes */

/* The classes of 64 bytes: bit i of each mask is about byte i. */
struct ptxc_bytes {
    uint64_t word;   /* letters, digits, _ $ % and the dot */
    uint64_t letter; /* letters and _ */
    uint64_t digit;
    uint64_t blank;     /* space, \t, \n, \f, \r and 0x1a */
    uint64_t semicolon; /* ; */
    uint64_t open;      /* { */
    uint64_t close;     /* } */
    uint64_t at;        /* @ */
    uint64_t mark;      /* : " / */
    uint64_t pair;      /* a letter or _ that is, with the next byte, one of the pairs that are asked for */
};

/* Pairs of bytes that are asked for: those of which the four bytes that are found here have some bit in common, by the
 * lower and the upper half of the first, then of the second. */
enum { PTXC_HALVES = 4, PTXC_HALF = 16 };
typedef uint8_t ptxc_pairs[PTXC_HALVES][PTXC_HALF];

/* Finds the classes of `count` blocks, which stand one after another at `text`. One byte after them is looked at. */
typedef void ptxc_classify(const char *text, size_t count, const ptxc_pairs pairs, struct ptxc_bytes *blocks);

/* The function that any processor has. */
void ptxc_blocks_classify(const char *text, size_t count, const ptxc_pairs pairs, struct ptxc_bytes *blocks);

/* The fastest that this processor has. */
ptxc_classify *ptxc_blocks_choose(void);

#endif
