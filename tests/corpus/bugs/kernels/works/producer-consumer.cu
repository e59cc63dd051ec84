// A ring of three buffers between a thread that loads and four warps that read.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(160) producer_consumer(const uint32_t *input, uint32_t *output, int n) {
    __shared__ alignas(128) uint32_t tile[3][128];
    __shared__ uint64_t full[3], empty[3];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 3; i++) {
            init(&full[i], 1);
            init(&empty[i], 128);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128)
            for (int i = 0; i < n; i++) {
                int s = i % 3, r = i / 3;
                wait(&empty[s], (r & 1) ^ 1);
                arrive_expecting(&full[s], 512);
                load(tile[s], input + i * 128, 512, &full[s]);
            }
    } else {
        uint32_t sum = 0;
        for (int i = 0; i < n; i++) {
            int s = i % 3, r = i / 3;
            wait(&full[s], r & 1);
            sum += tile[s][threadIdx.x];
            arrive(&empty[s]);
        }
        output[threadIdx.x] = sum;
    }
}
