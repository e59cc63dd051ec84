/* Plans of copies: given where data lies and where it shall go, the asynchronous copies that move it, as PTX.
 *
 *     struct ptxc_copy copy = {.size = sizeof(copy), .target = "sm_90", .element_size = 2, .rank = 2};
 *     struct ptxc_plan plan = {.size = sizeof(plan)};
 *     copy.shape[0] = 64;                  // elements along the innermost dimension
 *     copy.shape[1] = 32;                  // rows
 *     copy.source.space = PTXC_Q_GLOBAL;
 *     copy.source.strides[0] = 2;          // bytes
 *     copy.source.strides[1] = 8192;
 *     ...
 *     if (ptxc_plan_copy(&copy, NULL, &plan, 1, &count) == PTXC_OK && count > 0 && plan.reason == PTXC_PLAN_MOVES)
 *         length = ptxc_plan_emit(&copy, &plan, text, sizeof(text));
 *
 * A plan says which instructions move the bytes, how many of them in which loops, what the mbarrier expects, and which
 * tensor map they need. Its text is a whole module that ptxcheck and ptxas accept. docs/plan.md has more.
 *
 * The conventions of ptxcheck.h on threads, NULL and sizes hold here, too.
 */
#ifndef PTXCHECK_PLAN_H
#define PTXCHECK_PLAN_H

#include "instruction.h"
#include "tensormap.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What moves the bytes. */
enum ptxc_plan_kind {
    PTXC_PLAN_NONE = 0,
    PTXC_PLAN_BULK_LOAD = 1,    /* cp.async.bulk, global to shared memory */
    PTXC_PLAN_BULK_STORE = 2,   /* cp.async.bulk, shared to global memory */
    PTXC_PLAN_BULK_CLUSTER = 3, /* cp.async.bulk, to the shared memory of another CTA of the cluster */
    PTXC_PLAN_TENSOR_LOAD = 4,  /* cp.async.bulk.tensor, global to shared memory */
    PTXC_PLAN_TENSOR_STORE = 5, /* cp.async.bulk.tensor, shared to global memory */
    PTXC_PLAN_CP_ASYNC = 6      /* cp.async, word by word, by all threads of a CTA */
};

/* Why a kind of plan does not move a copy; ptxc_plan_explain says it in words. */
enum ptxc_plan_reason {
    PTXC_PLAN_MOVES = 0,        /* it does */
    PTXC_PLAN_NOT_ASKED = 1,    /* the copy does not allow this kind */
    PTXC_PLAN_OVERLAP = 2,      /* elements of the destination may share bytes */
    PTXC_PLAN_ROOM = 3,         /* shared memory is too small */
    PTXC_PLAN_SAME_CTA = 4,     /* source and destination are memory of one CTA */
    PTXC_PLAN_SWIZZLE = 5,      /* this kind does not swizzle */
    PTXC_PLAN_RUN_SHORT = 6,    /* the longest contiguous run is too short */
    PTXC_PLAN_RUN_MULTIPLE = 7, /* its size is no multiple of what is needed */
    PTXC_PLAN_SOURCE = 8,       /* the source is not aligned as it must be */
    PTXC_PLAN_DESTINATION = 9,  /* the destination is not */
    PTXC_PLAN_ELEMENT = 10,     /* no tensor map has elements of this size */
    PTXC_PLAN_INNER = 11,       /* no dimension is contiguous on both sides */
    PTXC_PLAN_STEP = 12,        /* the tiles in shared memory would not be aligned as they must be */
    PTXC_PLAN_WORD = 13,        /* no word of a thread divides the run and what the addresses are multiples of */
    PTXC_PLAN_MAP = 14,         /* the driver would refuse the tensor map: ptxc_plan.rule */
    PTXC_PLAN_RULE = 15         /* the version or the target has not what is needed: ptxc_plan.rule */
};

/* No copy has more dimensions. */
enum { PTXC_COPY_MAX_RANK = 5 };

/* No plan has more loops: one for each dimension, and one where a run is cut into words. */
enum { PTXC_PLAN_MAX_LOOPS = 6 };

/* Where the data lies, or shall lie. */
struct ptxc_copy_side {
    enum ptxc_qualifier space; /* is PTXC_Q_GLOBAL, PTXC_Q_SHARED_CTA or PTXC_Q_SHARED_CLUSTER */
    uint32_t cta_rank;         /* is the rank in the cluster of the CTA whose memory it is, where one side is in
                                * .shared::cluster */
    uint64_t strides[PTXC_COPY_MAX_RANK]; /* are bytes from one element to the next, by dimension */
    uint64_t alignment; /* is what the address of the first element is a multiple of, in bytes; a power of two. 0: of
                         * nothing but the size of an element, in global memory; what the plan needs, in shared */
};

/* A copy that is to be planned: an array of `rank` dimensions, the innermost first. `size` begins it: it may grow at
 * its end. */
struct ptxc_copy {
    size_t size;           /* is sizeof(struct ptxc_copy) */
    const char *target;    /* is the target: "sm_90a" */
    uint32_t ptx;          /* is the PTX version, major * 100 + minor; 0: the least that the target and the plan need */
    uint32_t kinds;        /* has a bit (1 << ptxc_plan_kind) for each kind that may be planned; 0: all may */
    uint32_t element_size; /* is in bytes */
    uint32_t rank;         /* is how many dimensions there are */
    uint64_t shape[PTXC_COPY_MAX_RANK]; /* are elements, by dimension */
    struct ptxc_copy_side source, destination;
    uint32_t swizzle; /* is a CUtensorMapSwizzle: how the side in shared memory is swizzled, as a tensor map does it */
};

/* A loop around the copies. */
struct ptxc_plan_loop {
    uint64_t extent;          /* is how often it turns */
    int64_t source_step;      /* is what the address of the source grows by, in bytes; 0 where it is in a tensor map */
    int64_t destination_step; /* likewise */
    uint32_t dimension;       /* is the coordinate of the tensor map that grows */
    uint32_t coordinate_step; /* is what it grows by, in elements; 0: none grows */
};

/* A plan. The caller sets `size`; it may grow at its end. */
struct ptxc_plan {
    size_t size; /* is sizeof(struct ptxc_plan) */
    enum ptxc_plan_kind kind;
    enum ptxc_plan_reason reason; /* is PTXC_PLAN_MOVES, or why this kind does not move the copy */
    uint64_t found, wanted;       /* are numbers for ptxc_plan_explain */
    const char *rule;             /* is the id of the rule that is the reason, a constant, or NULL */
    enum ptxc_target target;      /* is that of the copy */
    uint32_t ptx;                 /* is the PTX version, major * 100 + minor */
    uint64_t bytes;               /* are moved, by all copies together */
    uint64_t run;                 /* is what one copy moves, in bytes */
    uint64_t copies;              /* is how many there are: the product of the extents */
    uint32_t loop_count;          /* is how many loops there are around the copy */
    struct ptxc_plan_loop loops[PTXC_PLAN_MAX_LOOPS]; /* are from the outermost to the innermost */
    uint64_t expect_tx;             /* is what the mbarrier of the destination expects, in bytes; 0: it has none */
    uint64_t source_alignment;      /* is what the address of the source must be a multiple of, in bytes */
    uint64_t destination_alignment; /* likewise */
    uint64_t dynamic_shared;        /* is how much dynamic shared memory the launch has to give, in bytes: 0 where
                                     * what the plan declares is static */
    uint32_t cluster;               /* is how many CTAs a cluster needs; 1: any launch will do */
    struct ptxc_tensormap map;      /* is the tensor map, for the kinds that need one; its address is unknown */
};

/* Plans a copy. `plans` has room for `capacity` of them and may be NULL; the `size` of each is set by the caller. They
 * are filled with one entry for each kind of plan between such spaces: first those that move the copy, from the one
 * with the least that it needs on, then those that do not, with their reasons. *count becomes how many there are of
 * both: 0 where nothing copies between these spaces. With `allocator` NULL memory comes from malloc; none of it
 * outlives the call. PTXC_BAD_ARGUMENT says that the copy is none: an unknown target, space, swizzle or version, a rank
 * or an extent of 0 or too large, an alignment that is no power of two, a CTA rank above 15, or more than 2^40 bytes.
 * PTXC_OUT_OF_MEMORY is the other status. Any number of threads may call it at once. */
PTXC_API enum ptxc_status ptxc_plan_copy(const struct ptxc_copy *copy, const struct ptxc_allocator *allocator,
                                         struct ptxc_plan *plans, size_t capacity, size_t *count);

/* Reads a copy in `length` bytes of JSON (docs/plan.md), and plans it. *report gets what is wrong with the document, or
 * why the copy has no plan, with places in `source`; the caller frees it with ptxc_report_free. `copy` and `plan`,
 * whose sizes the caller sets, become the copy and the first plan; plan->kind is PTXC_PLAN_NONE where there is none. Of
 * the options, which may be NULL, `target` and `ptx` replace what the document says; classes, overrides and the
 * allocator count as for ptxc_check. With anything but PTXC_OK *report is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT
 * for the options, a NULL or a size that was not set, PTXC_TOO_LARGE for a source of 2^31 bytes or more. */
PTXC_API enum ptxc_status ptxc_plan_json(const char *source, size_t length, const struct ptxc_options *options,
                                         struct ptxc_copy *copy, struct ptxc_plan *plan, struct ptxc_report **report);

/* Writes the module that does what a plan of the copy says: header, kernel, buffers in shared memory, the copies, and
 * what they have to wait for. It keeps the contract of snprintf. 0: one of both is none. */
PTXC_API size_t ptxc_plan_emit(const struct ptxc_copy *copy, const struct ptxc_plan *plan, char *buffer, size_t size);

/* Writes why a plan does not move its copy, in words; of one that does, 0. It keeps the contract of snprintf. */
PTXC_API size_t ptxc_plan_explain(const struct ptxc_plan *plan, char *buffer, size_t size);

/* Give the name of a kind, "bulk-load", and the way back: PTXC_PLAN_NONE for a name that is none. */
PTXC_API const char *ptxc_plan_kind_name(enum ptxc_plan_kind kind);
PTXC_API enum ptxc_plan_kind ptxc_plan_kind_from_name(const char *name);

#ifdef __cplusplus
}
#endif

#endif
