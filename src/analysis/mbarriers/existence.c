/* What the whole function lacks: an mbarrier that nobody makes, or that nobody tells of the bytes that come (M01, M07).
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/program/dataflow.h"

/* Whether a thread that runs both steps runs the first one first: it stands in its way, or where the way to it alone
 * begins. */
static bool precedes(const struct ptxc_graph *graph, uint32_t first, uint32_t second) {
    const uint32_t here = ptxc_graph_block_of(graph, first), there = ptxc_graph_block_of(graph, second);
    const struct ptxc_block *block = &graph->blocks[here];
    if (here == there)
        return first < second;
    return ptxc_graph_dominates(graph, here, there) ||
           (block->predecessor_count == 1 &&
            ptxc_graph_dominates(graph, graph->predecessors[block->predecessor_first], there));
}

/* Whether the use is done before anyone can have made its mbarrier: each init that may be of it comes after the use, in
 * the thread of the use, and no way leads back. */
static bool comes_first(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *use, uint32_t *init) {
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_graph *graph = flow->graph;
    *init = PTXC_NO_STEP;
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *made = &barriers->uses[i];
        if (made->action != PTXC_ACT_INIT || ptxc_mbarriers_ever(barriers, use->key, made->key) == PTXC_PIECES_APART)
            continue;
        if (!precedes(graph, use->step, made->step) || !ptxc_condition_implies(&made->condition, &use->condition) ||
            ptxc_graph_leads(graph, made->step, use->step))
            return false;
        *init = made->step;
    }
    return true;
}

/* Whether something is done to the mbarrier that changes it: one that is looked at alone may be made in ways that are
 * not seen here. */
static bool is_driven(const struct ptxc_mbarriers *barriers, uint32_t key) {
    return (barriers->keys[key].actions & (PTXC_ACTS_EXPECT | PTXC_ACTS_ARRIVE | PTXC_ACTS_BRING)) != 0;
}

/* Reports the first use of each mbarrier that nobody has made. */
static void look_for_inits(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    bool *said = ptxc_arena_alloc(flow->program->arena, barriers->key_count);
    for (uint32_t i = 0; i < barriers->count && said; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        uint32_t init;
        if (said[use->key] || (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_LIFE) || !barriers->keys[use->key].fixed ||
            !ptxc_mbarriers_own(barriers, use->key) || !is_driven(barriers, use->key) ||
            !comes_first(barriers, use, &init))
            continue;
        said[use->key] = true;
        struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_USE_UNMADE, use->step, init);
        violation.name = ptxc_mbarriers_name(barriers, use->key);
        ptxc_violation_report(flow, &violation);
    }
}

/* Reports copies whose mbarrier nobody tells of the bytes. */
static void look_for_expects(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    bool *said = ptxc_arena_alloc(flow->program->arena, barriers->key_count);
    for (uint32_t i = 0; i < barriers->load_count && said && !barriers->crowded; i++) {
        struct ptxc_load *load = &barriers->loads[i];
        const uint32_t key = barriers->uses[load->use].key;
        if (!load->has_target || !ptxc_mbarriers_own(barriers, key) ||
            ptxc_mbarriers_any(barriers, key, PTXC_ACTS_EXPECT))
            continue;
        load->said = true;
        if (said[key])
            continue;
        said[key] = true;
        struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_BYTES_UNEXPECTED, load->step, load->step);
        for (uint32_t k = 0; k < barriers->count && violation.wait == PTXC_NO_STEP; k++)
            if (barriers->uses[k].key == key && barriers->uses[k].action == PTXC_ACT_ARRIVE)
                violation.wait = barriers->uses[k].step;
        ptxc_violation_report(flow, &violation);
    }
}

void ptxc_mbarriers_check_existence(struct ptxc_mbarriers *barriers) {
    look_for_inits(barriers);
    look_for_expects(barriers);
}
