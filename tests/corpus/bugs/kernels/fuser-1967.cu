// NVIDIA/Fuser#1967: a block of one thread stages a row in shared memory and stores it with TMA. Its writes go through
// the generic proxy, the store reads through the async proxy, and nothing stands between them.
#include "async.cuh"

extern "C" __global__ void __launch_bounds__(1)
    stage_and_store(const uint16_t *input, int length, const __grid_constant__ Map output)
{
    __shared__ alignas(128) uint16_t row[8];
    int first = 8 * blockIdx.x;
    for (int i = 0; i < 8; i++)
        row[i] = 0;
    for (int i = 0; i < 8; i++)
        if (first + i < length)
            row[i] = input[first + i];
#ifdef FIXED
    fence_async();
#endif
    store_tile(&output, row, first, 0);
    commit_bulk();
    wait_bulk_read<0>();
}
