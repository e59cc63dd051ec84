// All threads execute the wait that one of them needs.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) all_wait(const float *input, const __grid_constant__ Map output) {
    __shared__ alignas(128) float tile[128];
    tile[threadIdx.x] = input[threadIdx.x];
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        store_tile(&output, tile, 0, 0);
        commit_bulk();
    }
    wait_bulk_read<0>();
    __syncthreads();
    tile[threadIdx.x] = input[128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store_tile(&output, tile, 128, 0);
        commit_bulk();
    }
    wait_bulk_read<0>();
}
