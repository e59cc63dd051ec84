/* What may not be touched while a copy is pending: the rules about async-groups, at one step. Each copy is spoken of
 * once, at the first step that touches it too early.
 */
#include "analysis/groups/groups.h"

#include "analysis/findings/participation.h"

enum { WARP = 32 }; /* threads; so many there are in a block of which nothing is known */

/* What is worked out when it is asked for, once for all copies. */
enum answer { NOT_ASKED, NO, YES };

/* A piece that the step touches, and the same in the first thread. */
struct touched {
    struct ptxc_memory_range region, first;
    bool asked;
    enum answer brought, brought_here;
    enum answer foreign; /* the first thread may not have copied it, and `mine` is what it touches */
    struct ptxc_memory_range mine;
};

/* Whether two pieces have bytes in common in the view of one thread: of each, or of the first one, in which the second
 * piece is `first`. */
static bool overlap(const struct ptxc_pending_groups *groups, struct touched *touched,
                    const struct ptxc_memory_range *region, const struct ptxc_memory_range *first) {
    const struct ptxc_flow *flow = groups->flow;
    const enum ptxc_overlap plain = ptxc_flow_overlap(flow, &touched->region, region);
    if (plain != PTXC_PIECES_UNKNOWN || !first->address)
        return plain == PTXC_PIECES_OVERLAP;
    if (!touched->asked)
        ptxc_memory_range_of_thread(flow->values, &touched->region, 0, &touched->first);
    touched->asked = true;
    return touched->first.address && ptxc_flow_overlap(flow, &touched->first, first) == PTXC_PIECES_OVERLAP;
}

/* Whether what is read must be what copies of cp.async bring that have come no further than `most`: nothing else writes
 * there. */
static bool find_brought(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                         const struct ptxc_memory_range *read, uint8_t most) {
    const struct ptxc_flow *flow = groups->flow;
    for (uint32_t i = 0; i < groups->count; i++)
        if (groups->copies[i].completion == PTXC_BY_GROUP && state[i].written > most &&
            (!groups->copies[i].has_target ||
             ptxc_flow_overlap(flow, &groups->copies[i].target, read) != PTXC_PIECES_APART))
            return false;
    return ptxc_writers_spare(&groups->others, flow, read);
}

/* The same: of copies that are pending, and with `here` of those too that the thread has waited for. */
static bool is_brought(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, struct touched *read,
                       bool here) {
    enum answer *answer = here ? &read->brought_here : &read->brought;
    if (*answer == NOT_ASKED)
        *answer = find_brought(groups, state, &read->region, here ? PTXC_DONE_HERE : PTXC_DONE_HERE - 1) ? YES : NO;
    return *answer == YES;
}

/* Whether the piece lies in the variable that the copy writes to, and it is not known where. */
static bool is_open(const struct ptxc_pending_groups *groups, const struct ptxc_memory_range *read,
                    const struct ptxc_pending_copy *copy) {
    return copy->target.symbol == read->symbol &&
           ptxc_flow_overlap(groups->flow, read, &copy->target) == PTXC_PIECES_UNKNOWN;
}

/* Adds the way of the copy: started, committed, waited for in vain, unless that is what the finding is about. */
static void add_path(struct ptxc_hazard *hazard, const struct ptxc_pending_copy *copy,
                     const struct ptxc_pending *pending, bool with_wait) {
    ptxc_hazard_note(hazard, copy->step, "the copy is started here");
    if (pending->commit && !pending->other_kind)
        ptxc_hazard_note(hazard, pending->commit - 1, "it is committed here");
    if (!with_wait || !pending->wait)
        return;
    if (pending->written >= PTXC_COMMITTED)
        ptxc_hazard_note(hazard, pending->wait - 1, "this wait leaves it pending");
    else
        ptxc_hazard_note(hazard, pending->wait - 1, "this wait does not cover it, since it is in no group");
}

/* Returns what is known of a copy that a step touches too early. */
static struct ptxc_violation violation_of(enum ptxc_violation_kind kind, uint32_t step,
                                          const struct ptxc_pending_copy *copy, const struct ptxc_pending *pending) {
    struct ptxc_violation violation = ptxc_violation_at(kind, step, copy->step);
    violation.commit = pending->commit && !pending->other_kind ? pending->commit - 1 : PTXC_NO_STEP;
    violation.wait = pending->wait ? pending->wait - 1 : PTXC_NO_STEP;
    return violation;
}

/* Returns how many newer groups a wait may leave pending, for a copy that has come so far. */
static uint32_t newer(uint8_t progress) {
    return progress >= PTXC_COMMITTED ? (uint32_t)(progress - PTXC_COMMITTED) : PTXC_NO_COUNT;
}

/* Reports a wait that waits for nothing, so that what the copy writes is read too early. */
static void say_vacuous(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy,
                        const struct ptxc_pending *pending, uint32_t step) {
    struct ptxc_hazard hazard;
    const struct ptxc_value *count = ptxc_step_value(ptxc_flow_step(groups->flow, pending->wait - 1), PTXC_NAME_N);
    ptxc_hazard_begin(&hazard, groups->flow, PTXC_RULE_VACUOUS_WAIT, pending->wait - 1,
                      "a wait must leave fewer groups pending than there can be, else it waits for nothing");
    add_path(&hazard, copy, pending, false);
    ptxc_hazard_note(&hazard, step, "this reads what the copy writes");
    ptxc_hazard_advice(&hazard, "%s.wait_group %d would wait for it there", ptxc_copy_kind(copy), pending->left);
    if (count)
        ptxc_hazard_fix(&hazard, count->span, "%d", pending->left);
    ptxc_groups_give(groups, &hazard, pending->wait - 1);
}

/* Reports that the step reads what a pending copy writes. */
static void say_read(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                     const struct ptxc_pending *pending, uint32_t step) {
    const bool committed = pending->written >= PTXC_COMMITTED;
    copy->said = true;
    if (!committed && pending->other_kind) {
        ptxc_groups_report_wrong_kind(groups, copy, pending);
        return;
    }
    if (committed && pending->wait && pending->vacuous) {
        say_vacuous(groups, copy, pending, step);
        return;
    }
    const enum ptxc_violation_kind kind =
        pending->wait ? committed ? PTXC_VIOLATION_READ_LEFT_PENDING : PTXC_VIOLATION_READ_UNCOMMITTED
        : committed   ? PTXC_VIOLATION_READ_NOT_WAITED
                      : PTXC_VIOLATION_READ_UNGROUPED;
    struct ptxc_violation violation = violation_of(kind, step, copy, pending);
    violation.leave = committed && pending->wait ? pending->left : newer(pending->written);
    ptxc_groups_report(groups, &violation, pending->wait ? pending->wait - 1 : step);
}

/* Reports that the step overwrites the source of a copy which may not have read it. */
static void say_overwritten_source(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                   const struct ptxc_pending *pending, uint32_t step) {
    copy->said = true;
    if (ptxc_groups_report_foreign(groups, copy))
        return;
    if (pending->read < PTXC_COMMITTED && pending->other_kind) {
        ptxc_groups_report_wrong_kind(groups, copy, pending);
        return;
    }
    const bool fills = ptxc_step_action(ptxc_flow_step(groups->flow, step)) == PTXC_ACT_COPY;
    struct ptxc_violation violation =
        violation_of(fills ? PTXC_VIOLATION_FILL_SOURCE : PTXC_VIOLATION_WRITE_SOURCE, step, copy, pending);
    violation.leave = newer(pending->read);
    ptxc_groups_report(groups, &violation, step);
}

/* Reports that the step overwrites what a pending copy writes too. */
static void say_overwritten_target(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                   const struct ptxc_pending *pending, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(groups->flow, step);
    const bool fills = ptxc_step_action(here) == PTXC_ACT_COPY;
    copy->said = true;
    if (pending->written == PTXC_UNCOMMITTED && fills && here->effect->completion == copy->completion) {
        struct ptxc_hazard hazard;
        ptxc_hazard_begin(&hazard, groups->flow, PTXC_RULE_TWO_COPIES_ONE_LOCATION, step,
                          "two copies of one group must not write the same place: they come in any order");
        add_path(&hazard, copy, pending, true);
        ptxc_groups_give(groups, &hazard, step);
        return;
    }
    struct ptxc_violation violation =
        violation_of(fills ? PTXC_VIOLATION_FILL_PENDING : PTXC_VIOLATION_WRITE_PENDING, step, copy, pending);
    violation.leave = newer(pending->written);
    ptxc_groups_report(groups, &violation, step);
}

/* Whether the step releases something that threads of other CTAs may wait for. */
static bool releases(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    if (!ptxc_step_does(here, PTXC_DO_STORE) && !ptxc_step_does(here, PTXC_DO_ATOMIC) &&
        !ptxc_step_does(here, PTXC_DO_REDUCE))
        return false;
    return (ptxc_step_has(flow->program, here, PTXC_Q_RELEASE) || ptxc_step_has(flow->program, here, PTXC_Q_ACQ_REL)) &&
           (ptxc_step_has(flow->program, here, PTXC_Q_GPU) || ptxc_step_has(flow->program, here, PTXC_Q_SYS) ||
            ptxc_step_has(flow->program, here, PTXC_Q_CLUSTER));
}

/* Looks whether the step tells others of a copy whose writes are not complete. */
static void look_at_release(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, uint32_t step,
                            const struct ptxc_condition *condition) {
    for (uint32_t i = 0; i < groups->count; i++) {
        struct ptxc_pending_copy *copy = &groups->copies[i];
        const struct ptxc_pending *pending = &state[i];
        struct ptxc_hazard hazard;
        if (copy->said || copy->completion != PTXC_BY_BULK_GROUP || pending->read < PTXC_DONE_HERE ||
            pending->written >= PTXC_DONE_HERE || !pending->wait ||
            !(ptxc_copy_meets(groups, copy, condition) || /* or another thread does it after a barrier */
              (pending->read == PTXC_DONE &&
               !ptxc_condition_excludes(groups->flow->conditions, &copy->condition, condition))))
            continue;
        copy->said = true;
        ptxc_hazard_begin(&hazard, groups->flow, PTXC_RULE_READ_WAIT_THEN_PUBLISH, step,
                          "a copy must be complete before a release publishes what it writes");
        add_path(&hazard, copy, pending, true);
        ptxc_hazard_advice(&hazard, "wait_group.read says that the source was read; cp.async.bulk.wait_group 0 waits "
                                    "until the destination is written");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Looks whether another thread than the one that has waited overwrites the source. */
static void look_at_drained(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                            const struct ptxc_memory_range *written, uint32_t step,
                            const struct ptxc_condition *condition) {
    struct ptxc_memory_range other;
    const struct ptxc_flow *flow = groups->flow;
    const int64_t thread = copy->threads.thread_known && copy->threads.thread == 1 ? 2 : 1;
    if (copy->threads.kind != PTXC_THREADS_ONE || flow->threads == 1 ||
        ptxc_condition_threads(flow->conditions, condition).kind != PTXC_THREADS_ALL ||
        !ptxc_memory_range_of_thread(flow->values, written, thread, &other) ||
        ptxc_flow_overlap(flow, &other, &copy->source) != PTXC_PIECES_OVERLAP)
        return;
    copy->said = true;
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_WRITE_DRAINED, step, copy->step);
    ptxc_violation_report(flow, &violation);
}

/* Whether the first thread may have copied what it reads, by any of its copies. */
static bool is_own(const struct ptxc_pending_groups *groups, const struct ptxc_memory_range *mine) {
    const struct ptxc_flow *flow = groups->flow;
    for (uint32_t i = 0; i < groups->count; i++) {
        struct ptxc_memory_range own;
        if (groups->copies[i].has_target &&
            (!ptxc_memory_range_of_thread(flow->values, &groups->copies[i].target, 0, &own) ||
             ptxc_flow_overlap(flow, mine, &own) != PTXC_PIECES_APART))
            return true;
    }
    return false;
}

/* Whether the first thread reads what it has not copied: read->mine. */
static bool is_foreign(const struct ptxc_pending_groups *groups, struct touched *read) {
    if (read->foreign == NOT_ASKED)
        read->foreign = ptxc_memory_range_of_thread(groups->flow->values, &read->region, 0, &read->mine) &&
                                !is_own(groups, &read->mine)
                            ? YES
                            : NO;
    return read->foreign == YES;
}

/* A thread that copies what the first one reads, and has not copied itself; 0 where there is none. */
static int64_t neighbour(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                         const struct ptxc_pending_copy *copy, struct touched *read) {
    enum { MOST = 1024 };
    const struct ptxc_flow *flow = groups->flow;
    const int64_t threads = flow->at_most ? flow->at_most : WARP;
    struct ptxc_memory_range theirs;
    if (!is_foreign(groups, read))
        return 0;
    for (int64_t thread = 1; thread < MOST && thread < threads; thread *= 2)
        if (ptxc_memory_range_of_thread(flow->values, &copy->target, thread, &theirs) &&
            ptxc_flow_overlap(flow, &read->mine, &theirs) == PTXC_PIECES_OVERLAP)
            return thread;
    return is_open(groups, &read->region, copy) && is_brought(groups, state, read, true) ? 1 : 0;
}

/* Looks whether a thread reads what the copy of another thread has written, without a barrier after the wait. */
static void look_at_neighbour(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              struct ptxc_pending_copy *copy, struct touched *read, uint32_t step,
                              const struct ptxc_condition *condition) {
    struct ptxc_hazard hazard;
    const struct ptxc_flow *flow = groups->flow;
    if (copy->threads.kind != PTXC_THREADS_ALL ||
        ptxc_condition_threads(flow->conditions, condition).kind != PTXC_THREADS_ALL)
        return;
    const int64_t other = neighbour(groups, state, copy, read);
    if (other == 0)
        return;
    copy->said = true;
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_READ_WITHOUT_BARRIER, step, copy->step);
    ptxc_violation_begin(&hazard, flow, &violation);
    hazard.finding.level = other < WARP || other < flow->threads ? PTXC_CERTAIN : PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* A step that reads or writes shared memory. */
struct touch {
    uint32_t step;
    struct ptxc_condition condition;
    struct touched *read, *written; /* or NULL */
};

/* Looks at one copy that is pending, or was not told of to all. */
static void look_at_copy(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, uint32_t index,
                         const struct touch *touch) {
    struct ptxc_pending_copy *copy = &groups->copies[index];
    const struct ptxc_pending *pending = &state[index];
    struct touched *read = touch->read, *written = touch->written;
    if (copy->has_target && pending->written < PTXC_DONE_HERE && read) {
        if ((overlap(groups, read, &copy->target, &copy->first_target) ||
             (is_open(groups, &read->region, copy) && is_brought(groups, state, read, false))) &&
            ptxc_copy_meets(groups, copy, &touch->condition))
            say_read(groups, copy, pending, touch->step);
    } else if (copy->has_target && pending->written == PTXC_DONE_HERE && read) {
        look_at_neighbour(groups, state, copy, read, touch->step, &touch->condition);
    }
    if (copy->said || !written)
        return;
    if (copy->has_target && pending->written < PTXC_DONE_HERE &&
        overlap(groups, written, &copy->target, &copy->first_target) &&
        ptxc_copy_meets(groups, copy, &touch->condition))
        say_overwritten_target(groups, copy, pending, touch->step);
    else if (copy->has_source && pending->read < PTXC_DONE_HERE &&
             overlap(groups, written, &copy->source, &copy->first_source) &&
             ptxc_copy_meets(groups, copy, &touch->condition))
        say_overwritten_source(groups, copy, pending, touch->step);
    else if (copy->has_source && pending->read == PTXC_DONE_HERE)
        look_at_drained(groups, copy, &written->region, touch->step, &touch->condition);
}

/* Whether the piece may lie in shared memory. */
static bool may_be_shared(const struct ptxc_memory_range *region) {
    return region->space == PTXC_SPACE_SHARED || region->space == PTXC_SPACE_NONE;
}

void ptxc_groups_look(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state, uint32_t step) {
    const struct ptxc_flow *flow = groups->flow;
    struct touched read = {.asked = false}, written = {.asked = false};
    struct touch touch = {.step = step};
    if (ptxc_memory_range_any_read(flow->values, flow->program, step, &read.region) && may_be_shared(&read.region))
        touch.read = &read;
    if ((ptxc_memory_range_written(flow->values, flow->program, step, &written.region) ||
         ptxc_memory_range_target(flow->values, flow->program, step, &written.region)) &&
        may_be_shared(&written.region))
        touch.written = &written;
    const bool publishes = releases(flow, step);
    if (!touch.read && !touch.written && !publishes)
        return;
    touch.condition = ptxc_flow_condition(flow, step);
    read.asked = written.asked = !ptxc_condition_holds(flow, &touch.condition, 0);
    if (publishes)
        look_at_release(groups, state, step, &touch.condition);
    for (uint32_t i = 0; (touch.read || touch.written) && i < groups->count; i++)
        if (!groups->copies[i].said && !state[i].stale && state[i].written != PTXC_NOT_ISSUED &&
            (state[i].written != PTXC_DONE || state[i].read != PTXC_DONE) && groups->copies[i].step != step)
            look_at_copy(groups, state, i, &touch);
}
