// cp.async arrives on a barrier, which all wait for.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) copies_on_barrier(const uint4 *input, uint32_t *output) {
    __shared__ uint4 tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        init(&full, 128);
    __syncthreads();
    copy16(&tile[threadIdx.x], &input[threadIdx.x]);
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(address(&full)) : "memory");
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x ^ 32].y;
}
