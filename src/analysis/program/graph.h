/* The control flow of a program: blocks of steps, edges, dominators, loops. */
#ifndef PTXC_PROGRAM_GRAPH_H
#define PTXC_PROGRAM_GRAPH_H
#include "analysis/program/program.h"

#define PTXC_NO_BLOCK UINT32_MAX

struct ptxc_block {
    uint32_t first, end;                           /* steps first … end-1 */
    uint32_t acting_first, acting_end;             /* into graph->acting: those of them that act */
    uint32_t successors[2];                        /* fall through first, then the branch; PTXC_NO_BLOCK: none. The two
                                                      differ: a guarded branch to the next block has the first alone */
    uint32_t predecessor_first, predecessor_count; /* into graph->predecessors: those that can be reached */
    uint32_t order;                                /* place in graph->order; UINT32_MAX: cannot be reached */
    uint32_t dominator;                            /* the immediate one; of the first block itself; of one that cannot
                                                      be reached PTXC_NO_BLOCK */
    uint32_t loop;                                 /* the innermost loop around it, or PTXC_NO_BLOCK */
    bool doomed;                                   /* every way from it comes to a trap */
    uint32_t tree_first, tree_count;               /* what it dominates has a tree_first in tree_first …
                                                      tree_first + tree_count - 1 */
};
struct ptxc_loop {
    uint32_t header;
    uint32_t parent;                 /* the loop around it, or PTXC_NO_BLOCK; it comes after this one */
    uint32_t tree_first, tree_count; /* as of blocks: the loops in it, itself among them */
};
struct ptxc_graph {
    const struct ptxc_program *program;
    struct ptxc_block *blocks;
    uint32_t count;
    uint32_t *block_of; /* of each step */
    uint32_t acting_count;
    uint32_t *acting; /* the steps that do more than compute (ptxc_step_acts), and the last one, in order */
    uint32_t *predecessors;
    uint32_t *order; /* reachable blocks in reverse postorder */
    uint32_t reachable;
    struct ptxc_loop *loops; /* a loop for each header, inner ones first */
    uint32_t loop_count;
    uint64_t **ways;  /* of each block, made when asked: bit per block that its end leads to */
    bool irreducible; /* a loop with two entries: nothing is certain */
};
/* Makes it in the arena of the program; NULL without memory. A step that ends a block: branch (guarded: two
 * successors), return, exit, trap (guarded: falls through too). A label or the target of a branch begins one. A return
 * that has a target, in an inlined call, is a branch. `brx` without a known table and unknown targets set
 * program->uncertain: see branch_targets.h. Takes time and memory that grow with the steps as n log n at most, and the
 * stack not at all. */
struct ptxc_graph *ptxc_graph_make(struct ptxc_program *program);
/* The questions below take constant time. */
static inline uint32_t ptxc_graph_block_of(const struct ptxc_graph *graph, uint32_t step) {
    return graph->block_of[step];
}
/* Returns the innermost loop around a step, or PTXC_NO_BLOCK. */
static inline uint32_t ptxc_graph_loop_of(const struct ptxc_graph *graph, uint32_t step) {
    return graph->blocks[graph->block_of[step]].loop;
}
/* Whether each way from the start of the function to block b goes through block a; a block dominates itself. Of one
 * that cannot be reached false. */
bool ptxc_graph_dominates(const struct ptxc_graph *graph, uint32_t a, uint32_t b);
/* Whether the block is in the loop (or in one inside it). */
bool ptxc_graph_in_loop(const struct ptxc_graph *graph, uint32_t block, uint32_t loop);
/* Whether the edge leaves a loop that `from` is in and `to` is not; whether it goes back to the header of a loop around
 * it. */
bool ptxc_graph_leaves_loop(const struct ptxc_graph *graph, uint32_t from, uint32_t to);
bool ptxc_graph_is_back_edge(const struct ptxc_graph *graph, uint32_t from, uint32_t to);
/* Whether some way leads from just after the step `from` to the step `to`. The first question about the block of `from`
 * takes time that grows with the blocks. */
bool ptxc_graph_leads(const struct ptxc_graph *graph, uint32_t from, uint32_t to);
#endif
