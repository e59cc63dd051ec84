// NVIDIA/TransformerEngine#3417: bulk groups belong to the thread that issues. A wait in another thread has nothing to
// wait for.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) quantize(const float *input, const __grid_constant__ Map output)
{
    __shared__ alignas(128) float tile[128];
    tile[threadIdx.x] = input[threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store_tile(&output, tile, 0, 0);
        commit_bulk();
#ifdef FIXED
        wait_bulk_read<0>();
#endif
    }
#ifndef FIXED
    if (threadIdx.x == 32)
        wait_bulk_read<0>();
#endif
    __syncthreads();
    tile[threadIdx.x] = input[128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store_tile(&output, tile, 128, 0);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
