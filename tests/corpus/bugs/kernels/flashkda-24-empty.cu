// MoonshotAI/FlashKDA#24, fixed by #25: the only fence stands in the loop over tiles. A sequence without tiles stores
// the zeros that all threads wrote, and no thread has fenced them.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    recurrence(const float *updates, int tiles, const __grid_constant__ Map final_state, int head)
{
    __shared__ alignas(128) float state[128 * 16];
    for (int i = threadIdx.x; i < 128 * 16; i += 128)
        state[i] = 0;
#ifdef FIXED
    fence_async();
#endif
    __syncthreads();
    for (int tile = 0; tile < tiles; tile++) {
        state[threadIdx.x] += updates[tile * 128 + threadIdx.x];
        fence_async();
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        store_tile(&final_state, state, 0, head * 128);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
