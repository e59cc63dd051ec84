// sm_100 forms by inline asm: cta_group, gather4, scatter4, im2col::w, and the order CUTLASS writes.
#include <cstdint>
struct alignas(64) Map { unsigned long long v[16]; };
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void forms(const __grid_constant__ Map m, int a, int b, int c, int d, int e, uint16_t w0, uint16_t w1, uint16_t mask, uint64_t pol) {
  __shared__ alignas(128) char s[8192];
  __shared__ uint64_t bar;
#if __CUDA_ARCH_FEAT_SM100_ALL
  unsigned ds = sp(s), bs = sp(&bar) & 0xFEFFFFFF;
  asm volatile("cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "l"(pol) : "memory");
  asm volatile("cp.async.bulk.tensor.3d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, {%3, %4, %5}], [%2], %6, %7;" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "r"(c), "h"(mask), "l"(pol) : "memory");
  asm volatile("cp.async.bulk.tensor.4d.im2col.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "r"(c), "r"(d), "h"(w0), "h"(w1) : "memory");
  asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes.cta_group::1 [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e) : "memory");
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2], {%6, %7};" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "r"(c), "h"(w0), "h"(w1) : "memory");
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w::128.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(ds), "l"(&m), "r"(bs), "r"(a), "r"(b), "r"(c), "r"(d), "h"(w0), "h"(w1) : "memory");
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 [%0, {%1, %2, %3, %4, %5}];" ::"l"(&m), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e));
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" ::"l"(&m), "r"(ds), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e) : "memory");
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], %2, %3;" ::"l"(pol), "r"(ds), "r"(256), "h"(mask) : "memory");
  asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
}
