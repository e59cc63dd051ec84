/* Constraints on constant operands and elements: see values.h. */
#include "legality/values.h"
#include "tables/open.h"

#include <stdio.h>
#include <string.h>

/* Writes a constant as the source has it: "24", or "16+8 = 24" where it is not written plainly. */
static const char *constant_text(const struct ptxc_sink *sink, const struct ptxc_value *value) {
    struct ptxc_span span = value->span;
    const char *text = sink->source + span.offset;
    int length = span.length > 40 ? 40 : (int)span.length;
    char plain[32];
    int size = snprintf(plain, sizeof(plain), "%lld", (long long)value->integer);
    if (value->kind != PTXC_VALUE_INTEGER || (size == (int)span.length && memcmp(text, plain, span.length) == 0))
        return ptxc_arena_format(sink->arena, "%.*s", length, text);
    return ptxc_arena_format(sink->arena, "%.*s = %s", length, text, plain);
}

/* The message ends with ", not 24", or with ", but is -1" where the requirement says what must not be. Where only one
 * value is forbidden the requirement names it, and nothing follows. */
bool ptxc_values_break(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value) {
    const struct ptxc_constraint *constraint = evaluation->constraint;
    bool only = constraint->kind == PTXC_CONSTRAINT_NOT_IN_RANGE && constraint->values[0] == constraint->values[1];
    bool reported = evaluation->last->any && evaluation->last->offset == value->span.offset;
    if (!evaluation->sink || reported)
        return false;
    if (only)
        return ptxc_evaluation_report(evaluation, value->span, NULL);
    return PTXC_BREAK(evaluation, value->span, "%s%s", constraint->prohibits ? ", but is " : ", not ",
                      constant_text(evaluation->sink, value));
}

/* Returns the constant as the constraint sees it: whole, or its low 32 bits without a sign. */
static int64_t value_of(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value) {
    return evaluation->constraint->low_32_bits ? (int64_t)(uint32_t)value->integer : value->integer;
}

/* Whether a constant satisfies the constraint. Constraints that do not look at single values are satisfied by
 * any. */
static bool satisfied(const struct ptxc_evaluation *evaluation, int64_t value) {
    const int64_t *values = evaluation->constraint->values;
    switch (evaluation->constraint->kind) {
    case PTXC_CONSTRAINT_VALUE_IN:
        for (size_t i = 0; i < evaluation->constraint->value_count; i++)
            if (values[i] == value)
                return true;
        return false;
    case PTXC_CONSTRAINT_MULTIPLE_OF:
    case PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF: return value % values[0] == 0;
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE: return value >= values[0] && value <= values[1];
    case PTXC_CONSTRAINT_NOT_IN_RANGE: return value < values[0] || value > values[1];
    default: return true;
    }
}

/* Returns a floating-point constant, rounded to 32 bits. */
static float real_of(const struct ptxc_value *value) {
    uint64_t bits = (uint64_t)value->integer;
    uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof(wide));
    memcpy(&narrow, &low, sizeof(narrow));
    return value->type == PTXC_TYPE_F32 ? narrow : (float)wide;
}

bool ptxc_values_is_forbidden(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value) {
    if (evaluation->constraint->kind == PTXC_CONSTRAINT_UNIT_FRACTION)
        return value->kind == PTXC_VALUE_REAL && !(real_of(value) > 0.0F && real_of(value) <= 1.0F);
    return value->kind == PTXC_VALUE_INTEGER && !satisfied(evaluation, value_of(evaluation, value));
}

bool ptxc_values_check(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    bool holds = true;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
        bool vector = ptxc_roles[evaluation->match->roles[i]].shapes & PTXC_SHAPE_ALSO_VECTOR &&
                      instruction->operands[i].shape == PTXC_OPERAND_VECTOR; /* accepted whatever is in it */
        if (ptxc_evaluation_concerns(evaluation, i) && !vector && ptxc_values_is_forbidden(evaluation, value))
            holds = ptxc_values_break(evaluation, value);
    }
    return holds;
}

/* Returns the index of the first element of an operand: a tensor map comes before its coordinates. */
static size_t first_element(const struct ptxc_operand *operand) {
    return operand->shape == PTXC_OPERAND_TENSOR ? 1 : 0;
}

/* Whether a vector has more elements than those that the constraint is about. */
static bool has_too_many(const struct ptxc_constraint *constraint, size_t count) {
    return constraint->kind == PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF && count > (size_t)constraint->values[1];
}

bool ptxc_values_check_elements(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    const int element = evaluation->constraint->element;
    bool holds = true;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        size_t base = first_element(operand);
        if (!ptxc_evaluation_concerns(evaluation, i) || has_too_many(evaluation->constraint, operand->count - base))
            continue;
        for (size_t j = base; j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            if ((element == PTXC_ELEMENT_ALL || (size_t)element == j - base) && value->kind == PTXC_VALUE_INTEGER &&
                !satisfied(evaluation, value->integer))
                holds = ptxc_values_break(evaluation, value);
        }
    }
    return holds;
}

const struct ptxc_value *ptxc_values_find_constant(const struct ptxc_evaluation *evaluation,
                                                   const struct ptxc_role_list *roles) {
    for (size_t i = 0; i < evaluation->instruction->operand_count; i++) {
        const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
        if (ptxc_rule_has_role(roles, evaluation->match->roles[i]) && value->kind == PTXC_VALUE_INTEGER)
            return value;
    }
    return NULL;
}

bool ptxc_values_check_bound(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_value *value = ptxc_values_find_constant(evaluation, &evaluation->constraint->roles);
    const struct ptxc_value *bound = ptxc_values_find_constant(evaluation, &evaluation->constraint->bounds);
    bool holds = !value || !bound ||
                 (value_of(evaluation, value) >= 0 && value_of(evaluation, value) <= value_of(evaluation, bound));
    return holds || ptxc_values_break(evaluation, value);
}

/* Finds the first operand in one of these roles that is, or whose map is, an integer of so many bits: in a register,
 * also with an offset, or a variable that is no array. NULL where there is none. */
static const struct ptxc_value *find_integer(const struct ptxc_evaluation *evaluation,
                                             const struct ptxc_role_list *roles, int64_t width,
                                             enum ptxc_operand_shape shape) {
    for (size_t i = 0; i < evaluation->instruction->operand_count; i++) {
        const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
        const bool variable =
            value->kind == PTXC_VALUE_VARIABLE && !(value->flags & (PTXC_FLAG_ARRAY | PTXC_FLAG_OFFSET));
        if (ptxc_rule_has_role(roles, evaluation->match->roles[i]) &&
            evaluation->instruction->operands[i].shape == shape && (variable || value->kind == PTXC_VALUE_REGISTER) &&
            ptxc_type_is_integer(value->type) && ptxc_types[value->type].width == width)
            return value;
    }
    return NULL;
}

bool ptxc_values_check_neighbours(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_constraint *constraint = evaluation->constraint;
    const struct ptxc_value *value =
        find_integer(evaluation, &constraint->roles, constraint->values[0], PTXC_OPERAND_SCALAR);
    return !value || !find_integer(evaluation, &constraint->bounds, constraint->values[1], PTXC_OPERAND_TENSOR) ||
           ptxc_values_break(evaluation, value);
}

bool ptxc_values_check_mixture(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    bool holds = true;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        if (!ptxc_evaluation_concerns(evaluation, i) || operand->shape == PTXC_OPERAND_SCALAR)
            continue;
        for (size_t j = first_element(operand); j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            bool typed = value->kind == PTXC_VALUE_REGISTER || value->kind == PTXC_VALUE_REAL;
            if (typed && !ptxc_type_is_integer(value->type))
                holds = ptxc_values_break(evaluation, value);
        }
    }
    return holds;
}

bool ptxc_values_is_gated(const struct ptxc_evaluation *evaluation, size_t i) {
    const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
    return ptxc_evaluation_concerns(evaluation, i) && value->kind == PTXC_VALUE_INTEGER &&
           value->integer >= evaluation->constraint->values[0] && value->integer <= evaluation->constraint->values[1];
}

bool ptxc_values_check_gate(const struct ptxc_evaluation *evaluation) {
    const enum ptxc_gate gate = (enum ptxc_gate)evaluation->constraint->values[2];
    bool holds = true;
    char needs[400];
    if (ptxc_gate_open(gate, evaluation->environment))
        return true;
    for (size_t i = 0; i < evaluation->instruction->operand_count; i++) {
        if (!ptxc_values_is_gated(evaluation, i))
            continue;
        ptxc_gate_describe(gate, needs, sizeof(needs));
        holds = PTXC_BREAK(evaluation, ptxc_evaluation_value(evaluation, i)->span, "; this one needs %s", needs);
    }
    return holds;
}
