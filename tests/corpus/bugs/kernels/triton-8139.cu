// triton-lang/triton#8139: what a round uses comes after the copy of the next round has begun, but there is only as much
// memory as if it came before.
#include "async.cuh"

#ifdef FIXED
constexpr int buffers = 2;
#else
constexpr int buffers = 1;
#endif

extern "C" __global__ void __launch_bounds__(128) scatter(const uint4 *input, uint32_t *output, int rounds, int really)
{
    __shared__ uint4 tile[buffers][128];
    copy16(&tile[0][threadIdx.x], &input[threadIdx.x]);
    commit();
    int fills = 0, uses = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        wait_groups<0>();
        __syncthreads();
        fills = fills + 1 < buffers ? fills + 1 : 0;
        if (i + 1 < rounds)
            copy16(&tile[fills][threadIdx.x], &input[(i + 1) * 128 + threadIdx.x]);
        commit();
        if (really)
            output[tile[uses][threadIdx.x ^ 1].x] = i + 1;
        uses = uses + 1 < buffers ? uses + 1 : 0;
    }
}
