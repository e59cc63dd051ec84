/* Expressions in one thread: its indices take the place of the special registers, and what is then constant is
 * computed. Numbers are those that indices and addresses have: not negative, and small.
 */
#include "analysis/values/at_thread.h"

#include "analysis/semantics/events.h"
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

/* Computes an operation on two numbers; false where it has no value, or one that this file does not know. */
static bool compute(unsigned operation, int64_t a, int64_t b, int64_t *result) {
    enum { MOST_BITS = 31 };
    if (a < 0 || b < 0 || a >> MOST_BITS || b >> MOST_BITS)
        return false;
    switch (operation) {
    case PTXC_DO_AND: *result = a & b; return true;
    case PTXC_DO_OR: *result = a | b; return true;
    case PTXC_DO_XOR: *result = a ^ b; return true;
    case PTXC_DO_SHIFT_LEFT: *result = b < MOST_BITS ? a << b : 0; return b < MOST_BITS;
    case PTXC_DO_SHIFT_RIGHT: *result = b < MOST_BITS ? a >> b : 0; return true;
    case PTXC_DO_MULTIPLY: *result = a * b; return true;
    case PTXC_DO_MINIMUM: *result = a < b ? a : b; return true;
    case PTXC_DO_MAXIMUM: *result = a > b ? a : b; return true;
    case PTXC_DO_DIVIDE: *result = b ? a / b : 0; return b != 0;
    case PTXC_DO_REMAINDER: *result = b ? a % b : 0; return b != 0;
    default: return false;
    }
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
