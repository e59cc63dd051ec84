// The same log tells of a barrier that is initialized in each round: its phase begins anew, and the object is a valid
// one.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) sum_tiles(const uint32_t *input, uint32_t *output, int tiles)
{
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    uint32_t sum = 0, parity = 0;
#ifdef FIXED
    if (threadIdx.x == 0)
        init(&full, 1);
    __syncthreads();
#endif
#pragma unroll 1
    for (int i = 0; i < tiles; i++) {
#ifndef FIXED
        if (threadIdx.x == 0)
            init(&full, 1);
        __syncthreads();
#endif
        if (threadIdx.x == 0) {
            arrive_expecting(&full, sizeof tile);
            load(tile, input + i * 128, sizeof tile, &full);
        }
        wait(&full, parity);
#ifdef FIXED
        parity ^= 1;
#endif
        sum += tile[threadIdx.x];
        __syncthreads();
    }
    output[threadIdx.x] = sum;
}
