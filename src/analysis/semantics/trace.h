/* What one execution of a kernel did, in the order of time: what the picture of a pipeline is drawn from. */
#ifndef PTXC_SEMANTICS_TRACE_H
#define PTXC_SEMANTICS_TRACE_H

#include "analysis/semantics/events.h"
#include "ptxcheck/pipeline.h"
#include "report/rules.h"

/* A place in shared memory: the address in its CTA, and the variable that it is in. */
struct ptxc_trace_place {
    uint32_t address;
    uint32_t symbol; /* id of the variable, 0: not known; `offset` bytes into it */
    uint32_t offset;
};

struct ptxc_trace_event {
    enum ptxc_event_kind kind;
    enum ptxc_completion completion; /* of COPY, COMPLETE, COMMIT, WAIT_GROUP */
    uint32_t step;                   /* of the program; its span is ptxc_step_span */
    uint32_t cause;                  /* index of another event, or UINT32_MAX */
    uint16_t cta, warp;              /* who */
    uint16_t other_cta;              /* of an access: in whose shared memory */
    uint16_t lanes;                  /* how many threads of the warp, at most 32 */
    bool outward;                    /* of a copy: out of shared memory */
    uint32_t iteration;              /* of the innermost loop around it, from 1; 0: it is in none */
    struct ptxc_trace_place place;   /* of a copy or access the piece of shared memory; of an mbarrier the mbarrier */
    struct ptxc_trace_place barrier; /* of a copy that completes on an mbarrier: that */
    struct ptxc_trace_place ring;    /* of a copy: the first slot of the ring that it goes around in; 0: none */
    uint32_t bytes;                  /* of all lanes together; 0: not known */
    uint32_t count;
    const char *message; /* of HAZARD */
    enum ptxc_rule_id rule;
};

/* One execution. */
struct ptxc_trace {
    const struct ptxc_trace_event *events;
    uint32_t count;
    uint32_t warps, ctas;      /* warps of one CTA */
    const uint16_t *roles;     /* of each warp of each CTA: warps of one role went the same ways; from 0 */
    struct ptxc_kernel kernel; /* what was executed, but for its name */
    const char *assumed;       /* what was chosen of it: "128 threads and 256 for integer parameters" */
    const char *stopped;       /* why it ends early, or NULL */
    const char *unknown;       /* what of it is not known, or NULL */
};

#endif
