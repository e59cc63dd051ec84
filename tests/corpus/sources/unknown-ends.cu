// Unknown text that may bring the rest of an instruction, or what stands before it.
__device__ void sound(unsigned d, const void *s, int b) {
    asm volatile("cp.async.wait_all" X ::: "memory");
    asm volatile("cp.async.wait_all" X "\n\tcp.async.commit_group;" ::: "memory");
    asm volatile("{ cp.async.wait_all" X " }\n\tcp.async.commit_group;" ::: "memory");
    asm volatile("cp.async" X ::: "memory");
    asm volatile("cp.async" X ";" ::: "memory");
    asm volatile("cp.async.wait_group" X ";" ::: "memory");
    asm volatile("cp.async.cg.shared.global" #X : : "r"(d) : "memory");
    asm volatile("cp.async.cg.shared.global" ADDRS ", 16;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16" X :: "r"(d), "l"(s) : "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %3, 0; %2 cp.async.ca.shared.global [%0], [%1], 4; }"
                 :: "r"(d), "l"(s), "C"(text), "r"(b) : "memory");
    asm volatile("mov.b32 %0, %1 %2\n\tcp.async.ca.shared.global [%0], [%3], 4;"
                 :: "r"(d), "r"(b), "C"(text), "l"(s) : "memory");
    asm volatile("cp.async.ca.shared.global %0;" :: "C"(text) : "memory");
    asm volatile("cp.async.ca.shared.global [%0, [%1], 4;" :: "C"(text), "l"(s) : "memory");
}

__device__ void wrong(unsigned d, const void *s, int b) {
    asm volatile("cp.async.cg.shred.global" #X : : "r"(d) : "memory");
    asm volatile("mov.b32 %0, %1\n\tcp.async.ca.shared.global [%0], [%2], 2;" :: "r"(d), "r"(b), "l"(s) : "memory");
    asm volatile("cp.async.wait_all" X "\n\tcp.async.ca.shared.global [%0], [%1], 2;" :: "r"(d), "l"(s) : "memory");
    asm volatile("cp.async.wait_all" ::: "memory");
}
