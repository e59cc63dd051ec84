// Async copies as CUDA code writes them: one asm statement each. MARK names what must be found of a statement; nvcc
// prints it with the text of the statement.
#pragma once
#include <stdint.h>

#define MARK(rule) " // expect: " rule
#define GUARDED(text) "{\n\t.reg .pred P1;\n\tsetp.ne.b32 P1, %0, 0;\n\t@P1 " text "\n\t}"

__device__ __forceinline__ uint32_t address(const void *p) {
    return (uint32_t)__cvta_generic_to_shared(p);
}

#define COPY(to, from, mark) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" mark : : "r"(to), "l"(from) : "memory")
#define COPY_SIZE(to, from, size, mark) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" mark : : "r"(to), "l"(from), "r"(size) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" : : : "memory")
#define WAIT_GROUP(n, mark) asm volatile("cp.async.wait_group %0;" mark : : "n"(n) : "memory")
#define WAIT_ALL() asm volatile("cp.async.wait_all;" : : : "memory")

#define READ(value, from, mark) asm volatile("ld.shared.u32 %0, [%1];" mark : "=r"(value) : "r"(from) : "memory")
#define WRITE(to, value, mark) asm volatile("st.shared.u32 [%0], %1;" mark : : "r"(to), "r"(value) : "memory")

#define STORE_BULK(to, from, size, mark)                                            \
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" mark \
                 :                                                                  \
                 : "l"(to), "r"(from), "r"(size)                                    \
                 : "memory")
#define COMMIT_BULK(mark) asm volatile("cp.async.bulk.commit_group;" mark : : : "memory")
#define WAIT_BULK(n) asm volatile("cp.async.bulk.wait_group %0;" : : "n"(n) : "memory")
#define WAIT_BULK_READ(n) asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(n) : "memory")
#define WAIT_BULK_MARKED(n, mark) asm volatile("cp.async.bulk.wait_group %0;" mark : : "n"(n) : "memory")
#define RELEASE(flag, mark) asm volatile("st.release.gpu.global.u32 [%0], %1;" mark : : "l"(flag), "r"(1) : "memory")

#define LOAD_BULK(to, from, size, barrier, mark)                                                                \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" mark \
                 :                                                                                              \
                 : "r"(to), "l"(from), "r"(size), "r"(barrier)                                                  \
                 : "memory")
#define INIT(barrier, count, mark) \
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" mark : : "r"(barrier), "r"(count) : "memory")
#define EXPECT_BYTES(barrier, bytes, mark)                                     \
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" mark \
                 :                                                             \
                 : "r"(barrier), "r"(bytes)                                    \
                 : "memor"                                                     \
                   "y")
#define ARRIVE(barrier, mark) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" mark : : "r"(barrier) : "memory")
#define WAIT(barrier, parity, words)                                                              \
    asm volatile("{\n\t.reg .pred P1;\n\tLAB_WAIT:\n\tmbarrier.try_wait.parity" words             \
                 ".shared::cta.b64 P1, [%0], %1;\n\t@P1 bra DONE;\n\tbra LAB_WAIT;\n\tDONE:\n\t}" \
                 :                                                                                \
                 : "r"(barrier), "r"(parity)                                                      \
                 : "memory")
#define FENCE(words) asm volatile("fence.proxy.async" words ";" : : : "memory")
