// sgl-project/sglang#38829: rank 0 writes a threshold into its shared memory, where the others read it after a barrier
// of the cluster. The arrival is a relaxed one, which publishes nothing.
#include "async.cuh"

extern "C" __global__ void __cluster_dims__(4, 1, 1) __block_size__((128, 1, 1))
    top_k(const uint32_t *scores, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint32_t threshold;
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        arrive_expecting(&full, sizeof tile);
        load(tile, scores + blockIdx.x * 128, sizeof tile, &full);
    }
    __syncthreads();
    wait(&full, 0);
    if (rank_in_cluster() == 0 && threadIdx.x == 0)
        threshold = tile[17];
    __syncthreads();
#ifdef FIXED
    cluster_arrive();
#else
    cluster_arrive_relaxed();
#endif
    cluster_wait();
    uint32_t least;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(least) : "r"(peer_address(&threshold, 0)) : "memory");
    output[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] >= least;
    cluster_arrive();
    cluster_wait();
}
