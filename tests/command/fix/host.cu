// In literals the text is mended where it stands as it is.
#define COPY "cp.async.comit_group;"
__device__ void f(int s, const void *g, int m) {
    asm volatile("cp.async.cg.global.shared [%0], [%1], 16;\n" ::"r"(s), "l"(g) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global [%0], [%1], 16, [%2];\n" ::"r"(s), "l"(g), "r"(m) : "memory");
    asm volatile("cp.async.comit_group;\n\t"
                 "{ .reg .b32 %%t; cp.async.wait.group 0; }" ::: "memory");
    asm volatile("cp.async.c\x67.shared.global [%0], [%1], 8;" ::"r"(s), "l"(g) : "memory"); // the letter is an escape
    asm volatile("cp.async.wait_" "gruop 0;" ::: "memory");                                 // cut in two literals
    asm volatile("cp.async.ca.shared.global [%0], 16, [%1];" ::"r"(s), "l"(g) : "memory");  // operands of the asm
    asm volatile("cp.async.ca.shared.global %0, [%1], 16;" ::"r"(s), "l"(g) : "memory");
    asm volatile(COPY ::: "memory");
#if __CUDA_ARCH__ >= 900
    asm volatile("cp.async.bulk.comit_group;" ::: "memory");
#endif
}
