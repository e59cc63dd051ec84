// The rest of a tile is filled with zeros by the copy, and another part by the threads.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) zero_fill(const float *input, float *output, int n) {
    __shared__ float tile[256];
    copy4(&tile[threadIdx.x], &input[threadIdx.x], threadIdx.x < n ? 4 : 0);
    tile[128 + threadIdx.x] = 0;
    commit();
    wait_groups<0>();
    __syncthreads();
    output[threadIdx.x] = tile[threadIdx.x + 7] + tile[threadIdx.x ^ 9];
}
