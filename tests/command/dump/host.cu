#define WAIT(n) asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
#if MODE == 1
__device__ void load(unsigned s, const void *g) {
    asm volatile("cp.async.cg.shared.global "
                 "[%[dst]], [%1], %2;\n\tcp.async.commit_group;"
                 :: [dst] "r"(s), "l"(g), "n"(8) : "memory");
    asm volatile("bar.sync 0;");
    WAIT(0);
}
template <int GROUP, int BYTES> __device__ void hide(unsigned long bar, const void *g) {
    asm volatile("tcgen05.commit.cta_group::%1.mbarrier::arrive::one.b64 [%0];" ::"l"(bar), "n"(GROUP) : "memory");
    asm volatile("tcgen05.commit.cta_group::%1.mbarrier::arrive::one.b64 [%0];" ::"l"(bar), "n"(2) : "memory");
    asm volatile("cp.async.ca" SPACES ".L2::%[bytes]B [%0], [%1 + " OFFSET "], %2;" ::"r"(bar), "l"(g), "C"(text),
                 [bytes] "n"(BYTES) : "memory");
}
#endif
