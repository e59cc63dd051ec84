// NVIDIA/cutlass#3643, fixed by #3647: the arrival on the leader's barrier releases to the own CTA only. What was
// written into the leader's shared memory before is not published to it.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((32, 1, 1))
    send_scales(const uint32_t *input, uint32_t *output)
{
    __shared__ uint32_t scales[32];
    __shared__ uint64_t ready;
    if (threadIdx.x == 0) {
        init(&ready, 32);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    uint32_t peer = rank_in_cluster() ^ 1;
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(peer_address(&scales[threadIdx.x], peer)),
                 "r"(input[threadIdx.x])
                 : "memory");
    uint32_t there = peer_address(&ready, peer);
#ifdef FIXED
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
#else
    asm volatile("mbarrier.arrive.release.cta.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
#endif
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0; @!p bra "
                 "again; }" ::"r"(address(&ready))
                 : "memory");
    output[blockIdx.x * 32 + threadIdx.x] = scales[threadIdx.x];
    cluster_arrive();
    cluster_wait();
}
