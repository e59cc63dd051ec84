// deepseek-ai/DeepEP#642: the lanes have read a slot, and the next load overwrites it. No fence of the two proxies
// stands between, which many kernels leave out.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(32) combine(const uint4 *input, uint32_t *output)
{
    __shared__ alignas(128) uint4 slot[32];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncwarp();
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        if (threadIdx.x == 0) {
            arrive_expecting(&full, sizeof slot);
            load(slot, input + i * 32, sizeof slot, &full);
        }
        __syncwarp();
        wait(&full, i & 1);
        sum += slot[threadIdx.x].x;
#ifdef FIXED
        fence_async();
#endif
        __syncwarp();
    }
    output[threadIdx.x] = sum;
}
