// %%register, comments and labels inside the text, lines that end with \n\t.
__device__ void sound(unsigned dst, const void *src, int n) {
    asm volatile("{\n\t"
                 ".reg .pred %%p;\n\t"
                 ".reg .b32 %%n;   // cp.async.cg [oops], of which nothing is read\n\t"
                 "mov.b32 %%n, %2; /* cp.async.wait_group %%n; */\n\t"
                 "setp.eq.b32 %%p, %%n, 0;\n\t"
                 "@%%p bra DONE_%=;\n\t"
                 "cp.async.ca.shared.global [%0], [%1], 16, %%n;\n\t"
                 "DONE_%=:\n\t"
                 "}" :: "r"(dst), "l"(src), "r"(n) : "memory");
}

__device__ void wrong(unsigned dst, const void *src, int n) {
    asm volatile("{\n\t"
                 ".reg .b64 %%n;\n\t"
                 "cvt.u64.u32 %%n, %2; // a remark\n\t"
                 "AGAIN: cp.async.ca.shared.global [%0], [%1], 16, %%n;\n\t"
                 "/* one */ cp.async.wait_group /* two */ %%n;\n\t"
                 "}" :: "r"(dst), "l"(src), "r"(n) : "memory");
}

__device__ void basic(void) {
    asm volatile("{ .reg .b32 %n; cp.async.wait_group %n; }");
}
