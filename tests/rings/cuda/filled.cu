// One warp fills slots by cp.async and lets its copies arrive; four others read them and give them back.
#include "ring.cuh"

extern "C" __global__ void __launch_bounds__(160) sum_filled(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][32];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++) {
            init(&full[slot], 32 + MISTAKEN(count_full));
            init(&empty[slot], 128 - 64 * MISTAKEN(count_empty_less) + MISTAKEN(count_empty_more));
        }
    }
    if (!MISTAKEN(unpublished))
        __syncthreads();
    if (threadIdx.x >= 128) {
        int lane = threadIdx.x - 128;
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            int slot = round % stages, turn = round / stages;
            if (!MISTAKEN(no_free_wait))
                wait(&empty[slot], (turn + 1 + MISTAKEN(parity_empty)) & 1);
            LATE(producer);
            copy16(&ring[slot][lane], &input[round * 32 + lane]);
            if (MISTAKEN(inc))
                arrive_when_copied_inc(&full[slot]);
            else if (MISTAKEN(plain_arrival))
                arrive(&full[slot]);
            else
                arrive_when_copied(&full[slot]);
        }
        wait_everything();
    } else {
        uint32_t sum = 0;
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            int slot = round % stages, turn = round / stages;
            if (!MISTAKEN(no_wait))
                wait(&full[slot], MISTAKEN(parity_fixed)  ? 0
                                  : MISTAKEN(parity_each) ? round & 1
                                                          : (turn + MISTAKEN(parity_full)) & 1);
            LATE(consumer);
            slot = (slot + MISTAKEN(slot_read)) % stages;
            if (MISTAKEN(early_release))
                arrive(&empty[slot]);
            sum = sum * 3 + reinterpret_cast<uint32_t *>(ring[slot])[threadIdx.x];
            if (!MISTAKEN(early_release) && !MISTAKEN(no_release))
                arrive(&empty[slot]);
        }
        output[threadIdx.x] = sum;
    }
}
