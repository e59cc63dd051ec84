// Of volatile statements one note counts those of the file; without the keyword each is a warning.
__device__ void waits(unsigned bar, unsigned long state) {
    asm("cp.async.wait_all;");
    asm volatile("cp.async.wait_group 0;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    asm volatile("fence.proxy.async;");
    asm volatile("fence.proxy.async"
#if BLACKWELL
                 ".global;");
#else
                 ".shared::cta;");
#endif
    asm("cp.async.bulk.wait_group 0;" ::);
}

__device__ void copy(unsigned tile, const void *source) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(tile), "l"(source));
}
