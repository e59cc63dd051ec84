// tile-ai/tilelang#2674 (comment): only the first rounds of each tile have copies, and what counts their phases begins
// anew with each tile, as the barriers do not.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __launch_bounds__(128)
    guarded(const uint32_t *input, uint32_t *output, int tiles, int rounds, int guard)
{
    __shared__ alignas(128) uint32_t tile[stages][128];
    __shared__ uint64_t full[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++)
            init(&full[stage], 1);
        fence_init();
    }
    __syncthreads();
    int phase = 0;
#pragma unroll 1
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
        uint32_t sum = 0;
#ifndef FIXED
        phase = 0;
#endif
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            if (i < guard) {
                int stage = phase % stages;
                if (threadIdx.x == 0) {
                    arrive_expecting(&full[stage], sizeof tile[0]);
                    load(tile[stage], input + (t * rounds + i) * 128, sizeof tile[0], &full[stage]);
                }
                wait(&full[stage], phase / stages % 2);
                sum += tile[stage][threadIdx.x];
                __syncthreads();
                phase++;
            }
        }
        output[t * 128 + threadIdx.x] = sum;
    }
}
