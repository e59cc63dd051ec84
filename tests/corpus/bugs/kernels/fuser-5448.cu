// NVIDIA/Fuser#5448: the wait for the stores stands after the loop. The next round writes what the store of this one
// may still read.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    normalize(const float *input, int rows, const __grid_constant__ Map output)
{
    __shared__ alignas(128) float row[128];
    for (int i = blockIdx.x; i < rows; i += gridDim.x) {
        row[threadIdx.x] = input[i * 128 + threadIdx.x] * 0.5f;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0)
            store_tile(&output, row, 0, i);
#ifdef FIXED
        commit_bulk();
        wait_bulk_read<0>();
        __syncthreads();
#endif
    }
    commit_bulk();
    wait_bulk_read<0>();
}
