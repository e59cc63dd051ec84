// NVIDIA/cutlass#2081: the tensor map is a parameter by value, which is no __grid_constant__. The compiler copies it to
// local memory to take its address.
#include "async.cuh"

#ifdef FIXED
#define MAP const __grid_constant__ Map
#else
#define MAP Map
#endif

extern "C" __global__ void __launch_bounds__(128) load_first(MAP input, uint32_t *output)
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
        load_tile(tile, &input, 0, 0, &full);
    }
    wait(&full, 0);
    output[threadIdx.x] = tile[threadIdx.x];
}
