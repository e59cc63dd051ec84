/* The lives of mbarriers, from init to inval, each on the memory that it lies in: nothing else may touch it meanwhile,
 * and it may not be made anew (M02, M03, M04, M15). Where paths meet, the one on which a life has ended counts.
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/program/dataflow.h"

enum stage { NOT_MADE, ALIVE, ENDED };

/* A life at one point of the function. */
struct life {
    uint8_t stage;
    bool stale;  /* it began in an earlier round of a loop, and its address or its condition may be others now */
    bool waited; /* a wait has come since, for an mbarrier that may be it */
};

/* A life, which an init begins. */
struct origin {
    uint32_t use;
    bool said;    /* an access was reported */
    bool covered; /* a copy over it was reported */
};

struct lives {
    struct ptxc_mbarriers *barriers;
    struct origin *origins;
    uint32_t count;
};

static const struct ptxc_mbarrier_use_of *made_by(const struct lives *lives, uint32_t life) {
    return &lives->barriers->uses[lives->origins[life].use];
}

/* Whether what runs under the condition finds the mbarrier alive. */
static bool finds(const struct lives *lives, const struct life *state, uint32_t life,
                  const struct ptxc_condition *condition) {
    return state[life].stage == ALIVE && !state[life].stale &&
           ptxc_mbarriers_related(lives->barriers, &made_by(lives, life)->condition, condition);
}

/* The life that the init would begin anew: rather that which it began itself in the round of a loop before. UINT32_MAX:
 * there is none. */
static uint32_t older_life(const struct lives *lives, const struct life *state,
                           const struct ptxc_mbarrier_use_of *use) {
    uint32_t older = UINT32_MAX;
    for (uint32_t i = 0; i < lives->count; i++)
        if (finds(lives, state, i, &use->condition) &&
            ptxc_mbarriers_now(lives->barriers, made_by(lives, i)->key, use->key) == PTXC_PIECES_OVERLAP &&
            (older == UINT32_MAX || made_by(lives, i)->step == use->step))
            older = i;
    return older;
}

/* Looks whether an init makes an mbarrier anew that is alive. */
static void look_at_init(const struct lives *lives, const struct life *state, const struct ptxc_mbarrier_use_of *use) {
    const struct ptxc_flow *flow = lives->barriers->flow;
    const char *name = ptxc_mbarriers_name(lives->barriers, use->key);
    const uint32_t older = older_life(lives, state, use);
    struct ptxc_hazard hazard;
    if (older == UINT32_MAX)
        return;
    if (made_by(lives, older)->step == use->step) {
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_INIT_IN_LOOP, use->step,
                          "an mbarrier must not be made anew in each round of a loop while it is alive, as %s is",
                          name);
        ptxc_hazard_advice(&hazard, "mbarrier.init before the loop, or mbarrier.inval and a barrier at the end of each "
                                    "round");
    } else {
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_DOUBLE_INIT, use->step,
                          "an mbarrier must be ended by mbarrier.inval before it is made anew, and %s is alive", name);
        ptxc_hazard_note(&hazard, made_by(lives, older)->step, "it is made here");
    }
    if (state[older].waited) /* it is at rest, then: not defined, and it works on the hardware there is */
        hazard.finding.level = PTXC_LIKELY;
    ptxc_hazard_give(&hazard);
}

/* Whether a step that runs under the condition touches the mbarrier for certain: in the view of one thread, or, where
 * all threads run it, in that of the first. */
static bool touches(const struct lives *lives, const struct ptxc_memory_range *region,
                    const struct ptxc_memory_range *place, const struct ptxc_condition *condition) {
    const struct ptxc_flow *flow = lives->barriers->flow;
    struct ptxc_memory_range first;
    const enum ptxc_overlap overlap = ptxc_flow_overlap(flow, region, place);
    if (overlap != PTXC_PIECES_UNKNOWN)
        return overlap == PTXC_PIECES_OVERLAP;
    return ptxc_condition_threads(flow->conditions, condition).kind == PTXC_THREADS_ALL &&
           ptxc_memory_range_of_thread(flow->values, region, 0, &first) &&
           ptxc_flow_overlap(flow, &first, place) == PTXC_PIECES_OVERLAP;
}

/* Looks whether an access touches an mbarrier that is alive. */
static void look_at_access(const struct lives *lives, const struct life *state, uint32_t step,
                           const struct ptxc_memory_range *region, bool writes) {
    const struct ptxc_flow *flow = lives->barriers->flow;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    for (uint32_t i = 0; i < lives->count; i++) {
        const struct ptxc_mbarrier_use_of *made = made_by(lives, i);
        struct ptxc_hazard hazard;
        if (lives->origins[i].said || !finds(lives, state, i, &condition) ||
            !touches(lives, region, &lives->barriers->keys[made->key].place, &condition))
            continue;
        lives->origins[i].said = true;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_GENERIC_ACCESS_TO_LIVE_MBARRIER, step,
                          "the memory of an mbarrier must be left alone until it is ended, and this %s that of %s",
                          writes ? "writes" : "reads", ptxc_mbarriers_name(lives->barriers, made->key));
        if (!writes)
            hazard.finding.level = PTXC_POSSIBLE;
        ptxc_hazard_note(&hazard, made->step, "the mbarrier is made here");
        ptxc_hazard_advice(&hazard, "mbarrier.inval and a barrier before the memory is used for something else");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Reports a copy over an mbarrier that is made at step `made`, if that is known. */
static void say_covered(const struct lives *lives, uint32_t step, uint32_t key, uint32_t made) {
    struct ptxc_hazard hazard;
    ptxc_hazard_begin(&hazard, lives->barriers->flow, PTXC_RULE_BULK_DST_OVERLAPS_MBARRIER, step,
                      "the destination of a copy must not hold an mbarrier in use, and %s lies in it",
                      ptxc_mbarriers_name(lives->barriers, key));
    ptxc_hazard_note(&hazard, made, "the mbarrier is made here");
    ptxc_hazard_advice(&hazard, "the data would be written over its counts: put it before or after the destination");
    ptxc_hazard_give(&hazard);
    for (uint32_t i = 0; i < lives->barriers->load_count; i++)
        lives->barriers->loads[i].said |= lives->barriers->loads[i].step == step;
}

/* Looks whether a copy writes over an mbarrier that is alive, or over its own. */
static void look_at_copy(const struct lives *lives, const struct life *state, uint32_t step) {
    const struct ptxc_flow *flow = lives->barriers->flow;
    const struct ptxc_mbarrier_use_of *own = ptxc_mbarriers_use(lives->barriers, step);
    struct ptxc_memory_range target;
    if (!ptxc_memory_range_target(flow->values, flow->program, step, &target))
        return;
    const struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    if (condition.never)
        return;
    for (uint32_t i = 0; i < lives->count; i++) {
        const struct ptxc_mbarrier_use_of *made = made_by(lives, i);
        if (lives->origins[i].covered || !finds(lives, state, i, &condition) ||
            ptxc_flow_overlap(flow, &target, &lives->barriers->keys[made->key].place) != PTXC_PIECES_OVERLAP)
            continue;
        lives->origins[i].covered = true;
        say_covered(lives, step, made->key, made->step);
        return;
    }
    for (uint32_t i = 0; i < lives->count; i++) /* one that was reported before is not reported as its own */
        if (lives->origins[i].covered && own && made_by(lives, i)->key == own->key)
            return;
    if (own && ptxc_flow_overlap(flow, &target, &lives->barriers->keys[own->key].place) == PTXC_PIECES_OVERLAP)
        say_covered(lives, step, own->key, PTXC_NO_STEP);
}

/* Looks at a step, with all lives as they are before it. */
static void look(const struct lives *lives, const struct life *state, uint32_t step) {
    const struct ptxc_flow *flow = lives->barriers->flow;
    const struct ptxc_mbarrier_use_of *use = ptxc_mbarriers_use(lives->barriers, step);
    struct ptxc_memory_range region;
    if (use && use->action == PTXC_ACT_INIT)
        look_at_init(lives, state, use);
    else if (ptxc_memory_range_written(flow->values, flow->program, step, &region))
        look_at_access(lives, state, step, &region, true);
    else if (ptxc_memory_range_read(flow->values, flow->program, step, &region))
        look_at_access(lives, state, step, &region, false);
    else
        look_at_copy(lives, state, step);
}

static void transfer(void *context, void *at, uint32_t step, bool last) {
    const struct lives *lives = context;
    struct life *state = at;
    const struct ptxc_mbarrier_use_of *use = ptxc_mbarriers_use(lives->barriers, step);
    if (last)
        look(lives, state, step);
    if (!use || !(PTXC_ACTION_BIT(use->action) & (PTXC_ACTS_LIFE | PTXC_ACTS_WAIT)))
        return;
    for (uint32_t i = 0; i < lives->count; i++) {
        const uint32_t key = made_by(lives, i)->key;
        if (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT)
            state[i].waited |=
                state[i].stage == ALIVE && ptxc_mbarriers_ever(lives->barriers, key, use->key) != PTXC_PIECES_APART;
        else if (use->action == PTXC_ACT_INIT && made_by(lives, i) == use)
            state[i] = (struct life){.stage = ALIVE};
        else if (use->action == PTXC_ACT_INIT
                     ? state[i].stage == ALIVE &&
                           ptxc_mbarriers_now(lives->barriers, key, use->key) == PTXC_PIECES_OVERLAP
                     : ptxc_mbarriers_ever(lives->barriers, key, use->key) != PTXC_PIECES_APART)
            state[i].stage = ENDED; /* by an inval also where another thread has made it */
    }
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct lives *lives = context;
    struct life *mine = into;
    const struct life *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < lives->count; i++) {
        const struct life before = mine[i];
        if (other[i].stage > mine[i].stage)
            mine[i].stage = other[i].stage;
        mine[i].stale |= other[i].stale;
        mine[i].waited |= other[i].waited;
        changed |= mine[i].stage != before.stage || mine[i].stale != before.stale || mine[i].waited != before.waited;
    }
    return changed;
}

/* Along an edge: a thread does not go where the condition of the init cannot hold, and in the next round of a loop
 * addresses and conditions may be others. */
static void edge(void *context, void *at, uint32_t from, uint32_t to) {
    const struct lives *lives = context;
    const struct ptxc_flow *flow = lives->barriers->flow;
    const bool back = ptxc_graph_is_back_edge(flow->graph, from, to);
    const uint32_t loop = flow->graph->blocks[to].loop;
    struct ptxc_condition way;
    struct life *state = at;
    const bool known = ptxc_mbarriers_edge(lives->barriers, from, to, &way);
    for (uint32_t i = 0; i < lives->count && (known || back); i++) {
        const struct ptxc_mbarrier_use_of *made = made_by(lives, i);
        if (state[i].stage == NOT_MADE || state[i].stale)
            continue;
        if (known && ptxc_condition_excludes(flow->conditions, &made->condition, &way))
            state[i] = (struct life){.stage = NOT_MADE};
        else if (back)
            state[i].stale =
                ptxc_values_change_in(flow->values, lives->barriers->keys[made->key].place.address, loop) ||
                ptxc_mbarriers_condition_changes(lives->barriers, &made->condition, loop);
    }
}

void ptxc_mbarriers_check_lives(struct ptxc_mbarriers *barriers) {
    struct lives lives = {.barriers = barriers};
    lives.origins = ptxc_arena_alloc(barriers->flow->program->arena, barriers->count * sizeof(*lives.origins));
    for (uint32_t i = 0; i < barriers->count && lives.origins; i++)
        if (barriers->uses[i].action == PTXC_ACT_INIT)
            lives.origins[lives.count++] = (struct origin){.use = i};
    const struct ptxc_lattice lattice = {.size = (lives.count + 1) * sizeof(struct life),
                                         .context = &lives,
                                         .acting = true,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = edge};
    if (lives.origins)
        ptxc_dataflow_solve(barriers->flow->graph, &lattice);
}
