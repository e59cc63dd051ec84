// NVIDIA/cutlass#2404: the pipeline lets thread 0 give slots back for the consumers. Where the first group of warps is
// the producer, nobody does: the producer waits for ever when it comes to the first slot again.
#include "async.cuh"

constexpr int stages = 3;
#ifdef FIXED
constexpr int signaling = 128;
#else
constexpr int signaling = 0;
#endif

extern "C" __global__ void __launch_bounds__(256) consume(const uint32_t *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint32_t tile[stages][128];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 1);
        }
        fence_init();
    }
    __syncthreads();
    int stage = 0, parity = 0;
    auto advance = [&] {
        if (++stage == stages) {
            stage = 0;
            parity ^= 1;
        }
    };
    if (threadIdx.x < 128) {
        if (threadIdx.x < 32) {
#pragma unroll 1
            for (int i = 0; i < rounds; i++) {
                wait(&empty[stage], parity ^ 1);
                if (elected()) {
                    arrive_expecting(&full[stage], sizeof tile[0]);
                    load(tile[stage], input + i * 128, sizeof tile[0], &full[stage]);
                }
                __syncwarp();
                advance();
            }
        }
    } else {
        uint32_t sum = 0;
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            wait(&full[stage], parity);
            sum += tile[stage][threadIdx.x - 128];
            named_barrier<1, 128>();
            if (threadIdx.x == signaling)
                arrive(&empty[stage]);
            advance();
        }
        output[threadIdx.x - 128] = sum;
    }
}
