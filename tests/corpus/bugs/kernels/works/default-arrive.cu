// barrier.cluster.arrive is a release without being told, and publishes the init.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) default_arrive(uint32_t *output) {
    __shared__ uint64_t ready;
    if (threadIdx.x == 0)
        init(&ready, 1);
    __syncthreads();
    asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&ready, rank_in_cluster() ^ 1);
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
    }
    wait(&ready, 0);
    output[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    cluster_arrive();
    cluster_wait();
}
