// The thread that stores tells the others through an mbarrier that the buffer is free.
#include "../async.cuh"

extern "C" __global__ void __block_size__((128, 1, 1)) told_by_mbarrier(const uint32_t *input, char *output) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint64_t free;
    if (threadIdx.x == 0)
        init(&free, 1);
    tile[threadIdx.x] = input[threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store(output, tile, 512);
        commit_bulk();
        wait_bulk_read<0>();
        arrive(&free);
    }
    wait(&free, 0);
    tile[threadIdx.x] = input[128 + threadIdx.x];
    fence_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        store(output + 512, tile, 512);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
