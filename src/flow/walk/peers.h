/* What CTAs of a cluster do in each other's shared memory: whether the other one is there yet, and still. */
#ifndef PTXC_WALK_PEERS_H
#define PTXC_WALK_PEERS_H

#include "flow/walk/machine.h"

/* A warp reaches into the shared memory of a CTA, which may be its own. */
void ptxc_peers_reach(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t cta);

/* All threads have ended: looks for accesses of which nobody in the CTA knew before it ended. */
void ptxc_peers_check(struct ptxc_machine *machine);

#endif
