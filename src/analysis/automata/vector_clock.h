/* Vector clocks: what is known to have happened. */
#ifndef PTXC_AUTOMATA_VECTOR_CLOCK_H
#define PTXC_AUTOMATA_VECTOR_CLOCK_H

#include "analysis/automata/machine.h"

/* Adds what `from` knows. */
static inline void ptxc_clock_acquire(struct ptxc_vector_clock *into, const struct ptxc_vector_clock *from) {
    for (int i = 0; i < PTXC_CLOCKS; i++)
        into->clocks[i] = into->clocks[i] > from->clocks[i] ? into->clocks[i] : from->clocks[i];
    for (int i = 0; i < PTXC_CLOCKS; i++)
        into->fenced[i] = into->fenced[i] > from->fenced[i] ? into->fenced[i] : from->fenced[i];
    for (int i = 0; i < PTXC_MOST_WARPS; i++)
        into->own_fenced[i] = into->own_fenced[i] > from->own_fenced[i] ? into->own_fenced[i] : from->own_fenced[i];
}

/* What relaxed waits of the warp have seen is ordered before what follows. */
static inline void ptxc_clock_settle(struct ptxc_warp *warp) {
    if (!warp->relaxed_wait)
        return;
    ptxc_clock_acquire(&warp->clock, &warp->relaxed);
    warp->relaxed_wait = 0;
}

/* What the warp did so far goes to `into`; what it does from now on does not. */
static inline void ptxc_clock_release(struct ptxc_warp *warp, struct ptxc_vector_clock *into) {
    ptxc_clock_acquire(into, &warp->clock);
    warp->clock.clocks[warp->number]++;
}

#endif
