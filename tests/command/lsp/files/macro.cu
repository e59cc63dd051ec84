#define COPY(s, g) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" \
                 "cp.async.wait_al;" ::"r"(s), "l"(g) : "memory")
__device__ void copy(unsigned s, const void *g) {
    COPY(s, g);
}
