// A ring of two buffers that are stored, with one store pending.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) store_ring(const uint32_t *input, char *output, int tiles) {
    __shared__ alignas(128) uint32_t tile[2][128];
    for (int i = 0; i < tiles; i++) {
        if (threadIdx.x == 0)
            wait_bulk_read<1>();
        __syncthreads();
        tile[i & 1][threadIdx.x] = input[i * 128 + threadIdx.x];
        fence_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            store(output + i * 512, tile[i & 1], 512);
            commit_bulk();
        }
    }
    if (threadIdx.x == 0)
        wait_bulk_read<0>();
}
