// Prefetch forms in every rank and mode that sm_90 has, one kernel each, sizes as immediates and registers.
#include <cstdint>
struct alignas(64) Map { unsigned long long v[16]; };
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void raw(const void* g, unsigned n, uint64_t pol) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(g), "r"(n));
  asm volatile("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%0+64], 0x40, %1;" ::"l"(g), "l"(pol));
}
__global__ void im2col(const __grid_constant__ Map m, int a, uint16_t o) {
  asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global.im2col [%0, {%1, %1, 0}], {%2};" ::"l"(&m), "r"(a), "h"(o));
  asm volatile("cp.async.bulk.prefetch.tensor.5d.L2.global.im2col [%0, {%1, %1, %1, %1, 7}], {%2, 1, 2};" ::"l"(&m), "r"(a), "h"(o));
}
__global__ void tile(const Map* m, int a, uint64_t pol) {
  asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint [%0, {%1, -4}], %2;" ::"l"(m), "r"(a), "l"(pol));
  asm volatile("cp.async.bulk.prefetch.tensor.1d.L2.global [%0, {%1}];" ::"l"(m), "r"(a));
}
#endif
