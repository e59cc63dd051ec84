// NVIDIA/cccl#3198: the source of the copy is an array of ints in global memory, which nothing aligns to 16 bytes.
#include "async.cuh"

#ifdef FIXED
alignas(128)
#endif
__device__ int values[1024];

extern "C" __global__ void __launch_bounds__(256) copy_in(int *output)
{
    __shared__ alignas(128) int tile[1024];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof tile);
        load(tile, values, sizeof tile, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
