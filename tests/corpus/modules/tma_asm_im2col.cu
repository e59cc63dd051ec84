// im2col tensor copies: loads with offsets, stores without, prefetch, reductions; multicast.
#include <cstdint>
struct alignas(64) Map { unsigned long long v[16]; };
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void im2col(const __grid_constant__ Map m, int c, int w, int h, int d, int n, uint16_t ow, uint16_t oh, uint16_t od, uint16_t mask) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) char s[4096];
  __shared__ uint64_t bar;
  if (threadIdx.x) return;
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2], {%6};"
               ::"r"(sp(s)), "l"(&m), "r"(sp(&bar)), "r"(c), "r"(w), "r"(n), "h"(ow) : "memory");
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};"
               ::"r"(sp(s)), "l"(&m), "r"(sp(&bar)), "r"(c), "r"(w), "r"(h), "r"(n), "h"(ow), "h"(oh) : "memory");
  asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};"
               ::"r"(sp(s)), "l"(&m), "r"(sp(&bar)), "r"(c), "r"(w), "r"(h), "r"(d), "r"(n), "h"(ow), "h"(oh), "h"(od) : "memory");
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8}, %9;"
               ::"r"(sp(s)), "l"(&m), "r"(sp(&bar)), "r"(c), "r"(w), "r"(h), "r"(n), "h"(ow), "h"(oh), "h"(mask) : "memory");
  asm volatile("cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%0, {%1, %2, %3, %4}], {%5, %6};" ::"l"(&m), "r"(c), "r"(w), "r"(h), "r"(n), "h"(ow), "h"(oh));
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(&m), "r"(sp(s)), "r"(c), "r"(w), "r"(h), "r"(n) : "memory");
  asm volatile("cp.reduce.async.bulk.tensor.3d.global.shared::cta.add.im2col_no_offs.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&m), "r"(sp(s)), "r"(c), "r"(w), "r"(n) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}
