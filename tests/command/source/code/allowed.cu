__device__ __forceinline__ void copy(unsigned to, const void *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" ::"r"(to), "l"(from));
}

__global__ void allowed(const char *source, unsigned to) {
    copy(to, source); // ptxcheck: allow(cp-size) the call that was inlined
    copy(to, source + 16); // ptxcheck: allow(cp-size-cg) another rule
    // ptxcheck: allow(cp-size) the statement below,
    // whose source says so
    asm volatile("cp.async.ca.shared.global [%0], [%1], 3;" ::"r"(to), "l"(source));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 5;" ::"r"(to), "l"(source));
#if 0
    // ptxcheck: allow-file(cp-size) code that is left out says nothing
#endif
}
