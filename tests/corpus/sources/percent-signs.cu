// What '%' begins, as nvcc 13.0 and ptxas read it.
__device__ void sound(unsigned dst, const void *src) {
    unsigned lane;
    asm volatile("{ .reg .b32 %%r1; mov.b32 %%r1, %0; cp.async.ca.shared.global [%%r1], [%1], 4; }" :: "r"(dst), "l"(src) : "memory");
    asm volatile("{ .reg .b32 %r1; mov.b32 %r1, 0; cp.async.ca.shared.global [%r1], [smem], 4; }" ::: "memory");
    asm volatile("mov.u32 %0, %tid.x; cp.async.wait_all;" : "=r"(lane) :: "memory");
    asm volatile("bra.uni L%=; L%=: cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.wait_group %0;" OPERANDS);
}

// A register of the text with one sign; signs without operands; operands that were forgotten.
__device__ void wrong(unsigned dst, const void *src) {
    asm volatile("{ .reg .b32 %r<4>; mov.b32 %r1, %0; cp.async.ca.shared.global [%r1], [%1], 4; }" :: "r"(dst), "l"(src) : "memory");
    asm volatile("bra.uni L%=; L%=: cp.async.wait_all;" ::: "memory");
    asm volatile("{ .reg .b32 %%r1; mov.b32 %%r1, %%tid.x; cp.async.wait_all; }" ::: "memory");
    asm volatile("cp.async.wait_group %0;");
}
