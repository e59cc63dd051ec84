__global__ void copy(const void *source) {
    extern __shared__ char tile[];
    unsigned address = (unsigned)__cvta_generic_to_shared(tile);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 12;" ::"r"(address), "l"(source) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
}
