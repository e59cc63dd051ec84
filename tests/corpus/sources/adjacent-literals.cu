// The mnemonic in one literal, the operands in the next; a literal that ends inside a qualifier; escapes.
__device__ void sound(unsigned dst, const void *map, int x, int y, unsigned bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::" "bytes"
                 " [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
    asm volatile("cp.async.cg.shared\56global [%0], [%1]\x2c 16;\n\t" /* between */ "cp.async.commit_group;" // after
                 :: "r"(dst), "l"(map) : "memory");
}

__device__ void split_qualifier(unsigned dst, const void *map, int x, int y, unsigned bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::" "byte"
                 " [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(dst), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}

__device__ void second_literal(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global "
                 "[%0], [%1], 12;\n"
                 :: "r"(dst), "l"(src) : "memory");
}

// Each escape is one character of PTX, and none moves what stands after it.
__device__ void after_escapes(unsigned dst, const void *src) {
    asm volatile("\t\x63p.async.ca.shared\56global\011[%0], [%1], 3;\n" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.ca.shared\56globl [%0], [%1], 4;\n" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.ca.sha\
red.global [%0], [%1], 5;\n" :: "r"(dst), "l"(src) : "memory");
    asm volatile(u8"cp.async.ca.shared.global [%0], [%1], 6;" :: "r"(dst), "l"(src) : "memory");
}
