/* Values in memory: shared and local memory as it was written, parameters as the launch configuration chooses them. */
#ifndef PTXC_EXECUTION_MEMORY_H
#define PTXC_EXECUTION_MEMORY_H

#include "analysis/code/layout.h"
#include "analysis/automata/machine.h"

/* Where an access goes. */
struct ptxc_memory_place {
    enum ptxc_space space;
    uint32_t cta;     /* of shared memory */
    uint32_t address; /* of shared memory in its CTA, of local memory */
    uint64_t whole;   /* of any other */
};

enum { PTXC_LOCAL_MOST = 4096 }; /* bytes of local memory that are followed, for each lane */

/* The place that an address is. `space` is what the instruction says, PTXC_SPACE_NONE: the address is generic. False:
 * it is nowhere, as far as the executor can tell. */
static inline bool ptxc_memory_place(const struct ptxc_machine *machine, enum ptxc_space space, uint64_t address,
                                     struct ptxc_memory_place *place) {
    const bool windowed = (address & PTXC_WINDOW_MASK) != 0;
    *place = (struct ptxc_memory_place){.space = space, .whole = address};
    if (space == PTXC_SPACE_NONE || (windowed && space != PTXC_SPACE_GLOBAL))
        place->space = ptxc_window_space(address);
    if (place->space == PTXC_SPACE_LOCAL) {
        place->address = (uint32_t)address;
        return place->address < PTXC_LOCAL_MOST;
    }
    if (place->space != PTXC_SPACE_SHARED)
        return true;
    place->cta = (uint32_t)address >> PTXC_RANK_SHIFT;
    place->address = (uint32_t)address & ((1u << PTXC_RANK_SHIFT) - 1);
    return place->cta < machine->cta_count && place->address < PTXC_SHARED_MOST;
}

/* The generic form of a shared address of a CTA, without its window. */
static inline uint64_t ptxc_shared_address(uint32_t cta, uint32_t address) {
    return (uint64_t)cta << 24 | address;
}

/* Loads the results of an op, stores its values, and both, in these lanes. */
void ptxc_memory_load(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);
void ptxc_memory_store(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes);
void ptxc_memory_exchange(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes);

/* Shared memory holds what the launch configuration chooses; of eight bytes the lower ones first, of others 0. */
void ptxc_memory_choose(struct ptxc_machine *machine, uint32_t cta, uint32_t address, uint32_t bytes, uint64_t value);
/* Forgets what shared memory holds where an op stores what is not known, so many bytes in each of these lanes. */
void ptxc_memory_overwrite(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes, uint32_t bytes);

/* Forgets what shared memory holds: a copy has written it. */
void ptxc_memory_forget(struct ptxc_machine *machine, uint32_t cta, uint32_t address, uint32_t bytes);

#endif
