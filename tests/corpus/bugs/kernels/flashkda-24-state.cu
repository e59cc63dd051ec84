// MoonshotAI/FlashKDA#24, fixed by #25: the state is widened to fp32 in shared memory by all threads; a barrier of the
// CTA orders this before the TMA store of one lane, but orders nothing between the two proxies.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    write_state(const uint16_t *narrow, const __grid_constant__ Map final_state, int head)
{
    __shared__ alignas(128) uint32_t wide[128 * 32];
    for (int i = threadIdx.x; i < 128 * 32; i += 128)
        wide[i] = static_cast<uint32_t>(narrow[i]) << 16;
#ifdef FIXED
    fence_async();
#endif
    __syncthreads();
    if (threadIdx.x / 32 == 3 && elected()) {
        store_tile(&final_state, wide, 0, head * 128);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
