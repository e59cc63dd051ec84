/* Copies that an mbarrier is told of. */
#ifndef PTXC_BARRIER_LOADS_H
#define PTXC_BARRIER_LOADS_H

#include "flow/barriers.h"

/* Reports what reads their data before a wait, and what nothing waits for (M10, M16, M20, M21, G11). */
void ptxc_barriers_check_loads(struct ptxc_barriers *barriers);

#endif
