// NVIDIA/cutlass#2364: the name of a call made its user think that it initializes the barrier. It arrives there and
// expects bytes; an mbarrier.init comes nowhere.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) load_row(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t row[128];
    __shared__ uint64_t full;
#ifdef FIXED
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof row);
        load(row, input, sizeof row, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = row[threadIdx.x];
}
