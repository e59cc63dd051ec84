// options: --target=sm_80
// What the #if lines say about the target stands beside what the command line says.
__device__ void guarded(unsigned tile, const void *src, unsigned size, unsigned bar) {
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(tile), "l"(src), "r"(size), "r"(bar) : "memory");
#elif __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(tile), "l"(src) : "memory");
#else
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(tile), "l"(src) : "memory");
#endif
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    asm volatile("cp.async.bulk.tensor.2d.tile::gather4.global.shared::cta.bulk_group [%0, {%1, %1}], [%2];"
                 :: "l"(src), "r"(size), "r"(tile) : "memory");
#endif
}

__device__ void plain(unsigned tile, const void *src, unsigned size, unsigned bar) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(tile), "l"(src), "r"(size), "r"(bar) : "memory");
}

__device__ void below(unsigned tile, const void *src, unsigned size, unsigned bar) {
#if __CUDA_ARCH__ < 900
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :: "r"(tile), "l"(src), "r"(size), "r"(bar) : "memory");
#endif
#if 0
    asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" :: "r"(tile), "l"(src) : "memory");
#endif
#if UNKNOWN || __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
#if UNKNOWN && __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#endif
}
