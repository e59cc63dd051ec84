// NVIDIA/cudnn-frontend#898: an acquire of 128 bytes at the beginning of an array of maps is taken to cover them all.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) store_ragged(const float *input, const Map *maps)
{
    __shared__ alignas(128) float tile[2][128 * 4];
    for (int i = threadIdx.x; i < 1024; i += 128)
        tile[i / 512][i % 512] = input[i];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps) : "memory");
#ifdef FIXED
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps + 1) : "memory");
#endif
        store_tile(maps, tile[0], 0, 0);
        store_tile(maps + 1, tile[1], 0, 0);
        commit_bulk();
        wait_bulk<0>();
    }
}
