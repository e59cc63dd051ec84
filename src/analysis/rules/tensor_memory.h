/* Tensor memory: what a kernel allocates must be given back, before it ends and as it was taken. */
#ifndef PTXC_RULES_TENSOR_MEMORY_H
#define PTXC_RULES_TENSOR_MEMORY_H

#include "analysis/findings/hazard.h"

enum ptxc_tensor_memory_deed {
    PTXC_TMEM_NOTHING,
    PTXC_TMEM_ALLOCATE, /* takes columns; waits until there are as many */
    PTXC_TMEM_FREE,     /* gives columns back */
    PTXC_TMEM_GIVE_UP   /* ends the right of the CTA to allocate */
};

/* What the step does with tensor memory. */
enum ptxc_tensor_memory_deed ptxc_step_tensor_memory(const struct ptxc_step *step);

/* Reports what the function does wrong with tensor memory. */
void ptxc_tensor_memory_check(const struct ptxc_flow *flow);

#endif
