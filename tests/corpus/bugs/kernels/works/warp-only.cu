// Each warp has a barrier of its own, in an array.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) warp_only(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[4][32];
    __shared__ uint64_t full[4];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane == 0) {
        init(&full[warp], 1);
        fence_init();
    }
    __syncwarp();
    if (elected()) {
        arrive_expecting(&full[warp], 128);
        load(tile[warp], input + warp * 32, 128, &full[warp]);
    }
    __syncwarp();
    wait(&full[warp], 0);
    output[threadIdx.x] = tile[warp][lane];
}
