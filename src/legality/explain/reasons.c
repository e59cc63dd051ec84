/* Why an instruction is legal only for some PTX versions and targets: see reasons.h.
 *
 * A reason is a gate with the part of the instruction that needs it. Most reasons are the gates that available.c looks
 * at; a reduction and a constant can have a gate of their own, and a constant can be barred by a rule that only later
 * versions have (then the reason allows what the gate does not).
 */
#include "legality/explain/reasons.h"

#include <string.h>

#include "base/bits.h"
#include "base/buffer.h"
#include "legality/available.h"
#include "legality/constraints.h"
#include "legality/reductions.h"
#include "legality/values.h"
#include "legality/verdict.h"
#include "report/rule_index.h"
#include "tables/open.h"

/* The reasons found so far. */
struct reasons {
    struct ptxc_reason list[PTXC_MAX_REASONS];
    size_t count;
};

/* Adds a reason while there is room: at most PTXC_MAX_REASONS are promised to the caller. */
static void add_reason(struct reasons *reasons, struct ptxc_reason reason) {
    if (reasons->count < PTXC_COUNT(reasons->list))
        reasons->list[reasons->count++] = reason;
}

/* Adds the gate of the reduction, if the table has the reduction and it has a gate. */
static void add_reduction(const struct ptxc_subject *subject, struct reasons *reasons) {
    const struct ptxc_qualifier_use *operation;
    const struct ptxc_reduction_row *row = ptxc_reduction_find(subject->instruction, subject->match, &operation);
    if (row && row->gate != PTXC_GATE_NONE)
        add_reason(reasons,
                   (struct ptxc_reason){PTXC_REASON_REDUCTION, (uint8_t)(operation - subject->instruction->qualifiers),
                                        (uint8_t)row->gate, 0});
}

/* Adds constants that need a gate to be open (VALUE_FROM), and those that a constraint forbids once its gate is open.
 */
static void add_values(const struct ptxc_evaluation *evaluation, struct reasons *reasons) {
    const struct ptxc_constraint *constraint = evaluation->constraint;
    for (size_t i = 0; i < evaluation->instruction->operand_count; i++) {
        bool barred = constraint->gate != PTXC_GATE_NONE && ptxc_evaluation_concerns(evaluation, i) &&
                      ptxc_values_is_forbidden(evaluation, ptxc_evaluation_value(evaluation, i));
        if (constraint->kind == PTXC_CONSTRAINT_VALUE_FROM && ptxc_values_is_gated(evaluation, i))
            add_reason(reasons, (struct ptxc_reason){PTXC_REASON_VALUE, (uint8_t)i, (uint8_t)constraint->values[2], 0});
        else if (barred)
            add_reason(reasons, (struct ptxc_reason){PTXC_REASON_VALUE, (uint8_t)i, (uint8_t)constraint->gate, 1});
    }
}

/* Adds what the rules of legality ask of constants and of the reduction. It evaluates no rule: whether it holds depends
 * on an environment, and the reasons are those of all environments. */
static void add_constraints(const struct ptxc_subject *subject, struct reasons *reasons) {
    const struct ptxc_evaluated rules = ptxc_constraints_concerning(subject->instruction, subject->match);
    for (size_t bit = 0; bit < PTXC_EVALUATED_MOST; bit++) {
        if (!(rules.words[bit / 64] & ptxc_evaluated_legality.words[bit / 64] & PTXC_BIT(bit % 64)))
            continue;
        const enum ptxc_rule_id rule = (enum ptxc_rule_id)ptxc_evaluated_rules[bit];
        const struct ptxc_evaluation evaluation = {.instruction = subject->instruction,
                                                   .match = subject->match,
                                                   .rule = rule,
                                                   .constraint = &ptxc_rules[rule].constraint};
        if (evaluation.constraint->kind == PTXC_CONSTRAINT_REDUCTION_TYPE)
            add_reduction(subject, reasons);
        else
            add_values(&evaluation, reasons);
    }
}

size_t ptxc_reasons_find(const struct ptxc_instruction *instruction, struct ptxc_reason *list, size_t capacity) {
    /* Open in version and target, so that the verdict says only whether the instruction is legal somewhere. */
    const struct ptxc_environment anywhere = {0};
    const struct ptxc_verdict verdict = ptxc_verdict_find(instruction, anywhere, NULL);
    const struct ptxc_subject subject = {instruction, anywhere, &verdict.match, NULL};
    struct reasons reasons = {.count = 0};
    if (!verdict.complete)
        return 0;
    reasons.count = ptxc_available_reasons(&subject, reasons.list);
    add_constraints(&subject, &reasons);
    if (list && capacity > 0)
        memcpy(list, reasons.list, (reasons.count < capacity ? reasons.count : capacity) * sizeof(*list));
    return reasons.count;
}

bool ptxc_reason_holds(const struct ptxc_reason *reason, struct ptxc_environment environment) {
    return ptxc_gate_open((enum ptxc_gate)reason->gate, environment) == !reason->barred;
}

struct ptxc_span ptxc_reason_span(const struct ptxc_instruction *instruction, const struct ptxc_reason *reason) {
    const struct ptxc_span none = {0, 0};
    if (!instruction || !reason)
        return none;
    switch (reason->kind) {
    case PTXC_REASON_FORM: return instruction->opcode_span;
    case PTXC_REASON_QUALIFIER:
    case PTXC_REASON_REDUCTION:
        return reason->index < PTXC_MAX_QUALIFIERS ? instruction->qualifiers[reason->index].span : none;
    case PTXC_REASON_OPERAND:
    case PTXC_REASON_VALUE: return reason->index < PTXC_MAX_OPERANDS ? instruction->operands[reason->index].span : none;
    case PTXC_REASON_SPECIAL:
        if (reason->index == PTXC_MAX_VALUES)
            return instruction->guard.span;
        return reason->index < PTXC_MAX_VALUES ? instruction->values[reason->index].span : none;
    }
    return none;
}

int ptxc_reason_allows(const struct ptxc_reason *reason, uint32_t ptx, enum ptxc_target target) {
    if (!reason || reason->gate >= PTXC_GATE_COUNT || (unsigned)target >= PTXC_TARGET_COUNT)
        return 0;
    return ptxc_reason_holds(reason, (struct ptxc_environment){.ptx = ptx, .target = target});
}

size_t ptxc_reason_needs(const struct ptxc_reason *reason, char *buffer, size_t size) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    if (!reason || reason->gate >= PTXC_GATE_COUNT)
        return 0;
    const struct ptxc_gate_row *row = &ptxc_gates[reason->gate];
    if (!reason->barred)
        return ptxc_gate_describe((enum ptxc_gate)reason->gate, buffer, size);
    if (row->oldest)
        ptxc_buffer_add(&text, "an assembler before ptxas %u.%u", row->oldest / 100u, row->oldest % 100u);
    else
        ptxc_buffer_add(&text, "a version before PTX %u.%u", row->first / 100u, row->first % 100u);
    return text.length;
}
