// options: -W asm-memory-clobber-copy=note
// What the asm statement says to the compiler, and what it should say.
__device__ void waits() {
    asm volatile("cp.async.wait_group 0;");
    asm volatile("cp.async.bulk.wait_group.read 0;" :: );
    asm volatile("fence.proxy.async.shared::cta;" ::: "cc");
    asm volatile("cp.async.wait_all;" ::: "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("barrier.cluster.arrive.relaxed;");
    asm volatile("barrier.cluster.arrive;");
}

__device__ void copies(unsigned dst, const void *src, void *tile) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src));
    asm("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src));
    asm("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "l"(tile), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "l"(__cvta_generic_to_shared(tile)), "l"(src) : "memory");
    asm volatile("prefetch.tensormap [%0];" :: "l"(src));
}

__device__ unsigned operands(unsigned dst, const void *src, unsigned size) {
    unsigned state = 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(dst), "l"(src), "r"(size) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%2], 16;" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.cg.shared.global [%1], [%2], 16;" : "+r"(state) : "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(dst), "l"(src), "0"(size) : "memory");
    return state;
}

// Without colons an asm is volatile by itself; with them and without outputs the word should stand there.
__device__ void commit() {
    asm("cp.async.commit_group;");
    asm("cp.async.commit_group;" ::);
}
