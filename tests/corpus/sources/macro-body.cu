// Statements in macros: operands are parameters, lines are continued.
#define COPY16(dst, src)                                                \
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n"          \
                 :: "r"(dst), "l"(src), "n"(16) : "memory")

#define COPY(dst, src, bytes)                                           \
    do {                                                                \
        asm volatile("cp.async.ca.shared.global "                       \
                     "[%0], [%1], %2;\n"                                \
                     :: "r"(dst), "l"(src), "n"(bytes) : "memory");     \
        asm volatile("cp.async.commit_grp;\n" ::: "memory");            \
    } while (0)

#define COPY_LARGE(dst, src) asm volatile(                              \
        "cp.async.cg.shared.global [%0], [%1], 32;\n" \
        :: "r"(dst), "l"(src) : "memory")

#define WAIT(n) asm volatile("cp.async.wait_group %1;\n" :: "n"(n) : "memory")

// The number of bytes is part of the text.
#define COPY_TEXT(dst, src, bytes) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], " #bytes ";" :: "r"(dst), "l"(src) : "memory")
