// Declarations of which a part is not known: what they declare may have any name and type.
#define COPY "cp.async.ca.shared.global [%0], [%1], 8"

#define NUMBERED(n) asm volatile("{ .reg .b32 r" #n "; mov.b32 r" #n ", 4; " COPY ", r" #n "; }" :: "r"(d), "l"(s) : "memory")
#define GUARDED(n) asm volatile("{ .reg .pred " #n "; setp.ne.b32 " #n ", %0, 0; @" #n " " COPY "; }" :: "r"(d), "l"(s) : "memory")
#define PERCENT(n) asm volatile("{ .reg .b32 %%" #n "; " COPY ", %%r4; }" :: "r"(d), "l"(s) : "memory")
#define RANGE(n) asm volatile("{ .reg .b32 r<" #n ">; " COPY ", r4; }" :: "r"(d), "l"(s) : "memory")
#define TYPED(ty) asm volatile("{ .reg ." #ty " r; " COPY ", r; }" :: "r"(d), "l"(s) : "memory")
#define TYPED_WHOLE(ty) asm volatile("{ .reg " #ty " r; " COPY ", r; }" :: "r"(d), "l"(s) : "memory")

__device__ void sound(unsigned d, const void *s) {
    asm volatile("{ .reg .b32 " NAME "; " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .b32 a, " NAME ", b; " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .b32 r%2; mov.b32 r%2, 4; " COPY ", r%2; }" :: "r"(d), "l"(s), "n"(128) : "memory");
    asm volatile("{ .reg .b32 r<%2>; " COPY ", r3; }" :: "r"(d), "l"(s), "n"(128) : "memory");
    asm volatile("{ .reg .pred p" SEP "setp.ne.b32 p, %0, 0; @p " COPY "; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .b64 size; { .reg .b32 " NAME "; " COPY ", size; } }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .shared .align %1 .b8 smem[64]; cp.async.cg.shared.global [smem + 16], [%0], 16; }"
                 :: "l"(s), "n"(64) : "memory");
    asm volatile("{ .shared .align " SIXTEEN " .b8 smem[" SIXTEEN "]; cp.async.cg.shared.global [smem], [%0], 16; }"
                 :: "l"(s) : "memory");
    asm volatile("{ .global .b32 " NAME "[2] = {1, 2}, word = " ONE "; " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile(".func (.reg .b32 r) copy(.reg .b64 " NAME ", .param ." TYPE " q) { " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile(".version 9.0\n.target sm_90\n.func copy() { .reg .b32 r%2; " COPY ", size; ret; }"
                 :: "r"(d), "l"(s), "n"(128) : "memory");
}

__device__ void wrong(unsigned d, const void *s) {
    asm volatile("{ .reg .b32 " NAME "; .reg .b64 size; " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ { .reg .b32 " NAME "; } .reg .b64 size; " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .b64 size; { .reg .b32 " NAME "; } " COPY ", size; }" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .shared .align 4 .b8 smem[" SIXTEEN "]; cp.async.cg.shared.global [smem], [%0], 16; }"
                 :: "l"(s) : "memory");
    asm volatile(".version 9.0\n.target sm_90\n.func copy() { { .reg .b32 r%2; } " COPY ", size; ret; }"
                 :: "r"(d), "l"(s), "n"(128) : "memory");
}
