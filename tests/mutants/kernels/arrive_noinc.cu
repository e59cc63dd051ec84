// cp.async that completes on an mbarrier: one thread initialises it for all, every thread copies and arrives.
#include <cstdint>
extern "C" __global__ void __launch_bounds__(64, 1) arrive(const float4* in, float4* out) {
  __shared__ float4 tile[64];
  __shared__ alignas(8) uint64_t full;
  unsigned bar = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(bar) : "memory");
  __syncthreads();
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(bar) : "memory");
  asm volatile("{\n.reg .pred done;\nagain:\nmbarrier.test_wait.parity.shared.b64 done, [%0], 0;\n@done bra over;\nbra again;\nover:\n}" ::"r"(bar) : "memory");
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
