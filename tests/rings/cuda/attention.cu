// As an attention kernel: one tile of queries stays, and two rings bring keys and values. A warp loads, four warps
// read.
#include "ring.cuh"

constexpr uint32_t bytes = 512;

extern "C" __global__ void __launch_bounds__(160) attend(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 queries[32], keys[stages][32], values[stages][32];
    __shared__ uint64_t ready, full_k[stages], full_v[stages], empty_k[stages], empty_v[stages];
    if (threadIdx.x == 0) {
        init(&ready, 1);
        for (int slot = 0; slot < stages; slot++) {
            init(&full_k[slot], 1);
            init(&full_v[slot], 1);
            init(&empty_k[slot], 128);
            init(&empty_v[slot], 128);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 128) {
        arrive_expecting(&ready, bytes);
        load(queries, input, bytes, &ready);
        place k, v;
        k.parity = v.parity = 1;
        if (MISTAKEN(parity_empty))
            v.parity = 0;
        auto fill_k = [&](int round) {
            if (round >= rounds)
                return;
            wait(&empty_k[k.slot], k.parity);
            LATE(producer);
            arrive_expecting(&full_k[k.slot], bytes);
            load(keys[k.slot], input + (2 * round + 1) * 32, bytes, &full_k[k.slot]);
            k.next();
        };
        fill_k(0);
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            fill_k(round + 1);
            if (!MISTAKEN(no_free_wait))
                wait(&empty_v[v.slot], v.parity);
            arrive_expecting(&full_v[v.slot], bytes);
            load(values[v.slot], input + (2 * round + 2) * 32, bytes,
                 &(MISTAKEN(wrong_barrier) ? full_k : full_v)[v.slot]);
            v.next();
        }
    } else if (threadIdx.x < 128) {
        auto word = [](uint4 *tile, int i) { return reinterpret_cast<uint32_t *>(tile)[i]; };
        uint32_t sum = 0;
        place at;
        if (!MISTAKEN(no_wait))
            wait(&ready, 0);
        uint32_t query = word(queries, threadIdx.x);
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            wait(&full_k[at.slot], at.parity);
            uint32_t score = query * word(keys[at.slot], threadIdx.x ^ 37);
            if (!MISTAKEN(late_release))
                arrive(&empty_k[at.slot]);
            wait(&full_v[at.slot], at.parity);
            LATE(consumer);
            if (MISTAKEN(early_release))
                arrive(&empty_v[at.slot]);
            sum = sum * 3 + score * word(values[at.slot], threadIdx.x ^ 54);
            if (!MISTAKEN(early_release) && !MISTAKEN(no_release))
                arrive(&(MISTAKEN(wrong_release) ? empty_k : empty_v)[at.slot]);
            if (MISTAKEN(late_release))
                arrive(&empty_k[at.slot]);
            at.next();
        }
        output[threadIdx.x] = sum;
    }
}
