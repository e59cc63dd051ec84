/* Immediate dominators of a directed graph, by Lengauer and Tarjan: O(m log n) for any graph, reducible or not. */
#ifndef PTXC_PROGRAM_DOMINATORS_H
#define PTXC_PROGRAM_DOMINATORS_H

#include "base/arena.h"
#include <stdint.h>

/* A graph whose nodes have the numbers 0 … count-1 in the order in which a depth-first walk from node 0 meets them. */
struct ptxc_walk {
    uint32_t count;
    const uint32_t *parents;            /* from which the walk came to each; of node 0 nothing */
    const uint32_t *predecessor_firsts; /* count + 1 of them: into `predecessors` */
    const uint32_t *predecessors;
};

/* Writes the immediate dominator of each node, of node 0 itself; false without memory in the arena. */
bool ptxc_dominators_find(struct ptxc_arena *arena, const struct ptxc_walk *walk, uint32_t *dominators);

#endif
