// The bytes are announced in two pieces, and a plain arrival ends the phase.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) pieces_of_expectation(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t a[128], b[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 512;" ::"r"(address(&full)) : "memory");
        load(a, input, 512, &full);
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 512;" ::"r"(address(&full)) : "memory");
        load(b, input + 128, 512, &full);
        arrive(&full);
    }
    __syncthreads();
    wait(&full, 0);
    output[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
