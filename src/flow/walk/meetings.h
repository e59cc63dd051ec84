/* Barriers at which threads meet: those of a CTA, and that of the cluster. */
#ifndef PTXC_WALK_MEETINGS_H
#define PTXC_WALK_MEETINGS_H

#include "flow/walk/machine.h"

/* A part of a warp comes to a barrier of its CTA; whether it may go on at once. */
bool ptxc_meeting_come(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part,
                       const struct ptxc_op *op, uint32_t lanes);

/* Arrives at the barrier of the cluster; waits for it: whether it is complete. */
void ptxc_cluster_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes);
bool ptxc_cluster_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Threads have ended: those that wait for all of them wait for fewer now. */
void ptxc_meetings_leave(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lanes);

#endif
