/* Values as expressions: constant + coefficient x term + …, each made once, so that equal values have equal ids. What a
 * pointer given here points to neither moves nor changes as long as the arena lives.
 */
#ifndef PTXC_VALUES_AFFINE_H
#define PTXC_VALUES_AFFINE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t ptxc_affine; /* 0: no value is known, not even its identity */

enum ptxc_term_kind {
    PTXC_TERM_SYMBOL,    /* the address of the variable with symbol id a (in its own space) */
    PTXC_TERM_PARAMETER, /* what the formal parameter with symbol id a holds at byte b; the caller's choice, one for all
                            threads of an entry */
    PTXC_TERM_SPECIAL, /* special register: index a of the table of specials (ptxc_special_find), component b (0…3) */
    PTXC_TERM_RESULT,  /* result b of step a, of which nothing more is known */
    PTXC_TERM_PHI,     /* of register key a where block b begins: comes from several places, or goes around a loop */
    PTXC_TERM_OPERATION /* `operation` on the expressions a, b, c; 0: it has fewer */
};

/* How a value differs among the threads of a CTA, as far as is certain. The greatest of the parts counts. */
enum ptxc_variance {
    PTXC_UNIFORM,       /* one for all */
    PTXC_PER_WARP,      /* may differ by warp, not within */
    PTXC_PER_THREAD,    /* tid, laneid in it */
    PTXC_VARIES_UNKNOWN /* nothing is certain */
};

/* Operations of terms beside those of events.def. */
enum ptxc_affine_operation {
    PTXC_EXPR_MAPA = 256, /* the address a in the CTA of rank b */
    PTXC_EXPR_BROADCAST,  /* a as lane b has it */
    PTXC_EXPR_PIECE       /* the bits of a from `detail` on; the width is that of what reads them */
};

struct ptxc_term {
    enum ptxc_term_kind kind;
    uint16_t operation; /* enum ptxc_operation (events.h), or one of PTXC_EXPR_… */
    uint16_t detail;    /* of it: the comparison (enum ptxc_comparison), a space, the width in bits … as the maker
                           wants */
    uint32_t a, b, c;
    uint32_t block; /* the block in which it gets a new value each time (RESULT, PHI; OPERATION: the innermost of its
                       parts), or PTXC_NO_BLOCK: never changes */
    enum ptxc_variance variance;
};

enum ptxc_comparison {
    PTXC_EQ,
    PTXC_NE,
    PTXC_LT,
    PTXC_LE,
    PTXC_GT,
    PTXC_GE
}; /* unsigned ones: + PTXC_UNSIGNED_COMPARISON */
enum { PTXC_UNSIGNED_COMPARISON = 16 };

enum { PTXC_MAX_TERMS = 6 };
struct ptxc_linear {
    int64_t constant;
    uint32_t count;
    struct {
        int64_t coefficient;
        uint32_t term;
    } parts[PTXC_MAX_TERMS]; /* by their terms' ids; no coefficient is 0 */
};

struct ptxc_affines; /* all of one function */

/* NULL without memory. Without memory each function below that makes an expression gives 0. */
struct ptxc_affines *ptxc_affines_make(struct ptxc_arena *arena);

ptxc_affine ptxc_affine_constant(struct ptxc_affines *all, int64_t value);

/* Made once per content; `block` and `variance` are taken from the first that is made of it. */
ptxc_affine ptxc_affine_term(struct ptxc_affines *all, const struct ptxc_term *term);

/* a + b, a x factor, a - b, in 64 bits, with wrap-around. 0 where a part is 0 or there are too many terms: the caller
 * makes a RESULT of it. */
ptxc_affine ptxc_affine_add(struct ptxc_affines *all, ptxc_affine a, ptxc_affine b);
ptxc_affine ptxc_affine_scale(struct ptxc_affines *all, ptxc_affine a, int64_t factor);
ptxc_affine ptxc_affine_subtract(struct ptxc_affines *all, ptxc_affine a, ptxc_affine b);

/* b - a, where that is a constant; false where it is not, or not known. */
bool ptxc_affine_distance(const struct ptxc_affines *all, ptxc_affine a, ptxc_affine b, int64_t *distance);

/* Returns the expression of this form, whose terms are in order and have no coefficient 0. */
ptxc_affine ptxc_affine_form(struct ptxc_affines *all, const struct ptxc_linear *linear);

/* Returns what an id stands for, never NULL. Expression 0 is one term, number 0, of which nothing is known. */
const struct ptxc_linear *ptxc_affine_get(const struct ptxc_affines *all, ptxc_affine expression);
const struct ptxc_term *ptxc_affine_term_get(const struct ptxc_affines *all, uint32_t term);

/* Whether it is a constant, and which (a value of w bits is kept sign-extended from bit w-1). */
bool ptxc_affine_is_constant(const struct ptxc_affines *all, ptxc_affine expression, int64_t *value);

/* Its term, where it is exactly one with coefficient 1 and constant 0, else NULL. */
const struct ptxc_term *ptxc_affine_sole_term(const struct ptxc_affines *all, ptxc_affine expression);

/* Returns the first of its terms that is this operation, whatever its coefficient, or NULL. */
const struct ptxc_term *ptxc_affine_operation(const struct ptxc_affines *all, ptxc_affine expression,
                                              unsigned operation);

enum ptxc_variance ptxc_affine_variance(const struct ptxc_affines *all, ptxc_affine expression);

#endif
