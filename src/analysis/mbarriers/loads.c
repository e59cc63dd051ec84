/* Copies that an mbarrier is told of: what they write may be read only after a wait for it (M10, M16, M20, M21, G11).
 * Each is followed through the blocks, and where paths meet, the one on which it has come further counts.
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/program/dataflow.h"

/* How far a copy has come, on the path on which it has come furthest. */
enum progress {
    NOT_STARTED,
    PENDING,
    PEEKED,  /* a wait came whose result is not looked at */
    RELAXED, /* a wait has told that it is complete, and has not ordered what follows */
    DONE
};

/* A copy at one point of the function. */
struct pending {
    uint8_t progress;
    bool stale;          /* it was started in an earlier round of a loop, and its addresses may be others now */
    uint32_t group_wait; /* 1 + the last wait for groups since, or 0 */
    uint32_t wait;       /* 1 + the wait that has left it PEEKED or RELAXED, or 0 */
};

static const struct ptxc_mbarrier_use_of *use_of(const struct ptxc_mbarriers *barriers, uint32_t load) {
    return &barriers->uses[barriers->loads[load].use];
}

/* Makes a copy come as far as this; `wait` is what has done it. */
static void advance(struct pending *pending, enum progress progress, uint32_t wait) {
    if (pending->progress == NOT_STARTED || pending->progress >= progress)
        return;
    pending->progress = (uint8_t)progress;
    pending->wait = wait + 1;
}

/* Takes a wait for an mbarrier: what it may be of is complete, and by another one the threads may have told each other.
 */
static void await(const struct ptxc_mbarriers *barriers, struct pending *state,
                  const struct ptxc_mbarrier_use_of *wait) {
    const bool relaxed =
        ptxc_step_has(barriers->flow->program, ptxc_flow_step(barriers->flow, wait->step), PTXC_Q_RELAXED);
    for (uint32_t i = 0; i < barriers->load_count; i++) {
        const uint32_t key = use_of(barriers, i)->key;
        const enum ptxc_overlap same = ptxc_mbarriers_ever(barriers, key, wait->key);
        const bool certain = ptxc_mbarriers_now(barriers, key, wait->key) == PTXC_PIECES_OVERLAP;
        if (same == PTXC_PIECES_APART) {
            if (!wait->ignored && ptxc_mbarriers_told(barriers, key, wait->key))
                advance(&state[i], DONE, wait->step);
        } else if (wait->ignored) {
            advance(&state[i], certain ? PEEKED : DONE, wait->step);
        } else {
            advance(&state[i], relaxed && certain ? RELAXED : DONE, wait->step);
        }
    }
}

/* Takes what lets threads know what others have seen. */
static void synchronize(const struct ptxc_mbarriers *barriers, struct pending *state, uint32_t step) {
    for (uint32_t i = 0; i < barriers->load_count; i++)
        if (state[i].progress == RELAXED || ptxc_mbarriers_known_at(barriers, use_of(barriers, i)->key, step))
            advance(&state[i], DONE, step);
}

/* Takes a fence: a wait before it orders what follows, too. */
static void fence(const struct ptxc_mbarriers *barriers, struct pending *state, uint32_t step) {
    for (uint32_t i = 0; i < barriers->load_count; i++)
        if (state[i].progress == RELAXED)
            advance(&state[i], DONE, step);
}

/* Takes a wait for groups, which copies of this kind are not in. */
static void await_groups(const struct ptxc_mbarriers *barriers, struct pending *state, uint32_t step) {
    const struct ptxc_condition condition = ptxc_flow_condition(barriers->flow, step);
    for (uint32_t i = 0; i < barriers->load_count; i++)
        if (state[i].progress == PENDING &&
            !ptxc_condition_excludes(barriers->flow->conditions, &use_of(barriers, i)->condition, &condition))
            state[i].group_wait = step + 1;
}

/* Does what the step does. */
static void apply(const struct ptxc_mbarriers *barriers, struct pending *state, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(barriers->flow, step);
    const struct ptxc_mbarrier_use_of *use = ptxc_mbarriers_use(barriers, step);
    const enum ptxc_action action = ptxc_step_action(here);
    if (use && use->action == PTXC_ACT_COPY) {
        for (uint32_t i = 0; i < barriers->load_count; i++)
            if (barriers->loads[i].step == step)
                state[i] = (struct pending){.progress = PENDING};
    } else if (use && (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT)) {
        await(barriers, state, use);
    } else if (use && use->action == PTXC_ACT_INVALIDATE) {
        for (uint32_t i = 0; i < barriers->load_count; i++)
            if (ptxc_mbarriers_ever(barriers, use_of(barriers, i)->key, use->key) != PTXC_PIECES_APART)
                advance(&state[i], DONE, step);
    } else if (action == PTXC_ACT_WAIT_GROUP && here->event->completion == PTXC_BY_BULK_GROUP) {
        await_groups(barriers, state, step);
    } else if (action == PTXC_ACT_FENCE || action == PTXC_ACT_FENCE_ASYNC || action == PTXC_ACT_FENCE_ASYNC_OTHER ||
               ptxc_step_does(here, PTXC_ACT_FENCE)) {
        fence(barriers, state, step);
    } else if (ptxc_mbarriers_synchronizes(barriers->flow, step)) {
        synchronize(barriers, state, step);
    }
}

/* Reports a wait whose result nobody looks at; the level is that of the rule. */
static void begin_unretried(struct ptxc_hazard *hazard, const struct ptxc_flow *flow, uint32_t wait) {
    ptxc_hazard_begin(hazard, flow, PTXC_RULE_TRY_WAIT_NOT_RETRIED, wait,
                      "a wait must be repeated until its result is true, and nothing looks at the result of this one");
}

/* Begins the finding that the step reads what a copy may still be writing, by what was waited for instead; false where
 * nothing was. */
static bool begin(const struct ptxc_mbarriers *barriers, struct ptxc_hazard *hazard, const struct pending *pending,
                  uint32_t step) {
    const struct ptxc_flow *flow = barriers->flow;
    if (pending->progress == RELAXED)
        ptxc_hazard_begin(
            hazard, flow, PTXC_RULE_RELAXED_WAIT_THEN_READ, step,
            "what a copy brings must be read after a wait that acquires, and a relaxed wait orders nothing");
    else if (pending->progress == PEEKED)
        begin_unretried(hazard, flow, pending->wait - 1);
    else if (pending->group_wait)
        ptxc_hazard_begin(hazard, flow, PTXC_RULE_MBARRIER_LOAD_WAITED_BY_GROUP, pending->group_wait - 1,
                          "a copy that completes on an mbarrier must be waited for by the mbarrier: it is in no group");
    else
        return false;
    return true;
}

/* Reports that the step reads what a copy may still be writing. */
static void say_read(const struct ptxc_mbarriers *barriers, uint32_t load, const struct pending *pending,
                     uint32_t step) {
    struct ptxc_hazard hazard;
    const char *name = ptxc_mbarriers_name(barriers, use_of(barriers, load)->key);
    struct ptxc_violation violation =
        ptxc_violation_at(PTXC_VIOLATION_READ_BEFORE_PHASE, step, barriers->loads[load].step);
    violation.name = name;
    if (!begin(barriers, &hazard, pending, step)) {
        ptxc_violation_begin(&hazard, barriers->flow, &violation);
    } else {
        ptxc_hazard_note(&hazard, barriers->loads[load].step, "the copy is started here, and completes on %s", name);
        if (pending->progress == RELAXED) {
            ptxc_hazard_note(&hazard, pending->wait - 1, "this wait is relaxed");
            ptxc_hazard_advice(&hazard, ".acquire, or no word at all, which means the same, in the place of .relaxed");
        } else {
            ptxc_hazard_note(&hazard, step, "this reads what the copy writes");
            ptxc_hazard_advice(&hazard, "a loop of mbarrier.try_wait for %s before the read", name);
        }
    }
    ptxc_hazard_give(&hazard);
    if (pending->progress == PEEKED)
        barriers->uses[barriers->use_of[pending->wait - 1] - 1].said = true;
    for (uint32_t i = 0; i < barriers->load_count; i++) /* one word for all that came too early by the same step */
        barriers->loads[i].said |= use_of(barriers, i)->key == use_of(barriers, load)->key;
}

/* Whether two pieces have bytes in common in the view of the thread that has started the copy. */
static bool overlap(const struct ptxc_mbarriers *barriers, uint32_t load, const struct ptxc_memory_range *read) {
    struct ptxc_memory_range first, second;
    const struct ptxc_flow *flow = barriers->flow;
    const struct ptxc_memory_range *target = &barriers->loads[load].target;
    const struct ptxc_threads *threads = &use_of(barriers, load)->threads;
    const enum ptxc_overlap plain = ptxc_flow_overlap(flow, target, read);
    if (plain != PTXC_PIECES_UNKNOWN || !threads->thread_known)
        return plain == PTXC_PIECES_OVERLAP;
    return ptxc_memory_range_of_thread(flow->values, target, threads->thread, &first) &&
           ptxc_memory_range_of_thread(flow->values, read, threads->thread, &second) &&
           ptxc_flow_overlap(flow, &first, &second) == PTXC_PIECES_OVERLAP;
}

/* Looks whether the step reads what a copy may still be writing. */
static void look(const struct ptxc_mbarriers *barriers, const struct pending *state, uint32_t step) {
    const struct ptxc_flow *flow = barriers->flow;
    struct ptxc_memory_range read;
    if (!ptxc_memory_range_any_read(flow->values, flow->program, step, &read))
        return;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    for (uint32_t i = 0; i < barriers->load_count; i++) {
        const struct ptxc_load *load = &barriers->loads[i];
        if (load->said || !load->has_target || load->step == step || state[i].stale || state[i].progress < PENDING ||
            state[i].progress == DONE ||
            !ptxc_mbarriers_related(barriers, &use_of(barriers, i)->condition, &condition) ||
            !overlap(barriers, i, &read))
            continue;
        say_read(barriers, i, &state[i], step);
        return;
    }
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    const struct ptxc_mbarriers *barriers = context;
    if (last)
        look(barriers, state, step);
    apply(barriers, state, step);
}

/* Takes over what another path says of one copy; whether that changed anything. */
static bool meet_one(struct pending *into, const struct pending *from) {
    const struct pending before = *into;
    if (from->progress == NOT_STARTED)
        return false;
    if (into->progress == NOT_STARTED) {
        *into = *from;
        return true;
    }
    if (from->progress > into->progress) {
        into->progress = from->progress;
        into->wait = from->wait;
    }
    into->stale |= from->stale;
    into->group_wait = from->group_wait > into->group_wait ? from->group_wait : into->group_wait;
    return into->progress != before.progress || into->stale != before.stale || into->group_wait != before.group_wait;
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct ptxc_mbarriers *barriers = context;
    struct pending *mine = into;
    const struct pending *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < barriers->load_count; i++)
        changed |= meet_one(&mine[i], &other[i]);
    return changed;
}

/* Along an edge: a thread does not go where the condition of the copy cannot hold, and in the next round of a loop
 * addresses and conditions may be others. */
static void edge(void *context, void *at, uint32_t from, uint32_t to) {
    const struct ptxc_mbarriers *barriers = context;
    const struct ptxc_flow *flow = barriers->flow;
    const bool back = ptxc_graph_is_back_edge(flow->graph, from, to);
    const uint32_t loop = flow->graph->blocks[to].loop;
    struct ptxc_condition way;
    struct pending *state = at;
    const bool known = ptxc_mbarriers_edge(barriers, from, to, &way);
    for (uint32_t i = 0; i < barriers->load_count && (known || back); i++) {
        const struct ptxc_load *load = &barriers->loads[i];
        const struct ptxc_mbarrier_use_of *use = use_of(barriers, i);
        if (state[i].progress == NOT_STARTED || state[i].stale)
            continue;
        if (known && ptxc_condition_excludes(flow->conditions, &use->condition, &way))
            state[i] = (struct pending){.progress = NOT_STARTED};
        else if (back)
            state[i].stale = ptxc_values_change_in(flow->values, barriers->keys[use->key].place.address, loop) ||
                             (load->has_target && ptxc_values_change_in(flow->values, load->target.address, loop)) ||
                             ptxc_mbarriers_condition_changes(barriers, &use->condition, loop);
    }
}

/* Reports copies that nothing waits for: the kernel may end before they have come. Not where the mbarrier and the data
 * are parts of one variable: who has laid them out together may look at them in ways that are not seen here. */
static void look_at_exit(struct ptxc_mbarriers *barriers) {
    const struct ptxc_flow *flow = barriers->flow;
    for (uint32_t i = 0; i < barriers->load_count && flow->whole && !barriers->crowded; i++) {
        struct ptxc_load *load = &barriers->loads[i];
        const struct ptxc_memory_range *place = &barriers->keys[use_of(barriers, i)->key].place;
        const struct ptxc_symbol *symbol = ptxc_symbols_get(flow->program->symbols, load->target.symbol);
        const bool together = symbol && !symbol->external && place->symbol == load->target.symbol;
        struct ptxc_hazard hazard;
        if (load->said || !load->has_target || place->remote || together ||
            ptxc_mbarriers_any(barriers, use_of(barriers, i)->key, PTXC_ACTS_WAIT))
            continue;
        for (uint32_t k = i; k < barriers->load_count; k++)
            barriers->loads[k].said |= use_of(barriers, k)->key == use_of(barriers, i)->key;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_EXIT_WITH_LOAD_PENDING, load->step,
                          "a copy must be waited for before the kernel ends, and nothing waits for %s",
                          ptxc_mbarriers_name(barriers, use_of(barriers, i)->key));
        ptxc_hazard_advice(&hazard, "another kernel may get the shared memory while the copy still writes it");
        ptxc_hazard_give(&hazard);
    }
}

/* Whether another wait, whose result counts, is for an mbarrier that may be that of the key. */
static bool is_awaited(const struct ptxc_mbarriers *barriers, uint32_t key) {
    for (uint32_t i = 0; i < barriers->count; i++)
        if ((PTXC_ACTION_BIT(barriers->uses[i].action) & PTXC_ACTS_WAIT) && !barriers->uses[i].ignored &&
            ptxc_mbarriers_ever(barriers, key, barriers->uses[i].key) != PTXC_PIECES_APART)
            return true;
    return false;
}

/* Reports waits whose results nothing looks at, whoever reads what they wait for. Beside others they may be looks ahead
 * of which a compiler has taken away the use. */
static void look_at_ignored(const struct ptxc_mbarriers *barriers) {
    for (uint32_t i = 0; i < barriers->count; i++) {
        struct ptxc_mbarrier_use_of *wait = &barriers->uses[i];
        struct ptxc_hazard hazard;
        if (!wait->ignored || wait->said)
            continue;
        wait->said = true;
        begin_unretried(&hazard, barriers->flow, wait->step);
        hazard.finding.level = is_awaited(barriers, wait->key) ? PTXC_POSSIBLE : PTXC_LIKELY;
        ptxc_hazard_advice(&hazard, "it comes back after some time whether or not the phase is complete");
        ptxc_hazard_give(&hazard);
    }
}

void ptxc_mbarriers_check_loads(struct ptxc_mbarriers *barriers) {
    const struct ptxc_lattice lattice = {.size = barriers->load_count * sizeof(struct pending),
                                         .context = barriers,
                                         .acting = true,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = edge};
    if (barriers->load_count > 0 &&
        ptxc_flow_can_follow(barriers->flow, barriers->load_count, barriers->loads[0].step) &&
        ptxc_mbarriers_spread(barriers) && ptxc_dataflow_solve(barriers->flow->graph, &lattice))
        look_at_exit(barriers);
    look_at_ignored(barriers);
}
