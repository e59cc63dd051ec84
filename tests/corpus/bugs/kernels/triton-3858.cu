// triton-lang/triton#3858: the memory of a barrier that is done with is used for data. The object there is still valid.
#include "async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) load_and_convert(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t memory[256]; // a tile and its barrier; later the scratch of the conversion
    uint64_t *full = reinterpret_cast<uint64_t *>(&memory[128]);
    if (threadIdx.x == 0)
        init(full, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(full, 512);
        load(memory, input, 512, full);
    }
    wait(full, 0);
    uint32_t value = memory[threadIdx.x];
    __syncthreads();
#ifdef FIXED
    if (threadIdx.x == 0)
        invalidate(full);
    __syncthreads();
#endif
    memory[128 + threadIdx.x] = value;
    __syncthreads();
    output[threadIdx.x] = memory[128 + (threadIdx.x ^ 1)];
}
