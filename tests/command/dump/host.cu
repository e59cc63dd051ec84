#define WAIT(n) asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
#if MODE == 1
__device__ void load(unsigned s, const void *g) {
    asm volatile("cp.async.cg.shared.global "
                 "[%[dst]], [%1], %2;\n\tcp.async.commit_group;"
                 :: [dst] "r"(s), "l"(g), "n"(8) : "memory");
    asm volatile("bar.sync 0;");
    WAIT(0);
}
#endif
