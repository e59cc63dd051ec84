// Tiles are brought to the second cache, and nothing waits for that.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) prefetch_only(const char *input, const __grid_constant__ Map map) {
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], 4096;" ::"l"(input) : "memory");
        asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %2}];" ::"l"(&map), "r"(0), "r"(0)
                     : "memory");
    }
}
