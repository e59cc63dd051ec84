// tile-ai/TileOPs#1550: in a persistent loop one thread stores the staged tile and waits until it was read. The other
// threads are not told, and refill the buffer for the next tile.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    grouped_product(const uint32_t *tiles, int count, const __grid_constant__ Map output)
{
    __shared__ alignas(128) uint32_t staged[128 * 4];
    for (int tile = blockIdx.x; tile < count; tile += gridDim.x) {
#ifdef FIXED
        named_barrier<4, 128>();
#endif
        for (int i = 0; i < 4; i++)
            staged[i * 128 + threadIdx.x] = tiles[(tile * 4 + i) * 128 + threadIdx.x];
        fence_async();
        named_barrier<5, 128>();
        if (threadIdx.x == 0) {
            store_tile(&output, staged, 0, tile * 4);
            commit_bulk();
            wait_bulk_read<0>();
        }
    }
}
