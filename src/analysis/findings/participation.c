/* Which threads run a step for certain: see participation.h. */
#include "analysis/findings/participation.h"

#include "analysis/values/threads.h"
#include "analysis/program/dataflow.h"

bool ptxc_flow_runs(const struct ptxc_flow *flow, uint32_t step) {
    return flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].order != UINT32_MAX &&
           !ptxc_flow_never_runs(flow, step);
}

bool ptxc_condition_is_uniform(const struct ptxc_flow *flow, const struct ptxc_condition *condition) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    for (uint8_t i = 0; i < condition->count; i++)
        if (ptxc_affine_variance(all, condition->atoms[i].predicate) != PTXC_UNIFORM)
            return false;
    return !condition->more;
}

bool ptxc_flow_leads(const struct ptxc_flow *flow, uint32_t from, uint32_t to) {
    return ptxc_graph_leads(flow->graph, from, to);
}

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

/* Whether the step is one of those in the list. */
static bool is_in(void *context, uint32_t step) {
    return ((const bool *)context)[step];
}

/* Whether a block can be reached and ends with a guarded step: gives that step. */
static bool is_fork(const struct ptxc_flow *flow, uint32_t block, uint32_t *last) {
    *last = flow->graph->blocks[block].end - 1;
    return flow->graph->blocks[block].order != UINT32_MAX && ptxc_flow_step(flow, *last)->statement->guarded;
}

/* Whether so many steps may be visited, too. In a function with very many branches and copies nothing is known of
 * the last ones, so that the time grows no further. */
static bool may_visit(const struct ptxc_flow *flow, uint32_t steps) {
    enum { MOST = 10 * 1000 * 1000 };
    flow->counts->visited += steps;
    return flow->counts->visited <= MOST;
}

bool ptxc_participation_all(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const uint32_t count = flow->graph->count;
    uint32_t last;
    struct ptxc_arena arena;
    ptxc_arena_share(&arena, flow->program->arena);
    /* What ends a way: the step itself, and branches to it at which all threads in question go the same way */
    bool *ends = ptxc_arena_alloc(&arena, flow->program->count * sizeof(*ends));
    bool all = ends && !condition.more && !condition.never && may_visit(flow, count);
    if (all)
        ends[step] = true;
    for (uint32_t i = 0; i < count && all; i++)
        if (is_fork(flow, i, &last))
            ends[last] |= !parts(flow, last, &condition) && ptxc_flow_leads(flow, last, step);
    for (uint32_t i = 0; i < count && all; i++)
        all = !is_fork(flow, i, &last) || last == step || !parts(flow, last, &condition) ||
              !ptxc_flow_leads(flow, last, step) ||
              (may_visit(flow, flow->program->count) && !ptxc_dataflow_exit_avoids(flow->graph, last, is_in, ends));
    flow->program->arena->failed |= arena.failed;
    ptxc_arena_free(&arena);
    return all;
}

bool *ptxc_flow_without(const struct ptxc_flow *flow, uint32_t passed, const struct ptxc_condition *condition) {
    const struct ptxc_graph *graph = flow->graph;
    const struct ptxc_condition own = ptxc_flow_condition(flow, passed);
    const uint32_t around = ptxc_graph_block_of(graph, passed);
    bool *met = ptxc_arena_alloc(flow->program->arena, graph->count * sizeof(*met));
    uint32_t *stack = ptxc_arena_alloc(flow->program->arena, graph->count * sizeof(*stack));
    uint32_t depth = 0;
    if (!met || !stack || !ptxc_condition_implies(condition, &own) || !may_visit(flow, graph->count))
        return NULL;
    stack[depth++] = ptxc_graph_block_of(graph, 0);
    met[stack[0]] = true;
    while (depth > 0) {
        const uint32_t block = stack[--depth];
        for (int way = 0; way < 2 && block != around; way++) {
            const uint32_t next = graph->blocks[block].successors[way];
            if (next == PTXC_NO_BLOCK || met[next] ||
                ptxc_condition_parts(flow->conditions, ptxc_condition_of_edge(flow->conditions, block, next),
                                     condition))
                continue;
            met[next] = true;
            stack[depth++] = next;
        }
    }
    return met;
}

bool ptxc_flow_comes_without(const struct ptxc_flow *flow, const bool *without, uint32_t passed, uint32_t to) {
    const uint32_t block = ptxc_graph_block_of(flow->graph, to);
    return !without || (without[block] && (block != ptxc_graph_block_of(flow->graph, passed) || to <= passed));
}

uint32_t ptxc_flow_elect(const struct ptxc_flow *flow, const struct ptxc_condition *condition) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    for (uint8_t i = 0; i < condition->count; i++) {
        const struct ptxc_term *term = ptxc_affine_sole_term(all, condition->atoms[i].predicate);
        if (term && !condition->atoms[i].negated && term->kind == PTXC_TERM_RESULT && term->a < flow->program->count &&
            ptxc_step_action(ptxc_flow_step(flow, term->a)) == PTXC_ACT_ELECT)
            return term->a;
    }
    return PTXC_NO_STEP;
}

bool ptxc_flow_is_alone(const struct ptxc_flow *flow) {
    return flow->threads == 1 || flow->at_most == 1;
}

/* Whether "a comparison b" holds. */
static bool compare(unsigned comparison, int64_t a, int64_t b) {
    switch (comparison & ~(unsigned)PTXC_UNSIGNED_COMPARISON) {
    case PTXC_EQ: return a == b;
    case PTXC_NE: return a != b;
    case PTXC_LT: return a < b;
    case PTXC_LE: return a <= b;
    case PTXC_GT: return a > b;
    default: return a >= b;
    }
}

enum truth { FALSE, TRUE, UNKNOWN };

/* Whether an atom holds in a thread. One that is the same for all threads does, since else none comes here; so does
 * that of an elect.sync, which is for the caller to count, and one that is made of atoms of their own. */
static enum truth holds(const struct ptxc_flow *flow, const struct ptxc_atom *atom, int64_t thread) {
    struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_term *sole = ptxc_affine_sole_term(all, atom->predicate);
    int64_t a, b;
    if (ptxc_affine_variance(all, atom->predicate) == PTXC_UNIFORM)
        return TRUE;
    if (!sole)
        return UNKNOWN;
    const struct ptxc_term term = *sole;
    if (term.kind == PTXC_TERM_RESULT && !atom->negated && term.a < flow->program->count &&
        ptxc_step_action(ptxc_flow_step(flow, term.a)) == PTXC_ACT_ELECT)
        return TRUE;
    if (term.kind != PTXC_TERM_OPERATION)
        return UNKNOWN;
    if (term.operation == (atom->negated ? PTXC_DO_OR : PTXC_DO_AND))
        return TRUE;
    const ptxc_affine left = ptxc_affine_at_thread(all, term.a, thread);
    const ptxc_affine right = ptxc_affine_at_thread(all, term.b, thread);
    if (term.operation != PTXC_DO_COMPARE || !left || !right || !ptxc_affine_is_constant(all, left, &a) ||
        !ptxc_affine_is_constant(all, right, &b) || a < 0 || b < 0)
        return UNKNOWN;
    return compare(term.detail, a, b) != atom->negated ? TRUE : FALSE;
}

/* Whether the whole condition holds in a thread. */
static enum truth all_hold(const struct ptxc_flow *flow, const struct ptxc_condition *condition, int64_t thread) {
    enum truth truth = TRUE;
    for (uint8_t i = 0; i < condition->count; i++) {
        const enum truth one = holds(flow, &condition->atoms[i], thread);
        if (one == FALSE)
            return FALSE;
        truth = one == UNKNOWN ? UNKNOWN : truth;
    }
    return truth;
}

/* How many threads of `all` satisfy the condition; 0 where that is not known. */
static uint32_t count_threads(const struct ptxc_flow *flow, const struct ptxc_condition *condition, uint32_t all) {
    enum { WARP = 32, MOST = 1024 };
    const bool elected = ptxc_flow_elect(flow, condition) != PTXC_NO_STEP;
    uint32_t count = 0, lanes = 0;
    for (uint32_t i = 0; i < all && i < MOST; i++) {
        const enum truth truth = all_hold(flow, condition, i);
        if (truth == UNKNOWN)
            return 0;
        lanes = (i % WARP == 0 ? 0 : lanes) + (truth == TRUE);
        count += truth == TRUE && (!elected || lanes == 1);
    }
    return count;
}

/* The same, remembered for the conditions that were asked about last: copies in a row mostly share theirs. */
static uint32_t remember_count(const struct ptxc_flow *flow, const struct ptxc_condition *condition, uint32_t all) {
    struct ptxc_thread_counts *counts = flow->counts;
    for (uint32_t i = 0; i < PTXC_COUNT(counts->rows); i++)
        if (counts->rows[i].all == all && ptxc_condition_implies(&counts->rows[i].condition, condition) &&
            ptxc_condition_implies(condition, &counts->rows[i].condition))
            return counts->rows[i].count;
    struct ptxc_thread_count *row = &counts->rows[counts->next++ % PTXC_COUNT(counts->rows)];
    *row = (struct ptxc_thread_count){*condition, all, count_threads(flow, condition, all)};
    return row->count;
}

uint32_t ptxc_flow_thread_count(const struct ptxc_flow *flow, uint32_t step, bool limit) {
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const uint32_t *required = flow->program->body->required_threads;
    const uint32_t all = limit ? flow->at_most : flow->threads;
    const bool flat = required[1] <= 1 && required[2] <= 1 && (limit || required[0] > 0 || all > 0);
    if (!flow->whole || condition.more || condition.never || !ptxc_participation_all(flow, step))
        return 0;
    if (ptxc_condition_is_uniform(flow, &condition))
        return all;
    if (!flat)
        return 0;
    if (all > 0)
        return remember_count(flow, &condition, all);
    return limit && ptxc_condition_threads(flow->conditions, &condition).kind == PTXC_THREADS_ONE;
}
