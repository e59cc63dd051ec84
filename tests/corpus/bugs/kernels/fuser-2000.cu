// NVIDIA/Fuser#2000: the pipeline issues copies beyond the last tile, which write zeros. Nobody waits for them before
// the epilogue reuses the buffer.
#include "async.cuh"

constexpr int stages = 3, tiles = 4;

extern "C" __global__ void __launch_bounds__(32) pipelined(const float *input, float *output)
{
    __shared__ float ring[stages][32];
    for (int tile = 0; tile < stages - 1; tile++) {
        copy4(&ring[tile][threadIdx.x], &input[tile * 32 + threadIdx.x]);
        commit();
    }
    float sum = 0;
#pragma unroll
    for (int tile = 0; tile < tiles; tile++) {
        wait_groups<stages - 2>();
        sum += ring[tile % stages][threadIdx.x];
        int next = tile + stages - 1;
        copy4(&ring[next % stages][threadIdx.x], &input[next * 32 + threadIdx.x], next < tiles ? 4 : 0);
        commit();
    }
#ifdef FIXED
    wait_groups<0>();
#endif
    ring[tiles % stages][threadIdx.x] = sum;
    __syncwarp();
    output[threadIdx.x] = ring[tiles % stages][threadIdx.x ^ 1];
}
