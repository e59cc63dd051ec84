// tile-ai/TileOPs#1574: each warpgroup stages its tile in a buffer of its own and stores it with TMA. Between the
// writes and the store stands neither a fence nor the barrier of the warpgroup.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(256) epilogue(const uint32_t *tiles, const __grid_constant__ Map output)
{
    __shared__ alignas(128) uint32_t first[128 * 4], second[128 * 4];
    int lane = threadIdx.x % 128;
    if (threadIdx.x < 128) {
        for (int i = 0; i < 4; i++)
            first[i * 128 + lane] = tiles[i * 128 + lane];
#ifdef FIXED
        fence_async();
        named_barrier<4, 128>();
#endif
        if (threadIdx.x == 0) {
            store_tile(&output, first, 0, blockIdx.x);
            commit_bulk();
            wait_bulk_read<0>();
        }
    } else {
        for (int i = 0; i < 4; i++)
            second[i * 128 + lane] = tiles[512 + i * 128 + lane];
#ifdef FIXED
        fence_async();
        named_barrier<5, 128>();
#endif
        if (threadIdx.x == 128) {
            store_tile(&output, second, 64, blockIdx.x);
            commit_bulk();
            wait_bulk_read<0>();
        }
    }
}
