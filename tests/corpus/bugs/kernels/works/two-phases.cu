// One barrier for two loads, one after the other, with parities 0 and 1.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) two_phases(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        arrive_expecting(&full, 512);
        load(tile, input, 512, &full);
    }
    __syncthreads();
    wait(&full, 0);
    uint32_t first = tile[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&full, 512);
        load(tile, input + 128, 512, &full);
    }
    wait(&full, 1);
    output[threadIdx.x] = first + tile[threadIdx.x];
}
