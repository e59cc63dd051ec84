// tile-ai/tilelang#2613: both groups of warps read the same tile, and nothing keeps the one that is done first from
// copying the next one over it.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(256) shared_operand(const uint4 *input, uint32_t *output, int rounds)
{
    __shared__ uint4 tile[256];
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        copy16(&tile[threadIdx.x], &input[i * 256 + threadIdx.x]);
        commit();
        wait_groups<0>();
        __syncthreads();
        if (threadIdx.x < 128)
            sum += tile[threadIdx.x * 2].x;
        else
            sum ^= tile[threadIdx.x * 2 - 255].y;
#ifdef FIXED
        __syncthreads();
#endif
    }
    output[threadIdx.x] = sum;
}
