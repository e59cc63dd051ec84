// facebookexperimental/triton#430: the consumer gives a slot back before it stores it. The store reads the slot while
// the producer fills it again.
#include "async.cuh"

constexpr int bytes = 4096, stages = 2;

extern "C" __global__ void __launch_bounds__(64) accumulate(const char *input, char *output, int rounds)
{
    __shared__ alignas(128) char tile[stages][bytes];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 1);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            int stage = i % stages;
            wait(&empty[stage], (i / stages + 1) % 2);
            arrive_expecting(&full[stage], bytes);
            load(tile[stage], input + i * bytes, bytes, &full[stage]);
        }
    } else if (threadIdx.x == 32) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) {
            int stage = i % stages;
            wait(&full[stage], i / stages % 2);
#ifdef FIXED
            store(output + i * bytes, tile[stage], bytes);
            commit_bulk();
            wait_bulk_read<0>();
            arrive(&empty[stage]);
#else
            arrive(&empty[stage]);
            store(output + i * bytes, tile[stage], bytes);
            commit_bulk();
            wait_bulk_read<0>();
#endif
        }
        wait_bulk<0>();
    }
}
