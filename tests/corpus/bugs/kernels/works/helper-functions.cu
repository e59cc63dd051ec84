// The barrier is made and armed by functions that are called.
#include "../async.cuh"

__device__ __noinline__ void make(uint64_t *barrier) {
    init(barrier, 1);
    fence_init();
}
__device__ __noinline__ void arm(uint64_t *barrier, uint32_t bytes) {
    arrive_expecting(barrier, bytes);
}

extern "C" __global__ void __launch_bounds__(128) helper_functions(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0)
        make(&full);
    __syncthreads();
    if (threadIdx.x == 0) {
        arm(&full, 512);
        load(tile, input, 512, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
