// The parities of all barriers are bits of one register, as ThunderKittens has them; two groups of warps read each
// slot, and the addresses of the slots are counted up, and back by the length of the ring.
#include "ring.cuh"

constexpr uint32_t bytes = 1024;

extern "C" __global__ void __launch_bounds__(288) sum_bits(const char *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) char ring[stages][bytes];
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++) {
            init(&full[slot], 1);
            init(&empty[slot], 2 - MISTAKEN(count_empty_less));
        }
        fence_init();
    }
    __syncthreads();
    uint32_t bits = MISTAKEN(parity_empty) ? 0 : 0xffff0000;
    int slot = 0;
    char *data = ring[0];
    auto step = [&] {
        data += bytes;
        if (++slot == stages) {
            slot = 0;
            data -= stages * bytes;
        }
    };
    if (threadIdx.x >= 256) {
        if (threadIdx.x == 256)
#pragma unroll 1
            for (int round = 0; round < rounds; round++) {
                wait(&empty[slot], bits >> (slot + 16) & 1);
                bits ^= 0x10000 << slot;
                LATE(producer);
                arrive_expecting(&full[slot], bytes);
                load(data, input + round * bytes, bytes, &full[slot]);
                step();
            }
    } else {
        uint32_t sum = 0;
        int group = threadIdx.x / 128;
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            if (!MISTAKEN(no_wait) || group == 0)
                wait(&full[slot], bits >> slot & 1);
            bits ^= (MISTAKEN(parity_fixed) ? 2 : 1) << slot;
            if (group == 1)
                LATE(consumer);
            sum = sum * 3 + reinterpret_cast<uint32_t *>(data)[threadIdx.x ^ 37];
            if (!MISTAKEN(no_warp_sync))
                asm volatile("bar.sync %0, 128;" ::"r"(group + 1) : "memory");
            if (threadIdx.x % 128 == 0)
                arrive(&empty[MISTAKEN(wrong_release) ? 0 : slot]);
            step();
        }
        output[threadIdx.x] = sum;
    }
}
