/* Who may know that a phase is complete. A thread that has waited for it goes on, and tells others by barriers, by
 * arrivals and by releases. What no such thread comes to tells nobody.
 */
#include "analysis/mbarriers/questions.h"

#include <string.h>

/* A walk over what follows a wait. */
struct walk {
    const struct ptxc_graph *graph;
    bool *steps; /* those that were come to */
    bool *met;   /* blocks */
    uint32_t *stack;
    uint32_t depth;
};

static void go_on(struct walk *walk, uint32_t block) {
    for (int way = 0; way < 2; way++) {
        const uint32_t next = walk->graph->blocks[block].successors[way];
        if (next == PTXC_NO_BLOCK || walk->met[next])
            continue;
        walk->met[next] = true;
        walk->stack[walk->depth++] = next;
    }
}

/* Marks what can be come to after the step. */
static void follow(struct walk *walk, uint32_t step) {
    uint32_t block = ptxc_graph_block_of(walk->graph, step);
    uint32_t from = step + 1;
    for (;;) {
        memset(walk->steps + from, true, walk->graph->blocks[block].end - from);
        go_on(walk, block);
        if (walk->depth == 0)
            return;
        block = walk->stack[--walk->depth];
        from = walk->graph->blocks[block].first;
    }
}

/* Marks what can be come to after a wait, whose result counts, for an mbarrier that may be that of the key. */
static bool follow_waits(const struct ptxc_mbarriers *barriers, uint32_t key, struct walk *walk) {
    bool any = false;
    memset(walk->steps, false, barriers->flow->program->count);
    memset(walk->met, false, walk->graph->count);
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if (!(PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT) || use->ignored ||
            ptxc_mbarriers_ever(barriers, key, use->key) == PTXC_PIECES_APART)
            continue;
        any = true;
        follow(walk, use->step);
    }
    return any;
}

/* Notes what the threads that were followed come to, and whom that tells of the key. */
static void note(struct ptxc_mbarriers *barriers, uint32_t key, const bool *steps) {
    const struct ptxc_flow *flow = barriers->flow;
    struct ptxc_spread *spread = &barriers->spreads[key];
    bool foreign = false;
    spread->waited = true;
    for (uint32_t k = 0; k < flow->graph->acting_count; k++) {
        const uint32_t i = flow->graph->acting[k];
        const struct ptxc_step *here = ptxc_flow_step(flow, i);
        spread->barrier |= steps[i] && (ptxc_flow_is_barrier(flow, i) || ptxc_step_does(here, PTXC_ACT_BARRIER) ||
                                        ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE);
        spread->warp |= steps[i] && ptxc_step_does(here, PTXC_ACT_WARP_SYNC);
        foreign |= steps[i] && ptxc_step_does(here, PTXC_ACT_TENSOR_ARRIVE);
    }
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if (!steps[use->step] || !(PTXC_ACTION_BIT(use->action) & (PTXC_ACTS_ARRIVE | PTXC_ACTS_BRING)))
            continue;
        for (uint32_t k = 0; k < barriers->key_count; k++)
            spread->told[k] |= ptxc_mbarriers_ever(barriers, use->key, k) != PTXC_PIECES_APART;
    }
    for (uint32_t k = 0; k < barriers->key_count; k++)
        spread->told[k] |= foreign;
}

bool ptxc_mbarriers_spread(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    struct ptxc_arena *arena = flow->program->arena;
    struct walk walk = {.graph = flow->graph};
    walk.steps = ptxc_arena_alloc(arena, flow->program->count);
    walk.met = ptxc_arena_alloc(arena, flow->graph->count);
    walk.stack = ptxc_arena_alloc(arena, flow->graph->count * sizeof(*walk.stack));
    barriers->spreads = ptxc_arena_alloc(arena, barriers->key_count * sizeof(*barriers->spreads));
    if (!walk.steps || !walk.met || !walk.stack || !barriers->spreads)
        return false;
    for (uint32_t i = 0; i < barriers->key_count; i++) {
        if (!(barriers->keys[i].actions & PTXC_ACTION_BIT(PTXC_ACT_COPY)))
            continue;
        barriers->spreads[i].told = ptxc_arena_alloc(arena, barriers->key_count);
        if (!barriers->spreads[i].told)
            return false;
        if (follow_waits(barriers, i, &walk))
            note(barriers, i, walk.steps);
    }
    return true;
}

bool ptxc_mbarriers_told(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t other) {
    return barriers->spreads[key].told[other];
}

bool ptxc_mbarriers_known_at(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t step) {
    const struct ptxc_spread *spread = &barriers->spreads[key];
    if (ptxc_flow_is_barrier(barriers->flow, step))
        return spread->barrier;
    if (ptxc_step_does(ptxc_flow_step(barriers->flow, step), PTXC_ACT_WARP_SYNC))
        return spread->warp;
    return spread->waited;
}
