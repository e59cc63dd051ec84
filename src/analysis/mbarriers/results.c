/* What becomes of the result of a wait: whether anything depends on it, and whether it is there at all (M18). A
 * register is followed along the ways through the function, to where it is written anew.
 */
#include "analysis/mbarriers/rules.h"

#include "analysis/mbarriers/questions.h"
#include "analysis/program/dataflow.h"

enum { DEEPEST = 4 };

/* A register of a frame. */
struct held {
    const struct ptxc_value *value;
    uint16_t frame;
    uint64_t mark;         /* see mark_of */
    const uint64_t *marks; /* of each step, of the registers that it names */
};

/* The bit of a register in the marks of steps that name it; others may have the same one. */
static uint64_t mark_of(const struct ptxc_value *value) {
    const uint64_t mixed = ((uint64_t)value->symbol << 32 | value->number) * 0x9e3779b97f4a7c15u;
    return value->kind == PTXC_VALUE_REGISTER ? UINT64_C(1) << (mixed >> 58) : 0;
}

/* Marks each step with the registers that it names; NULL without memory. */
static const uint64_t *mark_steps(const struct ptxc_program *program) {
    uint64_t *marks = ptxc_arena_alloc(program->arena, program->count * sizeof(*marks));
    for (uint32_t i = 0; i < program->count && marks; i++) {
        const struct ptxc_statement *statement = program->steps[i].statement;
        for (uint16_t k = 0; k < statement->value_count; k++)
            marks[i] |= mark_of(&statement->values[k]);
        if (statement->guarded)
            marks[i] |= mark_of(&statement->guard);
    }
    return marks;
}

/* The register that a value of the step is. */
static struct held held_by(const struct ptxc_flow *flow, const struct ptxc_step *step, const struct ptxc_value *value,
                           const uint64_t *marks) {
    const bool passed = (value->flags & PTXC_OF_CALLER) && flow->program->frames;
    return (struct held){value, passed ? flow->program->frames[step->frame].caller : step->frame, mark_of(value),
                         marks};
}

static bool is_same(const struct ptxc_flow *flow, const struct ptxc_step *step, const struct ptxc_value *a,
                    const struct held *b) {
    return a->kind == PTXC_VALUE_REGISTER && b->value->kind == PTXC_VALUE_REGISTER && a->symbol == b->value->symbol &&
           a->number == b->value->number && held_by(flow, step, a, b->marks).frame == b->frame;
}

/* How many leading operands the step writes. */
static uint8_t results_of(const struct ptxc_step *step) {
    if (step->event)
        return step->event->results;
    return step->statement->kind == PTXC_STATEMENT_ORDINARY; /* of an unknown one the first */
}

/* Whether one of the operands `from` … `to` - 1 is the register, or holds it. */
static bool names(const struct ptxc_flow *flow, const struct ptxc_step *step, uint8_t from, uint8_t to,
                  const struct held *held) {
    const struct ptxc_statement *statement = step->statement;
    for (uint8_t i = from; i < to && i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++)
            if (is_same(flow, step, &statement->values[statement->operands[i].first + k], held))
                return true;
    return false;
}

/* Whether the step may name the register: a quick answer. */
static bool may_name(const struct held *held, uint32_t step) {
    return held->marks[step] & held->mark;
}

static bool writes(const struct ptxc_flow *flow, uint32_t index, const struct held *held) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    return may_name(held, index) && names(flow, step, 0, results_of(step), held);
}

static bool is_guard(const struct ptxc_flow *flow, uint32_t index, const struct held *held) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    return step->statement->guarded && is_same(flow, step, &step->statement->guard, held);
}

static bool reads(const struct ptxc_flow *flow, uint32_t index, const struct held *held) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    const struct ptxc_statement *statement = step->statement;
    uint8_t from = results_of(step);
    if (from > 0 && statement->operand_count > 0 && statement->operands[0].shape == PTXC_OPERAND_ADDRESS)
        from = 0;
    return is_guard(flow, index, held) || names(flow, step, from, UINT8_MAX, held);
}

/* A walk that ends where the register is written. */
struct writing {
    const struct ptxc_flow *flow;
    const struct held *held;
};

static bool overwrites(void *context, uint32_t step) {
    const struct writing *writing = context;
    return !ptxc_flow_step(writing->flow, step)->statement->guarded && writes(writing->flow, step, writing->held);
}

/* Whether what the step has written into the register can be there at another step. */
static bool reaches(const struct ptxc_flow *flow, uint32_t from, uint32_t to, const struct held *held) {
    struct writing writing = {flow, held};
    return ptxc_dataflow_path_avoids(flow->graph, from, to, overwrites, &writing);
}

/* Whether the step does nothing but compute its first operand from the others. */
static bool computes(const struct ptxc_step *step) {
    return ptxc_step_does(step, PTXC_ACT_COMPUTE) && step->event->results == 1 &&
           step->event->operation != PTXC_DO_SHUFFLE && step->statement->operand_count > 0 &&
           step->statement->operands[0].count == 1;
}

/* Whether others may look at the register: it is an operand of the asm statement, or what the function returns. */
static bool is_handed_out(const struct ptxc_flow *flow, const struct held *held) {
    const struct ptxc_body *body = flow->program->body;
    for (size_t i = 0; i < body->result_count; i++)
        if (body->results[i] == held->value->symbol)
            return true;
    return held->value->symbol == 0;
}

/* Whether something may depend on what step `from` writes into the register: a guard, memory, a call. */
static bool is_looked_at(const struct ptxc_flow *flow, uint32_t from, const struct held *held, unsigned depth) {
    if (is_handed_out(flow, held))
        return true;
    for (uint32_t n = 1; n < flow->program->count + 1; n++) {
        const uint32_t i = (from + n) % flow->program->count; /* most are looked at soon after */
        if (!may_name(held, i) || !reads(flow, i, held) || !reaches(flow, from, i, held))
            continue;
        const struct ptxc_step *step = ptxc_flow_step(flow, i);
        if (!computes(step) || depth == 0 || is_guard(flow, i, held))
            return true;
        const struct held next =
            held_by(flow, step, &step->statement->values[step->statement->operands[0].first], held->marks);
        if (next.value->kind != PTXC_VALUE_REGISTER || is_looked_at(flow, i, &next, depth - 1))
            return true;
    }
    return false;
}

/* The result of a wait; its value is NULL where there is none. */
static struct held result_of(const struct ptxc_flow *flow, uint32_t index, const uint64_t *marks) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    if (step->statement->operand_count == 0 || step->statement->operands[0].count != 1)
        return (struct held){.value = NULL};
    return held_by(flow, step, &step->statement->values[step->statement->operands[0].first], marks);
}

/* Whether nothing depends on the result of the wait. */
static bool is_ignored(const struct ptxc_flow *flow, uint32_t step, const uint64_t *marks) {
    const struct held result = result_of(flow, step, marks);
    if (!result.value || result.value->kind == PTXC_VALUE_SINK)
        return result.value != NULL;
    return result.value->kind == PTXC_VALUE_REGISTER && !is_looked_at(flow, step, &result, DEEPEST);
}

/* Whether another step may have written the register that is read at the step. */
static bool is_written_otherwise(const struct ptxc_flow *flow, uint32_t wait, uint32_t step, const struct held *held) {
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (i != wait && writes(flow, i, held) && reaches(flow, i, step, held))
            return true;
    return false;
}

/* The condition under which a step is come to, whatever the register says that may be its guard. */
static struct ptxc_condition come_to(const struct ptxc_flow *flow, uint32_t step, const struct held *held) {
    struct ptxc_condition condition = ptxc_flow_condition(flow, step);
    ptxc_affine predicate;
    bool negated;
    if (!is_guard(flow, step, held) ||
        !ptxc_values_predicate(flow->values, step, &ptxc_flow_step(flow, step)->statement->guard, &predicate, &negated))
        return condition;
    for (uint8_t i = 0; i < condition.count; i++)
        if (condition.atoms[i].predicate == predicate)
            condition.count = i; /* that of the guard comes last, and after it what follows from it */
    return condition;
}

/* Whether some way leads to the step past the wait, or past its guard: not where the guard always holds, nor where
 * nothing certain is known of it. */
static bool is_come_to_without(const struct ptxc_flow *flow, const struct ptxc_mbarrier_use_of *wait, uint32_t step,
                               const struct held *held) {
    const uint32_t before = ptxc_graph_block_of(flow->graph, wait->step);
    const uint32_t block = ptxc_graph_block_of(flow->graph, step);
    const bool guarded = ptxc_flow_step(flow, wait->step)->statement->guarded;
    const struct ptxc_condition condition = come_to(flow, step, held);
    if (condition.never || condition.more || wait->condition.more ||
        ptxc_condition_implies(&condition, &wait->condition) || !ptxc_condition_implies(&wait->condition, &condition))
        return false;
    return guarded || (before == block ? step < wait->step : !ptxc_graph_dominates(flow->graph, before, block));
}

/* Looks whether the result of a wait is used where the wait may not have run. */
static void look_at_result(const struct ptxc_flow *flow, const struct ptxc_mbarrier_use_of *wait,
                           const uint64_t *marks) {
    const struct held result = result_of(flow, wait->step, marks);
    const bool written = result.value && result.value->kind == PTXC_VALUE_REGISTER;
    for (uint32_t i = 0; i < flow->program->count && written; i++) {
        struct ptxc_hazard hazard;
        if (!may_name(&result, i) || !reads(flow, i, &result) || !is_come_to_without(flow, wait, i, &result) ||
            !reaches(flow, wait->step, i, &result) || is_written_otherwise(flow, wait->step, i, &result))
            continue;
        ptxc_hazard_begin(&hazard, flow, PTXC_RULE_PREDICATED_WAIT_RESULT_UNDEFINED, i,
                          "the result of a wait must be used only where the wait has run, or be set before it");
        if (!flow->whole)
            hazard.finding.level = PTXC_POSSIBLE; /* who calls may see to it that the guard holds */
        ptxc_hazard_note(&hazard, wait->step,
                         "where its guard does not hold, the wait here leaves the result undefined");
        ptxc_hazard_advice(&hazard, "set the predicate before the wait, or use it under the same guard");
        ptxc_hazard_give(&hazard);
        return;
    }
}

/* Each wait may be held against each step. Where that is too much, its result is taken for one that counts. */
void ptxc_mbarriers_check_results(struct ptxc_mbarriers *barriers) {
    enum { MOST = 4 * 1000 * 1000 };
    const bool few = (uint64_t)barriers->count * barriers->flow->program->count <= MOST;
    const uint64_t *marks = NULL;
    for (uint32_t i = 0; i < barriers->count; i++) {
        struct ptxc_mbarrier_use_of *use = &barriers->uses[i];
        if (!(PTXC_ACTION_BIT(use->action) & PTXC_ACTS_WAIT))
            continue;
        if (few && !marks)
            marks = mark_steps(barriers->flow->program);
        use->ignored = marks && is_ignored(barriers->flow, use->step, marks);
        use->retried = ptxc_mbarriers_working_loop(barriers, use->step) !=
                       barriers->flow->graph->blocks[ptxc_graph_block_of(barriers->flow->graph, use->step)].loop;
        if (marks)
            look_at_result(barriers->flow, use, marks);
    }
}
