// options: --portable=sm_80,sm_90,sm_120
// What one of several targets does not have is said, unless the #if lines keep it from that target.
__device__ void everywhere(unsigned bar, unsigned tile, const void *source) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(tile), "l"(source) : "memory");
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::"r"(tile),
                 "l"(source), "r"(bar)
                 : "memory");
}

__device__ void guarded(unsigned bar, unsigned tile, const void *source) {
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::"r"(tile),
                 "l"(source), "r"(bar)
                 : "memory");
#endif
}

// The assembler's words for sm_120 name the operand as it is written.
__device__ void narrow_address(unsigned dst, unsigned src, unsigned size) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%0];"
                 :: "r"(dst), "r"(src), "r"(size) : "memory");
}
