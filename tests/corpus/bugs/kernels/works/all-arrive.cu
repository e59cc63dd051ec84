// All threads arrive, and the one that loads also announces the bytes, after the load.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) all_arrive(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 128);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        load(tile, input, sizeof tile, &full);
        arrive_expecting(&full, sizeof tile);
    } else
        arrive(&full);
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
