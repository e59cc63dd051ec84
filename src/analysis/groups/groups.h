/* Copies and their async-groups: what is known of each at a point of a function, and what may not be touched then (G01
 * to G15).
 */
#ifndef PTXC_GROUPS_GROUPS_H
#define PTXC_GROUPS_GROUPS_H

#include "analysis/findings/hazard.h"
#include "analysis/findings/violation.h"
#include "analysis/findings/writers.h"

/* How far a copy has come, on the path on which it has come furthest. The greater wins where paths meet. */
enum ptxc_progress {
    PTXC_NOT_ISSUED,
    PTXC_UNCOMMITTED,
    PTXC_COMMITTED,       /* + so many groups were committed after its own */
    PTXC_DONE_HERE = 250, /* for the thread that waited; the others have not been told */
    PTXC_DONE = 255
};

enum { PTXC_GROUPS_UNBOUNDED = 16 }; /* so many pending groups stand for any number */

/* A copy that the function starts, and what is known of it once for all. */
struct ptxc_pending_copy {
    uint32_t step;
    enum ptxc_completion completion;
    bool has_source, has_target;
    struct ptxc_memory_range source, target; /* in shared memory; else the flag is not set */
    struct ptxc_memory_range first_source,
        first_target; /* the same in the first thread; address 0: not known, or it is not run there */
    struct ptxc_condition condition;
    uint32_t like; /* the first of the copies in a row up to this one that have the same condition */
    struct ptxc_threads threads;
    bool said; /* something was reported of it */
};

/* A copy at one point of the function. */
struct ptxc_pending {
    uint8_t written; /* ptxc_progress: the target is written */
    uint8_t read;    /* likewise: the source is read, and may be changed */
    bool stale;      /* it was started in an earlier round of a loop, and its addresses may be others now */
    bool vacuous;    /* the last wait that left it pending cannot wait for anything */
    bool other_kind; /* since then a group of the other kind was committed that holds nothing */
    uint8_t left;    /* so many groups were newer than its own when that wait came */
    uint32_t wait;   /* 1 + the last step that waited and left it pending, or 0 */
    uint32_t commit; /* 1 + the step that committed it, or 0 */
};

struct ptxc_pending_groups {
    const struct ptxc_flow *flow;
    struct ptxc_pending_copy *copies;
    uint32_t count;
    struct ptxc_writers others; /* than copies of cp.async */
    uint32_t *spoken;           /* of each step: 1 + the rule that was reported of it last, or 0 */
};

/* Reports what is wrong with the groups of a function. */
void ptxc_groups_check(const struct ptxc_flow *flow);

/* Looks at a step with all copies as they are before it. */
void ptxc_groups_look(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, uint32_t step);

/* Looks at a wait before which copies of its kind were started on every way, and no group was committed on any. */
void ptxc_groups_look_at_wait(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step);

/* Looks at an end of the function with all copies as they are there. */
void ptxc_groups_look_at_exit(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step);

/* Whether the step is certain to run in an execution in which the copy was started, by the same thread. */
bool ptxc_copy_meets(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy,
                     const struct ptxc_condition *condition);

/* Reports what was found, once for a place and a rule: one step may touch what several copies write. */
void ptxc_groups_give(const struct ptxc_pending_groups *groups, struct ptxc_hazard *hazard, uint32_t step);

/* Reports a violation, likewise. */
void ptxc_groups_report(const struct ptxc_pending_groups *groups, const struct ptxc_violation *violation,
                        uint32_t step);

/* The mnemonic of copies of its kind, for messages. */
const char *ptxc_copy_kind(const struct ptxc_pending_copy *copy);

/* Reports a copy that was committed with the instruction of the other kind of groups. */
void ptxc_groups_report_wrong_kind(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                   const struct ptxc_pending *pending);

/* Reports a wait that the thread which has started the copy does not run, if that is why the copy is pending. */
bool ptxc_groups_report_foreign(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy);

#endif
