// csarofeen/pytorch#2457 (also #2463): in the main loop the wait stands before the commit, so that the prologue's
// second group may still be pending where its data are used.
#include "async.cuh"

constexpr int stages = 3, tiles = 4;

extern "C" __global__ void __launch_bounds__(32) add_tiles(const uint4 *input, uint32_t *output)
{
    __shared__ uint4 ring[stages][32];
    for (int tile = 0; tile < stages - 1; tile++) {
        copy16(&ring[tile][threadIdx.x], &input[tile * 32 + threadIdx.x]);
        commit();
    }
    wait_groups<stages - 2>();
    uint32_t sum = 0;
#pragma unroll
    for (int tile = 0; tile < tiles; tile++) {
        int next = tile + stages - 1;
        if (next < tiles)
            copy16(&ring[next % stages][threadIdx.x], &input[next * 32 + threadIdx.x]);
#ifdef FIXED
        commit();
#endif
        sum += ring[tile % stages][threadIdx.x].x;
        wait_groups<stages - 2>();
#ifndef FIXED
        commit();
#endif
    }
    output[threadIdx.x] = sum;
}
