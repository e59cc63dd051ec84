/* Inits of mbarriers and writes of warps, each followed to the next step that orders it for other threads. Where paths
 * meet the best ordered counts, so that what is reported has no such step on any path.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"
#include "analysis/program/dataflow.h"

enum { WARP = 32 };
enum stage { NOT_DONE, ALONE, TOLD };

/* An init of an mbarrier by one thread, or a write of shared memory by whole warps. */
struct event {
    uint32_t step;
    bool init;
    struct ptxc_memory_range region;
    struct ptxc_condition condition;
    bool said;
};

/* An event at a point. */
struct point {
    uint8_t stage;
    bool stale; /* it is of an earlier round of a loop, in which its address was another */
};

struct publication {
    const struct ptxc_flow *flow;
    struct event *events;
    uint32_t count;
    uint32_t *index; /* 1 + the event of a step, or 0 */
    bool *said;      /* of each step */
    bool *concerns;  /* of each step: it is one of an event, it may use an mbarrier, or it tells others */
};

/* Whether the step is about the mbarrier of an init for certain. */
static bool uses(const struct publication *publication, const struct event *event, uint32_t step) {
    struct ptxc_memory_range region;
    const struct ptxc_flow *flow = publication->flow;
    if (!ptxc_memory_range_barrier(flow->values, flow->program, step, &region) || region.remote)
        return false;
    return ptxc_flow_overlap(flow, &region, &event->region) == PTXC_PIECES_OVERLAP;
}

/* Whether more threads than the one that has made the mbarrier, or another one, run a step of this condition. */
static bool others_run(const struct publication *publication, const struct event *event, uint32_t step) {
    const struct ptxc_flow *flow = publication->flow;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const struct ptxc_threads own = ptxc_condition_threads(flow->conditions, &event->condition);
    const struct ptxc_threads its = ptxc_condition_threads(flow->conditions, &condition);
    if (its.kind == PTXC_THREADS_ALL)
        return ptxc_condition_is_uniform(flow, &condition) && ptxc_participation_all(flow, step);
    if (its.kind == PTXC_THREADS_WARPS && !its.elected)
        return ptxc_condition_implies(&event->condition, &condition) && ptxc_participation_all(flow, step);
    return own.thread_known && its.thread_known && own.thread != its.thread;
}

/* Reports the use of an mbarrier that others may not have seen made. All that wait for the same barrier with it are
 * then spoken of. */
static void say_init(const struct publication *publication, const struct point *state, struct event *event,
                     uint32_t step) {
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < publication->count; i++)
        publication->events[i].said |= publication->events[i].init && state[i].stage == ALONE;
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_INIT_UNPUBLISHED, step, event->step);
    ptxc_violation_begin(&hazard, publication->flow, &violation);
    if (publication->flow->threads <= WARP) /* the threads of one warp mostly go together */
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* Whether one lane of each warp, or one thread, runs what has this condition. */
static bool is_one_lane(const struct publication *publication, const struct ptxc_condition *condition) {
    const enum ptxc_thread_kind kind = ptxc_condition_threads(publication->flow->conditions, condition).kind;
    return kind == PTXC_THREADS_ONE || kind == PTXC_THREADS_PER_WARP;
}

/* Whether the mbarrier of the step counts the bytes of copies, as far as is known: then an arrival on it is for those.
 */
static bool counts_copies(const struct ptxc_flow *flow, uint32_t step) {
    struct ptxc_memory_range region;
    return !ptxc_memory_range_barrier(flow->values, flow->program, step, &region) ||
           ptxc_flow_has(flow, PTXC_ACT_COPY, &region) || ptxc_flow_has(flow, PTXC_ACT_STORE_ASYNC, &region);
}

/* Reports an arrival of one lane for what its warp has written. */
static void say_write(const struct publication *publication, struct event *event, uint32_t step) {
    struct ptxc_hazard hazard;
    event->said = publication->said[step] = true;
    ptxc_hazard_begin(&hazard, publication->flow, PTXC_RULE_ELECTED_PUBLISH_WITHOUT_WARP_SYNC, step,
                      "bar.warp.sync should stand between what a warp writes and the arrival of one of its lanes");
    ptxc_hazard_note(&hazard, event->step, "all lanes write here, and the arrival orders its own lane alone");
    ptxc_hazard_give(&hazard);
}

/* Looks at a step with the events as they are before it. */
static void look(const struct publication *publication, const struct point *state, uint32_t step) {
    const struct ptxc_flow *flow = publication->flow;
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    if (!here->names)
        return;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    const bool arrives = ptxc_step_action(here) == PTXC_ACT_ARRIVE && is_one_lane(publication, &condition);
    for (uint32_t i = 0; i < publication->count; i++) {
        struct event *event = &publication->events[i];
        if (event->said || state[i].stage != ALONE || state[i].stale || event->step == step)
            continue;
        if (event->init && uses(publication, event, step) && others_run(publication, event, step))
            say_init(publication, state, event, step);
        else if (!event->init && arrives && !publication->said[step] &&
                 ptxc_condition_implies(&condition, &event->condition) && !counts_copies(flow, step) &&
                 ptxc_participation_all(flow, event->step))
            say_write(publication, event, step);
    }
}

/* Whether the step orders, for others, what threads have done before it: all of that, or the inits alone. */
static bool tells(const struct ptxc_flow *flow, uint32_t step, bool *inits_alone) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const enum ptxc_action action = ptxc_step_action(here);
    *inits_alone = ptxc_step_does(here, PTXC_ACT_VOTE) || (here->event && here->event->operation == PTXC_DO_SHUFFLE) ||
                   (ptxc_step_does(here, PTXC_ACT_ATOMIC) && (ptxc_step_has(flow->program, here, PTXC_Q_ACQUIRE) ||
                                                              ptxc_step_has(flow->program, here, PTXC_Q_ACQ_REL)));
    return *inits_alone || ptxc_flow_is_barrier(flow, step) || ptxc_step_does(here, PTXC_ACT_WARP_SYNC) ||
           action == PTXC_ACT_TRY_WAIT || action == PTXC_ACT_TEST_WAIT;
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    const struct publication *publication = context;
    struct point *points = state;
    bool inits_alone;
    if (!publication->concerns[step] || ptxc_flow_never_runs(publication->flow, step))
        return;
    if (last)
        look(publication, points, step);
    if (publication->index[step])
        points[publication->index[step] - 1] = (struct point){.stage = ALONE};
    if (!tells(publication->flow, step, &inits_alone))
        return;
    for (uint32_t i = 0; i < publication->count; i++) {
        const struct event *event = &publication->events[i];
        if (points[i].stage == ALONE && (event->init || !inits_alone) &&
            !(event->init && uses(publication, event, step))) /* it does not wait for its own init */
            points[i].stage = TOLD;
    }
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct publication *publication = context;
    struct point *mine = into;
    const struct point *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < publication->count; i++) {
        changed |= other[i].stage > mine[i].stage || other[i].stale > mine[i].stale;
        mine[i].stage = other[i].stage > mine[i].stage ? other[i].stage : mine[i].stage;
        mine[i].stale |= other[i].stale;
    }
    return changed;
}

static void edge(void *context, void *state, uint32_t from, uint32_t to) {
    const struct publication *publication = context;
    const struct ptxc_flow *flow = publication->flow;
    struct point *points = state;
    if (!ptxc_graph_is_back_edge(flow->graph, from, to))
        return;
    for (uint32_t i = 0; i < publication->count; i++)
        points[i].stale |=
            points[i].stage != NOT_DONE &&
            ptxc_values_change_in(flow->values, publication->events[i].region.address, flow->graph->blocks[to].loop);
}

/* Adds the step where it makes an mbarrier in one thread, or writes shared memory in whole warps. */
static void add(struct publication *publication, uint32_t step) {
    const struct ptxc_flow *flow = publication->flow;
    struct event *event = &publication->events[publication->count];
    const bool init = ptxc_step_action(ptxc_flow_step(flow, step)) == PTXC_ACT_INIT;
    *event = (struct event){.step = step, .init = init};
    if (!(init ? ptxc_memory_range_barrier(flow->values, flow->program, step, &event->region)
               : ptxc_memory_range_written(flow->values, flow->program, step, &event->region)) ||
        event->region.space != PTXC_SPACE_SHARED || event->region.remote || !ptxc_flow_runs(flow, step))
        return;
    event->condition = ptxc_flow_condition(flow, step);
    const enum ptxc_thread_kind kind = ptxc_condition_threads(flow->conditions, &event->condition).kind;
    if (init ? kind == PTXC_THREADS_ONE || kind == PTXC_THREADS_PER_WARP
             : kind == PTXC_THREADS_ALL || kind == PTXC_THREADS_WARPS)
        publication->index[step] = ++publication->count;
}

/* Finds the steps that the search has to look at; NULL without memory. */
static bool *find_concerned(const struct publication *publication) {
    const struct ptxc_flow *flow = publication->flow;
    bool inits_alone, *concerns = ptxc_arena_alloc(flow->program->arena, flow->program->count + 1);
    for (uint32_t i = 0; i < flow->program->count && concerns; i++)
        concerns[i] = publication->index[i] || ptxc_flow_step(flow, i)->names || tells(flow, i, &inits_alone);
    return concerns;
}

void ptxc_publication_check(const struct ptxc_flow *flow) {
    enum { MOST = 512 }; /* events; of functions with more nothing is said */
    const uint32_t count = flow->program->count, most = flow->graph->acting_count;
    struct publication publication = {.flow = flow};
    if (ptxc_flow_is_alone(flow) || !flow->whole)
        return;
    publication.events =
        ptxc_arena_alloc(flow->program->arena, ((most < MOST ? most : MOST) + 1) * sizeof(*publication.events));
    publication.index = ptxc_arena_alloc(flow->program->arena, (count + 1) * sizeof(*publication.index));
    publication.said = ptxc_arena_alloc(flow->program->arena, (count + 1) * sizeof(*publication.said));
    if (!publication.events || !publication.index || !publication.said)
        return;
    for (uint32_t i = 0; i < most && publication.count < MOST; i++)
        add(&publication, flow->graph->acting[i]);
    if (publication.count == 0 || publication.count == MOST)
        return;
    publication.concerns = find_concerned(&publication);
    const struct ptxc_lattice lattice = {.size = publication.count * sizeof(struct point),
                                         .context = &publication,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = edge};
    if (publication.concerns)
        ptxc_dataflow_solve(flow->graph, &lattice);
}
