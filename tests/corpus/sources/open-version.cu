// A later assembler takes a 32-bit register of no type as size, and one of them a second result of a wait: where no
// version is given, that is legal somewhere.
__device__ void clear(unsigned tile, unsigned bytes) {
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" :: "r"(tile), "r"(bytes) : "memory");
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" :: "r"(tile), "l"((long)bytes) : "memory");
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" :: "r"(tile), "h"((short)bytes) : "memory");
}

__device__ void wait(unsigned bar, unsigned long state) {
    asm volatile("{ .reg .pred p, q; mbarrier.test_wait.shared.b64 p|q, [%0], %1; }" :: "r"(bar), "l"(state) : "memory");
}
