// NVIDIA/cutlass#2162: the map of the epilogue is changed for the next group while the TMA store of this one may still
// read it.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    epilogue(const uint32_t *input, char *first, char *second, Map *map)
{
    __shared__ alignas(128) uint32_t tile[2][128 * 8];
    for (int i = threadIdx.x; i < 2048; i += 128)
        tile[i / 1024][i % 1024] = input[i];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int group = 0; group < 2; group++) {
            asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map),
                         "l"(group == 0 ? first : second)
                         : "memory");
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
            asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
            store_tile(map, tile[group], 0, 0);
            commit_bulk();
#ifdef FIXED
            wait_bulk<0>();
#endif
        }
        wait_bulk<0>();
    }
}
