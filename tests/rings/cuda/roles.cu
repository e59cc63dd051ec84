// A warp that loads two operands into the slots of a ring, and four warps that read them.
#include "ring.cuh"
#include <cuda/barrier>
#include <cuda/ptx>

constexpr uint32_t bytes = 1024;

ASYNC void await(uint64_t *barrier, uint32_t parity) {
    if (STYLED(plain))
        wait(barrier, parity);
    else
        while (!cuda::ptx::mbarrier_try_wait_parity(barrier, parity)) {
        }
}

ASYNC void fill(void *shared, const void *global, uint64_t *barrier) {
    if (STYLED(plain))
        load(shared, global, bytes, barrier);
    else
        cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, shared, global, uint32_t(bytes),
                                 barrier);
}

ASYNC void announce(uint64_t *barrier) {
    uint32_t expected = (MISTAKEN(bytes_less) ? 1 : MISTAKEN(bytes_more) ? 3 : 2) * bytes;
    if (STYLED(plain))
        arrive_expecting(barrier, expected);
    else
        cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta, cuda::ptx::space_shared,
                                             barrier, expected);
}

ASYNC void give_back(uint64_t *barrier) {
    if (STYLED(plain))
        arrive(barrier);
    else
        cuda::ptx::mbarrier_arrive(barrier);
}

extern "C" __global__ void __launch_bounds__(160) sum_roles(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 a[stages][64], b[stages][64];
    __shared__ alignas(8) uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++) {
            init(&full[slot], 1 + MISTAKEN(count_full));
            init(&empty[slot], MISTAKEN(count_empty_less) ? 1 : MISTAKEN(count_empty_more) ? 5 : 4);
        }
        fence_init();
    }
    if (!MISTAKEN(unpublished))
        __syncthreads();
    place at;
    int warp = __shfl_sync(~0u, threadIdx.x / 32, 0);
    if (warp == 4) {
        if (elected()) {
            at.parity = !MISTAKEN(parity_empty);
#pragma unroll 1
            for (int round = 0; round < rounds - MISTAKEN(fewer_fills); round++) {
                if (!MISTAKEN(no_free_wait))
                    await(&empty[at.slot], at.parity);
                LATE(producer);
                announce(&full[at.slot]);
                fill(a[at.slot], input + round * 128, &full[at.slot]);
                fill(b[at.slot], input + round * 128 + 64,
                     &full[MISTAKEN(wrong_barrier) ? (at.slot + 1) % stages : at.slot]);
                at.next(!MISTAKEN(parity_reset));
            }
        }
    } else {
        uint32_t sum = 0;
        at.parity = MISTAKEN(parity_full);
#pragma unroll 1
        for (int round = 0; round < rounds; round++) {
            if (!MISTAKEN(no_wait))
                await(&full[at.slot], at.parity);
            if (warp == 1)
                LATE(consumer);
            int slot = MISTAKEN(slot_read) ? (at.slot + 1) % stages : at.slot;
            if (MISTAKEN(early_release) && threadIdx.x % 32 == 0)
                give_back(&empty[at.slot]);
            uint32_t left = reinterpret_cast<uint32_t *>(a[slot])[threadIdx.x ^ 37];
            uint32_t right = reinterpret_cast<uint32_t *>(b[slot])[threadIdx.x ^ 54];
            sum = sum * 3 + left * right;
            if (!MISTAKEN(no_warp_sync))
                __syncwarp();
            if (!MISTAKEN(no_release) && !MISTAKEN(early_release) && (MISTAKEN(all_release) || threadIdx.x % 32 == 0))
                give_back(&empty[MISTAKEN(wrong_release) ? 0 : at.slot]);
            at.next(!MISTAKEN(parity_fixed));
        }
        output[threadIdx.x] = sum;
    }
}
