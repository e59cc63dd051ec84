// größe, 𝔸
__device__ void copy(unsigned address, const void *source) {
    /* ä𝔸 */ asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" ::"r"(address), "l"(source) : "memory");
}
