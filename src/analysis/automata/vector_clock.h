/* Vector clocks: what is known to have happened. */
#ifndef PTXC_AUTOMATA_VECTOR_CLOCK_H
#define PTXC_AUTOMATA_VECTOR_CLOCK_H

#include <string.h>

#include "analysis/automata/machine.h"

/* Makes each of some clocks as late as another one. */
static inline void ptxc_clocks_raise(uint32_t *into, const uint32_t *from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        into[i] = into[i] > from[i] ? into[i] : from[i];
}

/* Adds what `from` knows, of as many warps and mbarriers as there are. */
static inline void ptxc_clock_acquire(const struct ptxc_machine *machine, struct ptxc_vector_clock *into,
                                      const struct ptxc_vector_clock *from) {
    const uint32_t first = PTXC_MOST_WARPS; /* the clock of the first mbarrier */
    ptxc_clocks_raise(into->clocks, from->clocks, machine->warp_count);
    ptxc_clocks_raise(into->fenced, from->fenced, machine->warp_count);
    ptxc_clocks_raise(into->own_fenced, from->own_fenced, machine->warp_count);
    ptxc_clocks_raise(into->clocks + first, from->clocks + first, machine->mbarrier_count);
    ptxc_clocks_raise(into->fenced + first, from->fenced + first, machine->mbarrier_count);
}

/* Forgets all, of as many warps and mbarriers as there are: what is known of others is nothing anyway. */
static inline void ptxc_clock_clear(const struct ptxc_machine *machine, struct ptxc_vector_clock *clock) {
    const uint32_t first = PTXC_MOST_WARPS; /* the clock of the first mbarrier */
    memset(clock->clocks, 0, machine->warp_count * sizeof(*clock->clocks));
    memset(clock->fenced, 0, machine->warp_count * sizeof(*clock->fenced));
    memset(clock->own_fenced, 0, machine->warp_count * sizeof(*clock->own_fenced));
    memset(clock->clocks + first, 0, machine->mbarrier_count * sizeof(*clock->clocks));
    memset(clock->fenced + first, 0, machine->mbarrier_count * sizeof(*clock->fenced));
}

/* What relaxed waits of the warp have seen is ordered before what follows. */
static inline void ptxc_clock_settle(const struct ptxc_machine *machine, struct ptxc_warp *warp) {
    if (!warp->relaxed_wait)
        return;
    ptxc_clock_acquire(machine, &warp->clock, &warp->relaxed);
    warp->relaxed_wait = 0;
}

/* What the warp did so far goes to `into`; what it does from now on does not. */
static inline void ptxc_clock_release(const struct ptxc_machine *machine, struct ptxc_warp *warp,
                                      struct ptxc_vector_clock *into) {
    ptxc_clock_acquire(machine, into, &warp->clock);
    warp->clock.clocks[warp->number]++;
}

#endif
