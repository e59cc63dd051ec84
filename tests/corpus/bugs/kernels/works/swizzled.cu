// Threads write a tile with a swizzle, and TMA stores it.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(256) swizzled(const uint4 *input, const __grid_constant__ Map output) {
    __shared__ alignas(1024) uint4 tile[64 * 8];
    for (int i = threadIdx.x; i < 64 * 8; i += 256) {
        int row = i / 8, column = i % 8;
        tile[row * 8 + (column ^ (row & 7))] = input[i];
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x / 32 == 0 && elected()) {
        store_tile(&output, tile, 0, blockIdx.x * 64);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
