/* Tensor maps that the function itself changes, and what its copies see of them (F06, F07, F08, D09). */
#ifndef PTXC_MAP_RULES_H
#define PTXC_MAP_RULES_H

#include "flow/hazard.h"

/* Reports what is wrong with the tensor maps of a function. */
void ptxc_maps_check(const struct ptxc_flow *flow);

#endif
