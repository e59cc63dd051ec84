// A persistent kernel: the ring goes on from tile to tile. A warp loads with tensor maps, four warps compute and write
// their result to one of two buffers, and one thread stores it.
#include "ring.cuh"

constexpr uint32_t bytes = 2048;

extern "C" __global__ void __launch_bounds__(160)
    persistent(const __grid_constant__ Map a, const __grid_constant__ Map b, const __grid_constant__ Map c, int tiles,
               int rounds) {
    __shared__ alignas(1024) uint32_t left[stages][512], right[stages][512], result[2][512];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++) {
            init(&full[slot], 1);
            init(&empty[slot], 4);
        }
        fence_init();
    }
    __syncthreads();
    place at;
    if (threadIdx.x >= 128) {
        if (elected()) {
            at.parity = 1;
#pragma unroll 1
            for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
#pragma unroll 1
                for (int round = 0; round < rounds; round++) {
                    wait(&empty[at.slot], at.parity);
                    LATE(producer);
                    arrive_expecting(&full[at.slot], 2 * bytes);
                    load_tile(left[at.slot], &a, round * 32, tile * 16, &full[at.slot]);
                    load_tile(right[at.slot], &b, round * 32, tile * 16, &full[at.slot]);
                    at.next();
                }
            }
        }
    } else {
        int buffer = 0;
#pragma unroll 1
        for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
            uint32_t sums[4] = {};
            if (MISTAKEN(parity_reset))
                at = {};
#pragma unroll 1
            for (int round = 0; round < rounds; round++) {
                wait(&full[at.slot], at.parity);
                if (threadIdx.x / 32 == 1)
                    LATE(consumer);
                for (int i = 0; i < 4; i++)
                    sums[i] += left[at.slot][i * 128 + threadIdx.x] * right[at.slot][(i * 128 + threadIdx.x) ^ 37];
                __syncwarp();
                if (threadIdx.x % 32 == 0 && !(MISTAKEN(no_release) && round == rounds - 1))
                    arrive(&empty[at.slot]);
                at.next();
            }
            if (threadIdx.x == 0 && !MISTAKEN(no_free_wait))
                wait_bulk_read<1 + MISTAKEN(wait_n)>();
            if (!MISTAKEN(no_ready))
                named_barrier<1, 128>();
            for (int i = 0; i < 4; i++)
                result[buffer][i * 128 + threadIdx.x] = sums[i];
            if (!MISTAKEN(no_fence))
                fence_async();
            named_barrier<1, 128>();
            if (threadIdx.x == 0) {
                store_tile(&c, result[buffer], 0, tile * 16);
                commit_bulk();
            }
            buffer ^= !MISTAKEN(slot_fill);
        }
        if (threadIdx.x == 0 && !MISTAKEN(exit_pending))
            wait_bulk<0>();
    }
}
