// A generic mbarrier address in 32 bits works by luck; with a space it is no mistake, and mbarrier.arrive refuses it.
__device__ void arrive(unsigned bar) {
    asm volatile("cp.async.mbarrier.arrive.b64 [%0];" :: "r"(bar) : "memory");
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"(bar) : "memory");
    asm volatile("mbarrier.arrive.b64 _, [%0];" :: "r"(bar) : "memory");
#if __CUDA_ARCH__ < 900
    asm volatile("cp.async.mbarrier.arrive.noinc.b64 [%0];" :: "r"(bar) : "memory");
#endif
}

__device__ void store(unsigned bar, unsigned long tile, unsigned value) {
    asm volatile("st.async.weak.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "l"(tile), "r"(value), "r"(bar)
                 : "memory");
    asm volatile("st.async.weak.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" :: "r"(bar), "r"(value), "l"(tile)
                 : "memory");
}
