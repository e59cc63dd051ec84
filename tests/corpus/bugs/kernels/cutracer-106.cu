// facebookexperimental/CUTracer#106 keeps kernels with a race to try race detectors on: here the wait for the second
// operand stands after its use.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1))
    multiply(const __grid_constant__ Map a, const __grid_constant__ Map b, float *c)
{
    __shared__ alignas(128) float left[128 * 8], right[128 * 8];
    __shared__ uint64_t full_left, full_right;
    if (threadIdx.x == 0) {
        init(&full_left, 1);
        init(&full_right, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&full_left, sizeof left);
        load_tile(left, &a, 0, blockIdx.x * 8, &full_left);
        arrive_expecting(&full_right, sizeof right);
        load_tile(right, &b, 0, blockIdx.x * 8, &full_right);
    }
    wait(&full_left, 0);
#ifdef FIXED
    wait(&full_right, 0);
#endif
    float sum = 0;
    for (int i = 0; i < 8; i++)
        sum += left[i * 128 + threadIdx.x] * right[i * 128 + threadIdx.x];
#ifndef FIXED
    wait(&full_right, 0);
#endif
    c[blockIdx.x * 128 + threadIdx.x] = sum;
}
