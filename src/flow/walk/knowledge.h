/* What is known to have happened: vector clocks. */
#ifndef PTXC_WALK_KNOWLEDGE_H
#define PTXC_WALK_KNOWLEDGE_H

#include "flow/walk/machine.h"

/* Adds what `from` knows. */
static inline void ptxc_knowledge_join(struct ptxc_knowledge *into, const struct ptxc_knowledge *from) {
    for (int i = 0; i < PTXC_CLOCKS; i++)
        into->clocks[i] = into->clocks[i] > from->clocks[i] ? into->clocks[i] : from->clocks[i];
    for (int i = 0; i < PTXC_MOST_WARPS; i++)
        into->fenced[i] = into->fenced[i] > from->fenced[i] ? into->fenced[i] : from->fenced[i];
}

/* What the warp did so far goes to `into`; what it does from now on does not. */
static inline void ptxc_knowledge_release(struct ptxc_warp *warp, struct ptxc_knowledge *into) {
    ptxc_knowledge_join(into, &warp->knows);
    warp->knows.clocks[warp->number]++;
}

#endif
