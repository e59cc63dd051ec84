// One lane of each of four warps arrives on a barrier that counts four.
#include "../async.cuh"

extern "C" __global__ void __block_size__((256, 1, 1)) warps_arrive(const uint32_t *input, uint32_t *output) {
    __shared__ uint32_t tile[128];
    __shared__ uint64_t ready;
    if (threadIdx.x == 0)
        init(&ready, 4);
    __syncthreads();
    if (threadIdx.x < 128) {
        tile[threadIdx.x] = input[threadIdx.x];
        __syncwarp();
        if (threadIdx.x % 32 == 0)
            arrive(&ready);
    } else {
        wait(&ready, 0);
        output[threadIdx.x - 128] = tile[threadIdx.x - 128];
    }
}
