/* Data flow by passes over the blocks: see dataflow.h. */
#include "analysis/program/dataflow.h"

#include <stdalign.h>
#include <string.h>

enum { MAX_PASSES = 64, MAX_BYTES = 32 * 1024 * 1024 };

struct solving {
    const struct ptxc_graph *graph;
    const struct ptxc_lattice *lattice;
    size_t stride;         /* bytes from one state to the next */
    unsigned char *states; /* in which each block begins, by its place in the order */
    unsigned char *at;     /* the state at hand */
    unsigned char *along;  /* the state on an edge */
    bool *reached;         /* whether a state came to the block yet, by the same place */
    bool *waiting;         /* whether it changed since the block was passed */
};

static bool take_memory(struct solving *solving, struct ptxc_arena *arena) {
    const size_t unit = alignof(max_align_t), size = solving->lattice->size, count = solving->graph->reachable;
    if (size > MAX_BYTES)
        return false;
    solving->stride = (size + unit - 1) / unit * unit;
    if (count > 0 && solving->stride > MAX_BYTES / count)
        return false;
    solving->states = ptxc_arena_alloc(arena, solving->stride * count);
    solving->at = ptxc_arena_alloc(arena, solving->stride);
    solving->along = ptxc_arena_alloc(arena, solving->stride);
    solving->reached = ptxc_arena_alloc(arena, count * sizeof(bool));
    solving->waiting = ptxc_arena_alloc(arena, count * sizeof(bool));
    return !arena->failed;
}

/* Takes the state at the beginning of the block through its steps. */
static void pass_block(const struct solving *solving, const struct ptxc_block *block, bool last) {
    memcpy(solving->at, solving->states + block->order * solving->stride, solving->lattice->size);
    const struct ptxc_lattice *lattice = solving->lattice;
    const uint32_t *acting = solving->graph->acting;
    if (lattice->acting)
        for (uint32_t i = block->acting_first; i < block->acting_end; i++)
            lattice->transfer(lattice->context, solving->at, acting[i], last);
    else
        for (uint32_t step = block->first; step < block->end; step++)
            lattice->transfer(lattice->context, solving->at, step, last);
}

/* Lets the state at the end of a block flow to the next one. */
static void flow(const struct solving *solving, uint32_t from, uint32_t to) {
    const struct ptxc_lattice *lattice = solving->lattice;
    const uint32_t place = solving->graph->blocks[to].order;
    unsigned char *into = solving->states + place * solving->stride;
    memcpy(solving->along, solving->at, lattice->size);
    if (lattice->edge)
        lattice->edge(lattice->context, solving->along, from, to);
    if (solving->reached[place]) {
        solving->waiting[place] |= lattice->meet(lattice->context, into, solving->along, from, to);
        return;
    }
    memcpy(into, solving->along, lattice->size);
    solving->reached[place] = solving->waiting[place] = true;
}

/* Passes each block whose state changed, in reverse postorder; whether one is left that must be passed again. */
static bool pass(const struct solving *solving) {
    const struct ptxc_graph *graph = solving->graph;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        const struct ptxc_block *block = &graph->blocks[graph->order[i]];
        if (!solving->waiting[i])
            continue;
        solving->waiting[i] = false;
        pass_block(solving, block, false);
        for (int way = 0; way < 2; way++)
            if (block->successors[way] != PTXC_NO_BLOCK)
                flow(solving, graph->order[i], block->successors[way]);
    }
    return memchr(solving->waiting, 1, graph->reachable) != NULL;
}

static bool solve(const struct solving *solving) {
    const struct ptxc_graph *graph = solving->graph;
    int passes = 0;
    if (graph->reachable == 0)
        return true;
    if (solving->lattice->entry)
        solving->lattice->entry(solving->lattice->context, solving->states);
    solving->reached[0] = solving->waiting[0] = true;
    while (pass(solving))
        if (++passes == MAX_PASSES)
            return false;
    for (uint32_t i = 0; i < graph->reachable; i++)
        pass_block(solving, &graph->blocks[graph->order[i]], true);
    return true;
}

bool ptxc_dataflow_solve(const struct ptxc_graph *graph, const struct ptxc_lattice *lattice) {
    struct solving solving = {.graph = graph, .lattice = lattice};
    struct ptxc_arena arena;
    ptxc_arena_share(&arena, graph->program->arena);
    const bool solved = take_memory(&solving, &arena) && solve(&solving);
    graph->program->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
    return solved;
}
