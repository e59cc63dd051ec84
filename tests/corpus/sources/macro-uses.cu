// Each use of a macro of the file is read with its arguments; what does not depend on them is said once.
#define CP(dst, src, n) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")
#define CP_TEXT(dst, src, n, hint)                                           \
    do {                                                                     \
        asm volatile("cp.async.cg.shared.global.L2::" #hint " [%0], [%1], " #n \
                     ";" :: "r"(dst), "l"(src) : "memory");                  \
    } while (0)
#define KIND(dst, src, kind) asm volatile("cp.async." #kind ".shared.global [%0], [%1], 8;" :: "r"(dst), "l"(src) : "memory")
#define ASM(...) asm volatile(__VA_ARGS__)
#define ONCE(dst, src, n) \
    asm volatile("cp.async.ca.shard.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")

__device__ void wrong(unsigned s, const void *g) {
    CP(s, g, 8);
    CP(s + (1, 2), g, (4 * 2));
    CP_TEXT(s, g, 8, 128B);
    CP_TEXT(s, g, 16, 96B);
    KIND(s, g, cg);
    ASM("cp.async.wait_grup 0;" ::: "memory");
    ASM("cp.async.wait_group %0;" :: "n"(-1) : "memory");
    ONCE(s, g, 8); // what is wrong with it was said
    ONCE(s, g, 3);
    CP(
        s,
        g,
        8
    );
}

__device__ void sound(unsigned s, const void *g) {
    CP(s, g, 16);
    CP(s, g, 0x10u);
    CP(s, g, SIZE);
    CP(s, g, sizeof(float4));
    CP_TEXT(s, g, 16, 128B);
    KIND(s, g, ca);
    ASM("cp.async.wait_all;" ::: "memory");
}

// Macros that use macros: a word may be replaced on its way, so that nothing is known of it.
#define CP8(dst, src) CP(dst, src, 8)
#define CP_N(dst, src, n) CP(dst, src, n)
#define TEXT_N(dst, src, n, hint) CP_TEXT(dst, src, n, hint)
#define BYTES 16
#define PASTED(dst, src, n) CP_##n(dst, src, 8)
#define SELF(dst, n) SELF(dst, n); asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
__device__ void nested(unsigned s, const void *g) {
    CP8(s, g); // said where the macro has it
    CP_N(s, g, 8);
    CP_N(s, g, 16);
    TEXT_N(s, g, BYTES, 128B);
    TEXT_N(s, g, 16, 96B);
    PASTED(s, g, N); // not followed: the name of the macro is put together
    SELF(s, -1);
}

// Which of two definitions holds is not known: each does in some compilation.
#ifdef ASYNC
#define EITHER(dst, src, n) asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")
#else
#define EITHER(dst, src, n) asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")
#endif
__device__ void either(unsigned s, const void *g) {
    EITHER(s, g, 16);
    EITHER(s, g, 8);
#ifndef ASYNC
    EITHER(s, g, 4); // here only the second
#endif
}

// After #undef nothing is known of the earlier definition.
#undef EITHER
__device__ void undefined(unsigned s, const void *g) {
    EITHER(s, g, 2);
}
#define EITHER(dst, src, n) asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")
__device__ void again(unsigned s, const void *g) {
    EITHER(s, g, 8);
    EITHER(s, g, 3);
}

// The target of the definition and of the use count together.
#if __CUDA_ARCH__ >= 800
#define WAIT(n) asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#endif
__device__ void targets() {
    WAIT(0);
    WAIT(-1);
#if __CUDA_ARCH__ < 800
    WAIT(-2);
#endif
#if __CUDA_ARCH__ >= 900
    COMMIT();
#elif __CUDA_ARCH__ >= 800
    COMMIT();
#endif
}

// A macro that chooses by its arguments reaches one of its statements, and nobody knows here which.
#define CHOOSE(dst, src, n)                                                                                       \
    do {                                                                                                          \
        if ((n) == 16)                                                                                            \
            asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory");    \
        else                                                                                                      \
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory");    \
    } while (0)
#define CHOOSE_8(dst, src) CHOOSE(dst, src, 8)
__device__ void choice(unsigned s, const void *g) {
    CHOOSE(s, g, 8);
    CHOOSE_8(s, g);
}

// No uses: another number of arguments, no parenthesis, a name that only begins alike.
__device__ void no_uses(unsigned s, const void *g) {
    CP(s, 8);
    int CP = 8;
    CPX(s, g, 8);
}
