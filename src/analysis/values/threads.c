/* Which threads of a CTA run a step, as its condition tells: comparisons of %tid.x, of the lane, of the warp, and
 * elect.sync. Blocks of more than one dimension are taken for what their code takes them for: %tid.x counts the threads
 * and %tid.x / 32 the warps.
 */
#include "analysis/values/threads.h"

#include "analysis/values/arithmetic.h"
#include "tables/tables.h"

enum { DEEPEST = 12, WARP = 32 };

/* The value of a special register there; false where it is not known. */
static bool special(const struct ptxc_term *term, int64_t thread, int64_t *value) {
    if (ptxc_special_named(term->a, "%tid"))
        *value = term->b == 0 ? thread : 0;
    else if (ptxc_special_named(term->a, "%laneid"))
        *value = thread % WARP;
    else if (ptxc_special_named(term->a, "%warpid"))
        *value = thread / WARP;
    else
        return false;
    return true;
}

/* Computes an operation on two numbers; false where it has no value, or one that is not known. */
static bool compute(unsigned operation, int64_t a, int64_t b, int64_t *result) {
    enum { MOST_BITS = 31 };
    const bool small = a >= 0 && b >= 0 && !(a >> MOST_BITS) && !(b >> MOST_BITS);
    return small && !(operation == PTXC_DO_SHIFT_LEFT && b >= MOST_BITS) &&
           ptxc_integers_fold(operation, 64, false, a, b, result);
}

static bool number_at(const struct ptxc_affines *all, ptxc_affine expression, int64_t thread, unsigned depth,
                      int64_t *number);

/* The number that a term is there, one that is not the same for all threads; false where it is none, or not known. */
static bool number_of(const struct ptxc_affines *all, const struct ptxc_term *term, int64_t thread, unsigned depth,
                      int64_t *number) {
    int64_t a, b;
    if (term->kind == PTXC_TERM_SPECIAL)
        return special(term, thread, number);
    return term->kind == PTXC_TERM_OPERATION && depth > 0 && term->b &&
           number_at(all, term->a, thread, depth - 1, &a) && number_at(all, term->b, thread, depth - 1, &b) &&
           compute(term->operation, a, b, number);
}

/* The linear form there: a constant, and the terms that are the same for all threads. False where it is not known. */
static bool form_at(const struct ptxc_affines *all, ptxc_affine expression, int64_t thread, unsigned depth,
                    struct ptxc_linear *form) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    *form = (struct ptxc_linear){.constant = linear->constant};
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        int64_t number;
        if (term->variance == PTXC_UNIFORM)
            form->parts[form->count++] = linear->parts[i];
        else if (number_of(all, term, thread, depth, &number))
            form->constant =
                (int64_t)((uint64_t)form->constant + (uint64_t)number * (uint64_t)linear->parts[i].coefficient);
        else
            return false;
    }
    return expression != 0;
}

static bool number_at(const struct ptxc_affines *all, ptxc_affine expression, int64_t thread, unsigned depth,
                      int64_t *number) {
    struct ptxc_linear form;
    const bool known = form_at(all, expression, thread, depth, &form);
    *number = form.constant;
    return known && form.count == 0;
}

ptxc_affine ptxc_affine_at_thread(struct ptxc_affines *all, ptxc_affine expression, int64_t thread) {
    struct ptxc_linear form;
    if (!expression || ptxc_affine_variance(all, expression) == PTXC_UNIFORM)
        return expression;
    return form_at(all, expression, thread, DEEPEST, &form) ? ptxc_affine_form(all, &form) : 0;
}

/* Whether the expression is the special register of this name, with coefficient 1 and nothing else. */
static bool is_special(const struct ptxc_affines *all, ptxc_affine expression, const char *name, uint32_t component) {
    const struct ptxc_term *term = ptxc_affine_sole_term(all, expression);
    return term && term->kind == PTXC_TERM_SPECIAL && term->b == component && ptxc_special_named(term->a, name);
}

/* Whether the expression is %tid.x; or the lane: %laneid, or %tid.x & 31. */
static bool is_thread(const struct ptxc_affines *all, ptxc_affine expression) {
    return is_special(all, expression, "%tid", 0);
}
static bool is_lane(const struct ptxc_affines *all, ptxc_affine expression) {
    const struct ptxc_term *term = ptxc_affine_sole_term(all, expression);
    int64_t mask;
    if (is_special(all, expression, "%laneid", 0))
        return true;
    if (!term || term->kind != PTXC_TERM_OPERATION || term->operation != PTXC_DO_AND)
        return false;
    return (ptxc_affine_is_constant(all, term->b, &mask) && mask == 31 && is_thread(all, term->a)) ||
           (ptxc_affine_is_constant(all, term->a, &mask) && mask == 31 && is_thread(all, term->b));
}

/* Whether the term is the predicate of an elect.sync. */
static bool is_elected(const struct ptxc_conditions *conditions, const struct ptxc_term *term) {
    const struct ptxc_program *program = ptxc_conditions_program(conditions);
    return term->kind == PTXC_TERM_RESULT && term->a < program->count &&
           ptxc_step_action(&program->steps[term->a]) == PTXC_ACT_ELECT;
}

/* What the atoms say together. */
struct thread_picture {
    bool one_thread, one_lane, one_warp, warps, unknown;
};

/* Takes a comparison "left == constant" or, negated or of another kind, something weaker. */
static void see_comparison(const struct ptxc_affines *all, const struct ptxc_term *term, bool negated,
                           struct thread_picture *picture, struct ptxc_threads *threads) {
    const unsigned comparison = term->detail & ~(unsigned)PTXC_UNSIGNED_COMPARISON;
    int64_t constant;
    const bool known = ptxc_affine_is_constant(all, term->b, &constant);
    const enum ptxc_variance variance = ptxc_affine_variance(all, term->a);
    if (known && comparison == PTXC_EQ && !negated && is_thread(all, term->a)) {
        picture->one_thread = threads->thread_known = true;
        threads->thread = constant;
    } else if (known && comparison == PTXC_EQ && !negated && is_lane(all, term->a)) {
        picture->one_lane = threads->lane_known = true;
        threads->lane = constant;
    } else if (known && comparison == PTXC_EQ && !negated && variance == PTXC_PER_WARP) {
        picture->one_warp = true;
        threads->warp_known = true;
        threads->warp = constant;
    } else if (known && comparison == PTXC_LT && !negated && is_thread(all, term->a)) {
        threads->below = threads->below == 0 || constant < threads->below ? constant : threads->below;
        picture->one_thread |= constant == 1;
        picture->one_warp |= constant == 32;
        picture->warps |= constant % 32 == 0;
        picture->unknown |= constant % 32 != 0 && constant != 1;
    } else if (known && variance == PTXC_PER_THREAD && is_thread(all, term->a) && comparison == PTXC_LT &&
               constant % 32 == 0) {
        picture->warps = true;
    } else {
        picture->warps |= variance == PTXC_PER_WARP;
        picture->unknown |= variance > PTXC_PER_WARP || ptxc_affine_variance(all, term->b) > PTXC_PER_WARP;
    }
}

/* Takes one atom. */
static void see_atom(const struct ptxc_conditions *conditions, const struct ptxc_atom *atom,
                     struct thread_picture *picture, struct ptxc_threads *threads) {
    const struct ptxc_affines *all = ptxc_conditions_expressions(conditions);
    const struct ptxc_term *term = ptxc_affine_sole_term(all, atom->predicate);
    const enum ptxc_variance variance = ptxc_affine_variance(all, atom->predicate);
    const bool operation = term && term->kind == PTXC_TERM_OPERATION;
    if (term && !atom->negated && is_elected(conditions, term)) {
        picture->one_lane = threads->elected = true;
    } else if (operation && term->operation == PTXC_DO_COMPARE) {
        see_comparison(all, term, atom->negated, picture, threads);
    } else if (!(operation && (term->operation == PTXC_DO_AND || term->operation == PTXC_DO_OR) &&
                 (term->operation == PTXC_DO_OR) == atom->negated)) { /* else both parts are atoms of their own */
        picture->warps |= variance == PTXC_PER_WARP;
        picture->unknown |= variance > PTXC_PER_WARP;
    }
}

struct ptxc_threads ptxc_condition_threads(const struct ptxc_conditions *conditions,
                                           const struct ptxc_condition *condition) {
    struct ptxc_threads threads = {.kind = PTXC_THREADS_ALL};
    struct thread_picture picture = {.unknown = condition->more};
    for (uint8_t i = 0; i < condition->count; i++)
        see_atom(conditions, &condition->atoms[i], &picture, &threads);
    if (picture.one_thread || (picture.one_lane && picture.one_warp))
        threads.kind = PTXC_THREADS_ONE;
    else if (picture.one_lane)
        threads.kind = PTXC_THREADS_PER_WARP;
    else if (picture.unknown)
        threads.kind = PTXC_THREADS_SOME;
    else if (picture.one_warp || picture.warps)
        threads.kind = PTXC_THREADS_WARPS;
    return threads;
}
