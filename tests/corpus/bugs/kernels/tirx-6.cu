// mlc-ai/TIRx-kernels#6: the leader is meant to be a lane of warp 1, but the number of the warp is counted within its
// warpgroup. So a lane of each of two warps initializes the barriers.
#include "async.cuh"

extern "C" __global__ void __block_size__((256, 1, 1)) blockwise(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[256];
    __shared__ uint64_t full;
    unsigned group = threadIdx.x / 128, warp = threadIdx.x / 32 % 4;
#ifdef FIXED
    bool leader = group == 0 && warp == 1 && elected();
#else
    bool leader = warp == 1 && elected();
#endif
    if (leader)
        init(&full, 1);
    __syncthreads();
    if (group == 0 && warp == 0 && elected()) {
        arrive_expecting(&full, sizeof tile);
        load(tile, input, sizeof tile, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
