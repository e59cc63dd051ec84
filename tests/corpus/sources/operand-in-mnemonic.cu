// An operand inside the mnemonic is text that is not known here: the rest is checked.
template <int Group> __device__ void sound(unsigned dst, const void *map, int x, int y, unsigned bar, short mask) {
    asm volatile("cp.async.bulk.tensor.2d.cta_group::%6.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 :: "r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar), "h"(mask), "n"(Group) : "memory");
}

__device__ void sound_text(unsigned dst, const void *src) {
    asm volatile("cp.async.%2.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src), "C"(cache_name) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(4) : "memory");
}

template <int Group> __device__ void wrong(unsigned dst, const void *map, int x, int y, unsigned bar, int mask) {
    asm volatile("cp.async.bulk.tensor.2d.cta_group::%6.shared::cluster.globl.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;"
                 :: "r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar), "h"(mask), "n"(Group) : "memory");
    asm volatile("cp.async.%2.shared.global [%0], [%3], 16;" :: "r"(dst), "l"(map), "C"(cache_name) : "memory");
}
