/* The rules about mbarriers (M01 to M10, M12, M14 to M16, M18 to M21, G11). */
#ifndef PTXC_BARRIER_RULES_H
#define PTXC_BARRIER_RULES_H

#include "flow/hazard.h"

/* Reports what is wrong with the mbarriers of a function. */
void ptxc_barriers_check(const struct ptxc_flow *flow);

#endif
