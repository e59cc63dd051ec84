// The development log of biondizzle/nvfp4-megamoe-kernel tells of a barrier on which a copy completes, and which nobody
// told how many bytes come.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) load_weights(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[512];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        load(tile, input, sizeof tile, &full);
#ifdef FIXED
        arrive_expecting(&full, sizeof tile);
#else
        arrive(&full);
#endif
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
