// The pipeline of the CUDA C++ library that a block shares: its barriers are those of the library.
#include "ring.cuh"
#include <cuda/pipeline>
#include <cooperative_groups.h>

#pragma nv_diag_suppress static_var_with_dynamic_init
extern "C" __global__ void __launch_bounds__(128) sum_shared(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    auto fill = [&](int round) {
        pipe.producer_acquire();
        if (round < rounds)
            cuda::memcpy_async(&ring[round % stages][threadIdx.x], &input[round * 128 + threadIdx.x],
                               cuda::aligned_size_t<16>(16), pipe);
        pipe.producer_commit();
    };
    for (int round = 0; round < stages - 1; round++)
        fill(round);
    uint32_t sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        fill(round + stages - 1 + MISTAKEN(slot_fill));
        if (!MISTAKEN(no_wait))
            pipe.consumer_wait();
        sum = sum * 3 + ring[(round + MISTAKEN(slot_read)) % stages][threadIdx.x ^ 37].x;
        if (!MISTAKEN(no_release))
            pipe.consumer_release();
    }
    output[threadIdx.x] = sum;
}
