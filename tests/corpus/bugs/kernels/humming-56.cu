// inclusionAI/humming#56: the first CTA of a pair loads for both. It reuses the memory of the ring after its own
// threads have written out their result through it, when those of the other CTA may not have.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(160)
    pair(const uint32_t *input, uint32_t *output, int tiles, int rounds)
{
    __shared__ alignas(128) uint32_t ring[stages][128];
    __shared__ uint64_t full[stages], empty[stages], written;
    uint32_t rank = rank_in_cluster();
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 8);
        }
#ifdef FIXED
        init(&written, 8);
#else
        init(&written, 4);
#endif
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    int stage = 0, parity = 0;
    auto advance = [&] {
        if (++stage == stages) {
            stage = 0;
            parity ^= 1;
        }
    };
    if (threadIdx.x == 128) {
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
#pragma unroll 1
            for (int i = 0; i < rounds; i++) {
                if (rank == 0)
                    wait_cluster(&empty[stage], parity ^ 1);
                arrive_expecting(&full[stage], sizeof ring[0]);
                if (rank == 0)
                    load_to_all(ring[stage], input + (tile * rounds + i) * 128, sizeof ring[0], &full[stage], 3);
                else
                    wait(&full[stage], parity);
                advance();
            }
            if (rank == 0)
                wait_cluster(&written, tile % 2);
        }
    } else if (threadIdx.x < 128) {
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            uint32_t sum = 0;
#pragma unroll 1
            for (int i = 0; i < rounds; i++) {
                wait(&full[stage], parity);
                sum += ring[stage][threadIdx.x] * (rank + 1);
                __syncwarp();
                if (threadIdx.x % 32 == 0)
                    arrive_there(&empty[stage], 0);
                advance();
            }
            named_barrier<1, 128>();
            ring[0][threadIdx.x] = sum;
            named_barrier<1, 128>();
            output[(tile * 2 + rank) * 128 + threadIdx.x] = ring[0][127 - threadIdx.x];
            fence_async();
            __syncwarp();
#ifdef FIXED
            if (threadIdx.x % 32 == 0)
                arrive_there(&written, 0);
#else
            if (threadIdx.x % 32 == 0 && rank == 0)
                arrive(&written);
#endif
        }
    }
    cluster_arrive();
    cluster_wait();
}
