// Two blocks of a cluster: what one copies the other reads; and a tensor map that is changed and published.
#include <cstdint>
struct alignas(64) Map { char bytes[128]; };
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) send(const float4* in, float4* out) {
  __shared__ alignas(128) float4 tile[128], other[128];
  __shared__ alignas(8) uint64_t full, sent;
  unsigned rank, peer_tile, peer_bar, done;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&sent)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 2048;" ::"r"(at(&sent)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 2048;" ::"r"(at(&full)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 2048, [%2];" ::"r"(at(tile)), "l"(in + rank * 128), "r"(at(&full)) : "memory");
  }
  do asm volatile("{\n.reg .pred P;\nmbarrier.try_wait.parity.shared::cta.b64 P, [%1], 0;\nselp.u32 %0, 1, 0, P;\n}" : "=r"(done) : "r"(at(&full)) : "memory");
  while (!done);
  tile[threadIdx.x].x += 1.f;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(peer_tile) : "r"(at(other)), "r"(rank ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(peer_bar) : "r"(at(&sent)), "r"(rank ^ 1));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 2048, [%2];" ::"r"(peer_tile), "r"(at(tile)), "r"(peer_bar) : "memory");
  }
  do asm volatile("{\n.reg .pred P;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 P, [%1], 0;\nselp.u32 %0, 1, 0, P;\n}" : "=r"(done) : "r"(at(&sent)) : "memory");
  while (!done);
  out[rank * 128 + threadIdx.x] = other[127 - threadIdx.x];
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
extern "C" __global__ void __launch_bounds__(32) publish(const __grid_constant__ Map from, Map* to, void* address) {
  __shared__ alignas(128) Map map;
  reinterpret_cast<unsigned*>(&map)[threadIdx.x] = reinterpret_cast<const unsigned*>(&from)[threadIdx.x];
  __syncwarp();
  if (threadIdx.x == 0) asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at(&map)), "l"(address) : "memory");
  __syncwarp();
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(to), "r"(at(&map)) : "memory");
}
extern "C" __global__ void __launch_bounds__(32) use(Map* map, float* out) {
  __shared__ alignas(128) float tile[32][32];
  __shared__ alignas(8) uint64_t full;
  if (threadIdx.x == 0) {
    unsigned done;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4096;" ::"r"(at(&full)) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at(tile)), "l"(map), "r"(0), "r"(0), "r"(at(&full)) : "memory");
    do asm volatile("{\n.reg .pred P;\nmbarrier.try_wait.parity.shared::cta.b64 P, [%1], 0;\nselp.u32 %0, 1, 0, P;\n}" : "=r"(done) : "r"(at(&full)) : "memory");
    while (!done);
  }
  __syncwarp();
  for (int i = 0; i < 32; ++i) out[i * 32 + threadIdx.x] = tile[i][threadIdx.x];
}
