// Newer than the assembler at hand, and no defect: .ignore_oob came with PTX 9.2.
__device__ void copy(unsigned tile, const void *src, unsigned size, unsigned left, unsigned right, unsigned bar) {
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob"
                 " [%0], [%1], %2, %3, %4, [%5];"
                 :: "r"(tile), "l"(src), "r"(size), "r"(left), "r"(right), "r"(bar) : "memory");
}
