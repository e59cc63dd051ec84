/* Where registers get their values: the steps that write them, and which of those a step sees. Where several come
 * together, a phi is put between them, as in static single assignment form (Cytron et al., 1991), when it is asked
 * for.
 */
#ifndef PTXC_VALUES_REACHING_DEFINITIONS_H
#define PTXC_VALUES_REACHING_DEFINITIONS_H

#include "analysis/program/graph.h"

#define PTXC_NO_VARIABLE UINT32_MAX

/* A register that a step writes. */
struct ptxc_definition {
    uint32_t step;
    uint32_t variable;
    uint16_t result; /* which one of those that the step writes, from 0 */
    bool unclear;    /* of a statement of which not all could be read */
};

/* Some blocks of a function, and which of them is the nearest that dominates another block. */
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

/* A register. Those that no declaration is known of go by their names. */
struct ptxc_variable {
    uint16_t frame;
    uint32_t symbol, number, name_length;
    const char *name;
    uint32_t *definitions;                 /* indices of its definitions, as the steps go, */
    uint32_t count;                        /* and how many there are */
    uint32_t next;                         /* of the same hash, + 1 */
    bool placed;                           /* its sites were looked for */
    bool coarse;                           /* every join merges it, and these are not among the sites */
    struct ptxc_dominator_ancestors sites; /* blocks that define it or merge it */
};

/* What a step sees of a register. */
enum ptxc_reaching_kind {
    PTXC_REACHING_ENTRY,      /* what it held before the function began; `index` is the variable */
    PTXC_REACHING_DEFINITION, /* what definition `index` gave it */
    PTXC_REACHING_PHI         /* what phi `index` makes of several */
};
struct ptxc_reaching {
    enum ptxc_reaching_kind kind;
    uint32_t index;
};

/* A register where a block begins, to which several definitions come. */
struct ptxc_phi {
    uint32_t variable, block;
    uint32_t next; /* of the same hash, + 1 */
};

struct ptxc_definitions;

/* NULL without memory. */
struct ptxc_definitions *ptxc_definitions_make(const struct ptxc_program *program, const struct ptxc_graph *graph);

/* Returns how many definitions there are. */
uint32_t ptxc_definitions_count(const struct ptxc_definitions *all);

const struct ptxc_definition *ptxc_definitions_get(const struct ptxc_definitions *all, uint32_t definition);
struct ptxc_phi ptxc_definitions_phi(const struct ptxc_definitions *all, uint32_t phi);

/* Returns a register, until ptxc_definitions_variable is asked for another one. */
const struct ptxc_variable *ptxc_definitions_register(const struct ptxc_definitions *all, uint32_t variable);

/* Returns the register that a value of a step is, or PTXC_NO_VARIABLE: it is none. */
uint32_t ptxc_definitions_variable(struct ptxc_definitions *all, uint32_t step, const struct ptxc_value *value);

/* Returns what reaches a step, and the end of a block. */
struct ptxc_reaching ptxc_definitions_before(struct ptxc_definitions *all, uint32_t step, uint32_t variable);
struct ptxc_reaching ptxc_definitions_at_end(struct ptxc_definitions *all, uint32_t block, uint32_t variable);

/* Makes them of blocks that can be reached, each of which is given once; false without memory. */
bool ptxc_dominator_ancestors_make(struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                   struct ptxc_arena *arena, const uint32_t *blocks, uint32_t count);

/* Returns the index of the nearest that dominates the block, which may be the block itself; 0 where there is none. It
 * takes time that grows with the logarithm of their number. */
uint32_t ptxc_dominator_ancestors_nearest(const struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                          uint32_t block);

#endif
