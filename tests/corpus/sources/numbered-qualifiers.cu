// The number of a qualifier comes from an operand: with each number the assembler takes the same instructions.
template <int GROUP>
__device__ void groups(unsigned dst, const void *map, unsigned bar, int x, unsigned long mask) {
    asm volatile("cp.async.bulk.tensor.2d.cta_group::%5.shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%3, %4}], [%2];" :: "r"(dst), "l"(map), "r"(bar), "r"(x), "r"(x), "n"(GROUP) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.cta_group::%[group].shared::cluster.global.mbarrier::complete_tx::bytes"
                 " [%0], [%1, {%3, %3, %3}], [%2];"
                 :: "r"(dst), "l"(map), "r"(bar), "r"(x), [group] "n"(GROUP) : "memory");
    asm volatile("tcgen05.alloc.cta_group::%2.sync.aligned.shared::cta.b32 [%0], %1;"
                 :: "r"(dst), "n"(33), "n"(GROUP) : "memory");
    asm volatile("tcgen05.commit.cta_group::%1.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0];"
                 :: "r"(bar), "n"(2) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::%0.sync.aligned;" :: "n"(3) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::%0.sync.aligned;" :: "n"(2) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::%0%0.sync.aligned;" :: "n"(GROUP) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.cta_group::%4"
                 " [%0], [%1, {%3}], [%2];" :: "r"(dst), "l"(map), "r"(bar), "r"(x), "n"(GROUP) : "memory");
}
