// A try that may fail comes first, the wait only where it did.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) prefetch_peek(const uint32_t *input, uint32_t *output, int n) {
    __shared__ alignas(128) uint32_t tile[2][128];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        init(&full[0], 1);
        init(&full[1], 1);
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < 2 && i < n; i++) {
            arrive_expecting(&full[i], 512);
            load(tile[i], input + i * 128, 512, &full[i]);
        }
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        int s = i & 1, par = (i >> 1) & 1;
        bool ok = passed(&full[s], par);
        sum ^= i;
        if (!ok)
            wait(&full[s], par);
        sum += tile[s][threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0 && i + 2 < n) {
            arrive_expecting(&full[s], 512);
            load(tile[s], input + (i + 2) * 128, 512, &full[s]);
        }
    }
    output[threadIdx.x] = sum;
}
