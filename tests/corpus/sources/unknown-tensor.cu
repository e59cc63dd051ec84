// Macros of other headers in a tensor operand: they may be the coordinates, some of them, or all of it.
#define LOAD "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "

__device__ void sound(unsigned d, const void *map, int x, int y, unsigned bar) {
    asm volatile(LOAD "[%0], [%1, " COORDS "], [%2];" :: "r"(d), "l"(map), "r"(bar) : "memory");
    asm volatile(LOAD "[%0], [%1, {" COORDS "}], [%2];" :: "r"(d), "l"(map), "r"(bar) : "memory");
    asm volatile(LOAD "[%0], [%1, {" X ", %3}], [%2];" :: "r"(d), "l"(map), "r"(bar), "r"(y) : "memory");
    asm volatile(LOAD "[%0], [" MAP ", {%2, %3}], [%1];" :: "r"(d), "r"(bar), "r"(x), "r"(y) : "memory");
    asm volatile(LOAD "[%0], [" TENSOR "], [%1];" :: "r"(d), "r"(bar) : "memory");
    asm volatile(LOAD "[%0], " TENSOR ", [%1];" :: "r"(d), "r"(bar) : "memory");
    asm volatile(LOAD "[" SMEM "], [%0, {%1, %2}], [" BAR "+8];" :: "l"(map), "r"(x), "r"(y) : "memory");
    asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global [%1, {%0, " Y "}];" :: "r"(x), "l"(map) : "memory");
    asm volatile("elect.sync %0|%1, 0xffffffff;" : "=r"(x), "=?"(y));
}

__device__ void wrong(unsigned d, const void *map, int x, int y, unsigned bar) {
    asm volatile(LOAD "[%0], [%1], [%2];" :: "r"(d), "l"(map), "r"(bar) : "memory");
    asm volatile(LOAD "[%0], [%1, {%2}], [" BAR "];" :: "r"(d), "l"(map), "r"(x) : "memory");
    asm volatile(LOAD "[" SMEM "], [%0, {%1, %2}], %3;" :: "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.cg.shared.global [" SMEM ", {%1, %2}], [%0], 16;" :: "l"(map), "r"(x), "r"(y) : "memory");
}
