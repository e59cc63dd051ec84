// Four warps write and fence, a fifth one stores; bar.arrive and bar.sync hand over.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(160) writers_and_storer(const uint32_t *input, char *output, int tiles) {
    __shared__ alignas(128) uint32_t tile[128];
    if (threadIdx.x < 128) {
        for (int i = 0; i < tiles; i++) {
            asm volatile("bar.sync 2, 160;" ::: "memory");
            tile[threadIdx.x] = input[i * 128 + threadIdx.x];
            fence_async();
            asm volatile("bar.arrive 1, 160;" ::: "memory");
        }
    } else {
        for (int i = 0; i < tiles; i++) {
            asm volatile("bar.arrive 2, 160;" ::: "memory");
            asm volatile("bar.sync 1, 160;" ::: "memory");
            if (elected()) {
                store(output + i * 512, tile, 512);
                commit_bulk();
                wait_bulk_read<0>();
            }
            __syncwarp();
        }
    }
}
