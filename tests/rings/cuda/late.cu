// The whole ring is filled before the loop, a slot is filled again after all have read it, with the last tile where
// there are no more, and the result goes out through the memory of the ring.
#include "ring.cuh"

extern "C" __global__ void __launch_bounds__(128) sum_late(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    for (int round = 0; round < stages; round++) {
        copy16(&ring[round][threadIdx.x], &input[min(round, rounds - 1) * 128 + threadIdx.x]);
        commit();
    }
    uint32_t sum = 0;
    int slot = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        if (!MISTAKEN(wait_once) || round == 0)
            wait_groups<stages - 1 + MISTAKEN(wait_n)>();
        if (!MISTAKEN(no_ready))
            __syncthreads();
        if (threadIdx.x >= 96)
            LATE(consumer);
        sum = sum * 3 + ring[MISTAKEN(slot_read) ? (slot + 1) % stages : slot][threadIdx.x ^ 37].x;
        if (!MISTAKEN(no_release))
            __syncthreads();
        copy16(&ring[slot][threadIdx.x], &input[min(round + stages, rounds - 1) * 128 + threadIdx.x]);
        commit();
        if (++slot == stages)
            slot = 0;
    }
    if (!MISTAKEN(drain))
        wait_groups<0>();
    __syncthreads();
    ring[0][threadIdx.x].x = sum;
    __syncthreads();
    output[threadIdx.x] = ring[0][threadIdx.x ^ 64].x;
}
