// facebookexperimental/triton#1105: a CTA arrives on a barrier of its peer as the last thing it does. The peer, which
// does not wait for that, may have ended.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((128, 1, 1)) release_slot(uint32_t *output)
{
    __shared__ uint64_t empty;
    if (threadIdx.x == 0) {
        init(&empty, 1);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    output[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&empty, rank_in_cluster() ^ 1);
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    }
#ifdef FIXED
    cluster_arrive();
    cluster_wait();
#endif
}
