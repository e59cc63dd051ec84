/* What registers hold, found when asked: definitions are followed backwards, as in SSA construction on the fly. */
#ifndef PTXC_VALUES_VALUES_H
#define PTXC_VALUES_VALUES_H

#include "analysis/values/affine.h"
#include "analysis/program/graph.h"

struct ptxc_values;
struct ptxc_definitions;

/* NULL without memory. */
struct ptxc_values *ptxc_values_make(struct ptxc_program *program, const struct ptxc_graph *graph);

/* What they are of, and made of. */
struct ptxc_program *ptxc_values_program(const struct ptxc_values *values);
struct ptxc_step *ptxc_values_step(const struct ptxc_values *values, uint32_t step);
struct ptxc_affines *ptxc_values_expressions(const struct ptxc_values *values);
struct ptxc_definitions *ptxc_values_definitions(const struct ptxc_values *values);

/* Returns what `value`, an operand of step `step`, holds just before the step; its own offset (+16) is added. A
 * variable's name is its address. PTXC_FLAG_NOT of a predicate is not looked at: the caller does. Never 0 but without
 * memory: what is not known is a RESULT or PHI term. In a step with a guard a register holds what the same guard gave
 * it. */
ptxc_affine ptxc_values_of(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value);

/* Returns what comes into a PHI term from predecessor `input` of its block; 0 from their count on. */
ptxc_affine ptxc_values_phi(struct ptxc_values *values, const struct ptxc_term *term, uint32_t input);

/* Whether the value of the expression may change while the loop runs (some term gets a new value in one of its blocks).
 */
bool ptxc_values_change_in(const struct ptxc_values *values, ptxc_affine expression, uint32_t loop);

/* What a predicate operand says, as a predicate that holds or, with *negated, does not: a '!' before it, not.pred and
 * the comparisons come out in one way, so that p and !p of one comparison meet. A constant is 0 or 1, never negated.
 * False where nothing is known of it. */
bool ptxc_values_predicate(struct ptxc_values *values, uint32_t step, const struct ptxc_value *predicate,
                           ptxc_affine *atom, bool *negated);

/* Makes the predicate below a not of one that is part of another; *negated is reversed where there was one. */
ptxc_affine ptxc_values_positive(const struct ptxc_values *values, ptxc_affine predicate, bool *negated);

/* Whether the loops around two steps turn as often as each other only if the caller gives parameters that agree: the
 * loops around each hang on one on which those around the other do not. False where there are too many to be compared.
 */
bool ptxc_loop_counts_differ(struct ptxc_values *values, const struct ptxc_graph *graph, uint32_t step, uint32_t other);

/* Writes what the value of the operand at an offset of the source is, as far as the text of its function says: "tile +
 * 16 * %tid.x", and the alignment that follows. `program` has what it is to be made of, and is made. It keeps the
 * contract of snprintf, and gives 0 where nothing is known. value_words.c has it. */
size_t ptxc_value_describe(struct ptxc_program *program, struct ptxc_environment environment, uint32_t offset,
                           char *buffer, size_t size);

#endif
