// Each thread reads what it has copied itself, and needs no barrier of the CTA.
#include "../async.cuh"

extern "C" __global__ void __launch_bounds__(128) own_pieces(const uint4 *input, uint32_t *output, int n) {
    __shared__ uint4 ring[2][128];
    copy16(&ring[0][threadIdx.x], &input[threadIdx.x]);
    commit();
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (i + 1 < n)
            copy16(&ring[(i + 1) & 1][threadIdx.x], &input[(i + 1) * 128 + threadIdx.x]);
        commit();
        wait_groups<1>();
        sum += ring[i & 1][threadIdx.x].x;
    }
    output[threadIdx.x] = sum;
}
