// facebookexperimental/triton#1745: two groups of warps read a tile. Only the first of them waits for it.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __launch_bounds__(288) attention(const uint32_t *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint32_t tile[stages][128];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 256);
        }
        fence_init();
    }
    __syncthreads();
    int group = threadIdx.x / 128;
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        int stage = i % stages, parity = i / stages % 2;
        if (threadIdx.x == 256) {
            wait(&empty[stage], parity ^ 1);
            arrive_expecting(&full[stage], sizeof tile[0]);
            load(tile[stage], input + i * 128, sizeof tile[0], &full[stage]);
        } else if (group == 0) {
            wait(&full[stage], parity);
            sum += tile[stage][threadIdx.x];
            arrive(&empty[stage]);
        } else if (group == 1) {
#ifdef FIXED
            wait(&full[stage], parity);
#endif
            sum ^= tile[stage][threadIdx.x - 128];
            arrive(&empty[stage]);
        }
    }
    if (threadIdx.x < 256)
        output[threadIdx.x] = sum;
}
