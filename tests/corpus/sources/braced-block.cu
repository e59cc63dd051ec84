// Blocks with registers of their own, with and without \n, guarded, and without volatile.
__device__ void sound(unsigned dst, const void *src, int wanted, int bytes) {
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p cp.async.cg.shared.global [%1], [%2], 16, %3; }"
                 :: "r"(wanted), "r"(dst), "l"(src), "r"(bytes) : "memory");
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.eq.u32 p, %0, 0;\n"
                 "  @!p cp.async.ca.shared.global [%1], [%2], 8, p;\n"
                 "}\n" :: "r"(wanted), "r"(dst), "l"(src) : "memory");
}

__device__ void wrong_width(unsigned dst, const void *src, int wanted) {
    asm("{ .reg .pred p; .reg .b64 n; setp.ne.b32 p, %0, 0; @p cp.async.cg.shared.global [%1], [%2], 16, n; }"
        :: "r"(wanted), "r"(dst), "l"(src) : "memory");
}

__device__ void wrong_size(unsigned dst, const void *src, int wanted) {
    asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %0, 0;\n\t@p cp.async.cg.shared.global [%1], [%2], 4;\n\t}"
                 :: "r"(wanted), "r"(dst), "l"(src) : "memory");
}

// Another asm statement may close it.
__device__ void open_brace(unsigned dst, const void *src) {
    asm volatile("{ cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(dst), "l"(src) : "memory");
}

__device__ void silent_volatile(unsigned dst, const void *src) {
    asm("{ cp.async.ca.shared.global [%0], [%1], 4; }" :: "r"(dst), "l"(src));
}
