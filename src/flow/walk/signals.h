/* Instructions on mbarriers. */
#ifndef PTXC_WALK_SIGNALS_H
#define PTXC_WALK_SIGNALS_H

#include "flow/walk/machine.h"

/* Performs an op on an mbarrier that does not wait. */
void ptxc_signal(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Performs a wait: whether the part may go on. It may if the phase is complete, or if nothing else can go on, once:
 * then the wait's result is false. */
bool ptxc_signal_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part,
                      const struct ptxc_op *op, uint32_t lanes);

#endif
