// hopper-gemm#3 (also sgl-project/sglang#32954): a kernel of clusters of two without any barrier of the cluster.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __block_size__((32, 1, 1)) signal_peer(uint32_t *output)
{
    __shared__ uint64_t done;
    if (threadIdx.x == 0) {
        init(&done, 1);
        fence_init();
    }
#ifdef FIXED
    cluster_arrive();
    cluster_wait();
#else
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&done, rank_in_cluster() ^ 1);
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    }
    output[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
#ifdef FIXED
    cluster_arrive();
    cluster_wait();
#endif
}
