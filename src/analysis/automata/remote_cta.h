/* What CTAs of a cluster do in each other's shared memory: whether the other one is there yet, and still. */
#ifndef PTXC_AUTOMATA_REMOTE_CTA_H
#define PTXC_AUTOMATA_REMOTE_CTA_H

#include "analysis/automata/machine.h"

/* A warp reaches into the shared memory of a CTA, which may be its own; `copy`: by this copy, which reads no shared
 * memory; NULL: at once, or by one that does. */
void ptxc_remote_cta_access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t cta,
                            const struct ptxc_async_copy *copy);

/* All threads have ended: looks for accesses of which nobody in the CTA knew before it ended. */
void ptxc_remote_cta_check(struct ptxc_machine *machine);

#endif
