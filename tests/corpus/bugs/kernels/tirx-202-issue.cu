// mlc-ai/TIRx-kernels#202 (also deepseek-ai/DeepEP#399): every lane of the warp issues the TMA store of the warp's
// tile.
#include "async.cuh"

extern "C" __global__ void __block_size__((32, 1, 1)) write_back(const uint32_t *input, uint32_t *output)
{
    __shared__ alignas(128) uint32_t tile[256];
    for (int i = threadIdx.x; i < 256; i += 32)
        tile[i] = input[i];
    fence_async();
    __syncwarp();
#ifdef FIXED
    if (elected())
#endif
        store(output, tile, sizeof tile);
    commit_bulk();
    wait_bulk_read<0>();
}
