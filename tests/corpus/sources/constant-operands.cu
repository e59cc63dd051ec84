// An "n" operand is a constant: it may stand in an expression.
template <int Offset, int Left> __device__ void sound(unsigned dst, const void *src, const void *map, unsigned bar) {
    asm volatile("cp.async.cg.shared.global [%0 + %2], [%1 + 16*%2], 16;" :: "r"(dst), "l"(src), "n"(Offset) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 + (%2+16)], [%1+-%2], 16;" :: "r"(dst), "l"(src), "n"(Offset) : "memory");
    asm volatile("cp.async.wait_group %0-1;" :: "n"(Left) : "memory");
    asm volatile("cp.async.wait_group %0*2;" :: "n"(Left) : "memory");
    asm volatile("cp.async.wait_group (%0);" :: "n"(Left) : "memory");
    asm volatile("cp.async.wait_group 1+%0;" :: "n"(Left) : "memory");
    asm volatile("cp.async.wait_group 8/(%0-1) + 1;" :: "n"(Left) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                 " [%0 + %4*2], [%1, {%2*2, %2-1}], [%3+8];"
                 :: "r"(dst), "l"(map), "n"(Offset), "r"(bar), "n"(Left) : "memory");
}

// A register is no constant.
template <int Offset> __device__ void wrong(unsigned dst, const void *src, int offset, int left) {
    asm volatile("cp.async.cg.shared.global [%0 + %2], [%1], 16;" :: "r"(dst), "l"(src), "r"(offset) : "memory");
    asm volatile("cp.async.wait_group 1+%0;" :: "r"(left) : "memory");
    asm volatile("cp.async.cg.shared.global [%0 + 16*%2], [%1], 8;" :: "r"(dst), "l"(src), "n"(Offset) : "memory");
}
