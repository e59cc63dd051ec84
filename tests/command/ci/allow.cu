#define LOAD(to, from)                                                 \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 12;\n"         \
                 :: "r"(to), "l"(from) : "memory")

__device__ void load(unsigned to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 8;\n"
                 "cp.async.comit_group;\n"
                 :: "r"(to), "l"(from)
                 : "memory");
    asm volatile("cp.async.wait_all;"); asm volatile("cp.async.wait_group 0;" ::: "memory");
    asm volatile(R"(
        cp.async.ca.shared.global [%0], [%1], 7;
    )" :: "r"(to), "l"(from) : "memory");
}
