__device__ void f(int cp) {
    cp.async.w
    asm volatile("cp.async.w
