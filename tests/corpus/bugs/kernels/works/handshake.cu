// A CTA ends when its peer has arrived: neither needs a barrier of the cluster at the end.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) handshake(uint32_t *output) {
    __shared__ uint64_t done;
    if (threadIdx.x == 0) {
        init(&done, 1);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    output[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        uint32_t there = peer_address(&done, rank_in_cluster() ^ 1);
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
        wait(&done, 0);
    }
}
