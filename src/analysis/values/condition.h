/* Under which predicates a step runs: what is certain of the thread that runs it. */
#ifndef PTXC_VALUES_CONDITION_H
#define PTXC_VALUES_CONDITION_H

#include "analysis/values/values.h"

/* A predicate that holds, or, negated, that does not. */
struct ptxc_atom {
    ptxc_affine predicate;
    bool negated;
};

enum { PTXC_MAX_ATOMS = 12 };

/* All of the atoms hold. With more than there is room for, some are left out and `more` is set. */
struct ptxc_condition {
    struct ptxc_atom atoms[PTXC_MAX_ATOMS];
    uint8_t count;
    bool more;
    bool never; /* a constant guard says that the step does not run */
};

struct ptxc_conditions;

/* Makes what the functions below ask; NULL without memory. */
struct ptxc_conditions *ptxc_conditions_make(const struct ptxc_program *program, const struct ptxc_graph *graph,
                                             struct ptxc_values *values);

/* Returns the condition of a step: of its block, and its guard. That a loop comes to its end and that a wait succeeds
 * are no conditions: it is what all wait for. */
const struct ptxc_condition *ptxc_condition_of(struct ptxc_conditions *conditions, uint32_t step);

/* Returns what the branch at the end of block `from` says of those that enter block `to` from there; no atom where it
 * says nothing. */
struct ptxc_condition ptxc_condition_of_edge(struct ptxc_conditions *conditions, uint32_t from, uint32_t to);

/* Whether a thread for which one condition has held can never come to where the other holds: what keeps them apart does
 * not change while the function runs. */
bool ptxc_condition_parts(const struct ptxc_conditions *conditions, const struct ptxc_condition *a,
                          const struct ptxc_condition *b);

/* Whether each atom of the condition is the same for all threads of the CTA. */
bool ptxc_condition_is_uniform(const struct ptxc_conditions *conditions, const struct ptxc_condition *condition);

/* Returns what a condition asks for other than which threads there are. */
struct ptxc_condition ptxc_condition_common(const struct ptxc_conditions *conditions,
                                            const struct ptxc_condition *condition);

/* Whether the step runs whenever `when` holds; whether both cannot hold at once for one thread. */
bool ptxc_condition_implies(const struct ptxc_condition *when, const struct ptxc_condition *step);
bool ptxc_condition_excludes(const struct ptxc_conditions *conditions, const struct ptxc_condition *a,
                             const struct ptxc_condition *b);

/* What they are made of. */
const struct ptxc_program *ptxc_conditions_program(const struct ptxc_conditions *conditions);
const struct ptxc_affines *ptxc_conditions_expressions(const struct ptxc_conditions *conditions);

#endif
