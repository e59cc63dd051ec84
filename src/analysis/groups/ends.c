/* Copies that nobody waits for: see groups.h. */
#include "analysis/groups/groups.h"

#include "analysis/program/dataflow.h"

/* What may not stand between a wait and a read for the wait to have been in vain. */
struct commits {
    const struct ptxc_flow *flow;
    enum ptxc_completion kind;
};
static bool commits(void *context, uint32_t step) {
    const struct commits *commits = context;
    const struct ptxc_step *here = ptxc_flow_step(commits->flow, step);
    const enum ptxc_action action = ptxc_step_action(here);
    return (action == PTXC_ACT_COMMIT || action == PTXC_ACT_WAIT_ALL || action == PTXC_ACT_ARRIVE_ON_COPIES) &&
           here->effect->completion == commits->kind;
}

/* Where the copy's data may be read after the wait before anything commits it; PTXC_NO_STEP where nowhere. */
static uint32_t read_after(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy,
                           uint32_t wait) {
    const struct ptxc_flow *flow = groups->flow;
    struct commits context = {flow, copy->completion};
    for (uint32_t i = 0; i < flow->program->count; i++) {
        struct ptxc_memory_range read;
        if (ptxc_memory_range_read(flow->values, flow->program, i, &read) && read.space == PTXC_SPACE_SHARED &&
            ptxc_flow_overlap(flow, &read, &copy->target) != PTXC_PIECES_APART &&
            ptxc_dataflow_path_avoids(flow->graph, wait, i, commits, &context))
            return i;
    }
    return PTXC_NO_STEP;
}

void ptxc_groups_look_at_wait(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step) {
    const enum ptxc_completion kind = ptxc_flow_step(groups->flow, step)->effect->completion;
    const struct ptxc_condition condition = ptxc_flow_condition(groups->flow, step);
    if (kind != PTXC_BY_GROUP || state[groups->count].written > 0)
        return;
    for (uint32_t i = 0; i < groups->count; i++) {
        struct ptxc_pending_copy *copy = &groups->copies[i];
        const bool waits = copy->completion == kind && copy->has_target && !copy->said &&
                           state[i].written == PTXC_UNCOMMITTED && ptxc_copy_meets(groups, copy, &condition);
        const uint32_t reader = waits ? read_after(groups, copy, step) : PTXC_NO_STEP;
        if (reader == PTXC_NO_STEP)
            continue;
        copy->said = true;
        struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_READ_UNCOMMITTED, reader, copy->step);
        violation.wait = step;
        ptxc_groups_report(groups, &violation, step);
    }
}

/* Whether the function waits for groups of this kind anywhere, or hands them over to an mbarrier. Copies that are
 * started ahead of a loop's end, and that nobody needs, are often left pending. */
static bool is_awaited(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy) {
    const struct ptxc_flow *flow = groups->flow;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(step);
        if ((action == PTXC_ACT_WAIT_GROUP || action == PTXC_ACT_WAIT_ALL || action == PTXC_ACT_ARRIVE_ON_COPIES) &&
            step->effect->completion == copy->completion)
            return true;
    }
    return false;
}

/* Where the function reads what the copy may have written; PTXC_NO_STEP where nowhere. */
static uint32_t reader_of(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy) {
    const struct ptxc_flow *flow = groups->flow;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        struct ptxc_memory_range read;
        if (ptxc_memory_range_any_read(flow->values, flow->program, i, &read) && read.space == PTXC_SPACE_SHARED &&
            ptxc_flow_overlap(flow, &read, &copy->target) != PTXC_PIECES_APART &&
            ptxc_graph_leads(flow->graph, copy->step, i))
            return i;
    }
    return PTXC_NO_STEP;
}

/* Reports a copy of cp.async for which nobody waits on any way, though shared memory is read after it. */
static void say_never_awaited(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                              const struct ptxc_pending *pending) {
    const uint32_t reader = copy->has_target && copy->completion == PTXC_BY_GROUP && !is_awaited(groups, copy)
                                ? reader_of(groups, copy)
                                : PTXC_NO_STEP;
    if (reader == PTXC_NO_STEP)
        return;
    copy->said = true;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_NEVER_WAITED, reader, copy->step);
    violation.commit = pending->commit ? pending->commit - 1 : PTXC_NO_STEP;
    ptxc_violation_report(groups->flow, &violation);
}

/* Reports a copy from shared memory that is still to be read when the kernel ends. */
static void say_pending_at_exit(const struct ptxc_pending_groups *groups, struct ptxc_pending_copy *copy,
                                const struct ptxc_pending *pending, uint32_t step) {
    copy->said = true;
    if (ptxc_groups_report_foreign(groups, copy))
        return;
    struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_EXIT_PENDING, step, copy->step);
    violation.commit = pending->commit ? pending->commit - 1 : PTXC_NO_STEP;
    violation.wait = pending->wait ? pending->wait - 1 : PTXC_NO_STEP;
    ptxc_violation_report(groups->flow, &violation);
}

void ptxc_groups_look_at_exit(const struct ptxc_pending_groups *groups, const struct ptxc_pending *state,
                              uint32_t step) {
    const struct ptxc_condition condition = ptxc_flow_condition(groups->flow, step);
    for (uint32_t i = 0; i < groups->count && groups->flow->whole; i++) {
        struct ptxc_pending_copy *copy = &groups->copies[i];
        const struct ptxc_pending *pending = &state[i];
        if (copy->said || pending->written == PTXC_NOT_ISSUED || !ptxc_copy_meets(groups, copy, &condition))
            continue;
        if (pending->written == PTXC_UNCOMMITTED && pending->other_kind)
            ptxc_groups_report_wrong_kind(groups, copy, pending);
        else if (copy->completion == PTXC_BY_BULK_GROUP && copy->has_source && pending->read < PTXC_DONE_HERE)
            say_pending_at_exit(groups, copy, pending, step);
        else if (pending->written < PTXC_DONE_HERE)
            say_never_awaited(groups, copy, pending);
    }
}
