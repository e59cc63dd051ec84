// deepseek-ai/DeepEP#657, fixed by #674: a copy through two buffers. wait_group 1 after the store of this buffer leaves
// just that store pending, and the load of the next piece overwrites its source.
#include "async.cuh"

constexpr int bytes = 4096, stages = 2;

extern "C" __global__ void __launch_bounds__(32) send(const char *from, char *to, int pieces)
{
    __shared__ alignas(128) char buffer[stages][bytes];
    __shared__ uint64_t full[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++)
            init(&full[stage], 1);
        fence_init();
        for (int piece = 0; piece < stages && piece < pieces; piece++) {
            load(buffer[piece], from + piece * bytes, bytes, &full[piece]);
            arrive_expecting(&full[piece], bytes);
        }
#pragma unroll 1
        for (int piece = 0; piece < pieces; piece++) {
            int stage = piece % stages;
            wait(&full[stage], piece / stages % 2);
            store(to + piece * bytes, buffer[stage], bytes);
            commit_bulk();
            if (piece + stages < pieces) {
#ifdef FIXED
                wait_bulk<0>();
#else
                wait_bulk<stages - 1>();
#endif
                load(buffer[stage], from + (piece + stages) * bytes, bytes, &full[stage]);
                arrive_expecting(&full[stage], bytes);
            }
        }
        wait_bulk<0>();
    }
}
