// NVIDIA/TransformerEngine#3417: the wait for an output buffer stands where the next input is fetched. Where there is
// none, in the last round, the buffer is written while its store may still read it.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __launch_bounds__(128) cast(const uint32_t *input, uint32_t *output, int rounds)
{
    __shared__ alignas(128) uint32_t in[stages][128], out[stages][128];
    __shared__ uint64_t full[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++)
            init(&full[stage], 1);
        fence_init();
        arrive_expecting(&full[0], sizeof in[0]);
        load(in[0], input, sizeof in[0], &full[0]);
    }
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        int stage = i % stages, next = (i + 1) % stages;
        if (threadIdx.x == 0) {
            if (i + 1 < rounds) {
#ifndef FIXED
                wait_bulk_read<stages - 1>();
#endif
                arrive_expecting(&full[next], sizeof in[0]);
                load(in[next], input + (i + 1) * 128, sizeof in[0], &full[next]);
            }
#ifdef FIXED
            wait_bulk_read<stages - 1>();
#endif
        }
        __syncthreads();
        wait(&full[stage], i / stages % 2);
        out[stage][threadIdx.x] = in[stage][threadIdx.x] * 5;
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            store(output + i * 128, out[stage], sizeof out[0]);
            commit_bulk();
        }
    }
    if (threadIdx.x == 0)
        wait_bulk<0>();
}
