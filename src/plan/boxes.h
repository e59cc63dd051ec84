/* Tensor maps for a copy: how it is cut into boxes. */
#ifndef PTXC_PLAN_BOXES_H
#define PTXC_PLAN_BOXES_H

#include "plan/axes.h"
#include "report/sink.h"

/* Finds the largest boxes that the driver takes, that lie in shared memory as the copy has them and at multiples of
 * `alignment`, and fills in the map, the loops and what one copy moves. False, with the reason in the plan, where there
 * are none. */
bool ptxc_boxes_find(const struct ptxc_copy *copy, uint64_t alignment, struct ptxc_arena *arena,
                     struct ptxc_plan *plan);

#endif
