/* How many threads arrive on an mbarrier, against how many it counts (M11, M13). */
#ifndef PTXC_ARRIVAL_RULES_H
#define PTXC_ARRIVAL_RULES_H

#include "flow/hazard.h"

/* Reports mbarriers of a function that get too many or too few arrivals. */
void ptxc_arrivals_check(const struct ptxc_flow *flow);

#endif
