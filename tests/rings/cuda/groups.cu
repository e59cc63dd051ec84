// A GEMM as kernels for Ampere have it: cp.async fills a ring of tiles of 64 x 16 and 16 x 8 halves, all threads meet
// once in each round, and then the slot that was read in the round before is filled again.
#include "ring.cuh"
#include <cuda_pipeline.h>
#include <cuda/pipeline>

struct tile {
    uint4 a[128], b[16];
};

template <typename Pipe> ASYNC void fill(tile &slot, const tile &from, Pipe &pipe) {
    auto copy = [&](uint4 *shared, const uint4 *global) {
        if (STYLED(plain))
            copy16(shared, global);
        else if (STYLED(primitives))
            __pipeline_memcpy_async(shared, global, 16);
        else
            cuda::memcpy_async(shared, global, cuda::aligned_size_t<16>(16), pipe);
    };
    copy(&slot.a[threadIdx.x], &from.a[threadIdx.x]);
    if (threadIdx.x < 16)
        copy(&slot.b[threadIdx.x], &from.b[threadIdx.x]);
}

template <typename Pipe> ASYNC void close(Pipe &pipe) {
    if (MISTAKEN(no_commit))
        return;
    if (STYLED(plain))
        commit();
    else if (STYLED(primitives))
        __pipeline_commit();
    else
        pipe.producer_commit();
}

template <int pending, typename Pipe> ASYNC void await(Pipe &pipe) {
    if (STYLED(plain))
        wait_groups<pending>();
    else if (STYLED(primitives))
        __pipeline_wait_prior(pending);
    else
        cuda::pipeline_consumer_wait_prior<pending>(pipe);
}

ASYNC void multiply(const tile &slot, float (&sums)[4]) {
    uint32_t a[4], b[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
                 : "r"(address(&slot.a[warp * 32 + lane % 16 * 2 + lane / 16]))
                 : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(b[0]), "=r"(b[1])
                 : "r"(address(&slot.b[lane % 8 * 2 + lane / 8 % 2]))
                 : "memory");
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void __launch_bounds__(128) gemm(const tile *input, float4 *output, int rounds) {
    __shared__ alignas(128) tile ring[stages];
    constexpr int ahead = stages - 1;
    auto pipe = cuda::make_pipeline();
    float sums[4] = {};
    for (int round = 0; round < ahead - MISTAKEN(prologue); round++) {
        if (round < rounds)
            fill(ring[round], input[round], pipe);
        close(pipe);
    }
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        await<ahead - 1 + MISTAKEN(wait_n)>(pipe);
        if (!MISTAKEN(no_ready))
            __syncthreads();
        if (threadIdx.x < 32)
            LATE(copier);
        int slot = (round + ahead + MISTAKEN(slot_fill)) % stages;
        if (round + ahead < rounds) {
            fill(ring[slot], input[round + ahead], pipe);
            if (MISTAKEN(tail))
                close(pipe);
        }
        if (!MISTAKEN(tail))
            close(pipe);
        if (threadIdx.x >= 96)
            LATE(consumer);
        multiply(ring[(round + MISTAKEN(slot_read)) % stages], sums);
    }
    output[threadIdx.x] = {sums[0], sums[1], sums[2], sums[3]};
}
