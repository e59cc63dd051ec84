// NVIDIA/cutlass#2002: asks whether a kernel must wait for its last TMA store. Without a wait the CTA ends, and with it
// the shared memory that the store still reads.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) scale(const float *input, const __grid_constant__ Map output)
{
    __shared__ alignas(128) float tile[128 * 4];
    for (int i = 0; i < 4; i++)
        tile[i * 128 + threadIdx.x] = 2 * input[i * 128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x < 32 && elected()) {
        store_tile(&output, tile, 0, blockIdx.x * 4);
        commit_bulk();
#ifdef FIXED
        wait_bulk_read<0>();
#endif
    }
}
