// cp.async completion through an mbarrier, by inline asm, with labels in the wait loop.
#include <cstdint>
__device__ __forceinline__ unsigned sp(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void arrive(const double* g, double* o, int rounds) {
  __shared__ alignas(8) uint64_t bar[2];
  __shared__ double tile[2][128];
  int t = threadIdx.x;
  if (t == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sp(&bar[0])), "r"(blockDim.x));
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sp(&bar[1])), "r"(blockDim.x * 2));
  }
  __syncthreads();
  uint32_t phase = 0;
  for (int r = 0; r < rounds; ++r) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(sp(&tile[0][t])), "l"(g + r * 128 + t));
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(sp(&bar[0])));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(sp(&tile[1][t])), "l"(g + r * 128 + t + 1));
    asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(sp(&bar[1])));
    uint64_t st;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(st) : "r"(sp(&bar[1])));
    asm volatile(
        "{\n\t"
        ".reg .pred P1;\n\t"
        "LAB_WAIT_%=:\n\t"
        "mbarrier.test_wait.parity.shared.b64 P1, [%0], %1;\n\t"
        "@P1 bra DONE_%=;\n\t"
        "bra LAB_WAIT_%=;\n\t"
        "DONE_%=:\n\t"
        "}" ::"r"(sp(&bar[0])), "r"(phase) : "memory");
    o[r * 128 + t] = tile[0][t] + tile[1][t];
    phase ^= 1;
    __syncthreads();
  }
  asm volatile("cp.async.mbarrier.arrive.b64 [%0];" ::"l"(&bar[0]));
  if (t == 0) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(sp(&bar[0])));
}
