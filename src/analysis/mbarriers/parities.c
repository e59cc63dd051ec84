/* Waits for the wrong parity (M14): in loops for one and the same, where after the first round the phase of that parity
 * is over; and for that of the phase before the first, which is over from the beginning.
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"

/* Whether the use happens in each round of the loop in which it happens in one, and to one and the same mbarrier. */
static bool repeats(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use, uint32_t loop) {
    return ptxc_mbarriers_working_loop(barriers, use->step) == loop &&
           !ptxc_mbarriers_condition_changes(barriers, &use->condition, loop) &&
           !ptxc_values_change_in(barriers->flow->values, barriers->keys[use->key].place.address, loop);
}

/* Whether the parity that the wait is for is the same in each round of the loop. */
static bool keeps_parity(const struct ptxc_flow *flow, uint32_t step, uint32_t loop) {
    const struct ptxc_value *parity = ptxc_step_value(ptxc_flow_step(flow, step), PTXC_NAME_PHASE_PARITY);
    return parity && !ptxc_values_change_in(flow->values, ptxc_values_of(flow->values, step, parity), loop);
}

/* The one arrival in the loop that can end a phase of the mbarrier that the wait is for; NULL where there is none, or
 * something else in the loop may happen to it: more arrivals, another wait, the end of its life. */
static const struct ptxc_mbarrier_use_of *sole_arrival(const struct ptxc_mbarriers *barriers,
                                                       const struct ptxc_mbarrier_use_of *wait, uint32_t loop) {
    const struct ptxc_graph *graph = barriers->flow->graph;
    const struct ptxc_mbarrier_use_of *found = NULL;
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        const uint32_t action = PTXC_ACTION_BIT(use->action);
        if (use == wait || !(action & (PTXC_ACTS_ARRIVE | PTXC_ACTS_WAIT | PTXC_ACTS_LIFE)) ||
            !ptxc_graph_in_loop(graph, ptxc_graph_block_of(graph, use->step), loop) ||
            ptxc_mbarriers_ever(barriers, wait->key, use->key) == PTXC_PIECES_APART)
            continue;
        if (found || !(action & PTXC_ACTS_ARRIVE) || use->key != wait->key || !repeats(barriers, use, loop))
            return NULL;
        found = use;
    }
    return found;
}

/* Whether something in the loop may arrive on mbarriers that is no instruction for them. */
static bool has_foreign_arrival(const struct ptxc_flow *flow, uint32_t loop) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_step_does(ptxc_flow_step(flow, i), PTXC_ACT_TENSOR_ARRIVE) &&
            ptxc_graph_in_loop(flow->graph, ptxc_graph_block_of(flow->graph, i), loop))
            return true;
    return false;
}

/* Looks at a wait in a loop. */
static void look_in_loop(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *wait) {
    const struct ptxc_flow *flow = barriers->flow;
    const uint32_t loop = ptxc_mbarriers_working_loop(barriers, wait->step);
    struct ptxc_hazard hazard;
    if (loop == PTXC_NO_BLOCK || !repeats(barriers, wait, loop) || !keeps_parity(flow, wait->step, loop))
        return;
    const struct ptxc_mbarrier_use_of *arrival = sole_arrival(barriers, wait, loop);
    if (!arrival || has_foreign_arrival(flow, loop) ||
        ptxc_condition_excludes(flow->conditions, &arrival->condition, &wait->condition))
        return;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_PARITY_SAME, wait->step, arrival->step);
    violation.name = ptxc_mbarriers_name(barriers, wait->key);
    ptxc_violation_begin(&hazard, flow, &violation);
    if (barriers->keys[wait->key].expected != 1 || !ptxc_mbarriers_single(barriers, arrival))
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* The one step that makes the mbarrier of the key, before the wait and outside of loops; PTXC_NO_STEP where that is not
 * certain, or where the wait is not the first one for it. */
static uint32_t sole_init(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *wait) {
    const struct ptxc_graph *graph = barriers->flow->graph;
    const uint32_t here = ptxc_graph_block_of(graph, wait->step);
    uint32_t init = PTXC_NO_STEP;
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        const uint32_t block = ptxc_graph_block_of(graph, use->step);
        if (use == wait || !(PTXC_ACTION_BIT(use->action) & (PTXC_ACTS_WAIT | PTXC_ACTS_LIFE)) ||
            ptxc_mbarriers_ever(barriers, wait->key, use->key) == PTXC_PIECES_APART)
            continue;
        if (use->key != wait->key)
            return PTXC_NO_STEP;
        if (use->action == PTXC_ACT_INIT && init == PTXC_NO_STEP && graph->blocks[block].loop == PTXC_NO_BLOCK)
            init = use->step;
        else if (use->action == PTXC_ACT_INIT || block == here || !ptxc_graph_dominates(graph, here, block))
            return PTXC_NO_STEP;
    }
    return init;
}

/* Looks at the first wait for an mbarrier that copies complete on: the first phase has parity 0. */
static void look_at_first(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *wait) {
    const struct ptxc_flow *flow = barriers->flow;
    int64_t parity;
    if (!wait->retried || !(barriers->keys[wait->key].actions & PTXC_ACTION_BIT(PTXC_ACT_COPY)) ||
        !barriers->keys[wait->key].fixed || !ptxc_flow_constant(flow, wait->step, PTXC_NAME_PHASE_PARITY, &parity) ||
        parity != 1 || ptxc_mbarriers_working_loop(barriers, wait->step) != PTXC_NO_BLOCK)
        return;
    const uint32_t init = sole_init(barriers, wait);
    if (init == PTXC_NO_STEP)
        return;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_PARITY_FIRST, wait->step, init);
    violation.name = ptxc_mbarriers_name(barriers, wait->key);
    ptxc_violation_report(flow, &violation);
}

void ptxc_mbarriers_check_parities(struct ptxc_mbarriers *barriers) {
    for (uint32_t i = 0; i < barriers->count; i++) {
        if (!(PTXC_ACTION_BIT(barriers->uses[i].action) & PTXC_ACTS_WAIT) || barriers->crowded)
            continue;
        look_in_loop(barriers, &barriers->uses[i]);
        look_at_first(barriers, &barriers->uses[i]);
    }
}
