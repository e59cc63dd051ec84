// Two groups of cp.async in flight, in a straight line and in a loop, as Ampere kernels have them.
#include <cstdint>
__device__ __forceinline__ void copy16(void* to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
extern "C" __global__ void __launch_bounds__(128) straight(const float4* in, float4* out) {
  __shared__ float4 first[128], second[128];
  copy16(&first[threadIdx.x], in + threadIdx.x);
  commit();
  copy16(&second[threadIdx.x], in + 128 + threadIdx.x);
  commit();
  wait<1>();
  __syncthreads();
  out[threadIdx.x] = first[127 - threadIdx.x];
  wait<0>();
  __syncthreads();
  out[128 + threadIdx.x] = second[127 - threadIdx.x];
}
extern "C" __global__ void __launch_bounds__(128) ring(const float4* in, float4* out, int tiles) {
  __shared__ float4 stage[3][128];
  for (int i = 0; i < 2; ++i) {
    if (i < tiles) copy16(&stage[i][threadIdx.x], in + i * 128 + threadIdx.x);
    commit();
  }
  for (int i = 0; i < tiles; ++i) {
    wait<1>();
    __syncthreads();
    if (i + 2 < tiles) copy16(&stage[(i + 2) % 3][threadIdx.x], in + (i + 2) * 128 + threadIdx.x);
    commit();
    out[i * 128 + threadIdx.x] = stage[i % 3][127 - threadIdx.x];
  }
  wait<0>();
}
