/* From a copy to one plan of a kind, or to the reason why there is none. What the assembler says of its text is not
 * asked here.
 */
#ifndef PTXC_PLAN_PLANNER_H
#define PTXC_PLAN_PLANNER_H

#include "plan/axes.h"
#include "report/sink.h"

/* Whether the kind copies between the spaces of the copy. */
bool ptxc_plan_suits(const struct ptxc_copy *copy, enum ptxc_plan_kind kind);

/* Makes the plan of this kind, whatever comes of it. `arena` is for what is said of its tensor map. */
void ptxc_plan_make(const struct ptxc_copy *copy, enum ptxc_plan_kind kind, struct ptxc_arena *arena,
                    struct ptxc_plan *plan);

#endif
