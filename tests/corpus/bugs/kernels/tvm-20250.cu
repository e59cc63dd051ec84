// apache/tvm#20250: the code generator drops the predicate of an arrival. The whole producer warp arrives where the
// barrier expects its leader.
#include "async.cuh"

extern "C" __global__ void __block_size__((64, 1, 1)) hand_over(const uint32_t *input, uint32_t *output)
{
    __shared__ uint32_t tile[32];
    __shared__ uint64_t ready;
    if (threadIdx.x == 0)
        init(&ready, 1);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = input[threadIdx.x];
        __syncwarp();
#ifdef FIXED
        if (elected())
#endif
            arrive(&ready);
    } else {
        wait(&ready, 0);
        output[threadIdx.x - 32] = tile[threadIdx.x - 32];
    }
}
