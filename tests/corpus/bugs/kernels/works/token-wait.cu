// The wait is for the state that an arrival has given.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) token_wait(const uint32_t *input, uint32_t *output) {
    __shared__ uint32_t tile[128];
    __shared__ uint64_t all;
    if (threadIdx.x == 0)
        init(&all, 128);
    __syncthreads();
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        tile[threadIdx.x] = input[i * 128 + threadIdx.x];
        uint64_t state;
        asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(address(&all)) : "memory");
        asm volatile("{ .reg .pred p; again: mbarrier.test_wait.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(
                         address(&all)),
                     "l"(state)
                     : "memory");
        sum += tile[threadIdx.x ^ 1];
        asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(address(&all)) : "memory");
        asm volatile("{ .reg .pred p; again: mbarrier.test_wait.shared::cta.b64 p, [%0], %1; @!p bra again; }" ::"r"(
                         address(&all)),
                     "l"(state)
                     : "memory");
    }
    output[threadIdx.x] = sum;
}
