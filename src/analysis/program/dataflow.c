/* Data flow by passes over the blocks: see dataflow.h. */
#include "analysis/program/dataflow.h"

#include <stdalign.h>
#include <string.h>

enum { MAX_PASSES = 64, MAX_BYTES = 32 * 1024 * 1024 };

struct solver {
    const struct ptxc_graph *graph;
    const struct ptxc_lattice *lattice;
    size_t stride;         /* bytes from one state to the next */
    unsigned char *states; /* in which each block begins, by its place in the order */
    unsigned char *at;     /* the state at hand */
    unsigned char *along;  /* the state on an edge */
    bool *reached;         /* whether a state came to the block yet, by the same place */
    bool *waiting;         /* whether it changed since the block was passed */
};

static bool take_memory(struct solver *solver, struct ptxc_arena *arena) {
    const size_t unit = alignof(max_align_t), size = solver->lattice->size, count = solver->graph->reachable;
    if (size > MAX_BYTES)
        return false;
    solver->stride = (size + unit - 1) / unit * unit;
    if (count > 0 && solver->stride > MAX_BYTES / count)
        return false;
    solver->states = ptxc_arena_alloc(arena, solver->stride * count);
    solver->at = ptxc_arena_alloc(arena, solver->stride);
    solver->along = ptxc_arena_alloc(arena, solver->stride);
    solver->reached = ptxc_arena_alloc(arena, count * sizeof(bool));
    solver->waiting = ptxc_arena_alloc(arena, count * sizeof(bool));
    return !arena->failed;
}

/* Takes the state at the beginning of the block through its steps. */
static void pass_block(const struct solver *solver, const struct ptxc_block *block, bool last) {
    memcpy(solver->at, solver->states + block->order * solver->stride, solver->lattice->size);
    const struct ptxc_lattice *lattice = solver->lattice;
    const uint32_t *acting = solver->graph->acting;
    if (lattice->acting)
        for (uint32_t i = block->acting_first; i < block->acting_end; i++)
            lattice->transfer(lattice->context, solver->at, acting[i], last);
    else
        for (uint32_t step = block->first; step < block->end; step++)
            lattice->transfer(lattice->context, solver->at, step, last);
}

/* Lets the state at the end of a block flow to the next one. */
static void flow(const struct solver *solver, uint32_t from, uint32_t to) {
    const struct ptxc_lattice *lattice = solver->lattice;
    const uint32_t place = solver->graph->blocks[to].order;
    unsigned char *into = solver->states + place * solver->stride;
    memcpy(solver->along, solver->at, lattice->size);
    if (lattice->edge)
        lattice->edge(lattice->context, solver->along, from, to);
    if (solver->reached[place]) {
        solver->waiting[place] |= lattice->meet(lattice->context, into, solver->along, from, to);
        return;
    }
    memcpy(into, solver->along, lattice->size);
    solver->reached[place] = solver->waiting[place] = true;
}

/* Passes each block whose state changed, in reverse postorder; whether one is left that must be passed again. */
static bool pass(const struct solver *solver) {
    const struct ptxc_graph *graph = solver->graph;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        const struct ptxc_block *block = &graph->blocks[graph->order[i]];
        if (!solver->waiting[i])
            continue;
        solver->waiting[i] = false;
        pass_block(solver, block, false);
        for (int way = 0; way < 2; way++)
            if (block->successors[way] != PTXC_NO_BLOCK)
                flow(solver, graph->order[i], block->successors[way]);
    }
    return memchr(solver->waiting, 1, graph->reachable) != NULL;
}

static bool solve(const struct solver *solver) {
    const struct ptxc_graph *graph = solver->graph;
    int passes = 0;
    if (graph->reachable == 0)
        return true;
    if (solver->lattice->entry)
        solver->lattice->entry(solver->lattice->context, solver->states);
    solver->reached[0] = solver->waiting[0] = true;
    while (pass(solver))
        if (++passes == MAX_PASSES)
            return false;
    for (uint32_t i = 0; i < graph->reachable; i++)
        pass_block(solver, &graph->blocks[graph->order[i]], true);
    return true;
}

bool ptxc_dataflow_run(const struct ptxc_graph *graph, const struct ptxc_lattice *lattice) {
    struct solver solver = {.graph = graph, .lattice = lattice};
    struct ptxc_arena arena;
    ptxc_arena_share(&arena, graph->program->arena);
    const bool solved = take_memory(&solver, &arena) && solve(&solver);
    graph->program->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
    return solved;
}
