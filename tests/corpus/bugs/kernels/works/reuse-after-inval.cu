// The memory of the barrier is data after it was made invalid.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) reuse_after_inval(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t memory[256];
    uint64_t *full = reinterpret_cast<uint64_t *>(memory + 128);
    if (threadIdx.x == 0) {
        init(full, 1);
        fence_init();
        arrive_expecting(full, 512);
        load(memory, input, 512, full);
    }
    __syncthreads();
    wait(full, 0);
    __syncthreads();
    if (threadIdx.x == 32)
        invalidate(full);
    __syncthreads();
    memory[128 + threadIdx.x] = memory[threadIdx.x];
    __syncthreads();
    output[threadIdx.x] = memory[128 + (threadIdx.x ^ 3)];
}
