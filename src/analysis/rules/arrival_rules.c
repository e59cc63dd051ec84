/* Arrivals on an mbarrier against its count. Only of a barrier that is initialized once, and of which each arrival is
 * known to be on it or not, something is said: the addresses of the others, in rings mostly, are not known.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"

/* An mbarrier, and what the function does with it. */
struct barrier {
    uint32_t init;
    struct ptxc_memory_range region;
    int64_t count;
    bool unknown;                        /* what happens to it is not all known */
    bool repeated;                       /* each of several threads starts a copy that it counts */
    uint32_t sites;                      /* steps that arrive, other than those for copies of cp.async */
    uint32_t arrival;                    /* one of them */
    uint32_t on_copies, plain_on_copies; /* those for copies; and one without .noinc, or PTXC_NO_STEP */
    bool counted_on_copies;              /* one of those has .noinc */
    uint32_t wait;                       /* a step that waits for it, or PTXC_NO_STEP */
};

/* Notes an arrival for copies of cp.async. */
static void see_on_copies(const struct ptxc_flow *flow, uint32_t step, struct barrier *barrier) {
    barrier->on_copies++;
    if (ptxc_step_has(flow->program, ptxc_flow_step(flow, step), PTXC_Q_NOINC))
        barrier->counted_on_copies = true;
    else
        barrier->plain_on_copies = step;
}

/* Notes a step that is about the barrier for certain. */
static void see_use(const struct ptxc_flow *flow, uint32_t step, struct barrier *barrier) {
    enum ptxc_level level;
    switch (ptxc_step_action(ptxc_flow_step(flow, step))) {
    case PTXC_ACT_INIT:
    case PTXC_ACT_INVALIDATE:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT: barrier->unknown |= step != barrier->init; break;
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
        barrier->unknown |= ptxc_step_has(flow->program, ptxc_flow_step(flow, step), PTXC_Q_NO_COMPLETE);
        barrier->sites++;
        barrier->arrival = step;
        break;
    case PTXC_ACT_ARRIVE_ON_COPIES: see_on_copies(flow, step, barrier); break;
    case PTXC_ACT_COPY: barrier->repeated |= ptxc_threads_repeat(flow, step, &level) != PTXC_RULE_COUNT; break;
    case PTXC_ACT_TEST_WAIT:
    case PTXC_ACT_TRY_WAIT: barrier->wait = step; break;
    default: break;
    }
}

/* Whether the step may arrive on an mbarrier, or end its life. */
static bool changes_arrivals(const struct ptxc_step *step) {
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_INIT:
    case PTXC_ACT_INVALIDATE:
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT:
    case PTXC_ACT_ARRIVE_ON_COPIES: return true;
    default: return ptxc_step_does(step, PTXC_ACT_TENSOR_ARRIVE);
    }
}

/* Collects what the function does with the mbarrier that step `init` makes. */
static struct barrier collect(const struct ptxc_flow *flow, uint32_t init) {
    struct barrier barrier = {
        .init = init, .arrival = PTXC_NO_STEP, .plain_on_copies = PTXC_NO_STEP, .wait = PTXC_NO_STEP};
    if (!ptxc_memory_range_barrier(flow->values, flow->program, init, &barrier.region) || barrier.region.remote ||
        ptxc_affine_variance(ptxc_values_expressions(flow->values), barrier.region.address) != PTXC_UNIFORM ||
        !ptxc_flow_constant(flow, init, ptxc_flow_step(flow, init)->event->amount, &barrier.count)) {
        barrier.unknown = true;
        return barrier;
    }
    for (uint32_t k = 0; k < flow->graph->acting_count && !barrier.unknown; k++) {
        const uint32_t i = flow->graph->acting[k];
        struct ptxc_memory_range here;
        if (!ptxc_flow_runs(flow, i))
            continue;
        const bool known = ptxc_memory_range_barrier(flow->values, flow->program, i, &here);
        const enum ptxc_overlap overlap = known ? ptxc_flow_overlap(flow, &here, &barrier.region) : PTXC_PIECES_UNKNOWN;
        if (known && overlap == PTXC_PIECES_OVERLAP)
            see_use(flow, i, &barrier);
        else if (overlap == PTXC_PIECES_UNKNOWN)
            barrier.unknown |= changes_arrivals(ptxc_flow_step(flow, i));
    }
    return barrier;
}

/* Reports arrivals that change nothing, since each first makes the barrier wait for one more. */
static void look_at_copies(const struct ptxc_flow *flow, const struct barrier *barrier) {
    struct ptxc_hazard hazard;
    if (barrier->sites || barrier->counted_on_copies || barrier->plain_on_copies == PTXC_NO_STEP ||
        barrier->wait == PTXC_NO_STEP || barrier->count < 1)
        return;
    ptxc_hazard_begin(&hazard, flow, PTXC_RULE_CPASYNC_ARRIVE_NEEDS_NOINC, barrier->plain_on_copies,
                      "an arrival that the count of the mbarrier includes must have .noinc: without it the count first "
                      "goes up by one");
    ptxc_hazard_note(&hazard, barrier->init, "the mbarrier waits for %lld arrivals", (long long)barrier->count);
    ptxc_hazard_note(&hazard, barrier->wait, "this wait never ends, since nothing else arrives");
    ptxc_hazard_give(&hazard);
}

/* Whether the only arrival comes again before the phase is over: it stands in a loop. */
static bool comes_again(const struct ptxc_flow *flow, uint32_t step) {
    return ptxc_flow_leads(flow, step, step);
}

/* Whether a wait at its first phase follows the arrival. */
static bool waits_for_first(const struct ptxc_flow *flow, const struct barrier *barrier) {
    int64_t parity;
    const struct ptxc_step *wait = barrier->wait == PTXC_NO_STEP ? NULL : ptxc_flow_step(flow, barrier->wait);
    return wait && wait->event->amount == PTXC_NAME_PHASE_PARITY &&
           ptxc_flow_constant(flow, barrier->wait, PTXC_NAME_PHASE_PARITY, &parity) && parity == 0 &&
           ptxc_flow_leads(flow, barrier->arrival, barrier->wait);
}

/* Reports another number of arrivals than the barrier counts. */
static void look_at_count(const struct ptxc_flow *flow, const struct barrier *barrier) {
    struct ptxc_hazard hazard;
    int64_t each = 1;
    if (barrier->sites != 1 || barrier->on_copies || barrier->repeated || barrier->count < 1)
        return;
    const struct ptxc_step *step = ptxc_flow_step(flow, barrier->arrival);
    if (step->event->action == PTXC_ACT_ARRIVE && ptxc_step_operand(step, step->event->amount) &&
        !ptxc_flow_constant(flow, barrier->arrival, step->event->amount, &each))
        return;
    uint32_t threads = ptxc_flow_thread_count(flow, barrier->arrival, false);
    const bool certain = threads > 0;
    if (!certain)
        threads = ptxc_flow_thread_count(flow, barrier->arrival, true);
    const int64_t arrivals = (int64_t)threads * each;
    if (threads == 0 || arrivals == barrier->count ||
        (arrivals < barrier->count && (comes_again(flow, barrier->arrival) || !waits_for_first(flow, barrier))))
        return;
    const bool few = arrivals < barrier->count;
    struct ptxc_violation violation =
        ptxc_violation_at(few ? PTXC_VIOLATION_ARRIVALS_MISSING : PTXC_VIOLATION_ARRIVALS_OFF,
                          few ? barrier->wait : barrier->arrival, barrier->init);
    violation.wait = barrier->arrival;
    violation.number = (uint64_t)arrivals;
    violation.other = (uint64_t)barrier->count;
    ptxc_violation_begin(&hazard, flow, &violation);
    if (!certain)
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* Each init is held against each step that acts. Where that is too much, nothing is looked for. */
void ptxc_arrivals_check(const struct ptxc_flow *flow) {
    enum { MOST = 1000 * 1000 };
    uint64_t inits = 0;
    for (uint32_t i = 0; i < flow->program->count; i++)
        inits += ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_INIT;
    if (inits * flow->graph->acting_count > MOST)
        return;
    for (uint32_t i = 0; flow->whole && i < flow->program->count; i++) {
        if (ptxc_step_action(ptxc_flow_step(flow, i)) != PTXC_ACT_INIT || !ptxc_flow_runs(flow, i))
            continue;
        const struct barrier barrier = collect(flow, i);
        if (barrier.unknown)
            continue;
        look_at_copies(flow, &barrier);
        look_at_count(flow, &barrier);
    }
}
