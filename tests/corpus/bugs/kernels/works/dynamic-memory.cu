// The kernel aligns dynamic shared memory itself, and has its barriers at the end.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128)
    dynamic_memory(const __grid_constant__ Map input, uint32_t *output, int tiles) {
    extern __shared__ char memory[];
    char *aligned = memory + (-address(memory) & 1023);
    uint32_t *tile = reinterpret_cast<uint32_t *>(aligned);
    uint64_t *full = reinterpret_cast<uint64_t *>(aligned + 2 * 4096);
    if (threadIdx.x == 0) {
        init(&full[0], 1);
        init(&full[1], 1);
        fence_init();
    }
    __syncthreads();
    uint32_t sum = 0;
    for (int i = 0; i < tiles; i++) {
        if (threadIdx.x == 0) {
            arrive_expecting(&full[i & 1], 4096);
            load_tile(tile + (i & 1) * 1024, &input, 0, i * 8, &full[i & 1]);
        }
        wait(&full[i & 1], i >> 1 & 1);
        sum += tile[(i & 1) * 1024 + threadIdx.x];
        __syncthreads();
    }
    output[threadIdx.x] = sum;
}
