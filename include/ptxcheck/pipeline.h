/* ptxcheck: the pipeline of a kernel. What one execution of it does with asynchronous copies, event after event: which
 * copies start and when they complete, who waits for what, and where it goes wrong.
 *
 * In short:
 *
 *     struct ptxc_pipeline *pipeline = NULL;
 *     if (ptxc_pipeline_read(text, length, NULL, NULL, &pipeline) != PTXC_OK)
 *         return failure;
 *     for (size_t k = 0; k < ptxc_pipeline_count(pipeline); k++) {
 *         const struct ptxc_pipeline_kernel *kernel = ptxc_pipeline_get(pipeline, k);
 *         for (size_t i = 0; i < kernel->event_count; i++)
 *             use(kernel, ptxc_pipeline_event_get(pipeline, k, i));
 *     }
 *     ptxc_pipeline_free(pipeline);
 *
 * Threads: nothing here has state beyond its arguments. Several threads may read one pipeline; it must not be freed
 * while one of them does.
 *
 * Whether a NULL may stand: see ptxcheck.h. ptxc_pipeline_kernel and ptxc_pipeline_event, which the library makes and
 * hands out one by one, may grow at their end, as ptxc_diagnostic; ptxc_pipeline_place is frozen. docs/pipeline.md says
 * what the execution is, and what is assumed for it.
 */
#ifndef PTXCHECK_PIPELINE_H
#define PTXCHECK_PIPELINE_H

#include "ptxcheck.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What happens in an event. */
enum ptxc_event_kind {
    PTXC_EVENT_COPY = 0,       /* a copy starts: into `place`, or out of it with `outward` */
    PTXC_EVENT_COMPLETE = 1,   /* it completes, or a MULTIPLY does, as late as it may; `cause` is where it started */
    PTXC_EVENT_COMMIT = 2,     /* a group is closed: number `count` of its thread and kind, from 0 */
    PTXC_EVENT_WAIT_GROUP = 3, /* somebody has waited for groups, and at most `count` are left pending */
    PTXC_EVENT_INIT = 4,       /* the mbarrier `place` is made for `count` arrivals */
    PTXC_EVENT_INVALIDATE = 5, /* and ends */
    PTXC_EVENT_EXPECT = 6,     /* it waits for `bytes` more */
    PTXC_EVENT_ARRIVE = 7,     /* it gets `count` arrivals */
    PTXC_EVENT_PHASE = 8,      /* its phase `count` is complete, from 0; `cause` is what has completed it */
    PTXC_EVENT_WAIT = 9,       /* somebody passes the wait for its phase `count`; `cause` is where that completed */
    PTXC_EVENT_BARRIER = 10,   /* barrier `count` of the CTA is passed */
    PTXC_EVENT_CLUSTER = 11,   /* the barrier of the cluster is passed */
    PTXC_EVENT_FENCE = 12,     /* of the async proxy */
    PTXC_EVENT_READ = 13,      /* what a copy has written at `place` is read, for the first time since */
    PTXC_EVENT_WRITE = 14,     /* what a copy reads at `place` is written, for the first time since */
    PTXC_EVENT_MULTIPLY = 15,  /* the tensor core reads `place` */
    PTXC_EVENT_EXIT = 16,      /* the threads end */
    PTXC_EVENT_HAZARD = 17,    /* it goes wrong here: `message` says how */
    PTXC_EVENT_STUCK =
        18 /* the execution ends, since all wait: these for the mbarrier `place`, or at barrier `count` */
};

/* What tells that a copy is complete, or which groups an event is about. */
enum ptxc_event_completion {
    PTXC_COMPLETION_NONE = 0,
    PTXC_COMPLETION_GROUP = 1,      /* the groups of cp.async (ISA 9.7.9.25.3) */
    PTXC_COMPLETION_BULK_GROUP = 2, /* those of bulk copies (ISA 9.7.9.25.2) */
    PTXC_COMPLETION_BARRIER = 3     /* an mbarrier */
};

/* An event without a cause has this one. */
#define PTXC_NO_EVENT UINT32_MAX

/* A place in shared memory. */
struct ptxc_pipeline_place {
    const char *variable; /* is the name of the variable around it, closed by a NUL; NULL: not known, or no place */
    uint32_t offset;      /* is how many bytes into the variable it lies */
    uint32_t address;     /* is its address in the shared memory of its CTA, as the execution has laid that out */
};

/* An event. Those of one warp are in the order of its program; those of several in one of the orders that they may
 * have. All its pointers live as long as the pipeline. */
struct ptxc_pipeline_event {
    enum ptxc_event_kind kind;
    enum ptxc_event_completion completion; /* of COPY, COMPLETE, COMMIT and WAIT_GROUP */
    struct ptxc_span span;                 /* is the instruction in the source */
    uint32_t cause;                        /* is the index of the event that it follows from, or PTXC_NO_EVENT */
    uint32_t cta, warp;                    /* are who it happens to, from 0 */
    uint32_t role;                         /* is the role of that warp */
    uint32_t lanes;                        /* is how many threads of the warp take part, at most 32 */
    int outward;                           /* is 1 of a copy out of shared memory, else 0 */
    uint32_t iteration;                    /* of the innermost loop around it, from 1; 0: it is in none */
    struct ptxc_pipeline_place place;      /* is the mbarrier or the shared memory that it is about */
    struct ptxc_pipeline_place barrier;    /* is the mbarrier on which a copy completes */
    uint32_t bytes;                        /* of all threads together; 0: not known, or none */
    uint32_t count;                        /* as the kind says */
    const char *rule;                      /* of HAZARD the id of its rule, else NULL */
    const char *message;                   /* of HAZARD one line without a full stop, else NULL */
    struct ptxc_pipeline_place ring;       /* of COPY: is the first slot of its ring; address 0: it is in none */
};

/* A kernel. All its pointers live as long as the pipeline. */
struct ptxc_pipeline_kernel {
    const char *name;      /* is closed by a NUL */
    struct ptxc_span span; /* is its name in the source */
    struct ptxc_span body; /* is all from its name to its last statement */
    uint32_t warps;        /* of one CTA */
    uint32_t ctas;         /* that were executed: those of one cluster */
    uint32_t role_count;   /* warps of one role go the same ways, whichever of them makes the mbarriers */
    const uint16_t *roles; /* has the role of warp w of CTA c at [c * warps + w], from 0 */
    const char *assumed;   /* is what was chosen for it, "128 threads and 12 for integer parameters", or "" */
    const char *stopped;   /* is why the execution ends early, or why there is none; NULL: it does not */
    size_t event_count;    /* is 0 where there is none */
    /* is what was executed, and how far it came: of this execution alone; NULL where there is none */
    const struct ptxc_kernel *execution;
    const char *unknown; /* is what of it is not known, so that more may go wrong, one line; NULL: nothing */
};

/* A pipeline has the executions of the kernels of one source. It belongs to the caller, who frees it. */
struct ptxc_pipeline;

/* Executes the kernels of a module of `length` bytes of PTX that have asynchronous copies, in the order of the source;
 * with `kernel`, a name closed by a NUL, that one alone, whether it has copies or not. The source needs no NUL, is not
 * written, and may be freed as soon as the call returns. `options` may be NULL: of them the target, the PTX version,
 * the assumptions, the allocator, and what concerns the report are used. With PTXC_OK the caller frees *pipeline with
 * ptxc_pipeline_free; with anything else it is NULL: PTXC_OUT_OF_MEMORY, PTXC_BAD_ARGUMENT for the options or a NULL,
 * PTXC_TOO_LARGE for 2^31 bytes or more. Any number of threads may call it at once. */
PTXC_API enum ptxc_status ptxc_pipeline_read(const char *source, size_t length, const struct ptxc_options *options,
                                             const char *kernel, struct ptxc_pipeline **pipeline);

/* Gives how many kernels there are: 0 where none has copies, or where there is none of the name. */
PTXC_API size_t ptxc_pipeline_count(const struct ptxc_pipeline *pipeline);

/* Gives kernel `index`; NULL where ptxc_pipeline_count is not above it. */
PTXC_API const struct ptxc_pipeline_kernel *ptxc_pipeline_get(const struct ptxc_pipeline *pipeline, size_t index);

/* Gives event `index` of a kernel; NULL where `event_count` is not above it, or there is no such kernel. */
PTXC_API const struct ptxc_pipeline_event *ptxc_pipeline_event_get(const struct ptxc_pipeline *pipeline, size_t kernel,
                                                                   size_t index);

/* Gives the report that ptxc_check makes of the source with these options and PTXC_CHECK_FLOW. It belongs to the
 * pipeline. */
PTXC_API const struct ptxc_report *ptxc_pipeline_report(const struct ptxc_pipeline *pipeline);

/* Frees the pipeline. It may be NULL. */
PTXC_API void ptxc_pipeline_free(struct ptxc_pipeline *pipeline);

/* Give the name of an enumerator in words, "copy", "wait_group", a constant; NULL where there is no such one. */
PTXC_API const char *ptxc_event_kind_name(enum ptxc_event_kind kind);
PTXC_API const char *ptxc_event_completion_name(enum ptxc_event_completion completion);

#ifdef __cplusplus
}
#endif

#endif
