/* What too many threads do, or too few: copies that each thread makes anew, barriers that do not get their whole warp,
 * and elected lanes that must be a certain one.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"
#include "analysis/findings/violation.h"

enum { WARP = 32 };

/* Returns the elect.sync whose lane alone satisfies the condition, or PTXC_NO_STEP. */
static uint32_t elect_of(const struct ptxc_flow *flow, const struct ptxc_condition *condition) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    for (uint8_t i = 0; i < condition->count; i++) {
        const struct ptxc_term *term = ptxc_affine_sole_term(all, condition->atoms[i].predicate);
        if (term && !condition->atoms[i].negated && term->kind == PTXC_TERM_RESULT && term->a < flow->program->count &&
            ptxc_step_action(ptxc_flow_step(flow, term->a)) == PTXC_ACT_ELECT)
            return term->a;
    }
    return PTXC_NO_STEP;
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

/* Returns how many threads of `all` satisfy the condition; 0 where that is not known. */
static uint32_t count_threads(const struct ptxc_flow *flow, const struct ptxc_condition *condition, uint32_t all) {
    enum { MOST = 1024 };
    const bool elected = elect_of(flow, condition) != PTXC_NO_STEP;
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

/* Returns the same, remembered for the conditions that were asked about last: copies in a row mostly share theirs. */
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

/* Returns how many threads of a CTA run the step each time, for certain; 0: not known. With `limit` the CTA is taken to
 * have as many threads as it may. */
static uint32_t thread_count(const struct ptxc_flow *flow, uint32_t step, bool limit) {
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    const uint32_t *required = flow->program->body->required_threads;
    const uint32_t all = limit ? flow->at_most : flow->threads;
    const bool flat = required[1] <= 1 && required[2] <= 1 && (limit || required[0] > 0 || all > 0);
    if (!flow->whole || condition->more || condition->never || !ptxc_participation_all(flow, step))
        return 0;
    if (ptxc_condition_is_uniform(flow->conditions, condition))
        return all;
    if (!flat)
        return 0;
    if (all > 0)
        return remember_count(flow, condition, all);
    return limit && ptxc_condition_threads(flow->conditions, condition).kind == PTXC_THREADS_ONE;
}

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

/* Whether several threads of a CTA start the copy of the step, each the same, or the lanes of a warp or the elected
 * ones of several warps make its mbarrier. Then the rule that says so, and how sure it is, else PTXC_RULE_COUNT. Whole
 * warps that make one are seen in an execution. */
static enum ptxc_rule_id repeats(const struct ptxc_flow *flow, uint32_t step, enum ptxc_level *level) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const bool copies = ptxc_step_action(here) == PTXC_ACT_COPY && (here->traits & PTXC_TRAIT_ASYNC);
    const bool makes = ptxc_step_action(here) == PTXC_ACT_INIT;
    if (!flow->whole || flow->at_most <= 1 || !(copies || makes) || !ptxc_flow_runs(flow, step) ||
        !operands_are_uniform(flow, step))
        return PTXC_RULE_COUNT;
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    const uint32_t elect = elect_of(flow, condition);
    const bool certain = thread_count(flow, step, false) > 1;
    if ((makes && elect == PTXC_NO_STEP) || (elect != PTXC_NO_STEP && !ptxc_participation_all(flow, elect)))
        return PTXC_RULE_COUNT;
    /* To make an mbarrier anew, or to store the same once more, mostly does no harm */
    const bool counts = copies && (here->event->completion == PTXC_BY_BARRIER ||
                                   ptxc_step_qualifier(here, PTXC_SLOT_REDUCTION) != PTXC_Q_NONE);
    *level = certain && counts ? PTXC_CERTAIN : PTXC_LIKELY;
    if (!certain && thread_count(flow, step, true) <= 1)
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
    const uint32_t threads = thread_count(flow, step, flow->threads == 0);
    const char *most = flow->threads ? "" : "up to ";
    if (rule == PTXC_RULE_ELECT_PER_WARP) {
        const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
        ptxc_hazard_begin(&hazard, flow, rule, step,
                          "one thread of the CTA should %s, and one of each of %s%u warps does", what, most, threads);
        ptxc_hazard_note(&hazard, elect_of(flow, condition), "a lane is chosen here in each warp");
        ptxc_hazard_advice(&hazard, "a test for one warp beside the elect.sync makes it one thread");
    } else {
        ptxc_hazard_begin(&hazard, flow, rule, step,
                          "one thread should %s, and %s%u threads of the CTA do, each the same", what, most, threads);
        ptxc_hazard_advice(&hazard, "guard it so that it runs in one thread: by elect.sync in one warp, or by %%tid.x");
    }
    hazard.finding.level = level;
    ptxc_hazard_give(&hazard);
    /* what stores of many threads do to groups alone explains nothing that happens to mbarriers */
    *flow->explained |= *flow->reported && ptxc_flow_step(flow, step)->event->completion != PTXC_BY_BULK_GROUP;
}

/* Reports an mbarrier that lanes of one warp make together. Where more do, an execution shows it. */
static void look_at_init(const struct ptxc_flow *flow, uint32_t step) {
    if (ptxc_step_action(ptxc_flow_step(flow, step)) != PTXC_ACT_INIT || !operands_are_uniform(flow, step) ||
        elect_of(flow, ptxc_flow_condition(flow, step)) != PTXC_NO_STEP)
        return;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_INIT_BY_LANES, step, PTXC_NO_STEP);
    violation.number = thread_count(flow, step, false);
    if (violation.number > 1 && violation.number <= WARP)
        ptxc_violation_report(flow, &violation);
}

/* Whether threads that do not run the step go on to something after it, rather than only to the end. */
static bool others_continue(const struct ptxc_flow *flow, uint32_t step) {
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
        flow->threads == 1 || flow->at_most == 1 || flow->program->body->required_threads[0] == 1)
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
    ptxc_hazard_advice(&hazard, "let all lanes of the warp come here together, or write barrier.sync without .aligned");
    const bool leave = !(guard.count && lacks_lanes(flow, &guarded)) && !others_continue(flow, index);
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
static void look_at_elected(const struct ptxc_flow *flow, uint32_t step, bool *reported) {
    const struct ptxc_condition *condition = ptxc_flow_condition(flow, step);
    const struct ptxc_threads threads = ptxc_condition_threads(flow->conditions, condition);
    const uint32_t elect = elect_of(flow, condition);
    struct ptxc_hazard hazard;
    if (elect == PTXC_NO_STEP || reported[elect] || (!threads.thread_known && !threads.lane_known) ||
        !chooses(flow, elect))
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
    reported[elect] = true;
}

void ptxc_threads_check(const struct ptxc_flow *flow) {
    const uint32_t count = flow->program->count;
    bool *reported = ptxc_arena_alloc(flow->program->arena, (count + 1) * sizeof(*reported));
    for (uint32_t i = 0; i < count && reported; i++) {
        const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, i));
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if ((!step->names && !ptxc_step_does(step, PTXC_ACT_BARRIER)) || !ptxc_flow_runs(flow, i))
            continue;
        look_at_barrier(flow, i);
        look_at_repeated(flow, i);
        look_at_init(flow, i);
        if (action == PTXC_ACT_COPY)
            look_at_elected(flow, i, reported);
    }
}
