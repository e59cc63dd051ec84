// deepseek-ai/DeepGEMM#343: where the scheduler goes to the next group, the map in global memory is rewritten. The load
// of the group before may still read it: the producer waits for a free buffer, which another load has left.
#include "async.cuh"

constexpr int stages = 2;

extern "C" __global__ void __launch_bounds__(160)
    grouped(const char *input, Map *map, const int *sizes, int groups, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[stages][128 * 8];
    __shared__ alignas(128) Map staged;
    __shared__ uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < stages; stage++) {
            init(&full[stage], 1);
            init(&empty[stage], 128);
        }
        fence_init();
    }
    __syncthreads();
    if (threadIdx.x == 128) {
#pragma unroll 1
        for (int group = 0; group < groups; group++) {
            int stage = group % stages, round = group / stages;
            wait(&empty[stage], (round + 1) % 2);
#ifdef FIXED
            commit_bulk();
            wait_bulk<0>();
#endif
            asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(
                             address(&staged)),
                         "l"(input + sizes[group])
                         : "memory");
            *map = staged;
            asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
            asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
            arrive_expecting(&full[stage], sizeof tile[0]);
            load_tile(tile[stage], map, 0, group * 8, &full[stage]);
        }
    } else if (threadIdx.x < 128) {
        uint32_t sum = 0;
#pragma unroll 1
        for (int group = 0; group < groups; group++) {
            int stage = group % stages, round = group / stages;
            wait(&full[stage], round % 2);
            sum += tile[stage][threadIdx.x];
            arrive(&empty[stage]);
        }
        output[threadIdx.x] = sum;
    }
}
