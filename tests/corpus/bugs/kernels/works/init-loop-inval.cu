// A barrier is made and made invalid in each round.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) init_loop_inval(const uint32_t *input, uint32_t *output, int tiles) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < tiles; i++) {
        if (threadIdx.x == 0)
            init(&full, 1);
        __syncthreads();
        if (threadIdx.x == 0) {
            arrive_expecting(&full, sizeof tile);
            load(tile, input + i * 128, sizeof tile, &full);
        }
        wait(&full, 0);
        sum += tile[threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0)
            invalidate(&full);
        __syncthreads();
    }
    output[threadIdx.x] = sum;
}
