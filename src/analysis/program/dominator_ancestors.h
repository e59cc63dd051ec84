/* Some blocks of a function, and which of them is the nearest that dominates another block. */
#ifndef PTXC_PROGRAM_DOMINATOR_ANCESTORS_H
#define PTXC_PROGRAM_DOMINATOR_ANCESTORS_H

#include "analysis/program/graph.h"

struct ptxc_definition_site {
    uint32_t block;
    uint32_t tree_first; /* of the block */
    uint32_t outer;      /* index of the nearest that dominates it, or 0 */
    uint32_t skip;       /* index of one further out, or 0 */
    uint32_t depth;      /* how many dominate it */
};

/* They stand from index 1 on, as the tree of dominators goes. */
struct ptxc_dominator_ancestors {
    struct ptxc_definition_site *list;
    uint32_t count;
};

/* Makes them of blocks that can be reached, each of which is given once; false without memory. */
bool ptxc_dominator_ancestors_make(struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                   struct ptxc_arena *arena, const uint32_t *blocks, uint32_t count);

/* Returns the index of the nearest that dominates the block, which may be the block itself; 0 where there is none. It
 * takes time that grows with the logarithm of their number. */
uint32_t ptxc_dominator_ancestors_nearest(const struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                          uint32_t block);

#endif
