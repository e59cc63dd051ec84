// deepseek-ai/DeepGEMM#121, fixed by #122: one stage more has a barrier than there is room for.
#include "async.cuh"

constexpr int stages = 4;

extern "C" __global__ void __launch_bounds__(128) weight_gradient(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[(stages + 1) * 128];
#ifdef FIXED
    __shared__ uint64_t full[stages + 1];
#else
    __shared__ uint64_t full[stages];
#endif
    if (threadIdx.x == 0) {
#pragma unroll
        for (int stage = 0; stage < stages + 1; stage++)
            init(full + stage, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll
        for (int stage = 0; stage < stages + 1; stage++) {
            arrive_expecting(full + stage, 512);
            load(tile + stage * 128, input + stage * 128, 512, full + stage);
        }
    }
    uint32_t sum = 0;
#pragma unroll
    for (int stage = 0; stage < stages + 1; stage++) {
        wait(full + stage, 0);
        sum += tile[stage * 128 + threadIdx.x];
    }
    output[threadIdx.x] = sum;
}
