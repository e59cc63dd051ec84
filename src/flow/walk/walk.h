/* The walk: runs a kernel with chosen values, all threads of it, and looks for what goes wrong in rings, phases and
 * tails, which no lattice over symbols sees.
 */
#ifndef PTXC_WALK_H
#define PTXC_WALK_H

#include "flow/hazard.h"

/* Looks for hazards in the kernel of an analysis, and gives those that were not given yet. */
void ptxc_walk_check(const struct ptxc_flow *flow);

#endif
