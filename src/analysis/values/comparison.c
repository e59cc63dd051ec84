/* Comparisons: see arithmetic.h. All that are no equality are made of "less": a <= b is not b < a, and a constant goes
 * to the right side.
 */
#include "analysis/values/arithmetic.h"

#include "tables/tables.h"

enum { OF_TYPE, UNSIGNED };
static const struct ptxc_comparison_row rows[] = {
#define COMPARISON(word, comparison, sign) {word, comparison, sign},
#include "arithmetic.def"
};

const struct ptxc_comparison_row *ptxc_comparison_find(const char *word, size_t length) {
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        if (ptxc_word_has(word, length, rows[i].word))
            return &rows[i];
    return NULL;
}

/* Returns the predicate that "a == constant" is, where a was chosen by one among two constants; 0: it was not. */
static ptxc_affine chosen(const struct ptxc_computation *c, ptxc_affine a, int64_t constant) {
    const struct ptxc_term *term = ptxc_affine_sole_term(c->all, a);
    int64_t first, second;
    if (!term || term->kind != PTXC_TERM_OPERATION || term->operation != PTXC_DO_SELECT ||
        !ptxc_affine_is_constant(c->all, term->b, &first) || !ptxc_affine_is_constant(c->all, term->c, &second))
        return 0;
    if (first == constant)
        return term->a;
    return second == constant ? ptxc_predicate_not(c, term->a) : ptxc_affine_constant(c->all, 0);
}

static ptxc_affine equal(const struct ptxc_computation *c, unsigned width, ptxc_affine a, ptxc_affine b) {
    int64_t value;
    const ptxc_affine difference = ptxc_affine_subtract(c->all, a, b);
    if (difference && ptxc_affine_is_constant(c->all, difference, &value))
        return ptxc_affine_constant(c->all, ptxc_extend(value, width, true) == 0);
    if (ptxc_affine_is_constant(c->all, a, &value) || (!ptxc_affine_is_constant(c->all, b, &value) && a > b)) {
        const ptxc_affine left = a;
        a = b;
        b = left;
    }
    if (ptxc_affine_is_constant(c->all, b, &value)) {
        const ptxc_affine offset = ptxc_affine_constant(c->all, ptxc_affine_get(c->all, a)->constant);
        a = ptxc_affine_subtract(c->all, a, offset);
        b = ptxc_fit(c, ptxc_affine_subtract(c->all, b, offset), width);
        if (!a || !b)
            return 0;
        ptxc_affine_is_constant(c->all, b, &value);
        const ptxc_affine predicate = chosen(c, a, value);
        if (predicate)
            return predicate;
    }
    return ptxc_operation_make(c, PTXC_DO_COMPARE, PTXC_EQ, a, b, 0);
}

static ptxc_affine less(const struct ptxc_computation *c, unsigned width, bool is_signed, ptxc_affine a,
                        ptxc_affine b) {
    const unsigned detail = is_signed ? PTXC_LT : (unsigned)PTXC_LT + PTXC_UNSIGNED_COMPARISON;
    int64_t left, right;
    const bool left_known = ptxc_affine_is_constant(c->all, a, &left);
    const bool right_known = ptxc_affine_is_constant(c->all, b, &right);
    left = ptxc_extend(left, width, is_signed);
    right = ptxc_extend(right, width, is_signed);
    if (left_known && right_known)
        return ptxc_affine_constant(c->all, is_signed ? left < right : (uint64_t)left < (uint64_t)right);
    if (a == b || (right_known && right == 0 && !is_signed))
        return ptxc_affine_constant(c->all, 0);
    const int64_t greatest = ptxc_extend(is_signed ? INT64_MAX : -1, width, false) >> (is_signed && width < 64);
    if (!left_known)
        return ptxc_operation_make(c, PTXC_DO_COMPARE, detail, a, b, 0);
    if (left == greatest)
        return ptxc_affine_constant(c->all, 0);
    const ptxc_affine next = ptxc_fit(c, ptxc_affine_constant(c->all, left + 1), width);
    return ptxc_predicate_not(c, ptxc_operation_make(c, PTXC_DO_COMPARE, detail, b, next, 0));
}

/* Joins the comparison with a third predicate. */
static ptxc_affine join(const struct ptxc_computation *c, ptxc_affine predicate) {
    const ptxc_affine other = ptxc_fit(c, c->inputs[2], 1);
    const bool both = ptxc_word_has(c->word, c->length, ".and");
    int64_t value;
    for (int i = 0; i < 2; i++) {
        const ptxc_affine one = i ? other : predicate, rest = i ? predicate : other;
        if (!ptxc_affine_is_constant(c->all, one, &value))
            continue;
        if (ptxc_word_has(c->word, c->length, ".xor"))
            return value ? ptxc_predicate_not(c, rest) : rest;
        return (value != 0) == both ? rest : one;
    }
    const enum ptxc_operation operation = both                                       ? PTXC_DO_AND
                                          : ptxc_word_has(c->word, c->length, ".or") ? PTXC_DO_OR
                                                                                     : PTXC_DO_XOR;
    if (predicate == other && operation != PTXC_DO_XOR)
        return predicate;
    const bool swap = predicate > other;
    return ptxc_operation_make(c, operation, 1, swap ? other : predicate, swap ? predicate : other, 0);
}

ptxc_affine ptxc_comparison_compute(const struct ptxc_computation *c) {
    const enum ptxc_type type = ptxc_word_type(c->word, c->length);
    const unsigned width = ptxc_types[type].width;
    const struct ptxc_comparison_row *row = ptxc_comparison_find(c->word, c->length);
    if (!ptxc_type_is_integer(type) || width > 64 || !row || c->count < 2 || c->count > 3 || c->inputs_in_vector ||
        c->results > 2)
        return c->result == 0 ? ptxc_operation_opaque(c) : 0;
    const bool is_signed = ptxc_types[type].kind == PTXC_KIND_SIGNED && !row->is_unsigned;
    const enum ptxc_comparison comparison = row->comparison;
    const bool swapped = comparison == PTXC_GT || comparison == PTXC_LE;
    const bool negated = comparison == PTXC_NE || comparison == PTXC_GE || comparison == PTXC_LE;
    const ptxc_affine a = ptxc_fit(c, c->inputs[swapped], width), b = ptxc_fit(c, c->inputs[!swapped], width);
    if (!a || !b)
        return 0;
    const bool equality = comparison == PTXC_EQ || comparison == PTXC_NE;
    ptxc_affine predicate = equality ? equal(c, width, a, b) : less(c, width, is_signed, a, b);
    if (predicate && negated != (c->result == 1))
        predicate = ptxc_predicate_not(c, predicate);
    return predicate && c->count == 3 ? join(c, predicate) : predicate;
}
