// The hazards of mbarriers: wrong and right kernels.
#include "asm.h"

#define KERNEL(name) extern "C" __global__ void name(const uint4 *in, uint32_t *out, int n)
#define SHARED                                                                                      \
    __shared__ alignas(1024) unsigned char smem[4096];                                              \
    __shared__ alignas(8) uint64_t barrier;                                                         \
    const uint32_t sm = address(smem), mb = address(&barrier);                                      \
    [[maybe_unused]] uint32_t value
#define START(count)               \
    if (threadIdx.x == 0)          \
        INIT(mb, count, "");       \
    __syncthreads()
#define ARM(bytes, size)           \
    if (threadIdx.x == 0) {        \
        EXPECT_BYTES(mb, bytes, ""); \
        LOAD_BULK(sm, in, size, mb, ""); \
    }

KERNEL(read_wrong) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    READ(value, sm, MARK("read-before-mbarrier-wait"));
    out[threadIdx.x] = value;
    WAIT(mb, 0, "");
}
KERNEL(read_right) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    WAIT(mb, 0, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(read_in_loop_right) {
    SHARED;
    uint32_t sum = 0;
    START(1);
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        ARM(1024, 1024);
        WAIT(mb, i & 1, "");
        READ(value, sm, "");
        sum += value;
        FENCE(".shared::cta");
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
KERNEL(group_wrong) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    COMMIT_BULK("");
    WAIT_BULK_MARKED(0, MARK("mbarrier-load-waited-by-group"));
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(group_right) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    WAIT(mb, 0, "");
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK(0);
    }
}
KERNEL(init_twice_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0)
        INIT(mb, 2, MARK("double-init"));
    __syncthreads();
}
KERNEL(init_twice_right) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" : : "r"(mb) : "memory");
        INIT(mb, 2, "");
    }
    __syncthreads();
}
KERNEL(count_wrong) {
    SHARED;
    if (threadIdx.x == 0)
        INIT(mb, 0, MARK("count-out-of-range"));
}
KERNEL(count_right) {
    SHARED;
    if (threadIdx.x == 0)
        INIT(mb, (1 << 20) - 1, "");
}
KERNEL(use_wrong) {
    SHARED;
    if (threadIdx.x == 0)
        ARRIVE(mb, MARK("use-before-init"));
}
KERNEL(use_right) {
    SHARED;
    if (threadIdx.x == 0) {
        INIT(mb, 1, "");
        ARRIVE(mb, "");
    }
}
KERNEL(bytes_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        EXPECT_BYTES(mb, 2048, MARK("tx-bytes-mismatch"));
        LOAD_BULK(sm, in, 1024, mb, "");
    }
    WAIT(mb, 0, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(bytes_right) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        EXPECT_BYTES(mb, 2048, "");
        LOAD_BULK(sm, in, 1024, mb, "");
        LOAD_BULK(sm + 1024, in + 64, 1024, mb, "");
    }
    WAIT(mb, 0, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(expect_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        ARRIVE(mb, "");
        LOAD_BULK(sm, in, 1024, mb, MARK("missing-expect-tx"));
    }
    WAIT(mb, 0, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(expect_right) {
    SHARED;
    START(2);
    if (threadIdx.x == 0)
        ARRIVE(mb, "");
    ARM(1024, 1024);
    WAIT(mb, 0, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(range_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" MARK("expect-range")
                     : : "r"(mb), "r"(1 << 20) : "memory");
}
KERNEL(range_right) {
    SHARED;
    START(1);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;"
                     : : "r"(mb), "r"((1 << 20) - 1) : "memory");
}
KERNEL(relaxed_wrong) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    WAIT(mb, 0, ".relaxed.cta");
    READ(value, sm, MARK("relaxed-wait-then-read"));
    out[threadIdx.x] = value;
}
KERNEL(relaxed_right) {
    SHARED;
    START(1);
    ARM(1024, 1024);
    WAIT(mb, 0, ".acquire.cta");
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(live_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0)
        WRITE(mb, n, MARK("generic-access-to-live-mbarrier"));
}
KERNEL(live_right) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" : : "r"(mb) : "memory");
        WRITE(mb, n, "");
    }
}
KERNEL(size_wrong) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        EXPECT_BYTES(mb, 24, "");
        LOAD_BULK(sm, in, 24, mb, MARK("bulk-size-constant"));
    }
    WAIT(mb, 0, "");
}
KERNEL(size_right) {
    SHARED;
    START(1);
    if (threadIdx.x == 0) {
        EXPECT_BYTES(mb, 32, "");
        LOAD_BULK(sm, in, 32, mb, "");
    }
    WAIT(mb, 0, "");
}
KERNEL(overlap_wrong) {
    SHARED;
    const uint32_t inner = sm + 64;
    if (threadIdx.x == 0)
        INIT(inner, 1, "");
    __syncthreads();
    if (threadIdx.x == 0) {
        EXPECT_BYTES(inner, 4096, "");
        LOAD_BULK(sm, in, 4096, inner, MARK("bulk-dst-overlaps-mbarrier"));
    }
    WAIT(inner, 0, "");
    out[0] = mb;
}
KERNEL(overlap_right) {
    SHARED;
    const uint32_t inner = sm + 64;
    if (threadIdx.x == 0)
        INIT(inner, 1, "");
    __syncthreads();
    if (threadIdx.x == 0) {
        EXPECT_BYTES(inner, 2048, "");
        LOAD_BULK(sm + 1024, in, 2048, inner, "");
    }
    WAIT(inner, 0, "");
    out[0] = mb;
}
