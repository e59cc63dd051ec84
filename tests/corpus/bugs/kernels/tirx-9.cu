// mlc-ai/TIRx-kernels#9 (also triton-lang/triton#11498): the fence that publishes the initialization of the barriers
// stands with another thread than the one that initialized them.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((128, 1, 1)) pair(uint32_t *output)
{
    __shared__ uint64_t ready;
    bool leader = threadIdx.x / 32 == 1 && threadIdx.x % 32 == 0;
    if (leader)
        init(&ready, 1);
#ifdef FIXED
    if (leader)
#else
    if (threadIdx.x == 0)
#endif
        fence_init();
    __syncthreads();
    cluster_arrive_relaxed();
    cluster_wait();
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&ready, rank_in_cluster() ^ 1);
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    }
    wait(&ready, 0);
    output[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    cluster_arrive();
    cluster_wait();
}
