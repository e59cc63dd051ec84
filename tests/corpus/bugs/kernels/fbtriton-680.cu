// facebookexperimental/triton#680: the map of the next group is written over the one that the load of this group uses,
// and nobody waits for that load before.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1))
    two_groups(const char *first, const char *second, Map *map, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[2][128 * 8];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        init(&full[0], 1);
        init(&full[1], 1);
        fence_init();
        for (int group = 0; group < 2; group++) {
#ifdef FIXED
            if (group == 1)
                wait(&full[0], 0);
#endif
            asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map),
                         "l"(group == 0 ? first : second)
                         : "memory");
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
            asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
            arrive_expecting(&full[group], sizeof tile[0]);
            load_tile(tile[group], map, 0, 0, &full[group]);
        }
    }
    __syncthreads();
    wait(&full[0], 0);
    wait(&full[1], 0);
    output[threadIdx.x] = tile[0][threadIdx.x] + tile[1][threadIdx.x];
}
