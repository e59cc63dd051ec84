// facebookexperimental/triton#1538: a lane of every warp is elected, so that four copies are issued where the barrier
// expects the bytes of one.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) load_once(const __grid_constant__ Map input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128 * 8];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
#ifdef FIXED
    bool issues = threadIdx.x < 32 && elected();
#else
    bool issues = elected();
#endif
    if (issues) {
        arrive_expecting(&full, sizeof tile);
        load_tile(tile, &input, 0, blockIdx.x * 8, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
