// A tied operand is named by the output that it shares a register with.
__device__ unsigned tied(unsigned dst, const void *src) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : "=r"(dst) : "l"(src), "0"(dst) : "memory");
    return dst;
}
