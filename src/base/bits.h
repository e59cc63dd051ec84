/* Places of bits in a set that is not empty. */
#ifndef PTXC_BITS_H
#define PTXC_BITS_H

#include <stdint.h>

static inline unsigned ptxc_lowest_bit(uint64_t bits) {
    return (unsigned)__builtin_ctzll(bits);
}

static inline unsigned ptxc_highest_bit(uint64_t bits) {
    return 63u - (unsigned)__builtin_clzll(bits);
}

#endif
