// How deep macros are followed into each other has a limit, of which the first use that meets it is told.
#define A(n) asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
#define B(n) A(n)
#define C(n) B(n)
#define D(n) C(n)
#define E(n) D(n)
__device__ void f() {
    D(-1);
    E(-1);
    E(-2);
}
