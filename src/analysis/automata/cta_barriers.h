/* Barriers: those of a CTA, that of the cluster, and what lanes of one warp know of each other: clocks are those of
 * warps, and say nothing of it.
 */
#ifndef PTXC_AUTOMATA_CTA_BARRIERS_H
#define PTXC_AUTOMATA_CTA_BARRIERS_H

#include "analysis/automata/machine.h"

/* A split of a warp arrives at a barrier of its CTA. Returns whether it may go on at once. */
bool ptxc_cta_barrier_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                             const struct ptxc_op *op, uint32_t lanes);

/* A split comes to wgmma.fence, before the four warps of a warpgroup multiply as one: on hardware none of them begins
 * before all have come, though the ISA does not promise that one sees then what the others wrote. Returns whether it
 * may go on; it also may once all others wait, so that a warp which takes another way holds up nobody. */
bool ptxc_warpgroup_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split);

/* Arrives at the barrier of the cluster; waits for it, and returns whether it is complete. */
void ptxc_cluster_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes);
bool ptxc_cluster_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Threads have ended: barriers of all threads of the CTA, and that of the cluster, wait for fewer now. */
void ptxc_cta_barriers_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lanes);

/* Lanes of the warp write shared memory together. */
void ptxc_warp_write(struct ptxc_warp *warp, uint32_t step, uint32_t lanes);

/* All lanes of the warp synchronize; with `memory` each also knows what the others have written. */
void ptxc_warp_sync(struct ptxc_warp *warp, bool memory);

/* Looks whether an arrival of lanes on an mbarrier comes after what other lanes have written. */
void ptxc_warp_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                      uint32_t barrier);

#endif
