/* One constraint of rules.def on its way over one instruction: what its evaluators share. */
#ifndef PTXC_EVALUATION_H
#define PTXC_EVALUATION_H

#include "legality/subject.h"

/* The place of the last finding of this instruction: one mistake, one diagnostic. */
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

/* The requirement, and after it what was found: of `detail` and its arguments, made only where somebody wants it.
 * Always false. */
#define PTXC_BREAK(evaluation, span, ...) \
    ptxc_evaluation_say(evaluation, span, \
                        (evaluation)->sink ? ptxc_arena_format((evaluation)->sink->arena, __VA_ARGS__) : NULL)
bool ptxc_evaluation_say(const struct ptxc_evaluation *evaluation, struct ptxc_span span, const char *detail);

/* Whether operand `operand` has one of the roles of the constraint. */
bool ptxc_evaluation_concerns(const struct ptxc_evaluation *evaluation, size_t operand);

/* The first value of an operand. */
const struct ptxc_value *ptxc_evaluation_value(const struct ptxc_evaluation *evaluation, size_t operand);

#endif
