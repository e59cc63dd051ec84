// jax-ml/jax#30159: the loop waits for the store of the round before, and the kernel ends without a wait for the last.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(128) copy_rows(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t row[2][128];
#pragma unroll
    for (int i = 0; i < 4; i++) {
        row[i % 2][threadIdx.x] = input[i * 128 + threadIdx.x];
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            store(output + i * 128, row[i % 2], sizeof row[0]);
            commit_bulk();
            wait_bulk_read<1>();
        }
        __syncthreads();
    }
#ifdef FIXED
    if (threadIdx.x == 0)
        wait_bulk<0>();
#endif
}
