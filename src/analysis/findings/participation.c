/* Which threads run a step for certain: see participation.h. */
#include "analysis/findings/participation.h"

/* Whether the branch at the end of a block ends a loop. */
static bool ends_loop(const struct ptxc_graph *graph, uint32_t block) {
    for (int way = 0; way < 2; way++) {
        const uint32_t next = graph->blocks[block].successors[way];
        if (next != PTXC_NO_BLOCK && ptxc_graph_leaves_loop(graph, block, next))
            return true;
    }
    return false;
}

/* Whether threads of the CTA may go different ways after the step, other than by what the condition tells already. */
static bool parts(const struct ptxc_flow *flow, uint32_t step, const struct ptxc_condition *condition) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    ptxc_affine predicate;
    bool negated;
    if ((!ptxc_step_does(here, PTXC_ACT_BRANCH) && !ptxc_step_does(here, PTXC_ACT_RETURN) &&
         !ptxc_step_does(here, PTXC_ACT_EXIT)) ||
        ends_loop(flow->graph, ptxc_graph_block_of(flow->graph, step)))
        return false;
    if (!ptxc_values_predicate(flow->values, step, &here->statement->guard, &predicate, &negated))
        return true;
    for (uint8_t i = 0; i < condition->count; i++)
        if (condition->atoms[i].predicate == predicate)
            return false;
    return ptxc_affine_variance(ptxc_values_expressions(flow->values), predicate) != PTXC_UNIFORM;
}

bool ptxc_participation_may_visit(const struct ptxc_flow *flow, uint32_t blocks) {
    enum { MOST = 10 * 1000 * 1000 };
    flow->counts->visited += blocks;
    return flow->counts->visited <= MOST;
}

/* What is asked of the blocks about one step. */
struct question {
    const struct ptxc_flow *flow;
    bool *closed;  /* the step is in it, or all threads in question go on to it from the branch at its end */
    bool *parts;   /* the branch at its end may tell threads apart, and leads to the step */
    bool *escapes; /* from its beginning the function may end on a way on which no block is closed */
};

/* Whether the function may end at the end of a block, or on such a way from there. */
static bool leads_out(const struct question *question, uint32_t index) {
    const struct ptxc_block *block = &question->flow->graph->blocks[index];
    const uint32_t *next = block->successors;
    return ptxc_step_may_end(question->flow->program, block->end - 1) ||
           (next[0] != PTXC_NO_BLOCK && question->escapes[next[0]]) ||
           (next[1] != PTXC_NO_BLOCK && question->escapes[next[1]]);
}

/* Looks at the branch with which a block ends. */
static void look_at_branch(struct question *question, uint32_t block, uint32_t step,
                           const struct ptxc_condition *condition) {
    const struct ptxc_flow *flow = question->flow;
    const uint32_t last = flow->graph->blocks[block].end - 1;
    if (flow->graph->blocks[block].order == UINT32_MAX || !ptxc_flow_step(flow, last)->statement->guarded ||
        !ptxc_flow_leads(flow, last, step))
        return;
    const bool apart = parts(flow, last, condition);
    question->closed[block] |= !apart;
    question->parts[block] = apart && last != step;
}

bool ptxc_participation_all(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_graph *graph = flow->graph;
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    struct ptxc_arena arena;
    ptxc_arena_share(&arena, flow->program->arena);
    struct question question = {flow, ptxc_arena_alloc(&arena, graph->count), ptxc_arena_alloc(&arena, graph->count),
                                ptxc_arena_alloc(&arena, graph->count)};
    bool all = question.closed && question.parts && question.escapes && !condition->more && !condition->never &&
               ptxc_participation_may_visit(flow, graph->count);
    for (uint32_t i = 0; i < graph->count && all; i++)
        look_at_branch(&question, i, step, condition);
    if (all)
        question.closed[ptxc_graph_block_of(graph, step)] = true;
    for (bool changed = all; changed;) {
        changed = false;
        for (uint32_t i = graph->reachable; i-- > 0;) {
            const uint32_t block = graph->order[i];
            if (!question.escapes[block] && !question.closed[block] && leads_out(&question, block))
                question.escapes[block] = changed = true;
        }
    }
    for (uint32_t i = 0; i < graph->count && all; i++)
        all = !question.parts[i] || !leads_out(&question, i);
    flow->program->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
    return all;
}
