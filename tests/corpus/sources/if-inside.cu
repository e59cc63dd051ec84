// An instruction before an #if is read once for each branch, and what it lacks is said once.
void f(int a, long b) {
    asm volatile("cp.async.bulk.tensor [%0], [%1, {%0}], [%0];"
#if X
                 "nop;"
#else
                 "nop2;"
#endif
                 ::"r"(a), "l"(b) : "memory");
}
