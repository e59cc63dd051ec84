/* Arithmetic: see arithmetic.h; here that on integers and predicates. A value of w bits is kept sign-extended. What is
 * no constant is taken not to wrap around where it is made wider, as addresses never do in code that works.
 */
#include "analysis/values/arithmetic.h"

#include "tables/tables.h"

/* selp: the third input chooses. */
static ptxc_affine choose(const struct ptxc_computation *c) {
    return c->count == 3 && c->results == 1 && !c->inputs_in_vector
               ? ptxc_predicate_select(c, c->inputs[2], c->inputs[0], c->inputs[1])
               : 0;
}

ptxc_affine ptxc_arithmetic_compute(const struct ptxc_computation *computation) {
    switch (computation->operation) {
    case PTXC_DO_MOVE:
    case PTXC_DO_CONVERT:
    case PTXC_DO_TO_GENERIC:
    case PTXC_DO_FROM_GENERIC:
    case PTXC_DO_SHUFFLE: return ptxc_moves_compute(computation);
    case PTXC_DO_COMPARE: return ptxc_comparison_compute(computation);
    case PTXC_DO_SELECT: return choose(computation);
    case PTXC_DO_COMPUTE: return ptxc_operation_opaque(computation);
    default: return ptxc_integers_compute(computation);
    }
}

/* What integer instructions have in common: the width, the sign, and inputs as they are kept. */
struct integers {
    const struct ptxc_computation *computation;
    unsigned width;
    bool is_signed;
    bool constant[2];
    int64_t value[2];
    ptxc_affine a, b;
};

/* Returns an operation whose operands go by their ids where their order is all one, constants last. */
static ptxc_affine operate(const struct integers *i, unsigned detail, bool commutes) {
    const struct ptxc_computation *c = i->computation;
    const bool swap = commutes && (i->constant[0] || (!i->constant[1] && i->a > i->b));
    ptxc_affine made = ptxc_operation_make(c, c->operation, detail, swap ? i->b : i->a, swap ? i->a : i->b, 0);
    return made;
}

/* a x b, in the width of the operands or, with .wide, twice that. */
static ptxc_affine multiply(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    if (ptxc_word_has(c->word, c->length, ".hi"))
        return 0;
    const bool wide = ptxc_word_has(c->word, c->length, ".wide");
    const unsigned width = wide ? 2 * i->width : i->width;
    ptxc_affine inputs[2] = {i->a, i->b};
    int64_t factor[2] = {i->value[0], i->value[1]};
    for (int k = 0; k < 2; k++) {
        if (!wide || !i->constant[k])
            continue;
        factor[k] = ptxc_extend(factor[k], i->width, i->is_signed);
        inputs[k] = ptxc_affine_constant(c->all, factor[k]);
    }
    if (i->constant[1])
        return ptxc_fit(c, ptxc_affine_scale(c->all, inputs[0], factor[1]), width);
    if (i->constant[0])
        return ptxc_fit(c, ptxc_affine_scale(c->all, inputs[1], factor[0]), width);
    const unsigned detail = width | (wide && i->is_signed ? PTXC_DETAIL_SIGNED : 0u);
    const bool swap = i->a > i->b;
    return ptxc_operation_make(c, PTXC_DO_MULTIPLY, detail, swap ? i->b : i->a, swap ? i->a : i->b, 0);
}

static ptxc_affine multiply_add(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    const bool wide = ptxc_word_has(c->word, c->length, ".wide");
    ptxc_affine product = c->count == 3 ? multiply(i) : 0;
    return product ? ptxc_fit(c, ptxc_affine_add(c->all, product, c->inputs[2]), wide ? 2 * i->width : i->width) : 0;
}

/* Whether both are the same, or one is all zeros or all ones: then *result is what comes out. */
static bool fold_bits(const struct integers *i, ptxc_affine *result) {
    const struct ptxc_computation *c = i->computation;
    const int64_t ones = i->width == 1 ? 1 : -1;
    const enum ptxc_operation operation = c->operation;
    if (i->a == i->b) {
        *result = operation == PTXC_DO_XOR ? ptxc_affine_constant(c->all, 0) : i->a;
        return true;
    }
    for (int k = 0; k < 2; k++) {
        const ptxc_affine other = k ? i->a : i->b, same = k ? i->b : i->a;
        if (i->constant[k] && i->value[k] == (operation == PTXC_DO_AND ? ones : 0))
            *result = other;
        else if (i->constant[k] && operation != PTXC_DO_XOR && i->value[k] == (operation == PTXC_DO_AND ? 0 : ones))
            *result = same;
        else
            continue;
        return true;
    }
    return false;
}

/* Whether the expression is an index of the thread, which warps share from bit 5 on. */
static bool is_thread_index(const struct ptxc_computation *c, ptxc_affine expression) {
    const struct ptxc_term *term = ptxc_affine_sole_term(c->all, expression);
    return term && term->kind == PTXC_TERM_SPECIAL && ptxc_special_named(term->a, "%tid");
}

static ptxc_affine bits(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    ptxc_affine result;
    if (fold_bits(i, &result))
        return ptxc_fit(c, result, i->width);
    if (c->operation == PTXC_DO_AND && i->constant[1] && (i->value[1] & 31) == 0 && is_thread_index(c, i->a))
        return ptxc_operation_of_warp(c, PTXC_DO_AND, i->width, i->a, i->b);
    return operate(i, i->width, true);
}

static ptxc_affine shift_left(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    if (!i->constant[1])
        return operate(i, i->width, false);
    const uint64_t by = (uint32_t)i->value[1];
    if (by >= i->width)
        return ptxc_affine_constant(c->all, 0);
    return ptxc_fit(c, ptxc_affine_scale(c->all, i->a, (int64_t)((uint64_t)1 << by)), i->width);
}

static ptxc_affine shift_right(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    const unsigned detail = i->width | (i->is_signed ? PTXC_DETAIL_SIGNED : 0u);
    const uint64_t by = (uint32_t)i->value[1];
    if (!i->constant[1])
        return operate(i, detail, false);
    if (by == 0)
        return i->a;
    if (by >= 5 && is_thread_index(c, i->a))
        return ptxc_operation_of_warp(c, PTXC_DO_SHIFT_RIGHT, detail, i->a, i->b);
    return operate(i, detail, false);
}

static ptxc_affine order(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    const unsigned detail = i->width | (i->is_signed ? PTXC_DETAIL_SIGNED : 0u);
    const bool lesser = c->operation == PTXC_DO_MINIMUM || c->operation == PTXC_DO_MAXIMUM;
    if (lesser && i->a == i->b)
        return i->a;
    if (c->operation == PTXC_DO_DIVIDE && i->constant[1] && i->value[1] == 1)
        return i->a;
    if (c->operation == PTXC_DO_DIVIDE && i->constant[1] && i->value[1] != 0 && i->value[1] % 32 == 0 &&
        is_thread_index(c, i->a))
        return ptxc_operation_of_warp(c, PTXC_DO_DIVIDE, detail, i->a, i->b);
    return operate(i, detail, lesser);
}

/* Returns the bits of a constant from place b on, as many as the third input says. */
static ptxc_affine bit_field(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    int64_t length;
    if (c->count != 3 || i->is_signed || !i->constant[0] || !i->constant[1] ||
        !ptxc_affine_is_constant(c->all, c->inputs[2], &length))
        return ptxc_operation_opaque(c);
    const unsigned from = (unsigned)i->value[1] & 255, bits_taken = (unsigned)length & 255;
    const uint64_t value = (uint64_t)ptxc_extend(i->value[0], i->width, false);
    const uint64_t shifted = from < 64 ? value >> from : 0;
    const uint64_t taken = bits_taken < 64 ? shifted & (((uint64_t)1 << bits_taken) - 1) : shifted;
    return ptxc_fit(c, ptxc_affine_constant(c->all, (int64_t)taken), i->width);
}

/* Not: of bits it is -x - 1. */
static ptxc_affine invert(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    if (i->width == 1)
        return ptxc_predicate_not(c, i->a);
    return ptxc_fit(c, ptxc_affine_subtract(c->all, ptxc_affine_constant(c->all, -1), i->a), i->width);
}

bool ptxc_integers_fold(unsigned operation, unsigned width, bool is_signed, int64_t a, int64_t b, int64_t *result) {
    const int64_t x = ptxc_extend(a, width, is_signed), y = ptxc_extend(b, width, is_signed);
    const uint64_t first = (uint64_t)x, second = (uint64_t)y, by = (uint32_t)b;
    const bool less = is_signed ? x < y : first < second, divides = y != 0 && !(is_signed && y == -1);
    switch (operation) {
    case PTXC_DO_AND: *result = x & y; return true;
    case PTXC_DO_OR: *result = x | y; return true;
    case PTXC_DO_XOR: *result = x ^ y; return true;
    case PTXC_DO_MINIMUM: *result = less ? x : y; return true;
    case PTXC_DO_MAXIMUM: *result = less ? y : x; return true;
    case PTXC_DO_MULTIPLY: *result = (int64_t)(first * second); return true;
    case PTXC_DO_SHIFT_LEFT: *result = by < width ? (int64_t)(first << by) : 0; return true;
    case PTXC_DO_SHIFT_RIGHT:
        *result = is_signed ? x >> (by < 63 ? by : 63) : by < 64 ? (int64_t)(first >> by) : 0;
        return true;
    case PTXC_DO_DIVIDE:
        if (divides)
            *result = is_signed ? x / y : (int64_t)(first / second);
        return divides;
    case PTXC_DO_REMAINDER:
        if (divides)
            *result = is_signed ? x % y : (int64_t)(first % second);
        return divides;
    default: return false;
    }
}

static ptxc_affine compute_integers(const struct integers *i) {
    const struct ptxc_computation *c = i->computation;
    const bool constant = i->constant[0] && i->constant[1] && c->operation != PTXC_DO_MULTIPLY;
    int64_t folded;
    if (constant && ptxc_integers_fold(c->operation, i->width, i->is_signed, i->value[0], i->value[1], &folded))
        return ptxc_fit(c, ptxc_affine_constant(c->all, folded), i->width);
    switch (c->operation) {
    case PTXC_DO_ADD: return ptxc_fit(c, ptxc_affine_add(c->all, i->a, i->b), i->width);
    case PTXC_DO_SUBTRACT: return ptxc_fit(c, ptxc_affine_subtract(c->all, i->a, i->b), i->width);
    case PTXC_DO_NEGATE: return ptxc_fit(c, ptxc_affine_scale(c->all, i->a, -1), i->width);
    case PTXC_DO_NOT: return invert(i);
    case PTXC_DO_MULTIPLY: return multiply(i);
    case PTXC_DO_MULTIPLY_ADD: return multiply_add(i);
    case PTXC_DO_AND:
    case PTXC_DO_OR:
    case PTXC_DO_XOR: return bits(i);
    case PTXC_DO_SHIFT_LEFT: return shift_left(i);
    case PTXC_DO_SHIFT_RIGHT: return shift_right(i);
    case PTXC_DO_BIT_FIELD: return bit_field(i);
    default: return order(i);
    }
}

ptxc_affine ptxc_integers_compute(const struct ptxc_computation *c) {
    const enum ptxc_type type = ptxc_word_type(c->word, c->length);
    const unsigned width = ptxc_types[type].width;
    const bool unary = c->operation == PTXC_DO_NEGATE || c->operation == PTXC_DO_NOT;
    if ((!ptxc_type_is_integer(type) && type != PTXC_TYPE_PRED) || width > 64 || c->count < (unary ? 1 : 2) ||
        c->results != 1 || c->inputs_in_vector || ptxc_word_has(c->word, c->length, ".sat"))
        return ptxc_operation_opaque(c);
    struct integers i = {.computation = c, .width = width, .is_signed = ptxc_types[type].kind == PTXC_KIND_SIGNED};
    const bool shift =
        c->operation == PTXC_DO_SHIFT_LEFT || c->operation == PTXC_DO_SHIFT_RIGHT || c->operation == PTXC_DO_BIT_FIELD;
    i.a = ptxc_fit(c, c->inputs[0], width);
    i.b = unary ? i.a : shift ? c->inputs[1] : ptxc_fit(c, c->inputs[1], width);
    i.constant[0] = ptxc_affine_is_constant(c->all, i.a, &i.value[0]);
    i.constant[1] = ptxc_affine_is_constant(c->all, i.b, &i.value[1]);
    const ptxc_affine result = i.a && i.b ? compute_integers(&i) : 0;
    return result ? result : ptxc_operation_opaque(c);
}
