/* Questions about the mbarriers of a function that several rules ask: see questions.h. */
#include "analysis/mbarriers/questions.h"

const struct ptxc_mbarrier_use_of *ptxc_mbarriers_use(const struct ptxc_mbarriers *barriers, uint32_t step) {
    return barriers->use_of[step] ? &barriers->uses[barriers->use_of[step] - 1] : NULL;
}

bool ptxc_mbarriers_any(const struct ptxc_mbarriers *barriers, uint32_t key, uint32_t actions) {
    for (uint32_t i = 0; i < barriers->key_count; i++)
        if ((barriers->keys[i].actions & actions) && ptxc_mbarriers_ever(barriers, key, i) != PTXC_PIECES_APART)
            return true;
    return false;
}

/* Whether the address is made of a variable's, and of nothing that comes from elsewhere: a parameter, memory. */
static bool is_of_variable(const struct ptxc_affines *all, ptxc_affine address, unsigned depth, bool *variable) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        *variable |= term->kind == PTXC_TERM_SYMBOL;
        if (term->kind == PTXC_TERM_PARAMETER || term->kind == PTXC_TERM_RESULT ||
            (term->kind == PTXC_TERM_OPERATION &&
             (depth == 0 || (term->a && !is_of_variable(all, term->a, depth - 1, variable)) ||
              (term->b && !is_of_variable(all, term->b, depth - 1, variable)) ||
              (term->c && !is_of_variable(all, term->c, depth - 1, variable)))))
            return false;
    }
    return true;
}

bool ptxc_mbarriers_own(const struct ptxc_mbarriers *barriers, uint32_t key) {
    const struct ptxc_mbarrier_key *its = &barriers->keys[key];
    bool variable = false;
    return barriers->flow->whole && !its->place.remote &&
           is_of_variable(ptxc_values_expressions(barriers->flow->values), its->place.address, 4, &variable) &&
           variable;
}

bool ptxc_mbarriers_single(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use) {
    const struct ptxc_flow *flow = barriers->flow;
    return use->threads.kind == PTXC_THREADS_ONE || flow->threads == 1 ||
           (use->threads.kind == PTXC_THREADS_PER_WARP && flow->at_most && flow->at_most <= 32);
}

bool ptxc_mbarriers_related(const struct ptxc_mbarriers *barriers, const struct ptxc_condition *a,
                            const struct ptxc_condition *b) {
    return !ptxc_condition_excludes(barriers->flow->conditions, a, b) &&
           (ptxc_condition_implies(a, b) || ptxc_condition_implies(b, a));
}

bool ptxc_mbarriers_condition_changes(const struct ptxc_mbarriers *barriers, const struct ptxc_condition *condition,
                                      uint32_t loop) {
    for (uint8_t i = 0; i < condition->count; i++)
        if (ptxc_values_change_in(barriers->flow->values, condition->atoms[i].predicate, loop))
            return true;
    return condition->more;
}

/* Whether the step may stand in a loop that does nothing but wait. */
static bool only_waits(const struct ptxc_step *step) {
    if (step->names)
        return ptxc_step_action(step) == PTXC_ACT_TEST_WAIT || ptxc_step_action(step) == PTXC_ACT_TRY_WAIT;
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_LOAD:
    case PTXC_ACT_STORE:
    case PTXC_ACT_ATOMIC:
    case PTXC_ACT_REDUCE:
    case PTXC_ACT_LOAD_MATRIX:
    case PTXC_ACT_STORE_MATRIX:
    case PTXC_ACT_READ_DESCRIPTOR:
    case PTXC_ACT_TENSOR_ARRIVE:
    case PTXC_ACT_BARRIER: return false;
    default: return true;
    }
}

/* Whether control goes from one block to the other for what a wait tells, or always. */
static bool hangs_on_wait(const struct ptxc_flow *flow, uint32_t from) {
    const uint32_t last = flow->graph->blocks[from].end - 1;
    const struct ptxc_statement *statement = ptxc_flow_step(flow, last)->statement;
    ptxc_affine predicate;
    bool negated;
    if (!statement->guarded || !ptxc_values_predicate(flow->values, last, &statement->guard, &predicate, &negated))
        return false;
    const struct ptxc_term *term = ptxc_affine_sole_term(ptxc_values_expressions(flow->values), predicate);
    if (!term || term->kind != PTXC_TERM_RESULT || term->a >= flow->program->count)
        return false;
    const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, term->a));
    return action == PTXC_ACT_TEST_WAIT || action == PTXC_ACT_TRY_WAIT;
}

/* Whether the loop does nothing but wait, or is left only for what a wait tells. */
static bool is_waiting_loop(const struct ptxc_flow *flow, uint32_t loop) {
    const struct ptxc_graph *graph = flow->graph;
    bool waits = false, works = false, otherwise = false;
    for (uint32_t i = 0; i < graph->count; i++) {
        if (!ptxc_graph_in_loop(graph, i, loop))
            continue;
        for (uint32_t step = graph->blocks[i].first; step < graph->blocks[i].end; step++) {
            const struct ptxc_step *here = ptxc_flow_step(flow, step);
            works |= !only_waits(here);
            waits |= here->names != NULL;
        }
        for (int way = 0; way < 2; way++) {
            const uint32_t next = graph->blocks[i].successors[way];
            otherwise |= next != PTXC_NO_BLOCK && !ptxc_graph_in_loop(graph, next, loop) && !hangs_on_wait(flow, i);
        }
    }
    return waits && (!works || !otherwise);
}

uint32_t ptxc_mbarriers_working_loop(const struct ptxc_mbarriers *barriers, uint32_t step) {
    const struct ptxc_graph *graph = barriers->flow->graph;
    uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop;
    while (loop != PTXC_NO_BLOCK && is_waiting_loop(barriers->flow, loop))
        loop = graph->loops[loop].parent;
    return loop;
}

bool ptxc_mbarriers_edge(const struct ptxc_mbarriers *barriers, uint32_t from, uint32_t to,
                         struct ptxc_condition *condition) {
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_block *block = &flow->graph->blocks[from];
    const struct ptxc_statement *statement = ptxc_flow_step(flow, block->end - 1)->statement;
    ptxc_affine predicate;
    bool negated;
    if (!statement->guarded || block->successors[1] == PTXC_NO_BLOCK ||
        !ptxc_values_predicate(flow->values, block->end - 1, &statement->guard, &predicate, &negated))
        return false;
    *condition = (struct ptxc_condition){.count = 1};
    condition->atoms[0] = (struct ptxc_atom){predicate, block->successors[1] == to ? negated : !negated};
    return true;
}

bool ptxc_mbarriers_synchronizes(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    if (ptxc_flow_is_barrier(flow, step) || ptxc_step_does(here, PTXC_ACT_WARP_SYNC) ||
        ptxc_step_does(here, PTXC_ACT_CALL))
        return true;
    const struct ptxc_span word = here->statement->word;
    return (ptxc_step_does(here, PTXC_ACT_LOAD) || ptxc_step_does(here, PTXC_ACT_ATOMIC)) &&
           (ptxc_step_has(flow->program, here, PTXC_Q_ACQUIRE) || ptxc_step_has(flow->program, here, PTXC_Q_ACQ_REL) ||
            ptxc_word_has(flow->program->source + word.offset, word.length, ".volatile"));
}

const char *ptxc_mbarriers_name(const struct ptxc_mbarriers *barriers, uint32_t key) {
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_memory_range *place = &barriers->keys[key].place;
    const struct ptxc_symbol *symbol = ptxc_symbols_get(flow->program->symbols, place->symbol);
    const struct ptxc_linear *linear = ptxc_affine_get(ptxc_values_expressions(flow->values), place->address);
    const char *name = NULL;
    if (symbol && linear->count == 1 && linear->constant)
        name = ptxc_arena_format(flow->sink->arena, "%.*s+%lld", (int)symbol->length, symbol->name,
                                 (long long)linear->constant);
    else if (symbol && linear->count == 1)
        name = ptxc_arena_format(flow->sink->arena, "%.*s", (int)symbol->length, symbol->name);
    return name ? name : "the mbarrier";
}
