// A stencil fed by bulk copies with two stages, all by inline asm.
#include <cstdint>
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ bool try_wait(unsigned b, unsigned ph) {
  unsigned ok;
  asm volatile("{\n .reg .pred P;\n mbarrier.try_wait.parity.shared::cta.b64 P, [%1], %2;\n selp.u32 %0, 1, 0, P;\n}\n" : "=r"(ok) : "r"(b), "r"(ph) : "memory");
  return ok;
}
__global__ void __launch_bounds__(256) stencil(const float* __restrict__ in, float* __restrict__ out, int tiles) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) float buf[2][264];
  __shared__ alignas(128) float res[256];
  __shared__ alignas(8) uint64_t bar[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sp(&bar[i])));
    asm volatile("fence.mbarrier_init.release.cluster;");
  }
  __syncthreads();
  auto issue = [&](int i) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sp(&bar[i & 1])), "n"(264 * 4) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sp(buf[i & 1])), "l"(in + (size_t)i * 256), "n"(264 * 4), "r"(sp(&bar[i & 1])) : "memory");
    }
  };
  issue(0);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) issue(i + 1);
    while (!try_wait(sp(&bar[i & 1]), (i >> 1) & 1)) {}
    const float* b = buf[i & 1] + threadIdx.x;
    float v = .1f * b[0] + .2f * b[1] + .4f * b[2] + .2f * b[3] + .1f * b[4];
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    __syncthreads();
    res[threadIdx.x] = v;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(out + (size_t)i * 256), "r"(sp(res)) : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
  }
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}
