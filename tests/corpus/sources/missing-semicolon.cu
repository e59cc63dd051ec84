// Inside an asm a missing ';' shows at the next statement; in a plain string it says that a mnemonic is talked about.
__device__ void wrong(unsigned dst, const void *src) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16\n"
                 "cp.async.commit_group;\n" :: "r"(dst), "l"(src) : "memory");
    asm volatile("cp.async.commit_group" ::: "memory");
    asm volatile("cp.async.commit_group; cp.async.wait_all" ::: "memory");
}

const char *talk = "cp.async.cg.shared.global [dst], [src], 12";
const char *more = "use cp.async.wait_group n";

__device__ void missing_comma(unsigned dst, const void *src) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(dst) "l"(src) : "memory");
    asm volatile("cp.async.ca.shared.global [%0] [%1], 4;" :: "r"(dst), "l"(src) : "memory");
}
