// One thread announces the bytes, others load them.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) expect_elsewhere(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[4][32];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 32)
        arrive_expecting(&full, 512);
    if (threadIdx.x % 32 == 0)
        load(tile[threadIdx.x / 32], input + threadIdx.x, 128, &full);
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x / 32][threadIdx.x % 32];
}
