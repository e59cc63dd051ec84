// Bulk copies by inline asm: cache hint, immediate size, prefetch, multicast, reductions with .noftz.
#include <cstdint>
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void bulk(const char* g, char* o, uint64_t pol, unsigned n, uint16_t mask) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(128) char s[];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(g), "n"(4096));
    asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0], %1, %2;" ::"l"(g), "r"(n), "l"(pol));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(sp(s)), "l"(g), "r"(n), "r"(sp(&bar)), "l"(pol) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1], %2, [%3], %4, %5;" ::"r"(sp(s)), "l"(g), "n"(2048), "r"(sp(&bar)), "h"(mask), "l"(pol) : "memory");
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;" ::"l"(o), "r"(sp(s)), "r"(n), "l"(pol) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], %2;" ::"l"(o), "r"(sp(s)), "r"(n) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.f32 [%0], [%1], %2, %3;" ::"l"(o), "r"(sp(s)), "r"(n), "l"(pol) : "memory");
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64 [%0], [%1], %2, [%3];" ::"r"(sp(s)), "r"(sp(s) + 256), "n"(64), "r"(sp(&bar)) : "memory");
    asm volatile("{ .reg .pred leader; elect.sync _|leader, 0xFFFFFFFF; @leader cp.async.bulk.commit_group; }");
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(1) : "memory");
    asm volatile("cp.async.bulk.wait_group 0x0;" ::: "memory");
  }
#endif
}
