// Both CTAs load a half for both.
#include "../async.cuh"

extern "C" __global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128)
    multicast(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[256];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    cluster_arrive();
    cluster_wait();
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof tile);
        uint32_t rank = rank_in_cluster();
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
                     "512, [%2], %3;" ::"r"(address(tile + rank * 128)),
                     "l"(input + rank * 128), "r"(address(&full)), "h"((short)3)
                     : "memory");
    }
    wait(&full, 0);
    output[blockIdx.x * 128 + threadIdx.x] = tile[threadIdx.x] + tile[128 + threadIdx.x];
    cluster_arrive();
    cluster_wait();
}
