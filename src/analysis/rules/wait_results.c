/* What becomes of the results of waits: whether they are there where they are used (M18), and whether anything depends
 * on them (M10). It is a matter of the text alone.
 */
#include "analysis/rules/rules.h"

#include "analysis/values/reaching_definitions.h"

enum { MOST_PHIS = 16, DEEPEST = 4 };

/* The register that a step writes. */
struct result {
    const struct ptxc_flow *flow;
    struct ptxc_definitions *definitions;
    uint32_t step, variable;
};

/* What a register may hold: what the step has put there, what another one has, or what nothing has. */
struct result_origin {
    bool own, other, nothing;
    uint32_t phis[MOST_PHIS], phi_count; /* that were asked already */
};

static void find_origin(const struct result *result, struct ptxc_reaching reaching, struct result_origin *origin);

/* Asks where paths meet. */
static void find_at_phi(const struct result *result, uint32_t index, struct result_origin *origin) {
    const struct ptxc_graph *graph = result->flow->graph;
    const struct ptxc_phi phi = ptxc_definitions_phi(result->definitions, index);
    const struct ptxc_block *block = &graph->blocks[phi.block];
    for (uint32_t i = 0; i < origin->phi_count; i++)
        if (origin->phis[i] == index)
            return;
    if (origin->phi_count == MOST_PHIS) {
        origin->own = origin->other = true;
        return;
    }
    origin->phis[origin->phi_count++] = index;
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const uint32_t from = graph->predecessors[block->predecessor_first + i];
        find_origin(result, ptxc_definitions_at_end(result->definitions, from, phi.variable), origin);
    }
}

/* Finds out what the register may hold. A guarded step may leave it as it was. */
static void find_origin(const struct result *result, struct ptxc_reaching reaching, struct result_origin *origin) {
    if (reaching.kind == PTXC_REACHING_PHI)
        find_at_phi(result, reaching.index, origin);
    origin->nothing |= reaching.kind == PTXC_REACHING_ENTRY;
    if (reaching.kind != PTXC_REACHING_DEFINITION)
        return;
    const uint32_t step = ptxc_definitions_get(result->definitions, reaching.index)->step;
    const bool own = step == result->step, again = own && origin->own;
    origin->own |= own;
    origin->other |= !own;
    if (!again && ptxc_flow_step(result->flow, step)->statement->guarded)
        find_origin(result, ptxc_definitions_before(result->definitions, step, result->variable), origin);
}

/* The first operand that a step reads; those after it are read, too. */
static uint8_t first_read(const struct ptxc_step *step) {
    const struct ptxc_statement *statement = step->statement;
    const bool addressed = statement->operand_count > 0 && statement->operands[0].shape == PTXC_OPERAND_ADDRESS;
    return addressed ? 0 : ptxc_step_results(step);
}

/* Whether a step reads the register; `*guard`: as its guard. */
static bool reads(const struct result *result, uint32_t index, bool *guard) {
    const struct ptxc_step *step = ptxc_flow_step(result->flow, index);
    const struct ptxc_statement *statement = step->statement;
    *guard = statement->guarded &&
             ptxc_definitions_variable(result->definitions, index, &statement->guard) == result->variable;
    for (uint8_t i = first_read(step); i < statement->operand_count && !*guard; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++)
            if (ptxc_definitions_variable(result->definitions, index,
                                          &statement->values[statement->operands[i].first + k]) == result->variable)
                return true;
    return *guard;
}

/* Returns what the register may hold at a step. */
static struct result_origin origin_at(const struct result *result, uint32_t step) {
    struct result_origin origin = {.own = false};
    find_origin(result, ptxc_definitions_before(result->definitions, step, result->variable), &origin);
    return origin;
}

/* Whether a step may be come to where the wait was not carried out: not where what leads there implies the guard of the
 * wait, nor where nothing certain is known of it. */
static bool is_come_to_without(const struct result *result, uint32_t step, bool guard) {
    const struct ptxc_flow *flow = result->flow;
    const struct ptxc_condition *wait = ptxc_flow_condition(flow, result->step);
    struct ptxc_condition here = *ptxc_flow_condition(flow, step);
    ptxc_affine predicate;
    bool negated;
    if (guard &&
        ptxc_values_predicate(flow->values, step, &ptxc_flow_step(flow, step)->statement->guard, &predicate, &negated))
        for (uint8_t i = 0; i < here.count; i++)
            if (here.atoms[i].predicate == predicate)
                here.count = i; /* that of the guard comes last, and after it what follows from it */
    return !here.never && !here.more && !wait->more && !wait->never && !ptxc_condition_implies(&here, wait) &&
           ptxc_condition_implies(wait, &here);
}

/* A step that reads a register which a wait writes. */
struct result_use {
    uint32_t step, variable;
    bool guard; /* as its guard */
};

/* All of them, as the steps go, each register once. */
struct result_uses {
    const struct ptxc_flow *flow;
    struct ptxc_definitions *definitions;
    const bool *waited; /* of each register up to `last`: a wait writes it */
    uint32_t last;
    struct result_use *list;
    size_t count, capacity;
};

/* Adds what a step reads there, if a wait writes it. */
static void add_use(struct result_uses *all, uint32_t step, const struct ptxc_value *value, bool guard) {
    const uint32_t variable = ptxc_definitions_variable(all->definitions, step, value);
    if (variable > all->last || !all->waited[variable])
        return;
    for (size_t i = all->count; i > 0 && all->list[i - 1].step == step; i--)
        if (all->list[i - 1].variable == variable)
            return;
    struct result_use *added =
        ptxc_arena_add(all->flow->program->arena, &all->list, &all->count, &all->capacity, sizeof(*added));
    if (added)
        *added = (struct result_use){step, variable, guard};
}

/* Gathers what reads the results of waits. */
static void gather_uses(struct result_uses *all) {
    for (uint32_t step = 0; step < all->flow->program->count; step++) {
        const struct ptxc_step *here = ptxc_flow_step(all->flow, step);
        const struct ptxc_statement *statement = here->statement;
        if (statement->guarded)
            add_use(all, step, &statement->guard, true);
        for (uint8_t i = first_read(here); i < statement->operand_count; i++)
            for (uint8_t k = 0; k < statement->operands[i].count; k++)
                add_use(all, step, &statement->values[statement->operands[i].first + k], false);
    }
}

/* Reports the first step that uses the result of a wait where the wait may not have run. */
static void check_defined(const struct result *result, const struct result_uses *uses) {
    const struct ptxc_flow *flow = result->flow;
    for (size_t n = 0; n < uses->count; n++) {
        struct ptxc_hazard hazard;
        const uint32_t i = uses->list[n].step;
        if (uses->list[n].variable != result->variable)
            continue;
        const struct result_origin origin = origin_at(result, i);
        if (!origin.own || !origin.nothing || origin.other || !is_come_to_without(result, i, uses->list[n].guard))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_PREDICATED_WAIT_RESULT_UNDEFINED, i,
                          "the result of a wait must be used only where the wait has run, or be set before it");
        if (!flow->whole)
            hazard.finding.level = PTXC_POSSIBLE; /* who calls may see to it that the guard holds */
        ptxc_hazard_note(&hazard, result->step,
                         "where its guard does not hold, the wait here leaves the result undefined");
        ptxc_hazard_advice(&hazard, "set the predicate before the wait, or use it under the same guard");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Whether others may look at a register: it is an operand of the asm statement, or what the function returns. */
static bool is_handed_out(const struct result *result) {
    const struct ptxc_body *body = result->flow->program->body;
    const uint32_t symbol = ptxc_definitions_register(result->definitions, result->variable)->symbol;
    for (size_t i = 0; i < body->result_count; i++)
        if (body->results[i] == symbol)
            return true;
    return symbol == 0;
}

/* Returns the register that a step computes from others, and does nothing else; its variable is PTXC_NO_VARIABLE where
 * the step is no such one. */
static struct result computed(const struct result *from, uint32_t index) {
    const struct ptxc_step *step = ptxc_flow_step(from->flow, index);
    struct result result = {from->flow, from->definitions, index, PTXC_NO_VARIABLE};
    if (step->event && step->event->action == PTXC_ACT_COMPUTE && step->event->results == 1 &&
        step->event->operation != PTXC_DO_SHUFFLE && step->statement->operand_count > 0 &&
        step->statement->operands[0].count == 1)
        result.variable = ptxc_definitions_variable(from->definitions, index,
                                                    &step->statement->values[step->statement->operands[0].first]);
    return result;
}

/* Whether something may depend on what a step has written: a guard, memory, a call. */
static bool is_looked_at(const struct result *result, unsigned depth) {
    if (depth == 0 || is_handed_out(result))
        return true;
    for (uint32_t n = 1; n <= result->flow->program->count; n++) {
        const uint32_t i = (result->step + n) % result->flow->program->count; /* most are looked at soon after */
        bool guard;
        if (!reads(result, i, &guard) || !origin_at(result, i).own)
            continue;
        const struct result next = computed(result, i);
        if (guard || next.variable == PTXC_NO_VARIABLE || is_looked_at(&next, depth - 1))
            return true;
    }
    return false;
}

/* Returns the result of a step; its variable is PTXC_NO_VARIABLE where the step is no wait, or writes no register. */
static struct result result_of(const struct ptxc_flow *flow, uint32_t index) {
    struct ptxc_definitions *definitions = ptxc_values_definitions(flow->values);
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    struct result result = {flow, definitions, index, PTXC_NO_VARIABLE};
    if (ptxc_step_waits(step) && step->statement->operand_count > 0 && ptxc_flow_runs(flow, index))
        result.variable =
            ptxc_definitions_variable(definitions, index, &step->statement->values[step->statement->operands[0].first]);
    return result;
}

/* Returns how many waits the function has; 0 where they are too many to hold each against each step. */
static uint32_t count_waits(const struct ptxc_flow *flow) {
    enum { MOST = 4 * 1000 * 1000 };
    uint32_t waits = 0;
    for (uint32_t i = 0; i < flow->program->count; i++)
        waits += ptxc_step_waits(ptxc_flow_step(flow, i));
    return (uint64_t)waits * flow->program->count <= MOST ? waits : 0;
}

/* Marks the registers of these waits, up to the last one; false without memory. */
static bool mark_waited(struct result_uses *uses, const struct result *waits, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        uses->last = waits[i].variable > uses->last ? waits[i].variable : uses->last;
    bool *waited = ptxc_arena_alloc(uses->flow->program->arena, (uses->last + 1) * sizeof(*waited));
    for (uint32_t i = 0; i < count && waited; i++)
        waited[waits[i].variable] = true;
    uses->waited = waited;
    return waited;
}

void ptxc_wait_results_check(const struct ptxc_flow *flow) {
    struct result_uses uses = {.flow = flow, .definitions = ptxc_values_definitions(flow->values)};
    const uint32_t most = count_waits(flow);
    struct result *waits = most > 0 ? ptxc_arena_alloc(flow->program->arena, most * sizeof(*waits)) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < flow->program->count && waits && count < most; i++) {
        waits[count] = result_of(flow, i);
        count += waits[count].variable != PTXC_NO_VARIABLE;
    }
    if (count == 0 || !mark_waited(&uses, waits, count))
        return;
    gather_uses(&uses);
    for (uint32_t i = 0; i < count; i++)
        check_defined(&waits[i], &uses);
}

/* Whether another wait, whose result counts, is for an mbarrier that may be that of this one. */
static bool is_awaited(const struct result *wait) {
    const struct ptxc_flow *flow = wait->flow;
    struct ptxc_memory_range own, other;
    if (!ptxc_memory_range_barrier(flow->values, wait->step, &own))
        return true;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const struct result result = result_of(flow, i);
        if (result.variable != PTXC_NO_VARIABLE && i != wait->step &&
            ptxc_memory_range_barrier(flow->values, i, &other) &&
            ptxc_flow_overlap(flow, &own, &other) != PTXC_PIECES_APART && is_looked_at(&result, DEEPEST))
            return true;
    }
    return false;
}

/* Beside another wait it may be a look ahead of which a compiler has taken away the use. */
void ptxc_ignored_waits_check(const struct ptxc_flow *flow) {
    const bool few = count_waits(flow) > 0;
    for (uint32_t i = 0; i < flow->program->count && few; i++) {
        const struct result result = result_of(flow, i);
        struct ptxc_hazard hazard;
        if (result.variable == PTXC_NO_VARIABLE || is_looked_at(&result, DEEPEST))
            continue;
        const struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_WAIT_IGNORED, i, PTXC_NO_STEP);
        ptxc_violation_begin(&hazard, flow, &violation);
        hazard.finding.level = is_awaited(&result) ? PTXC_POSSIBLE : PTXC_LIKELY;
        ptxc_hazard_give(&hazard);
    }
}
