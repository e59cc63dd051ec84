// NVIDIA/TransformerEngine#2695: threads have read a buffer of the ring, meet, and one of them loads the next stage over
// it. No fence of the two proxies stands between, which many kernels leave out.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __launch_bounds__(128) largest(const uint32_t *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint32_t tile[stages][128];
    __shared__ uint64_t full[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++)
            init(&full[stage], 1);
        fence_init();
        for (int i = 0; i < stages && i < rounds; i++) {
            arrive_expecting(&full[i], sizeof tile[0]);
            load(tile[i], input + i * 128, sizeof tile[0], &full[i]);
        }
    }
    __syncthreads();
    uint32_t most = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        int stage = i % stages;
        wait(&full[stage], i / stages % 2);
        most = max(most, tile[stage][threadIdx.x ^ 9]);
#ifdef FIXED
        fence_async();
#endif
        __syncthreads();
        if (threadIdx.x == 0 && i + stages < rounds) {
            arrive_expecting(&full[stage], sizeof tile[0]);
            load(tile[stage], input + (i + stages) * 128, sizeof tile[0], &full[stage]);
        }
    }
    output[threadIdx.x] = most;
}
