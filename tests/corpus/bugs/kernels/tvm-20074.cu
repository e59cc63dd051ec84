// apache/tvm#20074: a view of the barrier of the other CTA keeps just the mapped address, and the arrival is emitted as
// one on a barrier of the own CTA.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((32, 1, 1)) hand_over(uint32_t *output)
{
    __shared__ uint64_t ready;
    if (threadIdx.x == 0) {
        init(&ready, 1);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&ready, rank_in_cluster() ^ 1);
#ifdef FIXED
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
#else
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(there) : "memory");
#endif
    }
    wait(&ready, 0);
    output[blockIdx.x] = 1;
    cluster_arrive();
    cluster_wait();
}
