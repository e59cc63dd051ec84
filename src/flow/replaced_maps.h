/* Tensor maps that a function puts together by tensormap.replace. */
#ifndef PTXC_REPLACED_MAPS_H
#define PTXC_REPLACED_MAPS_H

#include "flow/hazard.h"

/* Judges each map of which several fields are replaced by constants. */
void ptxc_replaced_maps_check(const struct ptxc_flow *flow);

#endif
