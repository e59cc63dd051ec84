// The compiler may read `tile` before the wait: nothing tells it that the wait has to do with memory.
__global__ void reverse(const float4 *from, float4 *to) {
    __shared__ float4 tile[32];
    unsigned at = __cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from + threadIdx.x));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    to[threadIdx.x] = tile[31 - threadIdx.x];
}
