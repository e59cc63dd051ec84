// A main loop as CUTLASS has it for Hopper: the wait for a slot was perhaps over when it was asked for a round before,
// the tensor core reads a slot while the next one is multiplied, slots are given back a round later, and the warp that
// loads stays until all are.
#include "ring.cuh"

constexpr uint32_t bytes_a = 64 * 16 * 2, bytes_b = 8 * 16 * 2;

ASYNC uint64_t matrix(const void *shared) {
    return (address(shared) & 0x3ffff) >> 4 | 128ull / 16 << 16 | 256ull / 16 << 32;
}

ASYNC void multiply(float (&sums)[4], uint64_t a, uint64_t b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "l"(a), "l"(b)
                 : "memory");
}

extern "C" __global__ void __launch_bounds__(160) main_loop(const char *input, float4 *output, int rounds) {
    __shared__ alignas(1024) char a[stages][bytes_a], b[stages][bytes_b];
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
            for (int round = 0; round < rounds; round++) {
                wait(&empty[at.slot], at.parity);
                LATE(producer);
                arrive_expecting(&full[at.slot], bytes_a + bytes_b);
                load(a[at.slot], input + round * (bytes_a + bytes_b), bytes_a, &full[at.slot]);
                load(b[at.slot], input + round * (bytes_a + bytes_b) + bytes_a, bytes_b, &full[at.slot]);
                at.next();
            }
#pragma unroll 1
            for (int slot = 0; slot < stages; slot++) {
                wait(&empty[at.slot], at.parity);
                at.next();
            }
        }
    } else {
        float sums[4] = {};
        place back;
        auto give_back = [&] {
            if (threadIdx.x % 32 == 0)
                arrive(&empty[back.slot]);
            back.next();
        };
        bool over = rounds > 0 && passed(&full[0], 0);
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            if (!over && !MISTAKEN(no_wait))
                wait(&full[at.slot], at.parity);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            multiply(sums, matrix(a[at.slot]), matrix(b[at.slot]));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            at.next(!MISTAKEN(parity_fixed));
            over = round + 1 < rounds && passed(&full[at.slot], at.parity);
            if (MISTAKEN(early_release))
                give_back();
            if (!MISTAKEN(wait_n))
                asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
            if (!MISTAKEN(early_release) && round > (MISTAKEN(late_release) ? stages - 1 : 0))
                give_back();
        }
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (rounds > 0 && !MISTAKEN(early_release) && !MISTAKEN(no_last_release))
            give_back();
        output[threadIdx.x] = {sums[0], sums[1], sums[2], sums[3]};
    }
}
