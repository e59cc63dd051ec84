// facebookexperimental/triton#2292: the first thing a CTA does is a store into the shared memory of its peer, which may
// not have started.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((128, 1, 1))
    exchange(const uint32_t *input, uint32_t *output)
{
    __shared__ uint32_t row[128];
#ifdef FIXED
    cluster_arrive();
    cluster_wait();
#endif
    uint32_t there = peer_address(&row[threadIdx.x], rank_in_cluster() ^ 1);
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(input[blockIdx.x * 128 + threadIdx.x])
                 : "memory");
    cluster_arrive();
    cluster_wait();
    output[blockIdx.x * 128 + threadIdx.x] = row[threadIdx.x];
}
