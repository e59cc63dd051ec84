// A reduction is waited for in full before it is announced.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) reduce_add(const float *input, float *output) {
    __shared__ alignas(128) float tile[128];
    tile[threadIdx.x] = input[threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 512;" ::"l"(output),
                     "r"(address(tile))
                     : "memory");
        commit_bulk();
        wait_bulk<0>();
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(output + 1024) : "memory");
    }
}
