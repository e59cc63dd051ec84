/* Instructions of tensor memory. */
#ifndef PTXC_EXECUTION_TENSOR_OPERATIONS_H
#define PTXC_EXECUTION_TENSOR_OPERATIONS_H

#include "analysis/automata/machine.h"

/* Allocates as many columns as an op asks for; returns whether it is known where. */
bool ptxc_tensor_allocate(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint64_t *address);

/* A load, a store, a wait for either, or a deallocation. */
void ptxc_tensor_operation(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes);

/* What a multiplication, or a copy, of the tensor core reads and writes in tensor memory. */
void ptxc_tensor_multiply(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes);

#endif
