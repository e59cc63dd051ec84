/* Copies that nobody waits for, at waits and at the ends of a function. */
#ifndef PTXC_GROUP_ENDS_H
#define PTXC_GROUP_ENDS_H

#include "flow/pending.h"

/* Looks at a wait before which copies of its kind were started on every way, and no group was committed on any. */
void ptxc_groups_look_at_wait(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step);

/* Looks at an end of the function with all copies as they are there. */
void ptxc_groups_look_at_exit(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step);

#endif
