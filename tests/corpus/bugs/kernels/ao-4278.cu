// pytorch/ao#4278: every thread fences, but after the barrier. So the fences of the other threads are not before the
// store of thread 0.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(64)
    cast_columns(const float *input, const __grid_constant__ Map output)
{
    __shared__ alignas(128) uint32_t tile[64 * 8];
    for (int i = 0; i < 8; i++)
        tile[i * 64 + threadIdx.x] = __float_as_uint(input[i * 64 + threadIdx.x]) >> 8;
#ifdef FIXED
    fence_async();
    __syncthreads();
#else
    __syncthreads();
    fence_async();
#endif
    if (threadIdx.x == 0) {
        store_tile(&output, tile, blockIdx.x * 64, 0);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
