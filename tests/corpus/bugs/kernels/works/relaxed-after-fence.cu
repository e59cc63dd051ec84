// A fence of the scope of the cluster stands before the relaxed arrival.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) relaxed_after_fence(uint32_t *output) {
    __shared__ uint32_t value[128];
    cluster_arrive();
    cluster_wait();
    value[threadIdx.x] = blockIdx.x + threadIdx.x;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    cluster_arrive_relaxed();
    cluster_wait();
    uint32_t there = peer_address(&value[threadIdx.x], rank_in_cluster() ^ 1), it;
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(it) : "r"(there) : "memory");
    output[blockIdx.x * 128 + threadIdx.x] = it;
    cluster_arrive();
    cluster_wait();
}
