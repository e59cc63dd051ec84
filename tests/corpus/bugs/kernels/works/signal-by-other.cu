// A thread that did not store signals, after a barrier.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    signal_by_other(const float *input, const __grid_constant__ Map output, unsigned *signal) {
    __shared__ alignas(128) float tile[128 * 8];
    for (int i = 0; i < 8; i++)
        tile[i * 128 + threadIdx.x] = input[i * 128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x < 32 && elected()) {
        store_tile(&output, tile, 0, blockIdx.x * 8);
        commit_bulk();
        wait_bulk<0>();
    }
    __syncthreads();
    if (threadIdx.x == 64)
        asm volatile("red.release.sys.global.add.u32 [%0], 1;" ::"l"(signal) : "memory");
}
