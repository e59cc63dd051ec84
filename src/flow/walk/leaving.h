/* What a thread leaves behind when it ends. */
#ifndef PTXC_WALK_LEAVING_H
#define PTXC_WALK_LEAVING_H

#include "flow/walk/machine.h"

/* These lanes end at a step: looks for copies of theirs that still read shared memory. */
void ptxc_leaving_check(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes);

#endif
