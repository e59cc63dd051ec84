/* Instructions on mbarriers. */
#ifndef PTXC_EXECUTION_MBARRIER_OPERATIONS_H
#define PTXC_EXECUTION_MBARRIER_OPERATIONS_H

#include "analysis/automata/machine.h"

/* Executes an op on an mbarrier that does not wait. */
void ptxc_mbarrier_operation(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                             uint32_t lanes);

/* Executes a wait. Returns whether the split may go on. It may if the phase is complete, or if nothing else can go on,
 * once: then the wait's result is false. */
bool ptxc_mbarrier_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                        const struct ptxc_op *op, uint32_t lanes);

#endif
