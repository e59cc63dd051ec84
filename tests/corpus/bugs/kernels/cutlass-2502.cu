// NVIDIA/cutlass#2502: the warp that copies says that a slot is full after a wait that leaves as many groups pending as
// there are, the one of that slot among them.
#include "async.cuh"

constexpr int stages = 4, ahead = stages - 2;

extern "C" __global__ void __launch_bounds__(64) paged(const uint4 *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint4 ring[stages][32];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 32);
            init(&empty[stage], 32);
        }
    }
    __syncthreads();
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            wait(&empty[i % stages], (i / stages + 1) % 2);
            copy16(&ring[i % stages][lane], &input[i * 32 + lane]);
            commit();
            if (i >= ahead) {
#ifdef FIXED
                wait_groups<ahead>();
#else
                wait_groups<stages - 1>();
#endif
                arrive(&full[(i - ahead) % stages]);
            }
        }
        wait_groups<0>();
        for (int i = max(rounds - ahead, 0); i < rounds; i++)
            arrive(&full[i % stages]);
    } else {
        uint32_t sum = 0;
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            wait(&full[i % stages], i / stages % 2);
            sum += ring[i % stages][lane ^ 5].x;
            arrive(&empty[i % stages]);
        }
        output[lane] = sum;
    }
}
