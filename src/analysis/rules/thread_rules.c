/* What too many threads do, or too few: copies that each thread makes anew, barriers that do not get their whole warp,
 * and elected lanes that must be a certain one.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"

enum { WARP = 32 };

/* Whether all operands of the step are the same in all threads of the CTA. How a copy is cached does not count. */
static bool operands_are_uniform(const struct ptxc_flow *flow, uint32_t index) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    const struct ptxc_operand *policy = ptxc_step_operand(step, PTXC_NAME_CACHE_POLICY);
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    for (uint16_t i = 0; i < step->statement->value_count; i++) {
        if (policy && i >= policy->first && i < policy->first + policy->count)
            continue;
        const ptxc_affine value = ptxc_values_of(flow->values, index, &step->statement->values[i]);
        if (!value || ptxc_affine_variance(all, value) != PTXC_UNIFORM)
            return false;
    }
    return true;
}

/* Whether several threads of a CTA start the copy of the step, each the same, or the elected ones of several warps make
 * its mbarrier. Then the rule that says so, and how sure it is, else PTXC_RULE_COUNT. */
static enum ptxc_rule_id repeats(const struct ptxc_flow *flow, uint32_t step, enum ptxc_level *level) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const bool copies = ptxc_step_action(here) == PTXC_ACT_COPY && (here->traits & PTXC_TRAIT_ASYNC);
    const bool makes = ptxc_step_action(here) == PTXC_ACT_INIT;
    if (!flow->whole || flow->at_most <= 1 || !(copies || makes) || !ptxc_flow_runs(flow, step) ||
        !operands_are_uniform(flow, step))
        return PTXC_RULE_COUNT;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const uint32_t elect = ptxc_flow_elect(flow, &condition);
    if ((makes && elect == PTXC_NO_STEP) || (elect != PTXC_NO_STEP && !ptxc_participation_all(flow, elect)))
        return PTXC_RULE_COUNT;
    const bool certain = ptxc_flow_thread_count(flow, step, false) > 1;
    /* To make an mbarrier anew, or to store the same once more, mostly does no harm */
    const bool counts = copies && (here->event->completion == PTXC_BY_BARRIER || ptxc_step_reduces(here));
    *level = certain && counts ? PTXC_CERTAIN : PTXC_LIKELY;
    if (!certain && ptxc_flow_thread_count(flow, step, true) <= 1)
        return PTXC_RULE_COUNT;
    return elect != PTXC_NO_STEP ? PTXC_RULE_ELECT_PER_WARP : PTXC_RULE_BULK_ISSUED_BY_MANY_THREADS;
}

/* Reports a copy that several threads start, each the same, or an mbarrier that one of each warp makes. */
static void look_at_repeated(const struct ptxc_flow *flow, uint32_t step) {
    struct ptxc_hazard hazard;
    enum ptxc_level level;
    const enum ptxc_rule_id rule = repeats(flow, step, &level);
    if (rule == PTXC_RULE_COUNT)
        return;
    const char *what =
        ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_INIT ? "make this mbarrier" : "start this copy";
    const uint32_t threads = ptxc_flow_thread_count(flow, step, flow->threads == 0);
    const char *most = flow->threads ? "" : "up to ";
    if (rule == PTXC_RULE_ELECT_PER_WARP) {
        const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
        ptxc_hazard_begin(&hazard, flow, rule, step,
                          "one thread of the CTA should %s, and one of each of %s%u warps does", what, most, threads);
        ptxc_hazard_note(&hazard, ptxc_flow_elect(flow, &condition), "a lane is chosen here in each warp");
        ptxc_hazard_advice(&hazard, "a test for one warp beside the elect.sync makes it one thread");
    } else {
        ptxc_hazard_begin(&hazard, flow, rule, step,
                          "one thread should %s, and %s%u threads of the CTA do, each the same", what, most, threads);
        ptxc_hazard_advice(&hazard, "a guard that holds in one thread, by elect.sync in one warp or by %%tid.x");
    }
    hazard.finding.level = level;
    ptxc_hazard_give(&hazard);
    *flow->explained |= *flow->reported;
}

/* Whether threads that do not run the step go on to something after it, rather than only to the end. */
static bool others_go_on(const struct ptxc_flow *flow, uint32_t step) {
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *other = ptxc_flow_step(flow, i);
        if (i == step || other->statement->kind == PTXC_STATEMENT_LABEL || ptxc_step_does(other, PTXC_ACT_RETURN) ||
            ptxc_step_does(other, PTXC_ACT_EXIT) || ptxc_step_does(other, PTXC_ACT_BRANCH) || !ptxc_flow_runs(flow, i))
            continue;
        const enum ptxc_thread_kind kind = ptxc_flow_threads(flow, i).kind;
        if ((kind == PTXC_THREADS_ALL || kind == PTXC_THREADS_WARPS) && ptxc_flow_leads(flow, step, i))
            return true;
    }
    return false;
}

/* Whether so few threads of a warp run what has these threads that some of its lanes are missing. */
static bool lacks_lanes(const struct ptxc_flow *flow, const struct ptxc_threads *threads) {
    if (threads->kind == PTXC_THREADS_ONE || threads->kind == PTXC_THREADS_PER_WARP)
        return true;
    return threads->below % WARP != 0 && (flow->at_most == 0 || flow->at_most > threads->below);
}

/* Reports a barrier for whole warps that some lanes do not come to. Where they have left the function instead the
 * hardware does not wait for them. */
static void look_at_barrier(const struct ptxc_flow *flow, uint32_t index) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    const bool cluster =
        ptxc_step_action(step) == PTXC_ACT_CLUSTER_ARRIVE || ptxc_step_action(step) == PTXC_ACT_CLUSTER_WAIT;
    struct ptxc_condition guard = {.count = 0};
    struct ptxc_hazard hazard;
    if ((!cluster && !ptxc_step_does(step, PTXC_ACT_BARRIER)) || !(step->traits & PTXC_TRAIT_OF_WHOLE_WARPS) ||
        ptxc_flow_is_alone(flow) || flow->program->body->required_threads[0] == 1)
        return;
    const struct ptxc_threads threads = ptxc_flow_threads(flow, index);
    if (!lacks_lanes(flow, &threads))
        return;
    if (step->statement->guarded && ptxc_values_predicate(flow->values, index, &step->statement->guard,
                                                          &guard.atoms[0].predicate, &guard.atoms[0].negated))
        guard.count = 1;
    const struct ptxc_threads guarded = ptxc_condition_threads(flow->conditions, &guard);
    const bool few = threads.kind == PTXC_THREADS_ONE || threads.kind == PTXC_THREADS_PER_WARP;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_ALIGNED_BARRIER_DIVERGENT, index,
                      "all threads of a warp must come to an aligned barrier together, and %s",
                      threads.kind == PTXC_THREADS_ONE ? "one thread alone comes to this one"
                      : few                            ? "one lane alone comes to this one"
                                                       : "only some of its lanes come to this one");
    const bool leave = !(guard.count && lacks_lanes(flow, &guarded)) && !others_go_on(flow, index);
    if (leave && !few && flow->threads == 0)
        hazard.finding.level = PTXC_POSSIBLE;
    else if (leave || flow->threads == 0)
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* Whether the lanes that elect.sync chooses from are several for certain. */
static bool chooses(const struct ptxc_flow *flow, uint32_t elect) {
    int64_t mask;
    if (!ptxc_flow_constant(flow, elect, PTXC_NAME_MEMBERMASK, &mask))
        return false;
    mask &= UINT32_MAX;
    return (mask & (mask - 1)) != 0;
}

/* Reports a step that runs only where the elected lane is a certain one. */
static void look_at_elected(const struct ptxc_flow *flow, uint32_t step, bool *said) {
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const struct ptxc_threads threads = ptxc_condition_threads(flow->conditions, &condition);
    const uint32_t elect = ptxc_flow_elect(flow, &condition);
    struct ptxc_hazard hazard;
    if (elect == PTXC_NO_STEP || said[elect] || (!threads.thread_known && !threads.lane_known) || !chooses(flow, elect))
        return;
    const struct ptxc_threads electors = ptxc_flow_threads(flow, elect);
    if (electors.thread_known || electors.lane_known)
        return;
    const int64_t lane = threads.thread_known ? threads.thread % WARP : threads.lane;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_ELECT_AND_LANE_TEST, step,
                      "the elected lane should not be tested for being lane %d, since the hardware chooses which it is",
                      (int)lane);
    ptxc_hazard_note(&hazard, elect, "a lane is chosen here");
    if (lane == 0)
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
    *flow->explained |= *flow->reported;
    said[elect] = true;
}

void ptxc_threads_check(const struct ptxc_flow *flow) {
    const uint32_t count = flow->program->count;
    bool *said = ptxc_arena_alloc(flow->program->arena, (count + 1) * sizeof(*said));
    for (uint32_t i = 0; i < count && said; i++) {
        const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, i));
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if ((!step->names && !ptxc_step_does(step, PTXC_ACT_BARRIER)) || !ptxc_flow_runs(flow, i))
            continue;
        look_at_barrier(flow, i);
        look_at_repeated(flow, i);
        if (action == PTXC_ACT_COPY)
            look_at_elected(flow, i, said);
    }
}
