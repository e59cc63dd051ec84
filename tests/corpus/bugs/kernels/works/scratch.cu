// A warp keeps data of its own in shared memory, and its elected lane gives a buffer back that all have read.
#include "../async.cuh"

extern "C" __global__ void __block_size__((160, 1, 1)) scratch(const uint32_t *input, uint32_t *output, int tiles) {
    __shared__ alignas(128) uint32_t tile[128];
    __shared__ uint32_t own[128];
    __shared__ uint64_t full, empty;
    if (threadIdx.x == 0) {
        init(&full, 1);
        init(&empty, 4);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128)
            for (int i = 0; i < tiles; i++) {
                wait(&empty, (i & 1) ^ 1);
                arrive_expecting(&full, sizeof tile);
                load(tile, input + i * 128, sizeof tile, &full);
            }
    } else {
        own[threadIdx.x] = 0;
        for (int i = 0; i < tiles; i++) {
            wait(&full, i & 1);
            own[threadIdx.x] += tile[threadIdx.x];
            __syncwarp();
            if (elected())
                arrive(&empty);
        }
        output[threadIdx.x] = own[threadIdx.x];
    }
}
