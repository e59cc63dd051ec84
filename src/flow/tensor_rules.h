/* Copies against the tensor maps that they name, where the caller has told of those. */
#ifndef PTXC_TENSOR_RULES_H
#define PTXC_TENSOR_RULES_H

#include "flow/hazard.h"

/* Reports copies that do not go with their tensor maps. */
void ptxc_tensors_check(const struct ptxc_flow *flow);

#endif
