// Results leave through a ring: all threads write a slot, fence and meet, and one of them starts its store. Before a
// slot is written again, that thread waits until the store has read it.
#include "ring.cuh"

constexpr uint32_t bytes = 2048;

extern "C" __global__ void __launch_bounds__(128) put_ring(const uint4 *input, uint4 *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    int slot = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        uint4 value = input[round * 128 + threadIdx.x];
        value.x += round;
        if (threadIdx.x == (MISTAKEN(other_waits) ? 32 : 0) && (!MISTAKEN(wait_once) || round == stages))
            if (!MISTAKEN(no_free_wait))
                wait_bulk_read<stages - 1 + MISTAKEN(wait_n)>();
        if (!MISTAKEN(no_ready))
            __syncthreads();
        ring[MISTAKEN(slot_fill) ? (slot + 1) % stages : slot][threadIdx.x] = value;
        if (!MISTAKEN(no_fence) && !MISTAKEN(late_fence))
            fence_async();
        if (!MISTAKEN(no_meeting))
            __syncthreads();
        if (threadIdx.x == 0) {
            if (MISTAKEN(late_fence))
                fence_async();
            store(output + round * 128, ring[slot], bytes);
            if (!MISTAKEN(no_commit))
                commit_bulk();
        }
        if (++slot == stages)
            slot = 0;
    }
    if (threadIdx.x == 0 && !MISTAKEN(exit_pending))
        wait_bulk<0>();
}
