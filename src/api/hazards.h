/* The check for hazards while a source is read: each function body, when it is complete and what it calls is known. */
#ifndef PTXC_API_HAZARDS_H
#define PTXC_API_HAZARDS_H

#include "analysis/program/fingerprint.h"
#include "syntax/module.h"
#include "report/counts.h"

/* What waits for functions that it calls. */
struct ptxc_waiting {
    const struct ptxc_body *body;
    struct ptxc_environment environment;
};

/* The state of the check of one module. */
struct ptxc_hazards {
    struct ptxc_report *report;
    struct ptxc_library library;
    struct ptxc_arena arena;      /* of the analysis of one body after another */
    struct ptxc_waiting *waiting; /* in the order of the source */
    size_t waiting_count, waiting_capacity;
    bool looked;                   /* for the last function of the source */
    uint32_t last_function;        /* where its .func stands; 0: there is none */
    struct ptxc_verified verified; /* kernels in which nothing was found */
    struct ptxc_counts seen;       /* what was found, so that it is not said again of a copy of the function */
};

/* Has the reader of the module give bodies, if its report is to have hazards. `hazards` is filled here. */
void ptxc_hazards_begin(struct ptxc_module *module, struct ptxc_hazards *hazards);

/* Looks for hazards in the body that the reader gave last. */
void ptxc_hazards_check(struct ptxc_module *module, struct ptxc_hazards *hazards);

/* At the end of the walk: looks at what waits, and releases all memory. */
void ptxc_hazards_finish(struct ptxc_module *module, struct ptxc_hazards *hazards);

#endif
