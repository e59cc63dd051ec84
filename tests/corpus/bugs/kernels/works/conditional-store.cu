// The store and the wait for it stand under the same condition.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) conditional_store(const uint32_t *input, char *output, int n) {
    __shared__ alignas(128) uint32_t tile[128];
    tile[threadIdx.x] = input[threadIdx.x];
    fence_async();
    __syncthreads();
    bool issuer = threadIdx.x == 0;
    if (issuer && n > 4) {
        store(output, tile, 512);
        commit_bulk();
    }
    if (n > 7)
        __nanosleep(20);
    if (issuer && n > 4)
        wait_bulk_read<0>();
}
