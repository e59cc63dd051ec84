// deepseek-ai/DeepEP#293: the barrier expects one arrival, and all lanes of the warp arrive.
#include "async.cuh"

extern "C" __global__ void __block_size__((32, 1, 1)) dispatch(const uint32_t *token, uint32_t *output)
{
    __shared__ alignas(128) uint32_t buffer[1024];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncwarp();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(address(&full)), "n"(4096)
                     : "memory");
        load(buffer, token, sizeof buffer, &full);
    }
    __syncwarp();
#ifdef FIXED
    if (threadIdx.x == 0)
#endif
        arrive(&full);
    wait(&full, 0);
    for (int i = threadIdx.x; i < 1024; i += 32)
        output[i] = buffer[i];
}
