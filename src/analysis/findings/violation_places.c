/* What stands elsewhere than is meant: see violation.h. */
#include "analysis/findings/violation.h"

/* What has to do with groups of one kind in a text. */
struct group_text {
    const struct ptxc_flow *flow;
    enum ptxc_completion completion;
};

/* Whether each way to a step leads through another one. */
static bool comes_before(const struct ptxc_flow *flow, uint32_t step, uint32_t other) {
    return ptxc_graph_dominates(flow->graph, ptxc_graph_block_of(flow->graph, step),
                                ptxc_graph_block_of(flow->graph, other));
}

/* Returns the next step of the text, up or down from another one and in the loop around that, that has to do with the
 * groups; PTXC_NO_STEP: there is none. */
static uint32_t next_of(struct group_text text, uint32_t step, int way) {
    const struct ptxc_graph *graph = text.flow->graph;
    const uint32_t loop = ptxc_graph_loop_of(text.flow->graph, step);
    for (uint32_t i = step + (uint32_t)way; i < text.flow->program->count; i += (uint32_t)way) {
        const struct ptxc_step *here = ptxc_flow_step(text.flow, i);
        const enum ptxc_action action = ptxc_step_action(here);
        if (loop != PTXC_NO_BLOCK && !ptxc_graph_in_loop(graph, ptxc_graph_block_of(graph, i), loop))
            break;
        if ((action == PTXC_ACT_COPY || action == PTXC_ACT_COMMIT || action == PTXC_ACT_WAIT_GROUP) &&
            here->event->completion == text.completion)
            return i;
    }
    return PTXC_NO_STEP;
}

/* Whether a step is there, and does this. */
static bool does(struct group_text text, uint32_t step, enum ptxc_action action) {
    return step != PTXC_NO_STEP && ptxc_step_does(ptxc_flow_step(text.flow, step), action);
}

/* Whether a step is there that waits, and leaves this many groups. */
static bool leaves(struct group_text text, uint32_t step, uint64_t count) {
    const struct ptxc_value *number =
        does(text, step, PTXC_ACT_WAIT_GROUP) ? ptxc_step_number(ptxc_flow_step(text.flow, step)) : NULL;
    return number && (uint64_t)number->integer == count;
}

/* Counts the copies after a commit up to what is none, in the same loop. */
static uint32_t copies_after(struct group_text text, uint32_t commit) {
    const struct ptxc_graph *graph = text.flow->graph;
    uint32_t count = 0;
    for (uint32_t i = next_of(text, commit, 1);
         does(text, i, PTXC_ACT_COPY) && ptxc_graph_loop_of(graph, i) == ptxc_graph_loop_of(graph, commit);
         i = next_of(text, i, 1))
        count++;
    return count;
}

/* Counts the copies from a commit up or down to the next one. */
static uint32_t copies_to_commit(struct group_text text, uint32_t commit, int way) {
    uint32_t count = 0, i = next_of(text, commit, way);
    for (; i != PTXC_NO_STEP && !does(text, i, PTXC_ACT_COMMIT); i = next_of(text, i, way))
        count += does(text, i, PTXC_ACT_COPY);
    return count;
}

/* Returns the copies of the group of a commit. */
static uint32_t group_size(struct group_text text, uint32_t commit) {
    return copies_to_commit(text, commit, -1);
}

/* Returns the copy before the loop around a wait that no commit follows before the loop; PTXC_NO_STEP: there is none.
 */
static uint32_t copy_left_open(struct group_text text, uint32_t wait) {
    const struct ptxc_graph *graph = text.flow->graph;
    const uint32_t loop = ptxc_graph_loop_of(text.flow->graph, wait);
    if (loop == PTXC_NO_BLOCK)
        return PTXC_NO_STEP;
    uint32_t i = graph->blocks[graph->loops[loop].header].first;
    while (i-- > 0) {
        const bool copies = does(text, i, PTXC_ACT_COPY);
        if (!ptxc_graph_in_loop(graph, ptxc_graph_block_of(graph, i), loop) &&
            (copies || does(text, i, PTXC_ACT_COMMIT)) &&
            ptxc_flow_step(text.flow, i)->event->completion == text.completion)
            return copies ? i : PTXC_NO_STEP;
    }
    return PTXC_NO_STEP;
}

/* Returns the commit above a copy with nothing but copies and waits between the two, in the same loop and on each way
 * to the copy, or PTXC_NO_STEP. `*wait` is the wait between them, if there is one. */
static uint32_t commit_above(struct group_text text, uint32_t copy, uint32_t *wait) {
    uint32_t i = next_of(text, copy, -1);
    *wait = PTXC_NO_STEP;
    for (; does(text, i, PTXC_ACT_COPY) || does(text, i, PTXC_ACT_WAIT_GROUP); i = next_of(text, i, -1))
        if (does(text, i, PTXC_ACT_WAIT_GROUP) && *wait == PTXC_NO_STEP)
            *wait = i;
    return i != PTXC_NO_STEP && ptxc_graph_loop_of(text.flow->graph, i) == ptxc_graph_loop_of(text.flow->graph, copy) &&
                   comes_before(text.flow, i, copy)
               ? i
               : PTXC_NO_STEP;
}

/* Whether some commit has a group of so many copies. */
static bool has_group_of(struct group_text text, uint32_t size, uint32_t but) {
    for (uint32_t i = 0; i < text.flow->program->count; i++)
        if (i != but && does(text, i, PTXC_ACT_COMMIT) &&
            ptxc_flow_step(text.flow, i)->event->completion == text.completion && group_size(text, i) == size)
            return true;
    return false;
}

/* Finds the commit after which a copy stands that is in no group, where the wait would see it in that of the commit. */
static struct ptxc_misplacement find_left_out(struct group_text text, const struct ptxc_violation *violation) {
    struct ptxc_misplacement found = {PTXC_MISPLACED_NOTHING, PTXC_NO_STEP, PTXC_NO_STEP};
    uint32_t wait, below = violation->copy;
    const uint32_t commit = commit_above(text, violation->copy, &wait);
    while (does(text, below, PTXC_ACT_COPY) &&
           ptxc_graph_loop_of(text.flow->graph, below) == ptxc_graph_loop_of(text.flow->graph, violation->copy))
        below = next_of(text, below, 1);
    if (commit == PTXC_NO_STEP || does(text, below, PTXC_ACT_COMMIT) ||
        !leaves(text, wait == PTXC_NO_STEP ? violation->wait : wait, 0))
        return found;
    const uint32_t before = group_size(text, commit), after = copies_after(text, commit);
    const uint32_t all = wait == PTXC_NO_STEP ? before + after : before + 1;
    const bool meant = before == 0 || (wait == PTXC_NO_STEP && after < before) || has_group_of(text, all, commit);
    found.what = meant                  ? PTXC_MISPLACED_COPY_LEFT_OUT
                 : wait == PTXC_NO_STEP ? PTXC_MISPLACED_COPY_OR_COMMIT
                                        : PTXC_MISPLACED_COPY_OR_GROUP;
    found.at = commit;
    return found;
}

/* Whether a copy was meant to come before the commit above it, and the wait is right for a group that comes one
 * earlier: its group has two copies more than that of the commit, it is committed by the same commit in the next round,
 * or in a later loop or round, where with it the group of the commit is as large as another one. */
static bool is_in_next(struct group_text text, const struct ptxc_violation *violation, uint32_t above) {
    if (violation->commit == PTXC_NO_STEP || above == PTXC_NO_STEP ||
        !leaves(text, violation->wait, (uint64_t)violation->leave + 1))
        return false;
    const uint32_t before = group_size(text, above);
    if (above == violation->commit)
        return before > 0;
    const uint32_t after = copies_after(text, above);
    const bool later = violation->commit < above || ptxc_graph_loop_of(text.flow->graph, violation->commit) !=
                                                        ptxc_graph_loop_of(text.flow->graph, above);
    return before + 2 == group_size(text, violation->commit) ||
           (later && after <= before && has_group_of(text, before + after, above));
}

/* Finds what stands elsewhere than is meant, where a wait leaves a group pending for that. */
static struct ptxc_misplacement find_displaced(struct group_text text, const struct ptxc_violation *violation) {
    const uint32_t wait = violation->wait, none = PTXC_NO_STEP;
    const uint32_t above = next_of(text, wait, -1), below = next_of(text, wait, 1);
    const uint32_t open = copy_left_open(text, wait);
    uint32_t between;
    const uint32_t early = commit_above(text, violation->copy, &between);
    if (does(text, below, PTXC_ACT_COMMIT) &&
        (does(text, above, PTXC_ACT_COPY) ||
         (group_size(text, below) == 0 && leaves(text, wait, (uint64_t)violation->leave + 1))))
        return (struct ptxc_misplacement){PTXC_MISPLACED_COMMIT, below, none};
    if (is_in_next(text, violation, early))
        return (struct ptxc_misplacement){PTXC_MISPLACED_COPY_IN_NEXT, early, none};
    if (open != PTXC_NO_STEP)
        return (struct ptxc_misplacement){PTXC_MISPLACED_COMMIT_BEFORE_LOOP, open, none};
    return (struct ptxc_misplacement){PTXC_MISPLACED_NOTHING, none, none};
}

/* Returns a wait right after another commit than this one that leaves so many groups: the one that comes first in the
 * loop around this one, or in the text; PTXC_NO_STEP: there is none. */
static uint32_t wait_after_other(struct group_text text, uint32_t commit, uint64_t count) {
    uint32_t found = PTXC_NO_STEP;
    for (uint32_t i = 0; i < text.flow->program->count; i++) {
        if (!leaves(text, i, count) || ptxc_flow_step(text.flow, i)->event->completion != text.completion)
            continue;
        const uint32_t above = next_of(text, i, -1);
        if (!does(text, above, PTXC_ACT_COMMIT) || above == commit)
            continue;
        if (ptxc_graph_loop_of(text.flow->graph, i) == ptxc_graph_loop_of(text.flow->graph, commit))
            return i;
        found = found == PTXC_NO_STEP ? i : found;
    }
    return found;
}

/* Returns the commit of a copy, where it stands below a step in the same loop and neither a commit nor a wait follows
 * it there; PTXC_NO_STEP: it is not so. */
static uint32_t last_of_loop(struct group_text text, const struct ptxc_violation *violation) {
    const uint32_t commit = violation->commit;
    const uint32_t loop = ptxc_graph_loop_of(text.flow->graph, violation->step);
    if (commit == PTXC_NO_STEP || commit < violation->step || loop == PTXC_NO_BLOCK ||
        ptxc_graph_loop_of(text.flow->graph, commit) != loop || next_of(text, commit, 1) != PTXC_NO_STEP)
        return PTXC_NO_STEP;
    return commit;
}

/* Returns the last wait above the loop around a step, or PTXC_NO_STEP. `*commits` is what goes up for each commit
 * between that and the loop. */
static uint32_t above_loop(struct group_text text, uint32_t step, uint32_t *commits) {
    const uint32_t loop = ptxc_graph_loop_of(text.flow->graph, step);
    if (loop == PTXC_NO_BLOCK)
        return PTXC_NO_STEP;
    for (uint32_t i = text.flow->graph->blocks[text.flow->graph->loops[loop].header].first; i > 0; i--) {
        const struct ptxc_event *event = ptxc_flow_step(text.flow, i - 1)->event;
        if (!event || event->completion != text.completion)
            continue;
        if (event->action == PTXC_ACT_WAIT_GROUP)
            return i - 1;
        *commits += event->action == PTXC_ACT_COMMIT;
    }
    return PTXC_NO_STEP;
}

/* Whether a wait after a commit orders a copy before the step: its own thread comes there, a barrier stands between, or
 * none stands after the wait that follows another commit either. */
static bool is_ordered(struct group_text text, const struct ptxc_violation *violation, uint32_t commit, uint32_t like) {
    if (violation->own || ptxc_hazard_barrier_between(text.flow, commit, violation->step, true) != PTXC_NO_STEP)
        return true;
    for (uint32_t i = commit; commit > violation->step && i < text.flow->program->count; i++)
        if (ptxc_flow_is_barrier(text.flow, i) && comes_before(text.flow, commit, i) &&
            ptxc_graph_loop_of(text.flow->graph, i) == ptxc_graph_loop_of(text.flow->graph, commit))
            return true; /* at the end of the round */
    const uint32_t next = next_of(text, like, 1);
    const uint32_t end = next == PTXC_NO_STEP ? text.flow->program->count : next;
    for (uint32_t i = like; i < end; i++)
        if (ptxc_flow_is_barrier(text.flow, i))
            return false;
    return true;
}

/* Finds the commit before a step that no wait follows, where a wait follows others that leaves as many groups as the
 * one that is missing may: those that the last wait should have left, and those of the commits since. */
static struct ptxc_misplacement find_missing_wait(struct group_text text, const struct ptxc_violation *violation) {
    struct ptxc_misplacement found = {PTXC_MISPLACED_NOTHING, PTXC_NO_STEP, PTXC_NO_STEP};
    uint32_t commits = 0, last = PTXC_NO_STEP, i = next_of(text, violation->step, -1);
    for (; does(text, i, PTXC_ACT_COPY) || does(text, i, PTXC_ACT_COMMIT); i = next_of(text, i, -1)) {
        if (!does(text, i, PTXC_ACT_COMMIT))
            continue;
        last = last == PTXC_NO_STEP ? i : last;
        commits++;
    }
    if (i == PTXC_NO_STEP && last != PTXC_NO_STEP)
        i = above_loop(text, violation->step, &commits);
    if (last == PTXC_NO_STEP && violation->wait == PTXC_NO_STEP)
        last = last_of_loop(text, violation);
    const bool counted = violation->wait == PTXC_NO_STEP || violation->newer == violation->leave + commits;
    if (last == PTXC_NO_STEP || group_size(text, last) == 0 || violation->newer == PTXC_NO_COUNT || !counted ||
        (violation->wait != PTXC_NO_STEP && violation->wait != i))
        return found;
    const uint32_t like = wait_after_other(text, last, violation->newer);
    if (like == PTXC_NO_STEP || !is_ordered(text, violation, last, like))
        return found;
    return (struct ptxc_misplacement){PTXC_MISPLACED_WAIT, last, like};
}

/* Finds the last wait before the end of a thread, where that leaves groups pending. */
static struct ptxc_misplacement find_last_wait(struct group_text text, const struct ptxc_violation *violation) {
    const bool last = violation->wait != PTXC_NO_STEP &&
                      ptxc_graph_loop_of(text.flow->graph, violation->wait) == PTXC_NO_BLOCK &&
                      next_of(text, violation->wait, 1) == PTXC_NO_STEP && violation->commit != PTXC_NO_STEP;
    return (struct ptxc_misplacement){last ? PTXC_MISPLACED_LAST_NUMBER : PTXC_MISPLACED_NOTHING, PTXC_NO_STEP,
                                      PTXC_NO_STEP};
}

/* Whether all threads come to where a step begins, before its guard is asked. */
static bool all_come(const struct ptxc_flow *flow, uint32_t step) {
    const uint32_t first = flow->graph->blocks[ptxc_graph_block_of(flow->graph, step)].first;
    const uint32_t asked = ptxc_flow_step(flow, step)->statement->guarded ? first : step;
    return !ptxc_flow_step(flow, asked)->statement->guarded && ptxc_flow_threads(flow, asked).kind == PTXC_THREADS_ALL;
}

/* Whether the text has to do with clusters of several CTAs. */
static bool is_of_clusters(const struct ptxc_flow *flow) {
    return flow->cluster > 1 || ptxc_flow_has(flow, PTXC_ACT_CLUSTER_ARRIVE, NULL) ||
           ptxc_flow_has(flow, PTXC_ACT_CLUSTER_WAIT, NULL) || ptxc_flow_has(flow, PTXC_ACT_MAP_ADDRESS, NULL) ||
           ptxc_flow_has(flow, PTXC_ACT_RANK_OF, NULL);
}

/* Finds where all threads come after an init, once, on each way to a step: the barrier that is missing belongs there,
 * after the fences of the init and before any mbarrier is used. */
static struct ptxc_misplacement find_missing_barrier(const struct ptxc_flow *flow,
                                                     const struct ptxc_violation *violation) {
    const uint32_t none = PTXC_NO_STEP;
    for (uint32_t i = violation->copy + 1; i <= violation->step; i++) {
        const struct ptxc_step *here = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(here);
        if (here->statement->kind != PTXC_STATEMENT_LABEL && action != PTXC_ACT_FENCE_INIT &&
            action != PTXC_ACT_FENCE_ASYNC && action != PTXC_ACT_INIT && here->frame == 0 &&
            comes_before(flow, i, violation->step) && all_come(flow, i) &&
            ptxc_graph_loop_of(flow->graph, i) == ptxc_graph_loop_of(flow->graph, violation->copy))
            return (struct ptxc_misplacement){
                is_of_clusters(flow) ? PTXC_MISPLACED_CLUSTER_BARRIER : PTXC_MISPLACED_BARRIER, i, none};
        if (here->event && here->event->barrier != PTXC_NAME_NONE && action != PTXC_ACT_INIT)
            break;
    }
    return (struct ptxc_misplacement){PTXC_MISPLACED_NOTHING, none, none};
}

/* Finds where other mbarriers are made, the last one above a step. */
static struct ptxc_misplacement find_other_init(const struct ptxc_flow *flow, uint32_t step) {
    uint32_t i = step;
    while (i > 0 && !ptxc_step_does(ptxc_flow_step(flow, i - 1), PTXC_ACT_INIT))
        i--;
    return (struct ptxc_misplacement){i > 0 ? PTXC_MISPLACED_INIT : PTXC_MISPLACED_NOTHING, PTXC_NO_STEP,
                                      i > 0 ? i - 1 : PTXC_NO_STEP};
}

/* Finds the barrier before a step that the wait which is missing belongs before, with no commit between them: after the
 * commit of the copy, or in the loop in which that comes further down. */
static struct ptxc_misplacement find_barrier(struct group_text text, const struct ptxc_violation *violation) {
    const uint32_t loop = ptxc_graph_loop_of(text.flow->graph, violation->step);
    uint32_t from = violation->commit, barrier = PTXC_NO_STEP;
    if (from != PTXC_NO_STEP && from > violation->step)
        from =
            loop == PTXC_NO_BLOCK ? PTXC_NO_STEP : text.flow->graph->blocks[text.flow->graph->loops[loop].header].first;
    if (from != PTXC_NO_STEP)
        barrier = ptxc_hazard_barrier_between(text.flow, from, violation->step, true);
    for (uint32_t i = barrier; barrier != PTXC_NO_STEP && i < violation->step; i++)
        if (does(text, i, PTXC_ACT_COMMIT))
            barrier = PTXC_NO_STEP;
    return (struct ptxc_misplacement){barrier == PTXC_NO_STEP ? PTXC_MISPLACED_NOTHING : PTXC_MISPLACED_WAIT_BEFORE,
                                      barrier, PTXC_NO_STEP};
}

/* Finds the barrier right above a wait that was meant to come before it. */
static struct ptxc_misplacement find_early_barrier(const struct ptxc_flow *flow,
                                                   const struct ptxc_violation *violation) {
    uint32_t i = violation->wait == PTXC_NO_STEP ? 0 : violation->wait;
    while (i > 0 && !ptxc_step_acts(ptxc_flow_step(flow, i - 1)))
        i--;
    const bool early = i > 0 && ptxc_flow_is_barrier(flow, i - 1) && comes_before(flow, i - 1, violation->wait);
    return (struct ptxc_misplacement){early ? PTXC_MISPLACED_WAIT_AFTER : PTXC_MISPLACED_NOTHING,
                                      early ? i - 1 : PTXC_NO_STEP, PTXC_NO_STEP};
}

/* Returns what a wait, or a commit of multiplications, is to a violation. */
static enum ptxc_misplaced gate_of(const struct ptxc_flow *flow, const struct ptxc_violation *violation) {
    if (ptxc_step_does(ptxc_flow_step(flow, violation->gate), PTXC_ACT_TENSOR_ARRIVE))
        return PTXC_MISPLACED_PRODUCT;
    return violation->stale                                 ? PTXC_MISPLACED_STALE
           : violation->kind == PTXC_VIOLATION_REARM        ? PTXC_MISPLACED_REARM
           : violation->kind == PTXC_VIOLATION_PARITY_WRONG ? PTXC_MISPLACED_PASS
                                                            : PTXC_MISPLACED_GATE;
}

struct ptxc_misplacement ptxc_violation_misplaced(const struct ptxc_flow *flow,
                                                  const struct ptxc_violation *violation) {
    struct ptxc_misplacement found = {PTXC_MISPLACED_NOTHING, PTXC_NO_STEP, PTXC_NO_STEP};
    const struct ptxc_event *event =
        violation->copy == PTXC_NO_STEP ? NULL : ptxc_flow_step(flow, violation->copy)->event;
    if (violation->gate != PTXC_NO_STEP)
        return (struct ptxc_misplacement){gate_of(flow, violation), violation->gate, PTXC_NO_STEP};
    if (violation->kind == PTXC_VIOLATION_INIT_UNPUBLISHED)
        return find_missing_barrier(flow, violation);
    if ((violation->kind == PTXC_VIOLATION_ARRIVALS_MANY || violation->kind == PTXC_VIOLATION_ARRIVALS_EXCESS) &&
        (violation->number == 0 || violation->number == violation->other))
        return (struct ptxc_misplacement){PTXC_MISPLACED_PHASES, PTXC_NO_STEP, PTXC_NO_STEP};
    if (violation->kind == PTXC_VIOLATION_READ_WITHOUT_BARRIER)
        return find_early_barrier(flow, violation);
    if (violation->kind == PTXC_VIOLATION_USE_UNMADE)
        return find_other_init(flow, violation->step);
    if (!event || (event->completion != PTXC_BY_GROUP && event->completion != PTXC_BY_BULK_GROUP))
        return found;
    const struct group_text text = {flow, event->completion};
    switch (violation->kind) {
    case PTXC_VIOLATION_READ_UNCOMMITTED:
    case PTXC_VIOLATION_READ_UNGROUPED:
    case PTXC_VIOLATION_SOURCE_UNCOMMITTED: return find_left_out(text, violation);
    case PTXC_VIOLATION_EXIT_PENDING: return find_last_wait(text, violation);
    case PTXC_VIOLATION_READ_LEFT_PENDING:
    case PTXC_VIOLATION_READ_IN_VAIN:
        if (violation->wait != PTXC_NO_STEP)
            found = find_displaced(text, violation);
        return found.what == PTXC_MISPLACED_NOTHING ? find_missing_wait(text, violation) : found;
    case PTXC_VIOLATION_READ_NOT_WAITED:
    case PTXC_VIOLATION_WRITE_SOURCE:
    case PTXC_VIOLATION_FILL_SOURCE:
        found = find_missing_wait(text, violation);
        return found.what != PTXC_MISPLACED_NOTHING || violation->wait != PTXC_NO_STEP ? found
                                                                                       : find_barrier(text, violation);
    case PTXC_VIOLATION_WRITE_PENDING:
    case PTXC_VIOLATION_FILL_PENDING: return find_missing_wait(text, violation);
    default: return found;
    }
}

struct ptxc_group_sizes ptxc_violation_group_sizes(const struct ptxc_flow *flow,
                                                   const struct ptxc_violation *violation) {
    const struct group_text text = {flow, ptxc_flow_step(flow, violation->commit)->event->completion};
    return (struct ptxc_group_sizes){group_size(text, violation->commit), copies_to_commit(text, violation->commit, 1)};
}
