// cuda::memcpy_async completing on a cuda::barrier; on sm_90 it may become a bulk copy.
#include <cooperative_groups.h>
#include <cuda/barrier>
using bar_t = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void group(const int4* in, int4* out) {
  __shared__ alignas(128) int4 s[512];
  __shared__ bar_t bar;
  auto blk = cooperative_groups::this_thread_block();
  if (blk.thread_rank() == 0) init(&bar, blk.size());
  blk.sync();
  cuda::memcpy_async(blk, s, in, cuda::aligned_size_t<16>(sizeof(s)), bar);
  bar.arrive_and_wait();
  out[threadIdx.x] = s[511 - threadIdx.x];
}
__global__ void single(const double* in, double* out, size_t bytes) {
  __shared__ double s[128];
  __shared__ bar_t bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(s + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<8>(8), bar);
  bar.wait(bar.arrive());
  out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void token(const char* in, char* out, unsigned n) {
  __shared__ alignas(16) char s[1024];
  __shared__ bar_t bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  bar_t::arrival_token tok;
#if __CUDA_ARCH__ >= 900
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, in, cuda::aligned_size_t<16>(1024), bar);
    tok = cuda::device::barrier_arrive_tx(bar, 1, 1024);
  } else
#endif
    tok = bar.arrive();
  bar.wait(std::move(tok));
  out[threadIdx.x] = s[threadIdx.x];
}
