// Operands and macros of other headers inside constants and offsets: their values are not known.
__device__ void sound(unsigned d, const void *s) {
    asm volatile("cp.async.cg.shared.global [%0+%2], [%1+%3], 16;\n" :: "r"(d), "l"(s), "n"(16), "n"(32) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 + 8*%2], [%1 + %2*%3], 16;\n" :: "r"(d), "l"(s), "n"(16), "n"(32) : "memory");
    asm volatile("cp.async.cg.shared.global [%[d]+%[o]], [%[s] + -%[o]], 16;" :: [d] "r"(d), [s] "l"(s), [o] "n"(16) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2*4, 4*%2;" :: "r"(d), "l"(s), "n"(1) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], (%2), (%2 + 1) / %3;" :: "r"(d), "l"(s), "n"(4), "n"(2) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2|%2, ~%2 & 4;" :: "r"(d), "l"(s), "n"(4) : "memory");
    asm volatile("cp.async.wait_group %0-1;" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group (%0-1);" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group 1+%0;" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group %0 ? 1 : 2;" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group 2 - (%0 ? 1 : 2);" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group !%0;" :: "n"(2) : "memory");
    asm volatile("cp.async.wait_group 8 / %0 - 4;" :: "n"(2) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+" SIXTEEN "], [%1 + " SIXTEEN "], 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+4*" SIXTEEN "], [%1+" SIXTEEN "*4], 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+-" SIXTEEN "], [%1], 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+(" SIXTEEN "+16)], [%1], 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .shared .align 16 .b8 smem[4 * %1]; cp.async.cg.shared.global [smem + %1], [%0], 16; }"
                 :: "l"(s), "n"(64) : "memory");
}

__device__ void wrong(unsigned d, const void *s) {
    asm volatile("cp.async.cg.shared.global [%0+%0], [%1], 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+%2], [%1], 8;" :: "r"(d), "l"(s), "n"(16) : "memory");
    asm volatile("cp.async.cg.shared.global [%0+%2], [%1+" SIXTEEN "], 8;" :: "r"(d), "l"(s), "n"(16) : "memory");
    asm volatile("cp.async.cg.shared.global [%0-%2], [%1], 16;" :: "r"(d), "l"(s), "n"(16) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 %2], [%1], 16;" :: "r"(d), "l"(s), "n"(16) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4*%0;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.wait_group %0-1;" :: "r"(d) : "memory");
    asm volatile("cp.async.wait_group -1 ? 1 : %0;" :: "r"(d) : "memory");
    asm volatile("cp.async.wait_group (%0;" :: "n"(2) : "memory");
}
