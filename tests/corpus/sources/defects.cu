// Mistakes that were met in public code: each message says what to write instead.
__device__ void multicast(unsigned tile, const void *map, int x, int y, int z, unsigned bar, short mask) {
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast_cluster"
                 " [%0], [%1, {%2, %3, %4}], [%5], %6;"
                 :: "r"(tile), "l"(map), "r"(x), "r"(y), "r"(z), "r"(bar), "h"(mask) : "memory");
}

template <int Rank> __device__ void store(const void *map, int a, int b, int c, int d, int e, unsigned tile) {
    if constexpr (Rank == 3)
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.tile [%0, {%1, %2, %3}], [%4];\n"
                     :: "l"(map), "r"(a), "r"(b), "r"(c), "r"(tile) : "memory");
    else if constexpr (Rank == 4)
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.tile [%0, {%1, %2, %3, %4}], [%5];\n"
                     :: "l"(map), "r"(a), "r"(b), "r"(c), "r"(d), "r"(tile) : "memory");
    else
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group.tile [%0, {%1, %2, %3, %4, %5}], "
                     "[%6];\n" :: "l"(map), "r"(a), "r"(b), "r"(c), "r"(d), "r"(e), "r"(tile) : "memory");
}

__device__ void arrive(unsigned bar) {
    asm volatile("cp.async.arrive.shared.b64 [%0];" :: "r"(bar) : "memory");
}

__device__ bool wait(unsigned bar, unsigned phase) {
    unsigned done;
    asm volatile("{\n\t"
                 ".reg .pred over;\n\t"
                 "mbarrier.try_wait.parity.nosleep.shared.b64 over, [%1], %2;\n\t"
                 "selp.b32 %0, 1, 0, over;\n\t"
                 "}" : "=r"(done) : "r"(bar), "r"(phase) : "memory");
    return done;
}

__device__ void expect(unsigned bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_copy.shared.b64 _, [%0], %1;" :: "r"(bar), "r"(bytes) : "memory");
}

__device__ void fence() {
    asm volatile("fence.proxy.async.global::cta;\n" ::: "memory");
}

// Without a state space the address is generic, and a generic address has 64 bits.
__device__ void narrow(unsigned bar, unsigned bytes) {
    asm volatile("{mbarrier.arrive.expect_tx.b64 _, [%0], %1; \n\t}" :: "r"(bar), "r"(bytes) : "memory");
}

// A pointer of C++ is generic, and .shared wants an address of the shared window.
__device__ void wide(unsigned long long *bar, unsigned count) {
    asm volatile("{mbarrier.arrive.shared.b64 _, [%0], %1;\n\t}" :: "l"(bar), "r"(count) : "memory");
    asm volatile("{mbarrier.arrive.shared.b64 _, [%0], %1;\n\t}"
                 :: "l"(__cvta_generic_to_shared(bar)), "r"(count) : "memory");
}

__device__ bool elect() {
    unsigned chosen;
    asm volatile("{ .reg .pred leader; elect.one.sync _|leader, 0xffffffff; selp.b32 %0, 1, 0, leader; }"
                 : "=r"(chosen));
    return chosen;
}

__device__ void off_by_one(unsigned tile, const void *map, unsigned bar, int x, int y, unsigned long long policy) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
                 " [%0], [%1, {%3, %4}], [%2], %6;"
                 :: "r"(tile), "l"(map), "r"(bar), "r"(x), "r"(y), "l"(policy) : "memory");
}

__device__ void reduce(void *dst, unsigned tile, unsigned bytes) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.noftz.f16 [%0], [%1], %2;"
                 :: "l"(dst), "r"(tile), "r"(bytes) : "memory");
}
