// One thread starts bulk copies, all threads wait for them and read, meet, and the thread fills the slot again.
#include "ring.cuh"
#include <cuda/barrier>
#include <cuda/ptx>

constexpr uint32_t bytes = 2048;

#pragma nv_diag_suppress static_var_with_dynamic_init
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

struct full_barrier {
    alignas(8) uint64_t word;
    ASYNC block_barrier &object() {
        return *reinterpret_cast<block_barrier *>(&word);
    }
    ASYNC void make() {
        if (STYLED(plain))
            ::init(&word, 1 + MISTAKEN(count_full));
        else
            init(&object(), 1 + MISTAKEN(count_full));
    }
    ASYNC void fill(void *shared, const void *global) {
        uint32_t expected = bytes - 1024 * MISTAKEN(bytes_less) + 16 * MISTAKEN(bytes_more);
        if (STYLED(plain)) {
            load(shared, global, bytes, &word);
            arrive_expecting(&word, expected);
        } else {
            cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, shared, global, uint32_t(bytes),
                                     cuda::device::barrier_native_handle(object()));
            auto token = cuda::device::barrier_arrive_tx(object(), 1, expected);
            (void)token;
        }
    }
    ASYNC void await(uint32_t parity) {
        if (STYLED(plain))
            wait(&word, parity);
        else
            object().wait_parity(parity);
    }
};

extern "C" __global__ void __launch_bounds__(128) sum_bulk(const uint4 *input, uint32_t *output, int rounds) {
    __shared__ alignas(128) uint4 ring[stages][128];
    __shared__ full_barrier full[stages];
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < stages; slot++)
            full[slot].make();
        fence_init();
    }
    if (!MISTAKEN(unpublished))
        __syncthreads();
    if (threadIdx.x == 0)
        for (int round = 0; round < stages - MISTAKEN(prologue) && round < rounds; round++)
            full[round].fill(ring[round], input + round * 128);
    uint32_t sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int slot = round % stages, turn = round / stages;
        if (!MISTAKEN(no_wait))
            full[slot].await(MISTAKEN(parity_fixed)  ? 0
                             : MISTAKEN(parity_each) ? round & 1
                                                     : (turn + MISTAKEN(parity_full)) & 1);
        if (threadIdx.x >= 96)
            LATE(consumer);
        sum = sum * 3 + ring[(slot + MISTAKEN(slot_read)) % stages][threadIdx.x ^ 37].x;
        if (!MISTAKEN(no_release))
            __syncthreads();
        if (threadIdx.x == 0 && round + stages < rounds + MISTAKEN(more_fills))
            full[slot].fill(ring[(slot + MISTAKEN(slot_fill)) % stages], input + (round + stages) * 128);
    }
    output[threadIdx.x] = sum;
}
