// wait_group.read 1 frees the source of the older of two stores.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    two_stores_one_wait(const float *input, const __grid_constant__ Map output) {
    __shared__ alignas(128) float tile[2][128];
    tile[0][threadIdx.x] = input[threadIdx.x];
    tile[1][threadIdx.x] = input[128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x / 32 == 0 && elected()) {
        store_tile(&output, tile[0], 0, 0);
        commit_bulk();
        store_tile(&output, tile[1], 128, 0);
        commit_bulk();
        wait_bulk_read<1>();
    }
    __syncthreads();
    tile[0][threadIdx.x] = input[256 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x / 32 == 0 && elected()) {
        store_tile(&output, tile[0], 256, 0);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
