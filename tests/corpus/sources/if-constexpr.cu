// One asm for each rank; the numbers of the operands are not in the order of the text.
template <int Rank>
__device__ void load(unsigned dst, const void *map, unsigned bar, int a, int b, int c, int d, int e) {
    if constexpr (Rank == 1)
        asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%3}], [%2];" :: "r"(dst), "l"(map), "r"(bar), "r"(a) : "memory");
    else if constexpr (Rank == 2)
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%3, %4}], [%2];" :: "r"(dst), "l"(map), "r"(bar), "r"(a), "r"(b) : "memory");
    else if constexpr (Rank == 3)
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%3, %4}], [%2];"
                     :: "r"(dst), "l"(map), "r"(bar), "r"(a), "r"(b), "r"(c) : "memory");
    else if constexpr (Rank == 4)
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%2, {%3, %4, %5, %6}], [%1];"
                     :: "r"(dst), "l"(map), "r"(bar), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    else
        asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%3, %4, %5, %6, %8}], [%2];"
                     :: "r"(dst), "l"(map), "r"(bar), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e) : "memory");
}

__device__ void by_name(unsigned dst, const void *src, int size) {
    asm volatile("cp.async.ca.shared.global [%[to]], [%[from]], 16, %[size];"
                 :: [size] "r"(size), [from] "l"(src), [to] "r"(dst) : "memory");
    asm volatile("cp.async.ca.shared.global [%[to]], [%[form]], 16, %[size];"
                 :: [size] "r"(size), [from] "l"(src), [to] "r"(dst) : "memory");
    asm volatile("cp.async.ca.shared.global [%[to]], [%[from]], 16, %[size];"
                 :: [size] "h"((short)size), [from] "l"(src), [to] "r"(dst) : "memory");
}
