// Each lane stores a row of its own.
#include "../async.cuh"

extern "C" __global__ void __block_size__((32, 1, 1)) per_lane_rows(const uint4 *input, char *output) {
    __shared__ alignas(128) uint4 row[32][4];
    for (int i = 0; i < 4; i++)
        row[threadIdx.x][i] = input[threadIdx.x * 4 + i];
    fence_async();
    store(output + threadIdx.x * 64, row[threadIdx.x], 64);
    commit_bulk();
    wait_bulk_read<0>();
}
