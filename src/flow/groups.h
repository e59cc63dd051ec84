/* Copies and their async-groups: what is pending where, and what may not be touched then (G01 to G15). */
#ifndef PTXC_GROUPS_H
#define PTXC_GROUPS_H

#include "flow/hazard.h"

/* Reports what is wrong with the groups of a function. */
void ptxc_groups_check(const struct ptxc_flow *flow);

#endif
