/* Sets of bits, and the places of bits in one that is not empty. */
#ifndef PTXC_BITS_H
#define PTXC_BITS_H

#include <stdint.h>

static inline unsigned ptxc_lowest_bit(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

static inline unsigned ptxc_highest_bit(uint64_t bits) {
    return 63u - (unsigned)__builtin_clzll(bits);
}

/* A set of up to 128 members, such as slots or targets. */
__extension__ typedef unsigned __int128 ptxc_wide __attribute__((aligned(8)));
#define PTXC_WIDE_BIT(n) ((ptxc_wide)1 << (n))

static inline unsigned ptxc_lowest_wide(ptxc_wide bits) {
    return (uint64_t)bits ? ptxc_lowest_bit((uint64_t)bits) : 64 + ptxc_lowest_bit((uint64_t)(bits >> 64));
}

#endif
