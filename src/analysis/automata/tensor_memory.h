/* Tensor memory (ISA 9.7.16): who has columns of it, and who reads and writes them when. What the instructions of the
 * tensor core do there goes on after them, each in a way of its own: multiplications end with the commit that comes
 * after them, loads and stores with a wait for all of them.
 */
#ifndef PTXC_AUTOMATA_TENSOR_MEMORY_H
#define PTXC_AUTOMATA_TENSOR_MEMORY_H

#include "analysis/automata/machine.h"

enum ptxc_tensor_use { PTXC_TENSOR_READ, PTXC_TENSOR_WRITTEN };

/* Columns that an instruction reaches for certain: in 16 lanes, which begin at a multiple of 16, of 128. */
struct ptxc_tensor_range {
    uint32_t cta, lane, column, columns;
};

/* Returns the range that begins at an address of tensor memory (ISA 9.7.16.1). */
struct ptxc_tensor_range ptxc_tensor_range_at(const struct ptxc_warp *warp, uint64_t address, uint32_t columns);

/* Allocates columns in the CTA of the warp; returns whether there are so many. */
bool ptxc_tensor_memory_allocate(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint64_t columns,
                                 uint64_t *address);

/* Gives columns back; what is under way in them is a violation. */
void ptxc_tensor_memory_free(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                             struct ptxc_tensor_range range);

/* The warp loads, or stores, until it has waited for that. */
void ptxc_tensor_memory_access(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                               uint32_t lanes, struct ptxc_tensor_range range, enum ptxc_tensor_use use);

/* A multiplication, which is a copy that has started, reads or writes the range in each quarter of the lanes. */
void ptxc_tensor_memory_multiply(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                                 struct ptxc_tensor_range range, enum ptxc_tensor_use use);

/* The warp waits for all that it has loaded, or stored. */
void ptxc_tensor_memory_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, enum ptxc_tensor_use use);

/* The warp comes to a step: what is read on the way there was waited for. */
void ptxc_tensor_memory_reach(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step);

#endif
