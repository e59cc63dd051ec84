// tile-ai/tilelang#3087: the parity of a ring is used for a barrier that is none of the ring, and whose phase ends in
// each round. In the first rounds, as many as the ring has stages, it stays 0: from the second round on nothing is
// waited for.
#include "async.cuh"

constexpr int stages = 3;

extern "C" __global__ void __launch_bounds__(128) sum_tiles(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < stages; i++) {
        if (threadIdx.x == 0) {
            arrive_expecting(&full, sizeof tile);
            load(tile, input + i * 128, sizeof tile, &full);
        }
#ifdef FIXED
        wait(&full, i % 2);
#else
        wait(&full, i / stages % 2);
#endif
        sum += tile[threadIdx.x];
        __syncthreads();
    }
    output[threadIdx.x] = sum;
}
