// NVIDIA/cutlass#2905 (also #2906): the parameters of the kernel hold a tensor map, and nothing aligns them to 64 bytes.
#include "async.cuh"

struct Parameters {
    uint32_t *output;
    int rows;
#ifdef FIXED
    alignas(64)
#endif
    uint64_t map[16];
};

extern "C" __global__ void __launch_bounds__(128) load_first(const __grid_constant__ Parameters parameters)
{
    __shared__ alignas(128) uint32_t tile[128 * 8];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        arrive_expecting(&full, sizeof tile);
        load_tile(tile, reinterpret_cast<const Map *>(parameters.map), 0, parameters.rows, &full);
    }
    wait(&full, 0);
    parameters.output[threadIdx.x] = tile[threadIdx.x];
}
