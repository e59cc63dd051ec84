// #if lines between the literals and around the operands: every branch is read, none is mixed with another.
__device__ void literals(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global"
#if USE_HINT
                 ".L2::128B"
#elif USE_LARGE_HINT
                 ".L2::512B"
#else
                 ""
#endif
                 " [%0], [%1], 16;"
                 :: "r"(dst), "l"(src) : "memory");
}

__device__ void operands(unsigned dst, const void *src, unsigned size) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;"
#ifdef WIDE
                 :: "r"(dst), "l"(src), "l"((long)size)
#else
                 :: "r"(dst), "l"(src), "r"(size)
#endif
                 : "memory");
}

__device__ void whole_tail(unsigned dst, const void *src) {
#ifdef LARGE
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
#else
    asm volatile("cp.async.cg.shared.global [%0], [%1], 8;"
#endif
                 :: "r"(dst), "l"(src) : "memory");
}
