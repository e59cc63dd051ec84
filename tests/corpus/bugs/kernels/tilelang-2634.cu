// tile-ai/tilelang#2634: an operand that the threads rearrange in shared memory is read by wgmma, which goes through
// the async proxy, without a fence. The other operand, which TMA brings, needs none.
#include "async.cuh"

ASYNC uint64_t described(const void *operand) { return (address(operand) >> 4 & 0x3fff) | 1ull << 62; }

extern "C" __global__ void __launch_bounds__(128)
    compressed_product(const uint32_t *a, const __grid_constant__ Map b, float *c)
{
    __shared__ alignas(1024) uint32_t left[64 * 8], right[8 * 8];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        arrive_expecting(&full, sizeof right);
        load_tile(right, &b, 0, 0, &full);
    }
    for (int i = 0; i < 4; i++)
        left[i * 128 + (threadIdx.x ^ 1)] = a[i * 128 + threadIdx.x];
#ifdef FIXED
    fence_async();
#endif
    __syncthreads();
    wait(&full, 0);
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 0, 1, 1, 0, 0;"
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                 : "l"(described(left)), "l"(described(right)));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    c[threadIdx.x] = d0 + d1 + d2 + d3;
}
