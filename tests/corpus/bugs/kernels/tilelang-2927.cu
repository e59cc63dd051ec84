// tile-ai/tilelang#2927: each round waits for a barrier of its own, but with the parity of the round. In every other one
// the wait is over at once.
#include "async.cuh"

constexpr int slots = 4;

extern "C" __global__ void __launch_bounds__(128) copy_slots(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[slots][128];
    __shared__ uint64_t full[slots];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < slots; slot++)
            init(&full[slot], 1);
        fence_init();
    }
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < slots; i++) {
        if (threadIdx.x == 0) {
            arrive_expecting(&full[i], sizeof tile[0]);
            load(tile[i], input + i * 128, sizeof tile[0], &full[i]);
        }
#ifdef FIXED
        wait(&full[i], 0);
#else
        wait(&full[i], i & 1);
#endif
        output[i * 128 + threadIdx.x] = tile[i][threadIdx.x] + 1;
    }
}
