/* Which threads of a CTA come to a step, and what an expression is in one of them. */
#ifndef PTXC_VALUES_THREADS_H
#define PTXC_VALUES_THREADS_H

#include "analysis/values/affine.h"
#include "analysis/values/condition.h"

/* Which threads of a CTA run a step. */
enum ptxc_thread_kind {
    PTXC_THREADS_ALL,      /* all, or none where the CTA does not come here */
    PTXC_THREADS_WARPS,    /* whole warps, not all of them as far as is known */
    PTXC_THREADS_PER_WARP, /* one thread of each warp, or of some warps */
    PTXC_THREADS_ONE,      /* one thread */
    PTXC_THREADS_SOME      /* it is not known which */
};
struct ptxc_threads {
    enum ptxc_thread_kind kind;
    bool elected;    /* elect.sync says which of the warp */
    bool warp_known; /* `warp` is the only one */
    int64_t warp;
    bool thread_known; /* `thread`, by %tid.x, is the only one */
    int64_t thread;
    bool lane_known; /* `lane`, of each warp, is the only one */
    int64_t lane;
    int64_t below; /* %tid.x is below this number; 0: no bound is known */
};
struct ptxc_threads ptxc_condition_threads(const struct ptxc_conditions *conditions,
                                           const struct ptxc_condition *condition);

/* Returns the expression in the thread whose %tid.x is `thread` and whose %tid.y and %tid.z are 0, where warps have 32
 * threads: what is the same for all threads stays as it is. 0 where that is not known. */
ptxc_affine ptxc_affine_at_thread(struct ptxc_affines *all, ptxc_affine expression, int64_t thread);

#endif
