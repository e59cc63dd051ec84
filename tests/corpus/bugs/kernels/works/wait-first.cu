// The wait for the store of a round stands at the begin of the next.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    wait_first(const float *input, int rows, const __grid_constant__ Map output) {
    __shared__ alignas(128) float row[128];
    for (int i = blockIdx.x; i < rows; i += gridDim.x) {
        if (threadIdx.x == 0)
            wait_bulk_read<0>();
        __syncthreads();
        row[threadIdx.x] = input[i * 128 + threadIdx.x] * 0.5f;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            store_tile(&output, row, 0, i);
            commit_bulk();
        }
    }
    if (threadIdx.x == 0)
        wait_bulk_read<0>();
}
