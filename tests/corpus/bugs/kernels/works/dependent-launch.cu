// The weights are loaded before griddepcontrol.wait, what the grid before writes after it.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    dependent_launch(const uint32_t *weights, const uint32_t *input, uint32_t *output) {
    __shared__ alignas(128) uint32_t w[128], x[128];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        init(&full[0], 1);
        init(&full[1], 1);
        fence_init();
        arrive_expecting(&full[0], 512);
        load(w, weights, 512, &full[0]);
    }
    __syncthreads();
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (threadIdx.x == 0) {
        arrive_expecting(&full[1], 512);
        load(x, input, 512, &full[1]);
    }
    wait(&full[0], 0);
    wait(&full[1], 0);
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    output[threadIdx.x] = w[threadIdx.x] * x[threadIdx.x];
}
