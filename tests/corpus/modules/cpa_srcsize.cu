// cp.async with a run-time source size, with ignore-src, guarded and in scopes.
#include <cstdint>
__device__ __forceinline__ void zfill(unsigned d, const void* s, bool ok) {
  int n = ok ? 16 : 0;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;\n" ::"r"(d), "l"(s), "n"(16), "r"(n));
}
__device__ __forceinline__ void guarded(unsigned d, const void* s, int p) {
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.ne.b32 p, %0, 0;\n"
      "  @p cp.async.ca.shared.global [%1], [%2], %3;\n"
      "  @!p st.shared.v4.u32 [%1], {%4, %4, %4, %4};\n"
      "}\n" ::"r"(p), "r"(d), "l"(s), "n"(16), "r"(0));
}
__device__ __forceinline__ void ignore(unsigned d, const void* s, int p) {
  asm volatile("{ .reg .pred ig; setp.eq.s32 ig, %0, 0; cp.async.ca.shared.global [%1], [%2], 8, ig; }" ::"r"(p), "r"(d), "l"(s));
}
extern "C" __global__ void __launch_bounds__(128, 4) srcsize(const float4* in, float4* out, int n) {
  extern __shared__ float4 tile[];
  unsigned base = (unsigned)__cvta_generic_to_shared(tile);
  for (int i = 0; i < 4; ++i) {
    int k = i * 128 + threadIdx.x;
    zfill(base + k * 16, in + k, k < n);
  }
  asm volatile("cp.async.commit_group;\n" ::);
  guarded(base + 8192 + threadIdx.x * 16, in + threadIdx.x, n > 7);
  ignore(base + 12288 + threadIdx.x * 8, in + threadIdx.x, n > 9);
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
  asm volatile("cp.async.wait_all;\n" ::);
  __syncthreads();
  out[threadIdx.x + 128] = tile[threadIdx.x + 512];
}
