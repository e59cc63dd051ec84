/* The #if lines around a place, and what they say about the target. Only simple conditions count: comparisons of
 * __CUDA_ARCH__ with numbers, whether it and the feature macros are defined, constants, macros that the caller defines
 * or undefines, joined by !, && and ||. From all else nothing follows.
 */
#ifndef PTXC_CONDITION_H
#define PTXC_CONDITION_H

#include "host/c/defines.h"
#include "host/common/snippet.h"

enum { PTXC_MAX_CONDITIONS = 64 };

/* One open #if. */
struct ptxc_host_condition {
    struct ptxc_facts outside; /* around the #if */
    struct ptxc_facts before;  /* what holds where no branch so far was taken */
    struct ptxc_facts inside;  /* in the present branch */
    uint32_t branch;           /* the present one: branches are numbered as they begin, from 1 on */
    bool exact;                /* for each target it is known whether the present branch is compiled */
};

struct ptxc_host_conditions {
    struct ptxc_host_condition open[PTXC_MAX_CONDITIONS];
    size_t depth;               /* may be larger than the array: nothing is known of the branches that deep */
    uint32_t branches;          /* how many have begun */
    struct ptxc_facts given;    /* by the macros of the caller */
    struct ptxc_facts selected; /* by the macros that select by the target around this place */
    const struct ptxc_defines *defines;
};

/* Begins at the start of a source, outside of any #if, with the macros of the caller, which may be NULL. */
void ptxc_conditions_begin(struct ptxc_host_conditions *conditions, const struct ptxc_defines *defines);

/* Follows the line into, over or out of its branch. */
void ptxc_conditions_follow(struct ptxc_host_conditions *conditions, const char *source, struct ptxc_span span);

/* Returns what holds here. */
struct ptxc_facts ptxc_conditions_facts(const struct ptxc_host_conditions *conditions);

/* Adds what else is known here. */
void ptxc_conditions_narrow(struct ptxc_host_conditions *conditions, struct ptxc_facts facts);

/* Whether one of the open branches that began after `branch` is compiled or not as nobody knows here. */
bool ptxc_conditions_undecided(const struct ptxc_host_conditions *conditions, uint32_t branch);

/* Whether this is inside the branch that was the innermost of `depth` and is `branch`. */
bool ptxc_conditions_is_inside(const struct ptxc_host_conditions *conditions, size_t depth, uint32_t branch);

/* What follows about the target where the condition of an `if` of the language holds, and where it fails, if what is
 * compared there is the number of the target whose name it has: `arch >= 900`, `SM::version >= 90`. */
void ptxc_condition_guess(const char *source, struct ptxc_span condition, struct ptxc_facts *holds,
                          struct ptxc_facts *fails);

#endif
