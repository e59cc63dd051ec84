/* Rings: the places in shared memory that copies go to in turn, or come from. */
#ifndef PTXC_AUTOMATA_RINGS_H
#define PTXC_AUTOMATA_RINGS_H

#include "analysis/automata/machine.h"

enum { PTXC_MOST_SLOTS = 16, PTXC_MOST_STREAMS = 64 };

/* The copies of one step that have the same number among those that a warp starts together: their addresses, sorted. */
struct ptxc_stream {
    uint32_t step, ordinal;
    uint32_t variable; /* the symbol of that of the first address; 0: not known */
    uint32_t addresses[PTXC_MOST_SLOTS];
    uint32_t count; /* more than PTXC_MOST_SLOTS: they are too many for a ring */
    bool outward;
    bool fixed; /* it has one address, and is one step or some that are alike */
};

/* The rings of a warp: streams that have no address in common any more. */
struct ptxc_rings {
    struct ptxc_stream streams[PTXC_MOST_STREAMS];
    uint32_t count;
};

/* Where an address lies in its ring: in slot `slot` of `slots`, of which the first is at `first`. The slots have their
 * numbers in the order of their addresses. A place that is always the same is a ring of one slot. */
struct ptxc_ring_slot {
    uint32_t first, slot, slots; /* slots 0: they are too many for a ring */
};

/* Finds the rings of a warp, when its execution has ended. */
void ptxc_rings_find(const struct ptxc_machine *machine, uint32_t warp, struct ptxc_rings *rings);

/* Returns the slots of the ring that has most of them, when the execution has ended; 1: there is no ring. */
uint32_t ptxc_rings_most_slots(const struct ptxc_machine *machine);

/* Returns the slot that a copy into shared memory, or out of it with `outward`, begins in. */
struct ptxc_ring_slot ptxc_rings_slot(const struct ptxc_rings *rings, uint32_t address, bool outward);

#endif
