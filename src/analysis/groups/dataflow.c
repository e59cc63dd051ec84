/* What is pending where: each copy that a function starts is followed through its blocks. Where paths meet, the one on
 * which it has come further counts, so what is said of a copy holds on all of them.
 */
#include "analysis/groups/groups.h"

#include "analysis/findings/participation.h"
#include "analysis/program/dataflow.h"

/* A step that does something to groups, which runs under a condition. What is known of a copy holds for those in a row
 * with it that have the same condition. */
struct doing {
    const struct ptxc_pending_groups *groups;
    const struct ptxc_condition *condition;
    uint32_t like; /* that of the copy last asked about, or UINT32_MAX */
    bool concerned;
};

static struct doing doing_at(const struct ptxc_pending_groups *groups, uint32_t step) {
    return (struct doing){groups, ptxc_condition_at(groups->flow->conditions, step), UINT32_MAX, false};
}

/* Whether the step may run in the thread and at the time in which the copy was started. */
static bool concerns(struct doing *doing, uint32_t index) {
    const struct ptxc_pending_copy *copy = &doing->groups->copies[index];
    if (doing->like != copy->like)
        doing->concerned =
            !ptxc_condition_excludes(doing->groups->flow->conditions, &copy->condition, doing->condition);
    doing->like = copy->like;
    return doing->concerned;
}

/* Whether a copy is on its way: started, and not complete for all threads. */
static bool is_going(const struct ptxc_pending *pending) {
    return pending->written != PTXC_NOT_ISSUED && (pending->written != PTXC_DONE || pending->read != PTXC_DONE);
}

/* Whether two conditions are written in the same way. */
static bool are_alike(const struct ptxc_condition *a, const struct ptxc_condition *b) {
    bool alike = a->count == b->count && a->more == b->more && a->never == b->never;
    for (uint8_t i = 0; i < a->count && alike; i++)
        alike = a->atoms[i].predicate == b->atoms[i].predicate && a->atoms[i].negated == b->atoms[i].negated;
    return alike;
}

/* How many groups of a kind may be pending at most, as the state keeps it after its copies. */
static uint8_t *bound(const struct ptxc_pending_groups *groups, struct ptxc_pending *state, enum ptxc_completion kind) {
    return kind == PTXC_BY_GROUP ? &state[groups->count].written : &state[groups->count].read;
}

/* Starts copy `index` anew. */
static void start(struct ptxc_pending *pending) {
    *pending = (struct ptxc_pending){.written = PTXC_UNCOMMITTED, .read = PTXC_UNCOMMITTED};
}

/* Moves a copy that is committed, or not yet, one group on. */
static uint8_t one_more(uint8_t progress) {
    return progress >= PTXC_UNCOMMITTED && progress < PTXC_DONE_HERE - 1 ? (uint8_t)(progress + 1) : progress;
}

/* Closes the group of the copies of its kind. One that holds none of them is noted on the copies of the other kind. */
static void commit(const struct ptxc_pending_groups *groups, struct ptxc_pending *state, uint32_t step,
                   enum ptxc_completion kind) {
    struct doing doing = doing_at(groups, step);
    bool empty = true;
    for (uint32_t i = 0; i < groups->count; i++) {
        struct ptxc_pending *pending = &state[i];
        if (!is_going(pending) || groups->copies[i].completion != kind || !concerns(&doing, i))
            continue;
        if (pending->written == PTXC_UNCOMMITTED) {
            pending->commit = step + 1;
            empty = false;
        }
        pending->written = one_more(pending->written);
        pending->read = one_more(pending->read);
    }
    uint8_t *pending_groups = bound(groups, state, kind);
    *pending_groups = (uint8_t)(*pending_groups < PTXC_GROUPS_UNBOUNDED ? *pending_groups + 1 : PTXC_GROUPS_UNBOUNDED);
    for (uint32_t i = 0; i < groups->count && empty; i++)
        if (groups->copies[i].completion != kind && groups->copies[i].completion != PTXC_BY_BARRIER &&
            state[i].written == PTXC_UNCOMMITTED && !state[i].commit) {
            state[i].other_kind = true;
            state[i].commit = step + 1;
        }
}

/* Waits until at most `most` groups of the kind are pending; `all` also for what is in no group yet. */
static void await(const struct ptxc_pending_groups *groups, struct ptxc_pending *state, uint32_t step,
                  enum ptxc_completion kind, int64_t most, bool all) {
    struct doing doing = doing_at(groups, step);
    const bool reads = ptxc_step_has(groups->flow->program, ptxc_flow_step(groups->flow, step), PTXC_Q_READ);
    uint8_t *pending_groups = bound(groups, state, kind);
    /* with one group pending, 1 is the usual slip by one, and a matter of the copy that is left pending */
    const bool vacuous =
        !all && *pending_groups > 1 && *pending_groups < PTXC_GROUPS_UNBOUNDED && most >= *pending_groups;
    for (uint32_t i = 0; i < groups->count; i++) {
        struct ptxc_pending *pending = &state[i];
        if (!is_going(pending) || groups->copies[i].completion != kind)
            continue;
        if (!concerns(&doing, i))
            continue;
        const bool old = all || pending->read >= PTXC_COMMITTED + most;
        if (pending->read < PTXC_DONE_HERE && old && (all || pending->read >= PTXC_COMMITTED))
            pending->read = PTXC_DONE_HERE;
        if (!reads && pending->written < PTXC_DONE_HERE && (all || pending->written >= PTXC_COMMITTED + most))
            pending->written = PTXC_DONE_HERE;
        if (pending->written < PTXC_DONE_HERE) {
            pending->wait = step + 1;
            pending->left = (uint8_t)(pending->written >= PTXC_COMMITTED ? pending->written - PTXC_COMMITTED : 0);
            pending->vacuous = vacuous && pending->written >= PTXC_COMMITTED;
        }
    }
    if (most < *pending_groups)
        *pending_groups = (uint8_t)most;
}

/* A barrier, or an arrival that others wait for, tells the other threads. */
static void publish(const struct ptxc_pending_groups *groups, struct ptxc_pending *state) {
    for (uint32_t i = 0; i < groups->count; i++) {
        if (state[i].written == PTXC_DONE_HERE)
            state[i].written = PTXC_DONE;
        if (state[i].read == PTXC_DONE_HERE)
            state[i].read = PTXC_DONE;
    }
}

/* What an mbarrier is told of, whoever waits for it may know. */
static void hand_over(const struct ptxc_pending_groups *groups, struct ptxc_pending *state) {
    for (uint32_t i = 0; i < groups->count; i++)
        if (groups->copies[i].completion == PTXC_BY_GROUP && state[i].written != PTXC_NOT_ISSUED)
            state[i].written = state[i].read = PTXC_DONE;
}

/* Does what the step does. */
static void apply(const struct ptxc_pending_groups *groups, struct ptxc_pending *state, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(groups->flow, step);
    int64_t most = 0;
    switch (ptxc_step_action(here)) {
    case PTXC_ACT_COPY:
        for (uint32_t i = 0; i < groups->count; i++)
            if (groups->copies[i].step == step)
                start(&state[i]);
        break;
    case PTXC_ACT_COMMIT: commit(groups, state, step, here->effect->completion); break;
    case PTXC_ACT_WAIT_GROUP:
        if (!ptxc_flow_constant(groups->flow, step, here->effect->amount, &most) || most < 0)
            most = 0;
        await(groups, state, step, here->effect->completion, most, false);
        break;
    case PTXC_ACT_WAIT_ALL: await(groups, state, step, here->effect->completion, 0, true); break;
    case PTXC_ACT_ARRIVE_ON_COPIES: hand_over(groups, state); break;
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT:
    case PTXC_ACT_CLUSTER_ARRIVE: publish(groups, state); break;
    default:
        if (ptxc_flow_is_barrier(groups->flow, step) || ptxc_step_does(here, PTXC_DO_WARP_SYNC))
            publish(groups, state);
        break;
    }
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    const struct ptxc_pending_groups *groups = context;
    const struct ptxc_step *here = ptxc_flow_step(groups->flow, step);
    if (ptxc_flow_never_runs(groups->flow, step))
        return;
    const bool leaves = ptxc_step_does(here, PTXC_DO_EXIT) ||
                        (ptxc_step_does(here, PTXC_DO_RETURN) && here->target == PTXC_NO_STEP); /* not from a call */
    if (last)
        ptxc_groups_look(groups, state, step);
    if (last && ptxc_step_action(here) == PTXC_ACT_WAIT_GROUP)
        ptxc_groups_look_at_wait(groups, state, step);
    if (last && leaves)
        ptxc_groups_look_at_exit(groups, state, step);
    apply(groups, state, step);
    if (last && !leaves && step + 1 == groups->flow->program->count && !ptxc_step_does(here, PTXC_DO_BRANCH))
        ptxc_groups_look_at_exit(groups, state, step);
}

/* Makes a number as great as another; whether that changed it. */
static bool raise(uint8_t *number, uint8_t other) {
    if (other <= *number)
        return false;
    *number = other;
    return true;
}

/* Takes over what another path says of one copy; whether that changed anything. */
static bool meet_one(struct ptxc_pending *into, const struct ptxc_pending *from) {
    const struct ptxc_pending before = *into;
    if (from->written == PTXC_NOT_ISSUED)
        return false;
    if (into->written == PTXC_NOT_ISSUED) {
        *into = *from;
        return true;
    }
    into->written = from->written > into->written ? from->written : into->written;
    into->read = from->read > into->read ? from->read : into->read;
    into->stale |= from->stale;
    into->other_kind &= from->other_kind;
    into->vacuous &= from->vacuous;
    into->left = from->wait > into->wait ? from->left : into->left;
    into->wait = from->wait > into->wait ? from->wait : into->wait;
    into->commit = from->commit > into->commit ? from->commit : into->commit;
    return into->written != before.written || into->read != before.read || into->stale != before.stale ||
           into->other_kind != before.other_kind || into->vacuous != before.vacuous || into->wait != before.wait ||
           into->commit != before.commit;
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct ptxc_pending_groups *groups = context;
    struct ptxc_pending *mine = into;
    const struct ptxc_pending *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < groups->count; i++)
        changed |= meet_one(&mine[i], &other[i]);
    changed |= raise(&mine[groups->count].written, other[groups->count].written);
    changed |= raise(&mine[groups->count].read, other[groups->count].read);
    return changed;
}

/* Whether an address of the copy may have another value in the next round of the loop. */
static bool moves(const struct ptxc_pending_groups *groups, const struct ptxc_pending_copy *copy, uint32_t loop) {
    const struct ptxc_values *values = groups->flow->values;
    return (copy->has_source && ptxc_values_change_in(values, copy->source.address, loop)) ||
           (copy->has_target && ptxc_values_change_in(values, copy->target.address, loop));
}

/* Along an edge that leads only threads which have not started a copy, it is not there; along one back to the header of
 * a loop its addresses may become others. */
static void edge(void *context, void *state, uint32_t from, uint32_t to) {
    const struct ptxc_pending_groups *groups = context;
    const struct ptxc_graph *graph = groups->flow->graph;
    const bool back = ptxc_graph_is_back_edge(graph, from, to);
    const struct ptxc_condition *condition = ptxc_condition_of_edge(groups->flow->conditions, from, to);
    struct ptxc_pending *pending = state;
    for (uint32_t i = 0; i < groups->count && (back || condition->count > 0); i++) {
        if (pending[i].written == PTXC_NOT_ISSUED)
            continue;
        if (ptxc_condition_parts(groups->flow->conditions, &groups->copies[i].condition, condition))
            pending[i] = (struct ptxc_pending){.written = PTXC_NOT_ISSUED};
        else if (back)
            pending[i].stale |= moves(groups, &groups->copies[i], graph->blocks[to].loop);
    }
}

/* Collects the copies that are completed by groups. */
static bool collect(struct ptxc_pending_groups *groups) {
    const struct ptxc_flow *flow = groups->flow;
    const struct ptxc_program *program = flow->program;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++)
        count += ptxc_step_action(&program->steps[i]) == PTXC_ACT_COPY;
    groups->copies = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*groups->copies));
    groups->spoken = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*groups->spoken));
    for (uint32_t i = 0; i < program->count && groups->copies; i++) {
        const struct ptxc_step *step = &program->steps[i];
        if (ptxc_step_action(step) != PTXC_ACT_COPY || step->effect->completion == PTXC_BY_BARRIER ||
            flow->graph->blocks[ptxc_graph_block_of(flow->graph, i)].order == UINT32_MAX)
            continue;
        struct ptxc_pending_copy *copy = &groups->copies[groups->count++];
        copy->step = i;
        copy->completion = step->effect->completion;
        copy->condition = ptxc_flow_condition(flow, i);
        const bool alike = groups->count > 1 && are_alike(&copy[-1].condition, &copy->condition);
        copy->like = alike ? copy[-1].like : groups->count - 1;
        copy->threads = ptxc_condition_threads(flow->conditions, &copy->condition);
        copy->has_source = ptxc_memory_range_source(flow->values, program, i, &copy->source) &&
                           copy->source.space == PTXC_SPACE_SHARED;
        copy->has_target = ptxc_memory_range_target(flow->values, program, i, &copy->target) &&
                           copy->target.space == PTXC_SPACE_SHARED;
        const bool first = ptxc_condition_holds(flow, &copy->condition, 0);
        if (copy->has_source && first)
            ptxc_memory_range_of_thread(flow->values, &copy->source, 0, &copy->first_source);
        if (copy->has_target && first)
            ptxc_memory_range_of_thread(flow->values, &copy->target, 0, &copy->first_target);
    }
    return groups->copies && groups->spoken &&
           (groups->count == 0 || ptxc_writers_make(&groups->others, flow, PTXC_BY_GROUP));
}

/* Reports the first commit or wait of a kind of groups in a function that starts no copy. Where it starts some of
 * another kind, other rules say so. */
static void check_empty(const struct ptxc_flow *flow, enum ptxc_completion kind) {
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_COPY)
            return;
    for (uint32_t i = 0; i < flow->program->count && flow->whole; i++) {
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        const enum ptxc_action action = ptxc_step_action(step);
        if (!step->effect || step->effect->completion != kind ||
            (action != PTXC_ACT_COMMIT && action != PTXC_ACT_WAIT_GROUP && action != PTXC_ACT_WAIT_ALL))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_EMPTY_GROUP, i,
                          "a group should hold copies, and the kernel starts none that this could be about");
        ptxc_hazard_give(&hazard);
        return;
    }
}

void ptxc_groups_check(const struct ptxc_flow *flow) {
    struct ptxc_pending_groups groups = {.flow = flow};
    if (!collect(&groups))
        return;
    check_empty(flow, PTXC_BY_GROUP);
    check_empty(flow, PTXC_BY_BULK_GROUP);
    if (groups.count == 0 || !ptxc_flow_can_follow(flow, groups.count, groups.copies[0].step))
        return;
    const struct ptxc_lattice lattice = {.size = (groups.count + 1) * sizeof(struct ptxc_pending),
                                         .context = &groups,
                                         .acting = true,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = edge};
    ptxc_dataflow_solve(flow->graph, &lattice);
}
