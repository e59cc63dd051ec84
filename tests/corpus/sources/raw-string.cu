// Raw strings with registers of their own, also as the argument of a macro; one operand several times.
#define EMIT(text, ...) asm volatile(text __VA_ARGS__)

__device__ void sound(unsigned dst, const void *src, unsigned bytes) {
    asm volatile(R"ptx({
        .reg .pred skip;
        setp.eq.u32 skip, %2, 0;
        @skip cp.async.ca.shared.global [%0], [%1], 4, 0;
        @!skip cp.async.ca.shared.global [%0], [%1], 4, %2;
    })ptx" :: "r"(dst), "l"(src), "r"(bytes) : "memory");
}

__device__ void wrong(unsigned dst, const void *src, unsigned bytes) {
    asm volatile(R"ptx({
        .reg .b16 size;
        // not an end: )" and )pt"
        cvt.u16.u32 size, %2;
        cp.async.ca.shared.global [%0], [%1], 4, size;
        cp.async.ca.shared.global [%0], [%1], 4, %2, %2;
    })ptx" :: "r"(dst), "l"(src), "r"(bytes) : "memory");
}

__device__ void argument(unsigned dst, const void *src) {
    EMIT(R"({
        .reg .b64 p;
        cp.async.cg.shared.global [%0], [%1], 8;
    })", :: "r"(dst), "l"(src) : "memory");
}
