// Tensor copies by inline asm: 1d..5d tile loads and stores with cache hints, prefetches.
#include <cstdint>
#define LOAD(R, BR, ...) asm volatile("cp.async.bulk.tensor." #R "d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {" BR "}], [%2], %3;" ::"r"(d), "l"(m), "r"(b), "l"(pol), __VA_ARGS__ : "memory")
#define STORE(R, BR, ...) asm volatile("cp.async.bulk.tensor." #R "d.global.shared::cta.bulk_group [%0, {" BR "}], [%1];" ::"l"(m), "r"(d), __VA_ARGS__ : "memory")
#define PREF(R, BR, ...) asm volatile("cp.async.bulk.prefetch.tensor." #R "d.L2.global.tile [%0, {" BR "}];" ::"l"(m), __VA_ARGS__ : "memory")
struct alignas(64) Map { unsigned long long v[16]; };
extern __shared__ __align__(1024) unsigned char smem[];
__global__ void tiles(const __grid_constant__ Map map, int x, int y, int z, int u, int v, uint64_t pol) {
#if __CUDA_ARCH__ >= 900
  unsigned d = (unsigned)__cvta_generic_to_shared(smem), b = d + 32768;
  const void* m = &map;
  if (threadIdx.x == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(m) : "memory");
    PREF(1, "%1", "r"(x)); PREF(2, "%1, %2", "r"(x), "r"(y)); PREF(3, "%1, %2, %3", "r"(x), "r"(y), "r"(z));
    PREF(4, "%1, %2, %3, %4", "r"(x), "r"(y), "r"(z), "r"(u)); PREF(5, "%1, %2, %3, %4, %5", "r"(x), "r"(y), "r"(z), "r"(u), "r"(v));
    LOAD(1, "%4", "r"(x)); LOAD(2, "%4, %5", "r"(x), "r"(y)); LOAD(3, "%4, %5, %6", "r"(x), "r"(y), "r"(z));
    LOAD(4, "%4, %5, %6, %7", "r"(x), "r"(y), "r"(z), "r"(u)); LOAD(5, "%4, %5, %6, %7, %8", "r"(x), "r"(y), "r"(z), "r"(u), "r"(v));
    STORE(1, "%2", "r"(x)); STORE(2, "%2, %3", "r"(x), "n"(0)); STORE(3, "%2, %3, %4", "r"(x), "r"(y), "n"(-1));
    STORE(4, "%2, %3, %4, %5", "r"(x), "r"(y), "r"(z), "r"(u)); STORE(5, "%2, %3, %4, %5, %6", "r"(x), "r"(y), "r"(z), "r"(u), "r"(v));
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint [%0, {%2, %3}], [%1], %4;" ::"l"(m), "r"(d), "r"(x), "r"(y), "l"(pol));
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;");
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(2));
  }
#endif
}
