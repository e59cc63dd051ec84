// Another stage is loaded while threads may still read the one before: a barrier is missing.
__device__ __forceinline__ void load(unsigned to, const float *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

__global__ void __launch_bounds__(128) race(const float *source, float *result) {
    __shared__ __align__(16) float tile[512];
    const unsigned to = (unsigned)__cvta_generic_to_shared(tile) + threadIdx.x * 16;
    load(to, source + threadIdx.x * 4);
    __syncthreads();
    result[threadIdx.x] = tile[threadIdx.x ^ 32];
    load(to, source + 512 + threadIdx.x * 4);
    __syncthreads();
    result[threadIdx.x] += tile[threadIdx.x ^ 32];
}

__device__ __forceinline__ void start(unsigned to, const float *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
}

__global__ void __launch_bounds__(128) reuse(const float *source, float *result) {
    __shared__ __align__(16) float tile[512];
    const unsigned to = (unsigned)__cvta_generic_to_shared(tile) + threadIdx.x * 16;
    start(to, source + threadIdx.x * 4);
    start(to, source + 512 + threadIdx.x * 4);
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    result[threadIdx.x] += tile[threadIdx.x ^ 32];
}
