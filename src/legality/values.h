/* Constraints on constant operands and elements. */
#ifndef PTXC_VALUES_H
#define PTXC_VALUES_H

#include "legality/evaluation.h"

/* Evaluates VALUE_IN, MULTIPLE_OF, IN_RANGE, NOT_IN_RANGE and UNIT_FRACTION, which look at constant operands. */
bool ptxc_values_check(const struct ptxc_evaluation *evaluation);
/* Evaluates ELEMENT_IN_RANGE, which looks at constant elements of a vector. */
bool ptxc_values_check_elements(const struct ptxc_evaluation *evaluation);
/* Evaluates UP_TO: one constant operand is the upper bound of another. */
bool ptxc_values_check_bound(const struct ptxc_evaluation *evaluation);
/* Evaluates VALUE_FROM: constants in a range that not every target has. */
bool ptxc_values_check_gate(const struct ptxc_evaluation *evaluation);
/* Evaluates MIXED_VECTOR: elements that are no integers. */
bool ptxc_values_check_mixture(const struct ptxc_evaluation *evaluation);

/* Evaluates NOT_BESIDE: an operand without brackets that has one width where another operand has another. */
bool ptxc_values_check_neighbours(const struct ptxc_evaluation *evaluation);

/* Whether operand `i` is a constant in the range of VALUE_FROM. */
bool ptxc_values_is_gated(const struct ptxc_evaluation *evaluation, size_t i);

/* Whether the value is a constant that the constraint forbids. */
bool ptxc_values_is_forbidden(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value);

/* Finds the first operand in one of these roles that is a constant, or NULL. */
const struct ptxc_value *ptxc_values_find_constant(const struct ptxc_evaluation *evaluation,
                                                   const struct ptxc_role_list *roles);

/* Reports what was found in place of the value that is required, once for each value. Always returns false. */
bool ptxc_values_break(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value);

#endif
