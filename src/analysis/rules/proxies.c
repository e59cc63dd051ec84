/* The generic and the async proxy. Each access of shared memory in the generic proxy is followed to the next fence that
 * orders it with the async proxy; what a copy in the async proxy reads must have been fenced.
 *
 * Which bytes a store writes is often not known. What a copy reads must come from somewhere, though: where nothing but
 * stores of the kernel can have written it, and none of those that may have is fenced on any way, it is certain that
 * the fence is missing.
 */
#include "analysis/rules/rules.h"

#include "analysis/program/dataflow.h"

/* What is known of an access at a point. */
enum stage {
    NOT_DONE,
    UNFENCED,
    PUBLISHED,     /* unfenced, and a barrier has come since */
    FENCED_OTHER,  /* a fence has come since, of another state space */
    FENCED_LATE,   /* a fence has come after the barrier, in one thread that has not written all */
    FENCED_LATELY, /* likewise in all threads, and no barrier has come since */
    FENCED
};

/* An access at a point: on the way that has brought it furthest, and on the one that has not. */
struct stages {
    uint8_t best, worst;
};

/* An access of shared memory in the generic proxy. */
struct access {
    uint32_t step;
    bool writes;
    struct ptxc_memory_range region; /* address 0: not known */
    struct ptxc_memory_range first;  /* the same in the first thread, likewise; where all threads make the access */
    struct ptxc_condition condition;
    enum ptxc_thread_kind threads;
};

struct proxies {
    const struct ptxc_flow *flow;
    struct access *accesses;
    uint32_t count;
    uint32_t *index; /* 1 + the access of a step, or 0 */
    bool *said;      /* of each step: something was reported of it, as a copy or as a write */
    bool all_fence;  /* no fence is left to some threads */
    bool outside;    /* other CTAs may write into the shared memory */
    bool waits;      /* the function waits for mbarriers */
};

/* Whether the step is a fence between the generic and the async proxy, in whatever state space. */
static bool is_fence(const struct ptxc_step *step) {
    const enum ptxc_action action = ptxc_step_action(step);
    return action == PTXC_ACT_FENCE_ASYNC || action == PTXC_ACT_FENCE_ASYNC_OTHER;
}

/* Whether the fence orders accesses of shared memory. */
static bool fences_shared(const struct proxies *proxies, uint32_t step) {
    return ptxc_step_action(ptxc_flow_step(proxies->flow, step)) == PTXC_ACT_FENCE_ASYNC;
}

/* Takes a fence: what came before it is ordered with the async proxy. */
static void fence(const struct proxies *proxies, struct stages *state, uint32_t step) {
    const enum ptxc_thread_kind threads = ptxc_flow_threads(proxies->flow, step).kind;
    const bool shared = fences_shared(proxies, step);
    for (uint32_t i = 0; i < proxies->count; i++) {
        const bool late = state[i].best == PUBLISHED && proxies->accesses[i].threads == PTXC_THREADS_ALL;
        const enum stage lately = threads == PTXC_THREADS_ONE ? FENCED_LATE : FENCED_LATELY;
        const uint8_t now = (uint8_t)(!shared ? FENCED_OTHER : late ? lately : FENCED);
        if (state[i].best == NOT_DONE)
            continue;
        state[i].best = state[i].best < now ? now : state[i].best;
        state[i].worst = state[i].worst < now ? now : state[i].worst;
    }
}

/* Whether it is known how far two pieces lie from each other, and only not how large the first of them is. */
static bool is_known_distance(const struct ptxc_flow *flow, const struct ptxc_memory_range *a,
                              const struct ptxc_memory_range *b) {
    int64_t distance;
    return ptxc_affine_distance(ptxc_values_expressions(flow->values), a->address, b->address, &distance);
}

/* Whether the access may be one of the bytes that the copy reads; `certain`: it is. */
static bool may_be(const struct proxies *proxies, const struct access *access, const struct ptxc_memory_range *region,
                   bool *certain) {
    const struct ptxc_flow *flow = proxies->flow;
    *certain = false;
    enum ptxc_overlap overlap = ptxc_flow_overlap(flow, &access->region, region);
    if (overlap == PTXC_PIECES_UNKNOWN && access->first.address &&
        ptxc_flow_overlap(flow, &access->first, region) == PTXC_PIECES_OVERLAP)
        overlap = PTXC_PIECES_OVERLAP;
    *certain = overlap == PTXC_PIECES_OVERLAP;
    return overlap != PTXC_PIECES_APART && (*certain || !is_known_distance(flow, &access->region, region));
}

/* Whether something else than stores of this kernel may have written what the copy reads. */
static bool comes_otherwise(const struct proxies *proxies, const struct ptxc_memory_range *region) {
    const struct ptxc_flow *flow = proxies->flow;
    if (proxies->outside || !flow->whole)
        return true;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        struct ptxc_memory_range target;
        const enum ptxc_action action = ptxc_step_action(ptxc_flow_step(flow, i));
        const bool async = (action == PTXC_ACT_COPY && ptxc_flow_step(flow, i)->event->completion == PTXC_BY_BARRIER) ||
                           action == PTXC_ACT_STORE_ASYNC;
        if (async && (!ptxc_memory_range_target(flow->values, flow->program, i, &target) ||
                      ptxc_flow_overlap(flow, &target, region) != PTXC_PIECES_APART))
            return true;
    }
    return false;
}

/* What a copy finds of the stores that may have written its source: the best fenced of them, the worst that is certain,
 * one to name, and one into the same variable from which some way leads here without a fence. */
struct view {
    uint8_t best, worst;
    uint32_t writer, certain_writer, bare_writer;
};
static struct view view_of(const struct proxies *proxies, const struct stages *state,
                           const struct ptxc_memory_range *region, const struct ptxc_condition *condition) {
    struct view view = {NOT_DONE, FENCED, PTXC_NO_STEP, PTXC_NO_STEP, PTXC_NO_STEP};
    for (uint32_t i = 0; i < proxies->count; i++) {
        const struct access *access = &proxies->accesses[i];
        const uint8_t stage = state[i].best;
        bool certain;
        if (!access->writes || stage == NOT_DONE || proxies->said[access->step] ||
            !may_be(proxies, access, region, &certain) ||
            (stage == UNFENCED && ptxc_condition_excludes(proxies->flow->conditions, &access->condition, condition)))
            continue;
        if (stage > view.best || view.writer == PTXC_NO_STEP)
            view.writer = access->step;
        view.best = stage > view.best ? stage : view.best;
        if (certain && stage < view.worst) {
            view.worst = stage;
            view.certain_writer = access->step;
        }
        if (state[i].worst == PUBLISHED && access->region.symbol && access->region.symbol == region->symbol)
            view.bare_writer = access->step;
    }
    return view;
}

/* A fence between the two steps, of shared memory or of another state space; PTXC_NO_STEP where there is none. */
static uint32_t fence_between(const struct proxies *proxies, uint32_t writer, uint32_t step, bool shared) {
    const struct ptxc_graph *graph = proxies->flow->graph;
    for (uint32_t i = 0; i < proxies->flow->program->count; i++)
        if (is_fence(ptxc_flow_step(proxies->flow, i)) && fences_shared(proxies, i) == shared &&
            ptxc_graph_leads(graph, writer, i) && ptxc_graph_leads(graph, i, step))
            return i;
    return PTXC_NO_STEP;
}

/* Suggests shared memory in place of the state space of the fence. */
static void suggest_space(const struct ptxc_flow *flow, struct ptxc_hazard *hazard, uint32_t fence) {
    const struct ptxc_statement *statement = ptxc_flow_step(flow, fence)->statement;
    for (uint8_t i = 0; i < statement->qualifier_count; i++)
        if (statement->qualifiers[i].id == PTXC_Q_GLOBAL)
            ptxc_hazard_fix(hazard, statement->qualifiers[i].span, "%s", ptxc_qualifiers[PTXC_Q_SHARED_CTA].spelling);
}

/* Reports that a copy reads what was written and is not, or not rightly, fenced. */
static void say(const struct proxies *proxies, uint32_t step, uint32_t writer, enum stage stage) {
    const struct ptxc_flow *flow = proxies->flow;
    struct ptxc_hazard hazard;
    const uint32_t fence = fence_between(proxies, writer, step, stage >= FENCED_LATE);
    const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_SOURCE_UNFENCED, step, writer);
    if (fence == PTXC_NO_STEP || (stage != FENCED_OTHER && stage < FENCED_LATE)) {
        ptxc_violation_begin(&hazard, flow, &violation);
    } else {
        if (stage == FENCED_OTHER)
            ptxc_hazard_begin(&hazard, flow, PTXC_RULE_FENCE_WRONG_SPACE, fence,
                              "a fence between writes of shared memory and a copy of it must be about shared memory");
        else
            ptxc_hazard_begin(&hazard, flow, PTXC_RULE_FENCE_AFTER_BARRIER, fence,
                              "the threads that write must fence before the barrier, not only the one that copies");
        if (stage == FENCED_OTHER)
            suggest_space(flow, &hazard, fence);
        ptxc_hazard_note(&hazard, writer, "shared memory is written here, through the generic proxy");
        ptxc_hazard_note(&hazard, step, "this copy reads it through the async proxy");
        ptxc_hazard_advice(&hazard, "fence.proxy.async.shared::cta in each thread that writes, then the barrier");
    }
    /* Tensor cores read what cp.async has written without a fence in code that is in use and works; the ISA wants it.
     */
    const bool in_use = ptxc_step_does(ptxc_flow_step(flow, step), PTXC_ACT_READ_DESCRIPTOR) &&
                        ptxc_step_action(ptxc_flow_step(flow, writer)) == PTXC_ACT_COPY;
    if (stage >= FENCED_LATE || in_use)
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
    proxies->said[step] = proxies->said[writer] = true;
}

/* Whether the piece lies in a variable that the kernel declares itself, so that what is written there is meant for it.
 */
static bool is_one_buffer(const struct proxies *proxies, const struct ptxc_memory_range *region) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(proxies->flow->program->symbols, region->symbol);
    return symbol && !symbol->external;
}

/* Which of the stores to report, and as what; false where nothing is certain. */
static bool judge(const struct proxies *proxies, const struct view *view, const struct ptxc_memory_range *region,
                  uint32_t *writer, enum stage *stage) {
    *writer = view->writer;
    *stage = (enum stage)view->best;
    if (view->certain_writer != PTXC_NO_STEP && view->worst < FENCED_LATE) {
        *writer = view->certain_writer;
        *stage = (enum stage)view->worst;
        return true;
    }
    if (view->best < FENCED)
        return !comes_otherwise(proxies, region);
    *writer = view->bare_writer;
    *stage = PUBLISHED;
    return view->bare_writer != PTXC_NO_STEP && proxies->all_fence && is_one_buffer(proxies, region) &&
           !comes_otherwise(proxies, region);
}

/* Looks at what reads shared memory through the async proxy. Of the stores before it nothing more is said. */
static void look_at_source(const struct proxies *proxies, const struct stages *state, uint32_t step,
                           const struct ptxc_memory_range *region) {
    const struct ptxc_condition condition = ptxc_flow_condition(proxies->flow, step);
    const struct view view = view_of(proxies, state, region, &condition);
    uint32_t writer;
    enum stage stage;
    if (proxies->said[step] || view.writer == PTXC_NO_STEP || !judge(proxies, &view, region, &writer, &stage))
        return;
    say(proxies, step, writer, stage);
    for (uint32_t i = 0; i < proxies->count; i++)
        if (state[i].best != NOT_DONE && state[i].best < FENCED)
            proxies->said[proxies->accesses[i].step] = true;
}

/* Looks at what writes shared memory through the async proxy after it was read through the generic one. */
static void look_at_target(const struct proxies *proxies, const struct stages *state, uint32_t step,
                           const struct ptxc_memory_range *region) {
    const struct ptxc_flow *flow = proxies->flow;
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < proxies->count && !proxies->said[step]; i++) {
        const struct access *access = &proxies->accesses[i];
        bool certain;
        if (access->writes || (state[i].best != UNFENCED && state[i].best != PUBLISHED) ||
            !may_be(proxies, access, region, &certain) || !certain)
            continue;
        ptxc_hazard_begin(
            &hazard, flow, PTXC_RULE_MISSING_PROXY_FENCE_WAR, step,
            "fence.proxy.async may be needed between a read of shared memory and a copy that overwrites it");
        ptxc_hazard_note(&hazard, access->step, "shared memory is read here, through the generic proxy");
        ptxc_hazard_give(&hazard);
        proxies->said[step] = true;
    }
}

/* Looks at a fence before which there is nothing to order. */
static void look_at_fence(const struct proxies *proxies, const struct stages *state, uint32_t step) {
    struct ptxc_hazard hazard;
    for (uint32_t i = 0; i < proxies->count; i++)
        if (state[i].best != NOT_DONE)
            return;
    if (!proxies->flow->whole || !proxies->waits || !fences_shared(proxies, step))
        return;
    ptxc_hazard_begin(&hazard, proxies->flow, PTXC_RULE_SUPERFLUOUS_FENCE, step,
                      "a fence should order something: no access of shared memory through the generic proxy comes "
                      "before it, and the wait for a copy orders what follows");
    ptxc_hazard_give(&hazard);
}

/* Looks at a step with all accesses as they are before it. */
static void look(const struct proxies *proxies, const struct stages *state, uint32_t step) {
    const struct ptxc_flow *flow = proxies->flow;
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    struct ptxc_memory_range region;
    if (is_fence(here))
        look_at_fence(proxies, state, step);
    if (ptxc_step_does(here, PTXC_ACT_READ_DESCRIPTOR)) {
        struct ptxc_memory_range described[PTXC_MAX_DESCRIPTORS];
        const uint32_t count = ptxc_memory_range_descriptors(flow->values, flow->program, step, described);
        for (uint32_t i = 0; i < count; i++)
            look_at_source(proxies, state, step, &described[i]);
    }
    if (ptxc_step_action(here) != PTXC_ACT_COPY || here->event->completion == PTXC_BY_GROUP)
        return;
    if (ptxc_memory_range_source(flow->values, flow->program, step, &region) && region.space == PTXC_SPACE_SHARED)
        look_at_source(proxies, state, step, &region);
    if (ptxc_memory_range_target(flow->values, flow->program, step, &region) && region.space == PTXC_SPACE_SHARED)
        look_at_target(proxies, state, step, &region);
}

/* What a barrier makes of a stage: all threads have done what comes before it. */
static uint8_t after_barrier(uint8_t stage) {
    return stage == UNFENCED ? PUBLISHED : stage == FENCED_LATELY ? FENCED : stage;
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    struct proxies *proxies = context;
    struct stages *stages = state;
    if (ptxc_flow_never_runs(proxies->flow, step))
        return;
    if (last)
        look(proxies, stages, step);
    if (proxies->index[step])
        stages[proxies->index[step] - 1] = (struct stages){UNFENCED, UNFENCED};
    else if (is_fence(ptxc_flow_step(proxies->flow, step)))
        fence(proxies, stages, step);
    else if (ptxc_flow_is_barrier(proxies->flow, step))
        for (uint32_t i = 0; i < proxies->count; i++) {
            stages[i].best = after_barrier(stages[i].best);
            stages[i].worst = after_barrier(stages[i].worst);
        }
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct proxies *proxies = context;
    struct stages *mine = into;
    const struct stages *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < proxies->count; i++) {
        const struct stages before = mine[i];
        if (other[i].best == NOT_DONE)
            continue;
        mine[i].best = other[i].best > before.best ? other[i].best : before.best;
        mine[i].worst = before.best == NOT_DONE || other[i].worst < before.worst ? other[i].worst : before.worst;
        changed |= mine[i].best != before.best || mine[i].worst != before.worst;
    }
    return changed;
}

/* Adds the access of shared memory that the step makes through the generic proxy, if it makes one. */
static void add(struct proxies *proxies, uint32_t step) {
    const struct ptxc_flow *flow = proxies->flow;
    struct access *access = &proxies->accesses[proxies->count];
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    const bool copies = ptxc_step_action(here) == PTXC_ACT_COPY && here->event->completion == PTXC_BY_GROUP;
    *access = (struct access){.step = step};
    access->writes = ptxc_memory_range_written(flow->values, flow->program, step, &access->region) ||
                     (copies && ptxc_memory_range_target(flow->values, flow->program, step, &access->region));
    if (!access->writes && !ptxc_memory_range_read(flow->values, flow->program, step, &access->region))
        return;
    if (access->region.remote ||
        (access->region.space != PTXC_SPACE_SHARED && (access->region.space != PTXC_SPACE_NONE || !access->writes)))
        return; /* a generic address may be one of shared memory, too */
    access->condition = ptxc_flow_condition(flow, step);
    access->threads = ptxc_condition_threads(flow->conditions, &access->condition).kind;
    if (access->threads == PTXC_THREADS_ALL)
        ptxc_memory_range_of_thread(flow->values, &access->region, 0, &access->first);
    proxies->index[step] = ++proxies->count;
}

/* Whether anything in the function has to do with the async proxy. */
static bool uses_async_proxy(const struct ptxc_program *program) {
    for (uint32_t i = 0; i < program->count; i++) {
        const struct ptxc_step *step = &program->steps[i];
        if (is_fence(step) || ptxc_step_does(step, PTXC_ACT_READ_DESCRIPTOR) ||
            (ptxc_step_action(step) == PTXC_ACT_COPY && step->event->completion != PTXC_BY_GROUP))
            return true;
    }
    return false;
}

void ptxc_proxies_check(const struct ptxc_flow *flow) {
    enum { MOST = 4096 }; /* accesses; in functions with more nothing is looked for */
    const struct ptxc_program *program = flow->program;
    const uint32_t room = program->count < MOST ? program->count : MOST;
    struct proxies proxies = {.flow = flow};
    if (!uses_async_proxy(program))
        return;
    proxies.accesses = ptxc_arena_alloc(program->arena, (room + 1) * sizeof(*proxies.accesses));
    proxies.index = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*proxies.index));
    proxies.said = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*proxies.said));
    if (!proxies.accesses || !proxies.index || !proxies.said)
        return;
    proxies.outside = flow->cluster != 1 && ptxc_flow_has(flow, PTXC_ACT_MAP_ADDRESS, NULL);
    proxies.waits = ptxc_flow_has(flow, PTXC_ACT_TRY_WAIT, NULL) || ptxc_flow_has(flow, PTXC_ACT_TEST_WAIT, NULL);
    proxies.all_fence = true;
    for (uint32_t i = 0; i < program->count && proxies.count < MOST; i++) {
        add(&proxies, i);
        if (is_fence(&program->steps[i]))
            proxies.all_fence &= ptxc_flow_threads(flow, i).kind == PTXC_THREADS_ALL;
    }
    const struct ptxc_lattice lattice = {.size = (proxies.count + 1) * sizeof(struct stages),
                                         .context = &proxies,
                                         .acting = true,
                                         .transfer = transfer,
                                         .meet = meet};
    if (proxies.count < MOST)
        ptxc_dataflow_solve(flow->graph, &lattice);
}
