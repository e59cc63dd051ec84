// ggml-org/llama.cpp#13438: each thread waits for its own copies, and reads at once what another thread has copied.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) transpose(const uint4 *input, uint32_t *output)
{
    __shared__ uint4 tile[128];
    copy16(&tile[threadIdx.x], &input[threadIdx.x]);
    commit();
    wait_groups<0>();
#ifdef FIXED
    __syncthreads();
#endif
    output[threadIdx.x] = tile[threadIdx.x ^ 32].y;
}
