// uccl-project/mKernel#18: the last slot of the ring holds the result of a task, too. The wait until it was stored stands
// at a fixed round of the next task, which is the one that fills the slot only if the ring was left where it began.
#include "async.cuh"

constexpr int stages = 4;

extern "C" __global__ void __launch_bounds__(160)
    tasks_of_gemm(const uint32_t *input, uint32_t *output, int tasks, int rounds)
{
    __shared__ alignas(128) uint32_t ring[stages][128];
    __shared__ uint64_t full[stages], empty[stages], written;
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 128);
        }
        init(&written, 128);
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
    if (threadIdx.x == 128) {
#pragma unroll 1
        for (int task = 0; task < tasks; task++) {
#ifdef FIXED
            wait_bulk_read<0>();
#endif
#pragma unroll 1
            for (int i = 0; i < rounds; i++) {
#ifndef FIXED
                if (i == stages - 1)
                    wait_bulk_read<0>();
#endif
                wait(&empty[stage], parity ^ 1);
                arrive_expecting(&full[stage], sizeof ring[0]);
                load(ring[stage], input + (task * rounds + i) * 128, sizeof ring[0], &full[stage]);
                advance();
            }
            wait(&written, task % 2);
            store(output + task * 128, ring[stages - 1], sizeof ring[0]);
            commit_bulk();
        }
        wait_bulk<0>();
    } else if (threadIdx.x < 128) {
#pragma unroll 1
        for (int task = 0; task < tasks; task++) {
            uint32_t sum = 0;
#pragma unroll 1
            for (int i = 0; i < rounds; i++) {
                wait(&full[stage], parity);
                sum += ring[stage][threadIdx.x ^ 3];
                arrive(&empty[stage]);
                advance();
            }
            named_barrier<1, 128>();
            ring[stages - 1][threadIdx.x] = sum;
            fence_async();
            arrive(&written);
        }
    }
}
