// options: -W asm-shared-address=warning
// Which 64-bit operands are addresses of .shared, and which are pointers.
#include <cstdint>

extern __shared__ char dynamic_smem[];

__device__ uint64_t converted(void *p);
__device__ uint64_t to_shared(const void *p);

#define COPY(dst, src, n) \
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "l"(dst), "l"(src), "n"(n) : "memory")

// Right: no note.
__device__ void windows(void *smem, void *q, const int *src, uint64_t smem_address, uint64_t given) {
    auto p = __cvta_generic_to_shared(smem);
    size_t second = 4 + static_cast<size_t>(__cvta_generic_to_shared(smem));
    void *third = reinterpret_cast<void *>(__cvta_generic_to_shared(q));
    uint64_t fourth, fifth, sixth = p;
    fourth = to_shared(q);
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(fifth) : "l"(q));
    COPY(p, src, 4);
    COPY(p + 16, src, 4);
    COPY(second, src, 4);
    COPY(third, src, 4);
    COPY(fourth, src, 4);
    COPY(fifth, src, 4);
    COPY(sixth, src, 4);
    COPY(to_shared(q), src, 4);
    COPY(__cvta_generic_to_shared(q), src, 4);
    COPY(smem_address, src, 4);
    COPY(given, src, 4);
    if (given) {
        uint64_t q = __cvta_generic_to_shared(smem);
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "l"(q), "r"(1) : "memory");
    }
}

// Wrong: each is a generic address.
__device__ void pointers(float *smem, void *const __restrict__ smem_ptr, const int *src) {
    __shared__ uint64_t smem_barrier;
    __shared__ float tile[2][128];
    auto p = __cvta_generic_to_shared(smem);
    void *shared_end = smem + 16;
    uint64_t kept = reinterpret_cast<uint64_t>(smem_ptr);
    COPY(smem, src, 4);
    COPY(smem + 4, src, 4);
    COPY(smem_ptr, src, 4);
    COPY(tile, src, 4);
    COPY(&tile[1][0], src, 4);
    COPY(dynamic_smem, src, 4);
    COPY(shared_end, src, 4);
    COPY(kept, src, 4);
    COPY((uint64_t)smem_ptr, src, 4);
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "l"(&smem_barrier), "r"(1) : "memory");
    COPY(p, src, 4);
}

__device__ void neighbours(uint64_t smem, uint64_t shared_end, const int *src) {
    COPY(smem, src, 4);
    COPY(shared_end, src, 4);
}
