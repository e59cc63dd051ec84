/* Instructions of the family and of tensor cores: those that start copies, those that close groups and wait for them,
 * those on mbarriers, and those of tensor memory.
 */
#ifndef PTXC_EXECUTION_OPERATIONS_H
#define PTXC_EXECUTION_OPERATIONS_H

#include "analysis/automata/machine.h"

struct ptxc_memory_place;

/* The copy of an op, in these lanes. */
void ptxc_async_start_copy(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes);

/* What the tensor core reads by the descriptors of an op. */
void ptxc_async_start_mma(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes);

/* Commits and waits of cp.async and of bulk copies. */
void ptxc_async_commit(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);
void ptxc_async_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);

/* Arrivals that come once copies are complete: cp.async.mbarrier.arrive, tcgen05.commit. `multiplies`: the latter. */
void ptxc_async_start_arrival(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                              uint32_t lanes, bool multiplies);

/* Sets where the mbarrier lies that an input of an op names in a lane; returns false where that is not known or the op
 * may not use it, and then the run stops. */
bool ptxc_operation_mbarrier_place(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                                   uint32_t input, uint32_t lane, struct ptxc_memory_place *place);

/* Returns the mbarrier that an input of an op names in a lane; PTXC_MOST_MBARRIERS: none that is known, and then the
 * run stops. */
uint32_t ptxc_operation_mbarrier(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                                 uint32_t input, uint32_t lane);

/* Writes zeros into shared memory, as st.bulk does. */
void ptxc_operation_store_bulk(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                               uint32_t lanes);

/* Whether the op is about an mbarrier at an address where none was made so far, which another warp may be about to;
 * sets that place. */
bool ptxc_operation_lacks_mbarrier(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                   const struct ptxc_op *op, uint32_t lane, struct ptxc_memory_place *place);

/* Sets the place in shared memory that an input names in a lane; returns false where it names none that is known. */
bool ptxc_operation_shared_place(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                 const struct ptxc_op *op, uint32_t input, uint32_t lane,
                                 struct ptxc_memory_place *place);

/* Whether an address that is known names a CTA that the cluster has not. */
bool ptxc_operation_is_beyond(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                              const struct ptxc_op *op, uint32_t input, uint32_t lane);

/* Executes an op on an mbarrier that does not wait. */
void ptxc_mbarrier_operation(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                             uint32_t lanes);

/* Executes a wait. Returns whether the split may go on. It may if the phase is complete, or if nothing else can go on,
 * once: then the wait's result is false. */
bool ptxc_mbarrier_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                        const struct ptxc_op *op, uint32_t lanes);

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
