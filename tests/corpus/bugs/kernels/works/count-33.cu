// A barrier counts the lanes of a warp and the arrival with the bytes.
#include "../async.cuh"

extern "C" __global__ void __block_size__((64, 1, 1)) count_33(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[64];
    __shared__ uint32_t extra[32];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 33);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        extra[threadIdx.x] = input[threadIdx.x];
        arrive(&full);
        if (elected()) {
            arrive_expecting(&full, sizeof tile);
            load(tile, input, sizeof tile, &full);
        }
    } else {
        wait(&full, 0);
        output[threadIdx.x] = tile[threadIdx.x] + extra[threadIdx.x - 32];
    }
}
