/* Whether more threads arrive on an mbarrier than it counts, which makes many other things go wrong. */
#ifndef PTXC_WALK_CROWD_H
#define PTXC_WALK_CROWD_H

#include "flow/walk/machine.h"

/* Where something went wrong in the run, and more arrivals came to an mbarrier than it counts, that is why: adds it. */
void ptxc_crowd_explain(struct ptxc_machine *machine);

#endif
