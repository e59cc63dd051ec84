/* Tensor memory: what a kernel allocates must be given back, before it ends and as it was taken. */
#ifndef PTXC_RULES_TENSOR_MEMORY_H
#define PTXC_RULES_TENSOR_MEMORY_H

#include "analysis/findings/hazard.h"

/* Reports what the function does wrong with tensor memory. */
void ptxc_tensor_memory_check(const struct ptxc_flow *flow);

#endif
