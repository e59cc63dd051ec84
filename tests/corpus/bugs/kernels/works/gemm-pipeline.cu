// A pipeline of cp.async of four stages, as kernels for Ampere have it.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) gemm_pipeline(const uint4 *input, uint32_t *output, int tiles) {
    __shared__ uint4 ring[4][128];
    for (int i = 0; i < 3; i++) {
        if (i < tiles)
            copy16(&ring[i][threadIdx.x], &input[i * 128 + threadIdx.x]);
        commit();
    }
    uint32_t sum = 0;
    for (int i = 0; i < tiles; i++) {
        wait_groups<2>();
        __syncthreads();
        sum += ring[i & 3][threadIdx.x ^ 5].x;
        if (i + 3 < tiles)
            copy16(&ring[(i + 3) & 3][threadIdx.x], &input[(i + 3) * 128 + threadIdx.x]);
        commit();
    }
    output[threadIdx.x] = sum;
    wait_groups<0>();
    __syncthreads();
    ring[0][threadIdx.x].x = sum;
    __syncthreads();
    output[128 + threadIdx.x] = ring[0][threadIdx.x ^ 64].x;
}
