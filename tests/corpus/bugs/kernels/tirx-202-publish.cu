// mlc-ai/TIRx-kernels#202 (also NVIDIA/cudnn-frontend#426): all lanes write the tile, one arrives for them. Its arrival
// orders what it wrote itself, and not what the others wrote.
#include "async.cuh"

extern "C" __global__ void __block_size__((64, 1, 1)) produce(const uint32_t *input, uint32_t *output)
{
    __shared__ uint32_t tile[32];
    __shared__ uint64_t ready;
    if (threadIdx.x == 0)
        init(&ready, 1);
    __syncthreads();
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = input[threadIdx.x] + 1;
#ifdef FIXED
        __syncwarp();
#endif
        if (elected())
            arrive(&ready);
    } else {
        wait(&ready, 0);
        output[threadIdx.x - 32] = tile[threadIdx.x - 32];
    }
}
