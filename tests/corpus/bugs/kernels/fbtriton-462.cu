// facebookexperimental/triton#462: the allocator believes that the first barrier is dead when the second is made, and
// gives both the same place. The second mbarrier.init finds a valid object there.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) two_barriers(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t place;
    if (threadIdx.x == 0)
        init(&place, 2); // the first barrier
    __syncthreads();
#ifdef FIXED
    if (threadIdx.x == 0)
        invalidate(&place);
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        init(&place, 1); // the second
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&place, sizeof tile);
        load(tile, input, sizeof tile, &place);
    }
    wait(&place, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
