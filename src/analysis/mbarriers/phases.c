/* The phases of mbarriers: what a thread arrives with, expects and copies between two waits (M06, M08, M19). The thread
 * that began a phase is followed: where paths meet, one on which nothing of it has happened says nothing, and two that
 * differ make it unknown.
 */
#include "analysis/mbarriers/rules.h"
#include "analysis/findings/boxes.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/program/dataflow.h"

enum { MOST_STEPS = 6 };
enum sums { NOTHING, OPEN, LOST };
enum arrival { NO_ARRIVAL, ARRIVED, SETTLED };

/* The phase of an mbarrier at one point of the function. */
struct phase {
    uint8_t sums;    /* whether `expected` and `brought` are those of the phase */
    uint8_t arrival; /* whether the last arrival of the phase was at `arrived`, and nobody can have waited since */
    uint8_t count;
    uint32_t arrived;
    ptxc_affine expected, brought;
    uint32_t steps[MOST_STEPS]; /* those that expect and copy, the first of them */
};

struct phases {
    struct ptxc_mbarriers *barriers;
    uint8_t *said; /* of each key: bits of what was reported */
    bool *tracked; /* of each key */
    bool *alone;   /* of each key: one arrival ends a phase */
};
enum { SAID_SUMS = 1, SAID_ARRIVAL = 2 };

static const struct ptxc_mbarrier_use_of *use_at(const struct phases *phases, uint32_t step) {
    return ptxc_mbarriers_use(phases->barriers, step);
}

/* Whether two uses are run by the same threads, as far as is certain. */
static bool go_together(const struct ptxc_mbarrier_use_of *a, const struct ptxc_mbarrier_use_of *b) {
    return ptxc_condition_implies(&a->condition, &b->condition) && ptxc_condition_implies(&b->condition, &a->condition);
}

/* The bytes that the use expects, or brings; 0 where that is not known, or where there are none: a rule of its own
 * speaks of copies without bytes. */
static ptxc_affine bytes_of(const struct phases *phases, const struct ptxc_mbarrier_use_of *use) {
    const struct ptxc_flow *flow = phases->barriers->flow;
    const struct ptxc_step *here = ptxc_flow_step(flow, use->step);
    const struct ptxc_value *amount = ptxc_step_value(here, here->event->amount);
    const uint32_t box = ptxc_flow_box(flow, use->step);
    int64_t constant;
    if (box && use->action == PTXC_ACT_COPY)
        return ptxc_affine_constant(ptxc_values_expressions(flow->values), box);
    if (!amount || ptxc_step_has(flow->program, here, PTXC_Q_IGNORE_OOB) || use->action == PTXC_ACT_COMPLETE ||
        use->action == PTXC_ACT_STORE_ASYNC)
        return 0;
    const ptxc_affine bytes = ptxc_values_of(flow->values, use->step, amount);
    return ptxc_affine_is_constant(ptxc_values_expressions(flow->values), bytes, &constant) && constant == 0 ? 0
                                                                                                             : bytes;
}

/* Adds what the use expects or brings. */
static void add(const struct phases *phases, struct phase *phase, const struct ptxc_mbarrier_use_of *use) {
    struct ptxc_affines *all = ptxc_values_expressions(phases->barriers->flow->values);
    const bool expects = (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_EXPECT) != 0;
    const ptxc_affine bytes = bytes_of(phases, use);
    if (phase->sums == NOTHING) {
        phase->sums = OPEN;
        phase->count = 0;
        phase->expected = phase->brought = ptxc_affine_constant(all, 0);
    }
    if (phase->sums == OPEN && bytes && (!phase->count || go_together(use_at(phases, phase->steps[0]), use))) {
        ptxc_affine *sum = expects ? &phase->expected : &phase->brought;
        *sum = ptxc_affine_add(all, *sum, bytes);
        if (phase->count < MOST_STEPS)
            phase->steps[phase->count++] = use->step;
        if (*sum)
            return;
    }
    phase->sums = LOST;
}

/* Does to the phase of a key what the use does to an mbarrier that is the same, or may be. */
static void apply(const struct phases *phases, struct phase *phase, const struct ptxc_mbarrier_use_of *use,
                  bool certain) {
    const uint32_t action = PTXC_ACTION_BIT(use->action);
    if (!certain) {
        if (action & (PTXC_ACTS_EXPECT | PTXC_ACTS_BRING | PTXC_ACTS_LIFE))
            phase->sums = LOST;
        phase->arrival = phase->arrival ? SETTLED : NO_ARRIVAL;
        return;
    }
    if (action & (PTXC_ACTS_EXPECT | PTXC_ACTS_BRING))
        add(phases, phase, use);
    else if ((action & PTXC_ACTS_LIFE) || ((action & PTXC_ACTS_WAIT) && use->retried))
        phase->sums = NOTHING;
    if ((action & PTXC_ACTS_ARRIVE) && use->action != PTXC_ACT_ARRIVE_ON_COPIES) {
        phase->arrival = ARRIVED;
        phase->arrived = use->step;
    } else if (action & (PTXC_ACTS_WAIT | PTXC_ACTS_LIFE)) {
        phase->arrival = phase->arrival ? SETTLED : NO_ARRIVAL;
    }
}

/* Whether all that may be told to the mbarrier is told by the threads of this use, in ways that are known. */
static bool is_all_known(const struct phases *phases, const struct ptxc_mbarrier_use_of *first) {
    const struct ptxc_mbarriers *barriers = phases->barriers;
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if (!(PTXC_ACTION_BIT(use->action) & (PTXC_ACTS_EXPECT | PTXC_ACTS_BRING)) ||
            ptxc_mbarriers_ever(barriers, first->key, use->key) == PTXC_PIECES_APART)
            continue;
        if (use->key != first->key || !bytes_of(phases, use) || use->threads.kind != first->threads.kind ||
            !ptxc_mbarriers_related(barriers, &use->condition, &first->condition))
            return false;
    }
    return true;
}

/* Adds what expects bytes and what brings them to a finding. */
static void add_steps(const struct phases *phases, struct ptxc_hazard *hazard, const struct phase *phase,
                      uint32_t except) {
    const struct ptxc_affines *all = ptxc_values_expressions(phases->barriers->flow->values);
    for (uint8_t i = 0; i < phase->count; i++) {
        const struct ptxc_mbarrier_use_of *use = use_at(phases, phase->steps[i]);
        const bool expects = (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_EXPECT) != 0;
        int64_t bytes;
        if (use->step == except)
            continue;
        if (ptxc_affine_is_constant(all, bytes_of(phases, use), &bytes))
            ptxc_hazard_note(hazard, use->step, expects ? "%lld more are expected here" : "this copy brings %lld bytes",
                             (long long)bytes);
        else
            ptxc_hazard_note(hazard, use->step, expects ? "more are expected here" : "this copy brings some");
    }
}

/* Looks, at a wait, whether the phase that it is for has got what it expects. */
static void look_at_sums(const struct phases *phases, const struct phase *phase,
                         const struct ptxc_mbarrier_use_of *wait, uint32_t key) {
    const struct ptxc_flow *flow = phases->barriers->flow;
    struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    struct ptxc_hazard hazard;
    int64_t difference, expected, brought;
    if (phase->sums != OPEN || !wait->retried || (phases->said[key] & SAID_SUMS) || phases->barriers->crowded)
        return;
    const struct ptxc_mbarrier_use_of *first = use_at(phases, phase->steps[0]);
    const ptxc_affine more = ptxc_affine_subtract(all, phase->expected, phase->brought);
    if (!more || !ptxc_affine_is_constant(all, more, &difference) || (uint32_t)difference == 0 || !flow->whole ||
        !ptxc_mbarriers_any(phases->barriers, key, PTXC_ACTS_EXPECT) ||
        !ptxc_mbarriers_related(phases->barriers, &first->condition, &wait->condition) || !is_all_known(phases, first))
        return;
    for (uint8_t i = 1; i < phase->count && !(PTXC_ACTION_BIT(first->action) & PTXC_ACTS_EXPECT); i++)
        if (PTXC_ACTION_BIT(use_at(phases, phase->steps[i])->action) & PTXC_ACTS_EXPECT)
            first = use_at(phases, phase->steps[i]);
    phases->said[key] |= SAID_SUMS;
    struct ptxc_violation violation = ptxc_violation_at(
        difference < 0 ? PTXC_VIOLATION_BYTES_FEW : PTXC_VIOLATION_BYTES_MANY, wait->step, first->step);
    violation.number = (uint64_t)(difference < 0 ? -difference : difference);
    if (ptxc_affine_is_constant(all, phase->expected, &expected) &&
        ptxc_affine_is_constant(all, phase->brought, &brought)) {
        violation.kind = difference < 0 ? PTXC_VIOLATION_BYTES_SURPLUS : PTXC_VIOLATION_BYTES_MISSING;
        violation.number = (uint64_t)expected;
        violation.other = (uint64_t)brought;
    }
    ptxc_violation_begin(&hazard, flow, &violation);
    add_steps(phases, &hazard, phase, first->step);
    ptxc_hazard_give(&hazard);
}

/* Whether only threads that run the use wait for its mbarrier: others may have waited, and nothing says when. */
static bool waits_itself(const struct ptxc_mbarriers *barriers, const struct ptxc_mbarrier_use_of *arrival) {
    for (uint32_t i = 0; i < barriers->count; i++) {
        const struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if ((PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT) &&
            ptxc_mbarriers_ever(barriers, arrival->key, use->key) != PTXC_PIECES_APART &&
            !ptxc_condition_implies(&arrival->condition, &use->condition))
            return false;
    }
    return true;
}

/* Whether the arrival at this step and the use are those of one thread, each of which ends a phase. */
static bool follows(const struct phases *phases, const struct phase *phase, const struct ptxc_mbarrier_use_of *use,
                    uint32_t key) {
    return phase->arrival == ARRIVED && phases->alone[key] && !(phases->said[key] & SAID_ARRIVAL) &&
           !phases->barriers->crowded &&
           ptxc_mbarriers_related(phases->barriers, &use_at(phases, phase->arrived)->condition, &use->condition) &&
           ptxc_mbarriers_single(phases->barriers, use) && waits_itself(phases->barriers, use) &&
           ptxc_mbarriers_single(phases->barriers, use_at(phases, phase->arrived));
}

/* Whether the use is an arrival that counts for one, and may end the phase. */
static bool counts_one(const struct phases *phases, const struct ptxc_mbarrier_use_of *use) {
    const struct ptxc_flow *flow = phases->barriers->flow;
    const struct ptxc_step *here = ptxc_flow_step(flow, use->step);
    int64_t count;
    if (!(PTXC_ACTION_BIT(use->action) & PTXC_ACTS_ARRIVE) || use->action == PTXC_ACT_ARRIVE_ON_COPIES ||
        ptxc_step_has(flow->program, here, PTXC_Q_NO_COMPLETE))
        return false;
    return !ptxc_step_value(here, PTXC_NAME_COUNT) ||
           (ptxc_flow_constant(flow, use->step, PTXC_NAME_COUNT, &count) && count == 1);
}

/* Looks, at an arrival or where bytes are expected, whether the phase may have ended before. */
static void look_at_arrival(const struct phases *phases, const struct phase *phase,
                            const struct ptxc_mbarrier_use_of *use, uint32_t key) {
    const struct ptxc_flow *flow = phases->barriers->flow;
    const char *name = ptxc_mbarriers_name(phases->barriers, key);
    struct ptxc_hazard hazard;
    if (!follows(phases, phase, use, key) || !counts_one(phases, use_at(phases, phase->arrived)))
        return;
    if (use->action == PTXC_ACT_EXPECT && use_at(phases, phase->arrived)->action == PTXC_ACT_ARRIVE) {
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_COMPLETING_ARRIVE_BEFORE_EXPECT, phase->arrived,
                          "the bytes of a phase must be announced before its last arrival, and this is the last of %s",
                          name);
        ptxc_hazard_note(&hazard, use->step, "the bytes are announced here");
        ptxc_hazard_advice(&hazard, "mbarrier.arrive.expect_tx does both at once");
    } else if (counts_one(phases, use)) {
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_REARM_WITHOUT_WAIT, use->step,
                          "a phase of %s must be waited for before the arrival that ends the next one", name);
        ptxc_hazard_note(&hazard, phase->arrived,
                         use->step == phase->arrived ? "the round of the loop before has arrived here, too"
                                                     : "this arrival is the one that the phase waits for");
        ptxc_hazard_advice(&hazard, "a loop of mbarrier.try_wait between them");
    } else {
        return;
    }
    phases->said[key] |= SAID_ARRIVAL;
    ptxc_hazard_give(&hazard);
}

static void transfer(void *context, void *at, uint32_t step, bool last) {
    const struct phases *phases = context;
    const struct ptxc_mbarriers *barriers = phases->barriers;
    const struct ptxc_mbarrier_use_of *use = use_at(phases, step);
    struct phase *state = at;
    const bool settles =
        ptxc_mbarriers_synchronizes(barriers->flow, step) || (use && (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT));
    for (uint32_t key = 0; key < barriers->key_count && (use || settles); key++) {
        const enum ptxc_overlap same = use ? ptxc_mbarriers_now(barriers, key, use->key) : PTXC_PIECES_APART;
        if (!phases->tracked[key])
            continue;
        if (last && same == PTXC_PIECES_OVERLAP && (PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT))
            look_at_sums(phases, &state[key], use, key);
        if (last && same == PTXC_PIECES_OVERLAP)
            look_at_arrival(phases, &state[key], use, key);
        if (same != PTXC_PIECES_APART)
            apply(phases, &state[key], use, same == PTXC_PIECES_OVERLAP);
        if (settles && state[key].arrival)
            state[key].arrival = SETTLED;
    }
}

/* Takes over what another path says of a phase; whether that changed anything. */
static bool meet_one(struct phase *into, const struct phase *from) {
    bool changed = false;
    if (into->sums == NOTHING && from->sums != NOTHING) {
        const uint8_t arrival = into->arrival;
        const uint32_t arrived = into->arrived;
        *into = *from;
        into->arrival = arrival;
        into->arrived = arrived;
        changed = true;
    } else if (into->sums == OPEN && from->sums != NOTHING &&
               (from->sums == LOST || from->expected != into->expected || from->brought != into->brought)) {
        into->sums = LOST;
        changed = true;
    }
    if (into->arrival == NO_ARRIVAL && from->arrival != NO_ARRIVAL) {
        into->arrival = from->arrival;
        into->arrived = from->arrived;
        changed = true;
    } else if (into->arrival == ARRIVED &&
               (from->arrival == SETTLED || (from->arrival == ARRIVED && from->arrived != into->arrived))) {
        into->arrival = SETTLED;
        changed = true;
    }
    return changed;
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct phases *phases = context;
    struct phase *mine = into;
    const struct phase *other = state;
    bool changed = false;
    (void)from, (void)to;
    for (uint32_t i = 0; i < phases->barriers->key_count; i++)
        changed |= meet_one(&mine[i], &other[i]);
    return changed;
}

/* Whether what runs under the condition of the use at this step goes along the way, and may mean something else after
 * it. */
static bool leaves(const struct phases *phases, uint32_t step, const struct ptxc_condition *way) {
    return way && ptxc_condition_excludes(phases->barriers->flow->conditions, &use_at(phases, step)->condition, way);
}
static bool changes(const struct phases *phases, uint32_t step, uint32_t loop) {
    return ptxc_mbarriers_condition_changes(phases->barriers, &use_at(phases, step)->condition, loop);
}

/* Along an edge: a thread does not go where the condition of what it has done cannot hold, and what may have another
 * value in the next round of a loop is unknown there. */
static void edge(void *context, void *at, uint32_t from, uint32_t to) {
    const struct phases *phases = context;
    const struct ptxc_flow *flow = phases->barriers->flow;
    const bool back = ptxc_graph_is_back_edge(flow->graph, from, to);
    const uint32_t loop = flow->graph->blocks[to].loop;
    struct ptxc_condition condition;
    const struct ptxc_condition *way = ptxc_mbarriers_edge(phases->barriers, from, to, &condition) ? &condition : NULL;
    struct phase *state = at;
    for (uint32_t i = 0; i < phases->barriers->key_count && (way || back); i++) {
        const bool moves = back && ptxc_values_change_in(flow->values, phases->barriers->keys[i].place.address, loop);
        if (state[i].sums == OPEN && leaves(phases, state[i].steps[0], way))
            state[i].sums = NOTHING;
        else if (state[i].sums == OPEN && back &&
                 (moves || ptxc_values_change_in(flow->values, state[i].expected, loop) ||
                  ptxc_values_change_in(flow->values, state[i].brought, loop) ||
                  changes(phases, state[i].steps[0], loop)))
            state[i].sums = LOST;
        if (state[i].arrival == ARRIVED && leaves(phases, state[i].arrived, way))
            state[i].arrival = NO_ARRIVAL;
        else if (state[i].arrival == ARRIVED && back && (moves || changes(phases, state[i].arrived, loop)))
            state[i].arrival = SETTLED;
    }
}

/* At the beginning of a function that others call, a phase may have begun. */
static void entry(void *context, void *at) {
    const struct phases *phases = context;
    struct phase *state = at;
    for (uint32_t i = 0; i < phases->barriers->key_count && !phases->barriers->flow->whole; i++)
        state[i].sums = LOST;
}

void ptxc_mbarriers_check_phases(struct ptxc_mbarriers *barriers) {
    struct ptxc_arena *arena = barriers->flow->program->arena;
    const struct ptxc_affines *all = ptxc_values_expressions(barriers->flow->values);
    struct phases phases = {.barriers = barriers};
    phases.said = ptxc_arena_alloc(arena, barriers->key_count);
    phases.tracked = ptxc_arena_alloc(arena, barriers->key_count);
    phases.alone = ptxc_arena_alloc(arena, barriers->key_count);
    if (!phases.said || !phases.tracked || !phases.alone)
        return;
    for (uint32_t i = 0; i < barriers->key_count; i++) {
        const struct ptxc_memory_range *place = &barriers->keys[i].place;
        phases.tracked[i] = !place->remote && ptxc_affine_variance(all, place->address) == PTXC_UNIFORM;
        phases.alone[i] = barriers->keys[i].expected == 1;
    }
    const struct ptxc_lattice lattice = {.size = barriers->key_count * sizeof(struct phase),
                                         .context = &phases,
                                         .acting = true,
                                         .entry = entry,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = edge};
    ptxc_dataflow_solve(barriers->flow->graph, &lattice);
}
