// One thread passes pieces on: a slot is loaded, waited for and stored; the slot of the piece before is loaded again as
// soon as the store of that piece has read it.
#include "ring.cuh"

constexpr uint32_t bytes = 2048;

extern "C" __global__ void __launch_bounds__(32) relay(const uint4 *input, uint4 *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    __shared__ uint64_t full[stages];
    if (threadIdx.x != 0)
        return;
    for (int slot = 0; slot < stages; slot++)
        init(&full[slot], 1);
    fence_init();
    constexpr int ahead = stages - 1;
    for (int round = 0; round < ahead && round < rounds; round++) {
        arrive_expecting(&full[round], bytes + 16 * MISTAKEN(bytes_more));
        load(ring[round], input + round * 128, bytes, &full[round]);
    }
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int slot = round % stages, turn = round / stages;
        if (!MISTAKEN(no_wait))
            wait(&full[slot], MISTAKEN(parity_fixed)  ? 0
                              : MISTAKEN(parity_each) ? round & 1
                                                      : (turn + MISTAKEN(parity_full)) & 1);
        store(output + round * 128, ring[slot], bytes);
        if (!MISTAKEN(no_commit))
            commit_bulk();
        if (round + ahead < rounds) {
            int next = (round + ahead + MISTAKEN(slot_fill)) % stages;
            if (!MISTAKEN(no_free_wait) && (!MISTAKEN(wait_once) || round == ahead))
                wait_bulk_read<1 + MISTAKEN(wait_n)>();
            arrive_expecting(&full[next], bytes + 16 * MISTAKEN(bytes_more));
            load(ring[next], input + (round + ahead) * 128, bytes, &full[next]);
        }
    }
    if (!MISTAKEN(exit_pending))
        wait_bulk<0>();
}
