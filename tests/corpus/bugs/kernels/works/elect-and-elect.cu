// The elected lane stores twice, and waits once for both: elect.sync chooses the same lane each time.
#include "../async.cuh"

extern "C" __global__ void __block_size__((32, 1, 1)) elect_and_elect(const uint32_t *input, char *output) {
    __shared__ alignas(128) uint32_t tile[2][32];
    tile[0][threadIdx.x] = input[threadIdx.x];
    fence_async();
    __syncwarp();
    if (elected()) {
        store(output, tile[0], 128);
        commit_bulk();
    }
    tile[1][threadIdx.x] = input[32 + threadIdx.x];
    fence_async();
    __syncwarp();
    if (elected()) {
        store(output + 128, tile[1], 128);
        commit_bulk();
        wait_bulk_read<0>();
    }
}
