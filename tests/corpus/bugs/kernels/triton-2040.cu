// triton-lang/triton#2040 (also NVIDIA/Fuser#1769): thread 0 initializes the barrier, and the others wait on it,
// perhaps before.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) load_tile_and_use(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        init(&full, 1);
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof tile);
        load(tile, input, sizeof tile, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
