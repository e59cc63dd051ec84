// One thread waits for the load, a barrier tells the others.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) one_waits(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        arrive_expecting(&full, sizeof tile);
        load(tile, input, sizeof tile, &full);
        wait(&full, 0);
    }
    __syncthreads();
    output[threadIdx.x] = tile[threadIdx.x];
}
