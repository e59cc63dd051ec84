/* What must be true of async-groups where others are told of them, and where a thread ends. */
#ifndef PTXC_AUTOMATA_GROUP_ENDS_H
#define PTXC_AUTOMATA_GROUP_ENDS_H

#include "analysis/automata/machine.h"

/* Looks whether what a warp releases to other CTAs at a step is that copies were started whose writes may be to come.
 */
void ptxc_groups_check_release(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step);

/* Looks for copies of lanes that end at a step, of which something is still to come. */
void ptxc_groups_check_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes);

#endif
