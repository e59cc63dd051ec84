// The hazards of groups: wrong and right kernels.
#include "asm.h"

#define KERNEL(name) extern "C" __global__ void name(const uint4 *in, uint32_t *out, uint32_t *flag, int n)
#define SHARED                                          \
    __shared__ alignas(1024) unsigned char smem[4096];  \
    const uint32_t sm = address(smem);                  \
    [[maybe_unused]] uint32_t value

KERNEL(read_before_wait_wrong) {
    SHARED;
    const uint32_t slot = sm + threadIdx.x * 16;
    COPY(slot, in + threadIdx.x, "");
    COMMIT();
    READ(value, slot, MARK("read-before-wait"));
    out[threadIdx.x] = value;
    WAIT_GROUP(0, "");
}
KERNEL(read_before_wait_right) {
    SHARED;
    const uint32_t slot = sm + threadIdx.x * 16;
    COPY(slot, in + threadIdx.x, "");
    COMMIT();
    WAIT_GROUP(0, "");
    READ(value, slot, "");
    out[threadIdx.x] = value;
}
KERNEL(read_before_wait_loop_wrong) {
    SHARED;
    uint32_t sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        COPY(sm + threadIdx.x * 16, in + i * 64 + threadIdx.x, "");
        COMMIT();
        READ(value, sm + threadIdx.x * 16, MARK("read-before-wait"));
        sum += value;
        WAIT_GROUP(0, "");
    }
    out[threadIdx.x] = sum;
}
KERNEL(uncommitted_wrong) {
    SHARED;
    COPY(sm, in, "");
    WAIT_GROUP(0, MARK("uncommitted-at-wait"));
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(uncommitted_right) {
    SHARED;
    COPY(sm, in, "");
    WAIT_ALL();
    READ(value, sm, "");
    out[threadIdx.x] = value;
}
KERNEL(too_large_wrong) {
    SHARED;
    COPY(sm, in, "");
    COMMIT();
    COPY(sm + 16, in + 1, "");
    COMMIT();
    WAIT_GROUP(1, MARK("wait-n-too-large"));
    READ(value, sm + 16, "");
    out[threadIdx.x] = value;
}
KERNEL(too_large_right) {
    SHARED;
    COPY(sm, in, "");
    COMMIT();
    COPY(sm + 16, in + 1, "");
    COMMIT();
    WAIT_GROUP(1, "");
    READ(value, sm, "");
    out[threadIdx.x] = value;
    WAIT_GROUP(0, "");
}
KERNEL(two_copies_wrong) {
    SHARED;
    COPY(sm, in, "");
    COPY(sm, in + 4, MARK("two-copies-one-location"));
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(two_copies_right) {
    SHARED;
    if (n < 64)
        COPY(sm, in, "");
    else
        COPY(sm, in + 4, "");
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(size_wrong) {
    SHARED;
    COPY_SIZE(sm, in, 32, MARK("src-size-larger"));
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(size_right) {
    SHARED;
    COPY_SIZE(sm, in, threadIdx.x < n ? 16 : 0, "");
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(misaligned_wrong) {
    SHARED;
    COPY(sm + 4, in, MARK("cpasync-misaligned"));
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(misaligned_right) {
    SHARED;
    COPY(sm + 32, in, "");
    COMMIT();
    WAIT_GROUP(0, "");
}
KERNEL(wrong_kind_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        asm volatile("cp.async.commit_group;" MARK("wrong-group-kind") : : : "memory");
        WAIT_GROUP(0, "");
    }
}
KERNEL(wrong_kind_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        COPY(sm + 2048, in, "");
        COMMIT();
        WAIT_GROUP(0, "");
        WAIT_BULK_READ(0);
    }
}
KERNEL(pending_at_exit_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, MARK("bulk-store-pending-at-exit"));
        COMMIT_BULK("");
    }
}
KERNEL(pending_at_exit_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(overwrite_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WRITE(sm, n, MARK("overwrite-source-before-read-wait"));
        WAIT_BULK_READ(0);
    }
}
KERNEL(overwrite_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        STORE_BULK(out + 512, sm + 2048, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(1);
        WRITE(sm, n, "");
        WAIT_BULK_READ(0);
    }
}
KERNEL(publish_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
        RELEASE(flag, MARK("read-wait-then-publish"));
    }
}
KERNEL(publish_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK(0);
        RELEASE(flag, "");
    }
}
KERNEL(fence_wrong) {
    SHARED;
    WRITE(sm + threadIdx.x * 16, n, "");
    __syncthreads();
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, MARK("missing-proxy-fence-raw"));
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(fence_right) {
    SHARED;
    WRITE(sm + threadIdx.x * 16, n, "");
    FENCE(".shared::cta");
    __syncthreads();
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 1024, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(bulk_misaligned_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm + 8, 16, MARK("bulk-misaligned"));
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(bulk_misaligned_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm + 16, 16, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(overflow_wrong) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 8192, MARK("range-overflow"));
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
KERNEL(overflow_right) {
    SHARED;
    if (threadIdx.x == 0) {
        STORE_BULK(out, sm, 4096, "");
        COMMIT_BULK("");
        WAIT_BULK_READ(0);
    }
}
