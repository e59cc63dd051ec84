/* The #if lines around a place, and what they say about the target. Only simple conditions count: comparisons of
 * __CUDA_ARCH__ with numbers, whether it and the feature macros are defined, constants, joined by !, && and ||. From
 * all else nothing follows.
 */
#ifndef PTXC_CONDITION_H
#define PTXC_CONDITION_H

#include "host/snippet.h"

enum { PTXC_MAX_CONDITIONS = 64 };

/* One open #if. */
struct ptxc_condition {
    struct ptxc_facts outside; /* around the #if */
    struct ptxc_facts before;  /* what holds where no branch so far was taken */
    struct ptxc_facts inside;  /* in the present branch */
};

struct ptxc_conditions {
    struct ptxc_condition open[PTXC_MAX_CONDITIONS];
    size_t depth; /* may be larger than the array: nothing is known of the branches that deep */
};

enum ptxc_directive {
    PTXC_DIRECTIVE_OTHER,
    PTXC_DIRECTIVE_IF,   /* #if, #ifdef, #ifndef */
    PTXC_DIRECTIVE_ELIF, /* #elif, #elifdef, #elifndef */
    PTXC_DIRECTIVE_ELSE,
    PTXC_DIRECTIVE_ENDIF
};

/* What the preprocessor line at `span` is. */
enum ptxc_directive ptxc_directive_find(const char *source, struct ptxc_span span);

/* Follows the line into, over or out of its branch. */
void ptxc_conditions_follow(struct ptxc_conditions *conditions, const char *source, struct ptxc_span span);

/* What holds here. */
struct ptxc_facts ptxc_conditions_facts(const struct ptxc_conditions *conditions);

/* What follows about the target where the condition of an `if` of the language holds, and where it fails, if what is
 * compared there is the number of the target whose name it has: `arch >= 900`, `SM::version >= 90`. */
void ptxc_condition_guess(const char *source, struct ptxc_span condition, struct ptxc_facts *holds,
                          struct ptxc_facts *fails);

/* What holds where both hold. */
struct ptxc_facts ptxc_facts_meet(struct ptxc_facts left, struct ptxc_facts right);

#endif
