// options: --ptx=9.5 --target=sm_100a
// Where a part of the mnemonic is unknown, so are the operands: nothing is said of a gate that one of them has.
__device__ void store(long to, unsigned value) {
    asm volatile("st.async.gpu.global.v4.b32" QUALIFIER " [%0], {%1,%1,%1,%1}, [%0];" :: "l"(to), "r"(value) : "memory");
    asm volatile("st.async.gpu.global.v4.b32 [%0], {%1,%1,%1,%1}, [%0];" :: "l"(to), "r"(value) : "memory");
}
