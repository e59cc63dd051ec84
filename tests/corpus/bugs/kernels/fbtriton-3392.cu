// facebookexperimental/triton#3392: the wait of a store leaves as many stores pending as the ring has slots but one. But
// the slot that is given back after it is the one of the last store.
#include "async.cuh"

constexpr int stages = 3;

extern "C" __global__ void __launch_bounds__(160) epilogue(const uint32_t *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint32_t staging[stages][128];
    __shared__ uint64_t written[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&written[stage], 128);
            init(&empty[stage], 1);
        }
    }
    __syncthreads();
    int stage = 0, parity = 0;
    if (threadIdx.x < 128) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            wait(&empty[stage], parity ^ 1);
            staging[stage][threadIdx.x] = input[i * 128 + threadIdx.x] * 3;
            fence_async();
            arrive(&written[stage]);
            if (++stage == stages) {
                stage = 0;
                parity ^= 1;
            }
        }
    } else if (threadIdx.x == 128) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            wait(&written[stage], parity);
            store(output + i * 128, staging[stage], sizeof staging[0]);
            commit_bulk();
#ifdef FIXED
            wait_bulk_read<0>();
#else
            wait_bulk_read<stages - 1>();
#endif
            arrive(&empty[stage]);
            if (++stage == stages) {
                stage = 0;
                parity ^= 1;
            }
        }
        wait_bulk<0>();
    }
}
