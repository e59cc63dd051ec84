// Two CTAs of a cluster: each loads one half of a slot and sends it to both. A slot is free when the readers of both
// have given it back to both.
#include "ring.cuh"

constexpr uint32_t bytes = 1024;

extern "C" __global__ void __cluster_dims__(2) __launch_bounds__(160)
    sum_pair(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    __shared__ uint64_t full[stages], empty[stages];
    uint32_t rank = rank_in_cluster();
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++) {
            init(&full[slot], 1);
            init(&empty[slot], MISTAKEN(own_readers) ? 4 : 8);
        }
        fence_init();
    }
    if (MISTAKEN(no_entry)) {
        __syncthreads();
    } else {
        cluster_arrive();
        cluster_wait();
    }
    place at;
    if (threadIdx.x >= 128) {
        if (elected()) {
            at.parity = 1;
#pragma unroll 1
            for (int round = 0; round < rounds; round++) {
                wait_cluster(&empty[at.slot], at.parity);
                LATE(producer);
                arrive_expecting(&full[at.slot], (MISTAKEN(bytes_less) ? 1 : 2) * bytes);
                load_to_all(&ring[at.slot][64 * rank], input + round * 128 + 64 * rank, bytes, &full[at.slot], 3);
                at.next();
            }
        }
    } else {
        uint32_t sum = 0;
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            wait(&full[at.slot], at.parity);
            if (rank == 1)
                LATE(consumer);
            sum = sum * 3 + ring[at.slot][threadIdx.x ^ 37].x;
            __syncwarp();
            if (threadIdx.x % 32 == 0 && !MISTAKEN(no_release)) {
                if (MISTAKEN(own_readers)) {
                    arrive(&empty[at.slot]);
                } else {
                    arrive_there(&empty[at.slot], 0);
                    arrive_there(&empty[at.slot], 1);
                }
            }
            at.next();
        }
        output[rank * 128 + threadIdx.x] = sum;
    }
    if (!MISTAKEN(no_exit)) {
        cluster_arrive();
        cluster_wait();
    }
}
