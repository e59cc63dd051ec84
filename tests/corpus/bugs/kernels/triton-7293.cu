// triton-lang/triton#7293: a map is changed by the kernel that uses it, and the fence between both is missing.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) describe_and_load(const char *input, Map *map, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128 * 8];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(input)
                     : "memory");
#ifdef FIXED
        asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
#endif
        arrive_expecting(&full, sizeof tile);
        load_tile(tile, map, 0, 0, &full);
    }
    __syncthreads();
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
