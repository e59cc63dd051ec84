// deepseek-ai/DeepEP#399: the barrier was put after the hidden values of a token. The copy brings the scales of the
// token too, and writes them over the barrier on which it completes.
#include "async.cuh"

constexpr int hidden = 7168, scales = 224, whole = hidden + scales;

extern "C" __global__ void __launch_bounds__(32) forward(const char *token, char *values, char *scale)
{
    __shared__ alignas(1024) char buffer[whole + 32];
#ifdef FIXED
    uint64_t *full = reinterpret_cast<uint64_t *>(buffer + whole);
#else
    uint64_t *full = reinterpret_cast<uint64_t *>(buffer + hidden);
#endif
    if (threadIdx.x == 0) {
        init(full, 1);
        fence_init();
    }
    __syncwarp();
    if (threadIdx.x == 0) {
        load(buffer, token, whole, full);
        arrive_expecting(full, whole);
    }
    __syncwarp();
    wait(full, 0);
    if (threadIdx.x == 0) {
        store(values, buffer, hidden);
        store(scale, buffer + hidden, scales);
        commit_bulk();
        wait_bulk<0>();
    }
}
