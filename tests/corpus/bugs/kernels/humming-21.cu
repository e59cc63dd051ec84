// inclusionAI/humming#21 (also NVIDIA/Fuser#3023): the scales before it shift the destination of a TMA load to an
// address that is 64 modulo 128.
#include "async.cuh"

struct Storage {
    uint32_t row_scales[16];
#ifdef FIXED
    alignas(128)
#endif
    uint32_t column_scales[256];
};

extern "C" __global__ void __launch_bounds__(128) load_scales(const __grid_constant__ Map scales, uint32_t *output)
{
    __shared__ alignas(128) Storage shared;
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof shared.column_scales);
        load_tile(shared.column_scales, &scales, 0, blockIdx.x, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = shared.column_scales[threadIdx.x];
}
