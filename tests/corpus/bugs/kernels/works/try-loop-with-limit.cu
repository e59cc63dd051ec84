// A wait that gives up after a while traps.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) try_loop_with_limit(const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        arrive_expecting(&full, 512);
        load(tile, input, 512, &full);
    }
    __syncthreads();
    bool ok = false;
    for (int i = 0; i < 100000 && !ok; i++)
        ok = passed(&full, 0);
    if (!ok)
        __trap();
    output[threadIdx.x] = tile[threadIdx.x];
}
