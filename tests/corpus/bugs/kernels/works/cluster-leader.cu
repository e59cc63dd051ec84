// The leader of a cluster is told by both CTAs and then tells both.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) cluster_leader(uint32_t *output) {
    __shared__ uint64_t ready;
    if (threadIdx.x == 0) {
        init(&ready, 2);
        fence_init();
    }
    cluster_arrive_relaxed();
    cluster_wait();
    uint32_t leader = peer_address(&ready, 0);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(leader) : "memory");
    if (rank_in_cluster() == 0)
        wait(&ready, 0);
    output[blockIdx.x * 64 + threadIdx.x] = 1;
    cluster_arrive();
    cluster_wait();
}
