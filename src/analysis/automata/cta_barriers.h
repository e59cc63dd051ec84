/* Barriers at which threads meet: those of a CTA, and that of the cluster. */
#ifndef PTXC_AUTOMATA_CTA_BARRIERS_H
#define PTXC_AUTOMATA_CTA_BARRIERS_H

#include "analysis/automata/machine.h"

/* A split of a warp comes to a barrier of its CTA; whether it may go on at once. */
bool ptxc_cta_barrier_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                             const struct ptxc_op *op, uint32_t lanes);

/* Arrives at the barrier of the cluster; waits for it: whether it is complete. */
void ptxc_cluster_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes);
bool ptxc_cluster_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Threads have ended: those that wait for all of them wait for fewer now. */
void ptxc_cta_barriers_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lanes);

#endif
