// One thread arrives at the peer, another waits for the arrival of the peer.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) handshake_other_thread(uint32_t *output) {
    __shared__ uint64_t done;
    if (threadIdx.x == 0) {
        init(&done, 1);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    output[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 64) {
        if (threadIdx.x == 64) {
            uint32_t there = peer_address(&done, rank_in_cluster() ^ 1);
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
        }
    } else if (threadIdx.x == 0)
        wait(&done, 0);
}
