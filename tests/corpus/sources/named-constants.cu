// A constant may be a macro that the file defines once, where that is certain to hold.
#ifndef GUARD
#define GUARD
#define SIZE 8
#define ALSO (SIZE)
#define OPEN 4 + 4
#define SELF SELF
#define CALL(x) 8
#define TWICE 8
#undef TWICE
#define TWICE 16
#ifndef GIVEN
#define GIVEN 8
#endif
#define CP(dst, src, n) asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(dst), "l"(src), "n"(n) : "memory")
#define NAMED(dst, src, SIZE) CP(dst, src, SIZE)
#define FIXED(dst, src) CP(dst, src, SIZE)
#define LATE(dst, src) CP(dst, src, AFTER)
#define AFTER 8

template <int PARAMETER>
__device__ void copy(unsigned s, const void *g) {
    constexpr int LOCAL = 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(SIZE) : "memory");     // wrong
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(ALSO) : "memory");     // wrong
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(2 * SIZE) : "memory"); // silent
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(OPEN) : "memory");     // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(SELF) : "memory");     // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(CALL) : "memory");     // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(TWICE) : "memory");    // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(GIVEN) : "memory");    // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(LOCAL) : "memory");    // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(PARAMETER) : "memory"); // not known
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(s), "l"(g), "n"(T::SIZE) : "memory");  // not known
    CP(s, g, SIZE);     // wrong
    NAMED(s, g, 16);    // silent
    FIXED(s, g);        // wrong
    LATE(s, g);         // wrong
    CP(s, g, SIZE + 8); // silent
}
#endif
