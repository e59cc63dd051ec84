/* What the evaluators of constraints share: one constraint of rules.def, and the instruction that it is evaluated for.
 */
#ifndef PTXC_EVALUATION_H
#define PTXC_EVALUATION_H

#include "legality/subject.h"

/* The place of the last finding of this instruction: a value that breaks two rules is reported once. */
struct ptxc_last_finding {
    bool any;
    uint32_t offset;
};

struct ptxc_evaluation {
    const struct ptxc_instruction *instruction;
    const struct ptxc_match *match;
    struct ptxc_environment environment;
    const struct ptxc_sink *sink; /* NULL: only the answer is wanted */
    enum ptxc_rule_id rule;
    const struct ptxc_constraint *constraint;
    struct ptxc_last_finding *last;
};

/* Gives a finding to the sink, if there is one. Always returns false: the rule does not hold. */
bool ptxc_evaluation_break(const struct ptxc_evaluation *evaluation, const struct ptxc_finding *finding);

/* Reports the requirement of the rule, continued by the detail that PTXC_BREAK formats, which happens only if there is
 * a sink, or by no detail (NULL). Always returns false. */
#define PTXC_BREAK(evaluation, span, ...)    \
    ptxc_evaluation_report(evaluation, span, \
                           (evaluation)->sink ? ptxc_arena_format((evaluation)->sink->arena, __VA_ARGS__) : NULL)
bool ptxc_evaluation_report(const struct ptxc_evaluation *evaluation, struct ptxc_span span, const char *detail);

/* Whether operand `operand` has one of the roles of the constraint. */
static inline bool ptxc_evaluation_concerns(const struct ptxc_evaluation *evaluation, size_t operand) {
    return ptxc_rule_has_role(&evaluation->constraint->roles, evaluation->match->roles[operand]);
}

/* Returns the first value of an operand. */
static inline const struct ptxc_value *ptxc_evaluation_value(const struct ptxc_evaluation *evaluation, size_t operand) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    return &instruction->values[instruction->operands[operand].first];
}

#endif
