// All stages are loaded first, and waited for one by one.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) all_stages_at_once(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[4][128];
    __shared__ uint64_t full[4];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 4; i++)
            init(&full[i], 1);
        fence_init();
        for (int i = 0; i < 4; i++) {
            arrive_expecting(&full[i], 512);
            load(tile[i], input + i * 128, 512, &full[i]);
        }
    }
    __syncthreads();
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        wait(&full[i], 0);
        sum += tile[i][threadIdx.x];
    }
    output[threadIdx.x] = sum;
}
