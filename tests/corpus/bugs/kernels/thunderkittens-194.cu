// HazyResearch/ThunderKittens#194: a tile is stored, and another device is told so. The wait before that covers the
// reads of shared memory only, not the writes that the other device goes on to read.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    store_and_signal(const float *input, const __grid_constant__ Map output, unsigned *signal)
{
    __shared__ alignas(128) float tile[128 * 8];
    for (int i = 0; i < 8; i++)
        tile[i * 128 + threadIdx.x] = input[i * 128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store_tile(&output, tile, 0, blockIdx.x * 8);
        commit_bulk();
#ifdef FIXED
        wait_bulk<0>();
#else
        wait_bulk_read<0>();
#endif
        asm volatile("red.release.sys.global.add.u32 [%0], 1;" ::"l"(signal) : "memory");
    }
}
