/* Which violations are reported, and how sure they are: see violations.h. */
#include "analysis/automata/violations.h"

#include "analysis/findings/violation.h"
#include "analysis/values/values.h"
#include "report/report.h"

/* Whether a violation shows wherever it is met: a step does to an mbarrier what it must not. */
static bool is_alone(const struct ptxc_violation_row *row) {
    return (row->nature == PTXC_FAULT_MISUSE || row->nature == PTXC_FAULT_UNMADE) && row->needs == PTXC_NEEDS_TIME;
}

/* Whether a violation is that somebody waits for ever. */
static bool hangs_at(enum ptxc_violation_kind kind) {
    return ptxc_violation_is(kind, PTXC_FAULT_HANG) || kind == PTXC_VIOLATION_BYTES_UNEXPECTED;
}

/* How sure a violation is, by the runs in which it was met. */
static enum ptxc_level level_of(const struct ptxc_recorded_violation *found, struct ptxc_runs runs, uint64_t ran) {
    const struct ptxc_violation_row *row = &ptxc_violation_rows[found->violation.kind];
    const bool alone = is_alone(row);
    const uint64_t like_real = runs.good | runs.shorter | (hangs_at(found->violation.kind) ? runs.hung : 0);
    const uint64_t counted = row->needs == PTXC_NEEDS_END ? runs.good & runs.ended : alone ? runs.plausible : like_real;
    const uint64_t met = found->runs & counted;
    const bool always = (ran & counted) == met;
    const bool others = row->needs == PTXC_NEEDS_THREADS && runs.cluster != PTXC_CLUSTER_GIVEN &&
                        !(runs.cluster == PTXC_CLUSTER_ANY && always);
    const bool tried = runs.cluster == PTXC_CLUSTER_ANY || runs.cluster == PTXC_CLUSTER_MANY;
    const bool hangs = ptxc_violation_is(found->violation.kind, PTXC_FAULT_HANG);
    const bool each = ptxc_violation_is(found->violation.kind, PTXC_FAULT_END) ||
                      ptxc_violation_is(found->violation.kind, PTXC_FAULT_PLAIN);
    if (!met || !runs.threads || (!always && each) ||
        (runs.stuck && !hangs_at(found->violation.kind) && !(met & runs.cut)) || (hangs && !(met & ~runs.blind)) ||
        (others && ((hangs && !tried) || runs.cluster >= PTXC_CLUSTER_DEADLOCKED)) ||
        (runs.cluster == PTXC_CLUSTER_CHOSEN && !ptxc_violation_is(found->violation.kind, PTXC_FAULT_GROUP)) ||
        (runs.cluster != PTXC_CLUSTER_GIVEN && !tried && ptxc_violation_is(found->violation.kind, PTXC_FAULT_MISUSE)))
        return PTXC_POSSIBLE;
    if (found->violation.doubtful || others || runs.cluster == PTXC_CLUSTER_MANY || runs.partial ||
        !(met & ~(runs.hung | runs.shorter | runs.cut)) || (row->needs == PTXC_NEEDS_SHAPE && !runs.shaped) ||
        row->level != PTXC_CERTAIN)
        return PTXC_LIKELY;
    const bool again = (met & (met - 1)) != 0 || runs.few || (always && row->needs == PTXC_NEEDS_END);
    if (!again || (!always && ptxc_violation_is(found->violation.kind, PTXC_FAULT_EXCESS)))
        return PTXC_LIKELY;
    /* bytes are a matter of two steps alone, wherever other branches go */
    const bool settled = row->needs != PTXC_NEEDS_THREADS || (row->at == PTXC_AT_COPY && found->uniform);
    return (met & runs.sound) || (always && settled) ? PTXC_CERTAIN : PTXC_LIKELY;
}

bool ptxc_violations_any_to_report(const struct ptxc_violations *findings, struct ptxc_runs runs, const uint64_t *ran) {
    runs.threads = true;
    for (size_t i = 0; i < findings->count; i++)
        if (level_of(&findings->list[i], runs, ran[findings->list[i].violation.step]) != PTXC_POSSIBLE)
            return true;
    return false;
}

bool ptxc_violations_depend_on_cluster(const struct ptxc_violations *findings, struct ptxc_runs runs,
                                       const uint64_t *ran) {
    struct ptxc_runs any = runs;
    any.cluster = PTXC_CLUSTER_ANY;
    any.threads = runs.threads = true;
    if (runs.cluster == PTXC_CLUSTER_GIVEN || runs.cluster == PTXC_CLUSTER_UNKNOWN)
        return false;
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_recorded_violation *found = &findings->list[i];
        if (level_of(found, runs, ran[found->violation.step]) != level_of(found, any, ran[found->violation.step]))
            return true;
    }
    return false;
}

/* Whether a violation is that something is read, written or filled too early. */
static bool is_early(enum ptxc_violation_kind kind) {
    return ptxc_violation_is(kind, PTXC_FAULT_GROUP) || ptxc_violation_is(kind, PTXC_FAULT_RACE);
}

/* Whether something is read before its reader has waited for anything. Threads that do not wait for one another come
 * into each other's phases, so that arrivals which are too many follow from it, and not the other way round. */
static bool is_unwaited(const struct ptxc_violation *violation) {
    return violation->kind == PTXC_VIOLATION_READ_BEFORE_PHASE && violation->wait == PTXC_NO_STEP;
}

/* Whether a violation follows from the arrivals, which are more than a phase takes: for certain, or by all appearances.
 */
static bool follows(enum ptxc_violation_kind kind, bool certainly, bool apparently) {
    return (certainly && !ptxc_violation_is(kind, PTXC_FAULT_GROUP) && !ptxc_violation_is(kind, PTXC_FAULT_EXCESS) &&
            !ptxc_violation_is(kind, PTXC_FAULT_MISUSE)) ||
           (apparently && ptxc_violation_is(kind, PTXC_FAULT_HANG) && kind != PTXC_VIOLATION_BYTES_MISSING);
}

/* Whether a violation that the caller gets to see explains all that comes later but the copies of groups. */
static bool explains(const struct ptxc_flow *flow, const struct ptxc_violation *violation, enum ptxc_level level) {
    const struct ptxc_finding finding = {.rule = ptxc_violation_rows[violation->kind].rule, .level = level};
    return (ptxc_violation_is(violation->kind, PTXC_FAULT_MISUSE) || violation->kind == PTXC_VIOLATION_BYTES_SURPLUS) &&
           (level == PTXC_CERTAIN || !flow->report ||
            ptxc_report_severity(flow->report, &finding) >= PTXC_SEVERITY_WARNING);
}

/* Whether violations of two kinds are reported by one rule. */
static bool have_one_rule(enum ptxc_violation_kind a, enum ptxc_violation_kind b) {
    return ptxc_violation_rows[a].rule == ptxc_violation_rows[b].rule;
}

/* Whether what would fix a violation that was reported fixes another one of its rule: the same wait, the same commit,
 * or a fence. A fence that comes before a copy fixes nothing of what is written after that. */
static bool have_one_remedy(const struct ptxc_violation *reported, const struct ptxc_violation *other) {
    if (!have_one_rule(reported->kind, other->kind) || reported->wait != other->wait)
        return false;
    if (reported->kind == PTXC_VIOLATION_SOURCE_UNFENCED)
        return other->copy < reported->step;
    return reported->wait != PTXC_NO_STEP || !ptxc_violation_is(reported->kind, PTXC_FAULT_GROUP) ||
           (reported->commit != PTXC_NO_STEP && reported->commit == other->commit);
}

/* Whether a group is committed between two steps of the text. */
static bool commits_between(const struct ptxc_flow *flow, uint32_t from, uint32_t to) {
    uint32_t step = from;
    while (step < to && ptxc_step_action(ptxc_flow_step(flow, step)) != PTXC_ACT_COMMIT)
        step++;
    return step < to;
}

/* Whether nothing waits for the copies of two violations, and a wait before the step of the first, with the smaller
 * number of both, comes before that of the second, too, and after its copy. */
static bool have_one_wait(const struct ptxc_flow *flow, const struct ptxc_violation *first,
                          const struct ptxc_violation *second) {
    const bool reads = second->kind == PTXC_VIOLATION_READ_NOT_WAITED;
    if (first->kind != PTXC_VIOLATION_READ_NOT_WAITED || second->step < first->step || second->wait != PTXC_NO_STEP ||
        !(reads || have_one_rule(second->kind, PTXC_VIOLATION_FILL_PENDING)) ||
        !ptxc_graph_dominates(flow->graph, ptxc_graph_block_of(flow->graph, first->step),
                              ptxc_graph_block_of(flow->graph, second->step)))
        return false;
    return !commits_between(flow, first->step, second->step);
}

/* Whether two violations of groups are one: a wait that leaves too much also lets other threads read too early, and the
 * other way round; a copy that is in no group meets the next one. */
static bool are_one_of_groups(const struct ptxc_violation *a, const struct ptxc_violation *b) {
    return ptxc_violation_is(a->kind, PTXC_FAULT_GROUP) && ptxc_violation_is(b->kind, PTXC_FAULT_GROUP) &&
           a->kind != b->kind &&
           (a->kind == PTXC_VIOLATION_READ_WITHOUT_BARRIER || b->kind == PTXC_VIOLATION_READ_WITHOUT_BARRIER ||
            b->kind == PTXC_VIOLATION_FILL_SAME_GROUP);
}

/* Whether two copies in groups are pending where a thread ends: one wait before that is enough for both. */
static bool are_of_one_end(const struct ptxc_violation *a, const struct ptxc_violation *b) {
    return a->kind == PTXC_VIOLATION_EXIT_PENDING && a->kind == b->kind && a->step == b->step &&
           a->commit != PTXC_NO_STEP && b->commit != PTXC_NO_STEP;
}

/* Whether two copies complete on one mbarrier, and nothing tells it of their bytes. */
static bool are_of_one_phase(const struct ptxc_violation *a, const struct ptxc_violation *b) {
    return ptxc_violation_rows[a->kind].rule == PTXC_RULE_MISSING_EXPECT_TX && have_one_rule(a->kind, b->kind) &&
           a->mbarrier && a->mbarrier == b->mbarrier;
}

/* Whether two violations, of which the first was reported, have one cause: they are about the same steps, in whatever
 * order, or have one remedy. Two of one rule that stand elsewhere than where they show may show at one step, the end of
 * the kernel, say. */
static bool have_one_cause(const struct ptxc_flow *flow, const struct ptxc_violation *a,
                           const struct ptxc_violation *b) {
    const struct ptxc_violation_row *row = &ptxc_violation_rows[a->kind];
    const bool same_rule = have_one_rule(a->kind, b->kind);
    if ((a->unwaited != PTXC_NO_STEP && a->unwaited == b->unwaited) || are_of_one_phase(a, b))
        return true;
    if ((a->copy == b->copy && a->copy != PTXC_NO_STEP) || (a->step == b->copy && b->step == a->copy) ||
        are_one_of_groups(a, b) || have_one_wait(flow, a, b))
        return true;
    if (same_rule && row->nature == PTXC_FAULT_GROUP && row->at == PTXC_AT_COPY)
        return are_of_one_end(a, b);
    if (same_rule && row->at == PTXC_AT_WAIT && a->wait != PTXC_NO_STEP && b->wait != PTXC_NO_STEP)
        return a->wait == b->wait;
    return a->step == b->step || have_one_remedy(a, b);
}

/* Whether a violation is that a wait lets a thread go on though the phase is not over. */
static bool is_of_wait(enum ptxc_violation_kind kind) {
    return kind == PTXC_VIOLATION_WAIT_UNMET || kind == PTXC_VIOLATION_PARITY_FIRST;
}

/* Whether a violation is that a copy is in no group, or in a later one than is meant: then each wait for groups of its
 * kind waits for others than is meant. */
static bool is_of_commit(enum ptxc_violation_kind kind) {
    return ptxc_violation_rows[kind].rule == PTXC_RULE_UNCOMMITTED_AT_WAIT;
}

/* Whether a violation is one of what memory holds alone, so that it keeps nobody waiting: a copy is pending at the end,
 * tensor memory is written too early, or a fence between the proxies is missing. */
static bool keeps_nobody_waiting(enum ptxc_violation_kind kind) {
    return kind == PTXC_VIOLATION_EXIT_PENDING || have_one_rule(kind, PTXC_VIOLATION_TENSOR_STORE_EARLY) ||
           have_one_rule(kind, PTXC_VIOLATION_SOURCE_UNFENCED) || have_one_rule(kind, PTXC_VIOLATION_FENCE_ELSEWHERE) ||
           have_one_rule(kind, PTXC_VIOLATION_FENCE_LATE);
}

/* Whether a violation follows from one that was reported: whoever goes on too early comes into the phases of others;
 * copies are in the phase before, since nobody waited before the slot was filled, and the next wait misses a phase; a
 * copy that comes on top in a phase is missing in another; or nobody waits for an mbarrier at the end, since what a
 * copy brings was read without that. */
static bool follows_from(const struct ptxc_violation *reported, const struct ptxc_violation *other) {
    const struct ptxc_violation_row *row = &ptxc_violation_rows[other->kind];
    const bool hangs = row->nature == PTXC_FAULT_HANG;
    if (other->kind == PTXC_VIOLATION_PEER_ENDED || (hangs && ptxc_violation_is(reported->kind, PTXC_FAULT_UNMADE)) ||
        (other->kind == PTXC_VIOLATION_DEADLOCK && !keeps_nobody_waiting(reported->kind)) ||
        (is_unwaited(reported) && (hangs || row->nature == PTXC_FAULT_EXCESS)) ||
        (other->kind == PTXC_VIOLATION_ARRIVALS_EXCESS && is_early(reported->kind)) ||
        (reported->kind == PTXC_VIOLATION_BYTES_NO_MORE &&
         (other->kind == PTXC_VIOLATION_BYTES_MISSING || other->kind == PTXC_VIOLATION_BYTES_NO_MORE ||
          other->kind == PTXC_VIOLATION_READ_BEFORE_PHASE || have_one_rule(other->kind, PTXC_VIOLATION_FILL_READ))))
        return true;
    if (is_of_commit(reported->kind))
        return !is_of_commit(other->kind) &&
               (row->nature == PTXC_FAULT_GROUP || have_one_rule(other->kind, PTXC_VIOLATION_FILL_PENDING));
    if (is_of_wait(reported->kind))
        return (row->nature == PTXC_FAULT_RACE && row->needs == PTXC_NEEDS_THREADS) ||
               other->kind == PTXC_VIOLATION_REARM || other->kind == PTXC_VIOLATION_SOURCE_UNFENCED ||
               other->kind == PTXC_VIOLATION_WRITE_BEFORE_PHASE ||
               (have_one_rule(other->kind, PTXC_VIOLATION_PARITY_FIRST) && reported->wait == other->step);
    if (reported->kind == PTXC_VIOLATION_READ_STALE_PHASE && other->kind == PTXC_VIOLATION_REARM)
        return true; /* who reads too early frees the slot too early */
    if (have_one_rule(reported->kind, PTXC_VIOLATION_FILL_READ))
        return other->kind == PTXC_VIOLATION_PARITY_WRONG ||
               (have_one_rule(other->kind, PTXC_VIOLATION_BYTES_DIFFER) && other->number == other->other);
    return reported->kind == PTXC_VIOLATION_READ_BEFORE_PHASE && other->kind == PTXC_VIOLATION_LOAD_PENDING &&
           reported->mbarrier == other->mbarrier;
}

/* Whether something that was reported before, and is no less sure, has the same cause. `reported` is the level of what
 * was, + 1. */
static bool is_reported(const struct ptxc_violations *findings, const struct ptxc_flow *flow, const uint8_t *reported,
                        size_t index, enum ptxc_level level) {
    const struct ptxc_violation *violation = &findings->list[index].violation;
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_violation *other = &findings->list[i].violation;
        if (reported[i] && i != index && reported[i] <= level + 1 &&
            (have_one_cause(flow, other, violation) || follows_from(other, violation)))
            return true;
    }
    return false;
}

/* Whether what fixes a violation fixes another one that was not reported since it has the same cause. */
static bool fixes_too(const struct ptxc_flow *flow, const struct ptxc_violation *reported,
                      const struct ptxc_violation *other) {
    const bool same_rule = have_one_rule(reported->kind, other->kind);
    if (reported->unwaited != PTXC_NO_STEP && reported->unwaited == other->unwaited)
        return true;
    if (!is_early(reported->kind) || (same_rule && (reported->step == other->step || reported->copy == other->copy) &&
                                      reported->wait == other->wait))
        return true;
    if (reported->kind == PTXC_VIOLATION_READ_NOT_WAITED && other->kind == PTXC_VIOLATION_READ_WITHOUT_BARRIER)
        return true; /* with a wait before the barrier there is one between the wait and the read */
    if (have_one_wait(flow, reported, other))
        return true;
    if (reported->kind == other->kind && reported->wait == PTXC_NO_STEP && other->step >= reported->step &&
        (other->leave >= reported->leave || reported->kind == PTXC_VIOLATION_SOURCE_UNFENCED))
        return true; /* a wait, or a fence, that comes before the one comes before the other */
    return reported->wait != PTXC_NO_STEP && reported->wait == other->wait &&
           ptxc_violation_is(reported->kind, PTXC_FAULT_GROUP) == ptxc_violation_is(other->kind, PTXC_FAULT_GROUP);
}

/* Whether the edit of a violation that was reported leaves nothing behind: what was not reported, since it has the same
 * cause, it fixes, too. */
static bool fixes_all(const struct ptxc_violations *findings, const struct ptxc_flow *flow, const uint8_t *reported,
                      size_t index) {
    const struct ptxc_violation *violation = &findings->list[index].violation;
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_violation *other = &findings->list[i].violation;
        if (!reported[i] && have_one_cause(flow, violation, other) && !fixes_too(flow, violation, other))
            return false;
    }
    return true;
}

/* Returns a violation with the number that the wait needs for all that it leaves pending and that is needed then. */
static struct ptxc_violation with_least(const struct ptxc_violations *findings, const struct ptxc_flow *flow,
                                        struct ptxc_violation violation) {
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_violation *other = &findings->list[i].violation;
        const bool same =
            violation.wait == PTXC_NO_STEP ? have_one_wait(flow, &violation, other) : other->wait == violation.wait;
        if (same && other->leave < violation.leave)
            violation.leave = other->leave;
    }
    return violation;
}

/* Reports a violation. The values of parameters are named where other ones do not show it; `ran` are the runs that
 * count and came there. */
static void report(const struct ptxc_flow *flow, const struct ptxc_recorded_violation *found,
                   const struct ptxc_violation *violation, enum ptxc_level level, uint64_t ran, bool fixes) {
    struct ptxc_hazard hazard;
    ptxc_violation_begin(&hazard, flow, violation);
    if (fixes)
        ptxc_violation_add_fix(&hazard, violation);
    ptxc_hazard_launch(&hazard, ran & ~found->runs ? found->parameter : 0, found->outer);
    hazard.finding.level = level;
    ptxc_hazard_give(&hazard);
}

/* The runs in which a violation of this kind was met, and nothing that explains excess arrivals. */
static uint64_t runs_with(const struct ptxc_violations *findings, enum ptxc_violation_kind kind) {
    uint64_t runs = 0, explained = 0;
    for (size_t i = 0; i < findings->count; i++) {
        runs |= findings->list[i].violation.kind == kind ? findings->list[i].runs : 0;
        explained |= is_unwaited(&findings->list[i].violation) ? findings->list[i].runs : 0;
    }
    return runs & ~explained;
}

/* What is reported first, since it explains others: waits that do not wait and copies that are in no group, kinds that
 * are certain, then all but races, then those. */
enum turn { TURN_CAUSES, TURN_CERTAIN, TURN_REST, TURN_RACES };

/* Returns when a kind is reported. */
static enum turn turn_of(enum ptxc_violation_kind kind) {
    if (is_of_wait(kind) || is_of_commit(kind))
        return TURN_CAUSES;
    if (ptxc_violation_is(kind, PTXC_FAULT_PLAIN))
        return TURN_RACES;
    return (ptxc_violation_rows[kind].level == PTXC_CERTAIN && kind != PTXC_VIOLATION_FILL_SAME_GROUP) ||
                   ptxc_violation_is(kind, PTXC_FAULT_MISUSE)
               ? TURN_CERTAIN
               : TURN_REST;
}

/* Whether a violation hangs on a guess: nobody arrives, and whether anybody comes to the arrival that the text has was
 * decided by what is not known; or who should arrive has ended, and would not have with parameters that agree. */
static bool is_guessed(const struct ptxc_flow *flow, const struct ptxc_recorded_violation *found,
                       struct ptxc_runs runs) {
    const struct ptxc_violation *violation = &found->violation;
    if (!ptxc_violation_is(violation->kind, PTXC_FAULT_HANG))
        return false;
    if (violation->absence.where == PTXC_ABSENCE_ENDED && violation->absence.arrival != PTXC_NO_STEP)
        return ptxc_loop_counts_differ(flow->values, flow->graph, violation->step, violation->absence.arrival);
    return !(found->runs & runs.sound) && ptxc_violation_is_of_unreached_arrival(flow, violation);
}

/* Whether a finding that is certain is about what a violation is about: its step, its copy, or, where an mbarrier was
 * not made, an init that makes another one. */
static bool is_about_certain(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    const struct ptxc_program *program = flow->program;
    if (flow->certain[violation->step] || (violation->copy != PTXC_NO_STEP && flow->certain[violation->copy]))
        return true;
    for (uint32_t i = 0; i < program->count && violation->kind == PTXC_VIOLATION_USE_UNMADE; i++)
        if (flow->certain[i] && ptxc_step_does(&program->steps[i], PTXC_ACT_INIT))
            return true;
    return false;
}

/* Whether a slot is filled while a copy into it is pending, since a wait leaves more pending than its readers need, or
 * is missing after the commit of the copy. */
static bool is_of_number(const struct ptxc_violations *findings, const struct ptxc_violation *violation,
                         struct ptxc_runs runs) {
    if (!have_one_rule(violation->kind, PTXC_VIOLATION_FILL_PENDING) &&
        (violation->kind != PTXC_VIOLATION_READ_NOT_WAITED || violation->unwaited != PTXC_NO_STEP))
        return false;
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_violation *other = &findings->list[i].violation;
        const bool left = other->kind == PTXC_VIOLATION_READ_LEFT_PENDING;
        const bool same_wait = left && violation->wait != PTXC_NO_STEP && violation->wait == other->wait;
        const bool missing = (left || other->kind == PTXC_VIOLATION_READ_NOT_WAITED) &&
                             other->unwaited != PTXC_NO_STEP && other->unwaited == violation->commit;
        if ((same_wait || missing) && (findings->list[i].runs & runs.good))
            return true;
    }
    return false;
}

/* Whether the copy by which an mbarrier gets more bytes than are expected goes on into what lies behind its slot, which
 * a second violation shows: another slot, an mbarrier, or the end of the variable. */
static bool goes_beyond(const struct ptxc_violation *bytes, const struct ptxc_violation *second) {
    return bytes->kind == PTXC_VIOLATION_BYTES_MISSING && bytes->wait != PTXC_NO_STEP && bytes->other > bytes->number &&
           (have_one_rule(second->kind, PTXC_VIOLATION_FILL_READ) || second->kind == PTXC_VIOLATION_MBARRIER_FILLED ||
            second->kind == PTXC_VIOLATION_OUT_OF_RANGE) &&
           (bytes->wait == second->step || bytes->wait == second->copy);
}

/* Whether a violation follows from bytes that are too many. */
static bool is_of_bytes(const struct ptxc_violations *findings, const struct ptxc_violation *violation,
                        struct ptxc_runs runs, const uint64_t *ran) {
    for (size_t i = 0; i < findings->count; i++)
        if (goes_beyond(&findings->list[i].violation, violation) &&
            level_of(&findings->list[i], runs, ran[findings->list[i].violation.step]) != PTXC_POSSIBLE)
            return true;
    return false;
}

/* Whether a violation follows from another one wherever the two are met: a slot is filled again while nobody has waited
 * for any copy; a slot is read or written too early, since a phase that expects fewer bytes than another one ends
 * before its copies are complete; or a copy is pending at the end, and one further down is, too, after which a wait is
 * missing.
 */
static bool always_follows(const struct ptxc_recorded_violation *found, const struct ptxc_recorded_violation *by) {
    const struct ptxc_violation *violation = &found->violation, *other = &by->violation;
    const bool early = have_one_rule(violation->kind, PTXC_VIOLATION_FILL_READ) ||
                       violation->kind == PTXC_VIOLATION_WRITE_BEFORE_PHASE;
    const bool fewer = have_one_rule(other->kind, PTXC_VIOLATION_BYTES_DIFFER) && other->number < other->other;
    return (have_one_rule(violation->kind, PTXC_VIOLATION_FILL_READ) && is_unwaited(other)) ||
           (early && fewer && (found->runs & by->runs)) ||
           (violation->kind == PTXC_VIOLATION_BYTES_NO_LESS && other->kind == PTXC_VIOLATION_BYTES_NO_MORE) ||
           (are_of_one_end(violation, other) && other->copy > violation->copy);
}

/* Whether a violation follows from one that is found as surely. */
static bool is_of_other(const struct ptxc_violations *findings, size_t index, struct ptxc_runs runs,
                        const uint64_t *ran) {
    const struct ptxc_recorded_violation *found = &findings->list[index];
    const enum ptxc_level level = level_of(found, runs, ran[found->violation.step]);
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_recorded_violation *by = &findings->list[i];
        if (always_follows(found, by) && level_of(by, runs, ran[by->violation.step]) <= level)
            return true;
    }
    return false;
}

/* Says of bytes that are too many that they go beyond their slot, where another violation shows it. */
static enum ptxc_violation_kind kind_of_bytes(const struct ptxc_violations *findings,
                                              const struct ptxc_violation *violation) {
    size_t i = 0;
    while (i < findings->count && !goes_beyond(violation, &findings->list[i].violation))
        i++;
    return i < findings->count ? PTXC_VIOLATION_BYTES_BEYOND : violation->kind;
}

/* Chooses what is reported of the kinds whose turn it is. Returns whether anything is. */
static bool choose(const struct ptxc_violations *findings, const struct ptxc_flow *flow, struct ptxc_runs runs,
                   const uint64_t *ran, enum turn turn, uint8_t *reported) {
    bool any = false, explained = false;
    const uint64_t many = runs_with(findings, PTXC_VIOLATION_ARRIVALS_MANY);
    const uint64_t excess = runs_with(findings, PTXC_VIOLATION_ARRIVALS_EXCESS);
    for (size_t i = 0; i < findings->count; i++) {
        const struct ptxc_violation *violation = &findings->list[i].violation;
        if (turn_of(violation->kind) != turn)
            continue;
        const enum ptxc_level level = level_of(&findings->list[i], runs, ran[violation->step]);
        const uint64_t met = findings->list[i].runs;
        if (level == PTXC_POSSIBLE || (!flow->whole && !ptxc_violation_is(violation->kind, PTXC_FAULT_GROUP)) ||
            is_about_certain(flow, violation) || is_of_number(findings, violation, runs) ||
            is_of_bytes(findings, violation, runs, ran) || is_of_other(findings, i, runs, ran) ||
            (!ptxc_violation_is(violation->kind, PTXC_FAULT_GROUP) && runs.explained) ||
            is_reported(findings, flow, reported, i, level) ||
            follows(violation->kind, !(met & ~many), !(met & ~excess)) ||
            (explained && !ptxc_violation_is(violation->kind, PTXC_FAULT_GROUP) &&
             !ptxc_violation_is(violation->kind, PTXC_FAULT_MISUSE)) ||
            is_guessed(flow, &findings->list[i], runs))
            continue;
        reported[i] = (uint8_t)(level + 1);
        any = true;
        explained |= explains(flow, violation, level);
    }
    return any;
}

/* Says nothing of the wait before the one that is missing: it is right. */
static void leave_out_wait(const struct ptxc_flow *flow, struct ptxc_violation *violation) {
    if (violation->wait == PTXC_NO_STEP || ptxc_violation_misplaced(flow, violation).what != PTXC_MISPLACED_WAIT)
        return;
    violation->wait = PTXC_NO_STEP;
    if (ptxc_violation_rows[violation->kind].at == PTXC_AT_WAIT)
        violation->kind = PTXC_VIOLATION_READ_NOT_WAITED;
}

/* Finds after which commits a wait is missing, of the first violations. */
static void find_missing_waits(const struct ptxc_violations *findings, const struct ptxc_flow *flow) {
    enum { MOST = 64 }; /* the text is searched for each of them */
    for (size_t i = 0; i < findings->count && i < MOST; i++) {
        struct ptxc_violation *violation = &findings->list[i].violation;
        const struct ptxc_misplacement found = ptxc_violation_misplaced(flow, violation);
        violation->unwaited = found.what == PTXC_MISPLACED_WAIT ? found.at : PTXC_NO_STEP;
    }
}

void ptxc_violations_report(const struct ptxc_violations *findings, const struct ptxc_flow *flow, struct ptxc_runs runs,
                            const uint64_t *ran) {
    uint8_t *reported = ptxc_arena_alloc(findings->arena, findings->count + 1);
    find_missing_waits(findings, flow);
    if (reported) {
        const bool causes = choose(findings, flow, runs, ran, TURN_CAUSES, reported);
        const bool certain = choose(findings, flow, runs, ran, TURN_CERTAIN, reported);
        const bool rest = choose(findings, flow, runs, ran, TURN_REST, reported);
        if (!causes && !certain && !rest)
            choose(findings, flow, runs, ran, TURN_RACES, reported);
    }
    for (size_t i = 0; reported && i < findings->count; i++) {
        const struct ptxc_violation *violation = &findings->list[i].violation;
        const enum ptxc_level level = level_of(&findings->list[i], runs, ran[violation->step]);
        if (!reported[i] || !ptxc_sink_wants(flow->sink, ptxc_violation_rows[violation->kind].rule))
            continue;
        struct ptxc_violation worded = with_least(findings, flow, *violation);
        worded.kind = kind_of_bytes(findings, violation);
        leave_out_wait(flow, &worded);
        report(flow, &findings->list[i], &worded, level, ran[violation->step] & runs.good,
               fixes_all(findings, flow, reported, i));
    }
}
