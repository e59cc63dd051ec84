// Macros after the text may bring operands, clobbers and colons: then none is reported as missing.
#define CLOBBER "memory"

__device__ void sound(unsigned dst, const void *src) {
    asm volatile("cp.async.wait_all;" ::: CLOBBERS);
    asm volatile("cp.async.wait_all;" ::: "cc", CLOBBER);
    asm volatile("cp.async.wait_all;" TAIL());
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) TAIL);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" OPERANDS(dst, src));
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16" POLICY ";" :: "r"(dst), "l"(src) POLICY_OPERAND : "memory");
}

__device__ void wrong(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 8;" OPERANDS(dst, src));
    asm volatile("cp.async.cg.shared.global [%0" OFFSET "], [%1], 8;" :: "r"(dst), "l"(src) TAIL);
    asm volatile("cp.async.wait_all;" ::: "cc");
}
