// Each of the first threads makes a barrier of its own.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) init_by_many(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[8][32];
    __shared__ uint64_t full[8];
    if (threadIdx.x < 8)
        init(&full[threadIdx.x], 1);
    fence_init();
    __syncthreads();
    if (threadIdx.x < 8) {
        arrive_expecting(&full[threadIdx.x], 128);
        load(tile[threadIdx.x], input + threadIdx.x * 32, 128, &full[threadIdx.x]);
    }
    uint32_t sum = 0;
    for (int i = 0; i < 8; i++) {
        wait(&full[i], 0);
        sum += tile[i][threadIdx.x & 31];
    }
    output[threadIdx.x] = sum;
}
