// Whether there is something to load depends on a parameter, and the wait depends on it too.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) conditional_load(const uint32_t *input, uint32_t *output, int has) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
        if (has) {
            arrive_expecting(&full, 512);
            load(tile, input, 512, &full);
        }
    }
    if (!has)
        tile[threadIdx.x] = 0;
    __syncthreads();
    if (has)
        wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
