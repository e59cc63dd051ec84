// One tile comes by TMA, is changed in place and goes back by TMA: mbarrier, proxy fence, groups of stores.
#include <cstdint>
struct alignas(64) Map { char bytes[128]; };
__device__ __forceinline__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void wait(uint64_t* bar, unsigned parity) {
  unsigned done;
  do asm volatile("{\n.reg .pred P;\nmbarrier.try_wait.parity.shared::cta.b64 P, [%1], %2;\nselp.u32 %0, 1, 0, P;\n}" : "=r"(done) : "r"(at(bar)), "r"(parity) : "memory");
  while (!done);
}
__device__ __forceinline__ void init(uint64_t* bar, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ __forceinline__ void expect(uint64_t* bar, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(bar)), "r"(bytes) : "memory");
}
extern "C" __global__ void __launch_bounds__(128) tensor(const __grid_constant__ Map in, const __grid_constant__ Map out) {
  __shared__ alignas(128) float tile[32][32];
  __shared__ alignas(8) uint64_t full;
  if (threadIdx.x == 0) {
    init(&full, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, sizeof tile);
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at(tile)), "l"(&in), "r"(blockIdx.x * 32), "r"(blockIdx.y * 32), "r"(at(&full)) : "memory");
  }
  wait(&full, 0);
  for (int i = threadIdx.x / 32; i < 32; i += 4) tile[i][threadIdx.x % 32] *= 2.f;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&out), "r"(blockIdx.x * 32), "r"(blockIdx.y * 32), "r"(at(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
extern "C" __global__ void __launch_bounds__(128) bulk(const float4* in, float4* out) {
  __shared__ alignas(128) float4 tile[2][128];
  __shared__ alignas(8) uint64_t full[2];
  if (threadIdx.x == 0) {
    init(&full[0], 1);
    init(&full[1], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i) {
      expect(&full[i], 2048);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 2048, [%2];" ::"r"(at(tile[i])), "l"(in + i * 128), "r"(at(&full[i])) : "memory");
    }
  wait(&full[0], 0);
  float4 a = tile[0][127 - threadIdx.x];
  wait(&full[1], 0);
  float4 b = tile[1][127 - threadIdx.x];
  __syncthreads();
  tile[0][threadIdx.x] = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 2048;" ::"l"(out), "r"(at(tile[0])) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  tile[0][threadIdx.x] = b;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 2048;" ::"l"(out + 128), "r"(at(tile[0])) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
