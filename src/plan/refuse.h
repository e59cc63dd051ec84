/* Says in a plan why it does not move its copy. */
#ifndef PTXC_PLAN_REFUSE_H
#define PTXC_PLAN_REFUSE_H

#include "plan/kinds.h"

/* Gives false, so that what makes a plan can end with it. */
static inline bool ptxc_plan_refuse(struct ptxc_plan *plan, enum ptxc_plan_reason reason, uint64_t found,
                                    uint64_t wanted) {
    plan->reason = reason;
    plan->found = found;
    plan->wanted = wanted;
    return false;
}

#endif
