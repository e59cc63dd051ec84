/* Moves: see arithmetic.h. */
#include "analysis/values/arithmetic.h"

#include "tables/tables.h"

/* Returns a value in another width. A constant is exact; of another value only what is at least 32 bits wide is known
 * to stay.
 */
static ptxc_affine convert(const struct ptxc_computation *c) {
    const enum ptxc_type to = ptxc_word_first_type(c->word, c->length), from = ptxc_word_type(c->word, c->length);
    int64_t value;
    if (!ptxc_type_is_integer(to) || !ptxc_type_is_integer(from) || c->count != 1 ||
        ptxc_word_has(c->word, c->length, ".sat"))
        return ptxc_operation_opaque(c);
    const bool is_signed = ptxc_types[from].kind == PTXC_KIND_SIGNED;
    const unsigned width = ptxc_types[to].width;
    if (ptxc_affine_is_constant(c->all, c->inputs[0], &value))
        return ptxc_fit(c, ptxc_affine_constant(c->all, ptxc_extend(value, ptxc_types[from].width, is_signed)), width);
    return width >= 32 && ptxc_types[from].width >= 32 ? ptxc_fit(c, c->inputs[0], width) : ptxc_operation_opaque(c);
}

/* Returns the generic address of something in a space: that of the variable in it, and what is added to it. */
static ptxc_affine to_generic(const struct ptxc_computation *c) {
    const enum ptxc_space space = ptxc_word_space(c->word, c->length);
    const struct ptxc_linear linear = *ptxc_affine_get(c->all, c->inputs[0]);
    ptxc_affine base = ptxc_affine_subtract(c->all, c->inputs[0], ptxc_affine_constant(c->all, linear.constant));
    for (uint32_t i = 0; i < linear.count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(c->all, linear.parts[i].term);
        if (term->kind == PTXC_TERM_SYMBOL && linear.parts[i].coefficient == 1) {
            base = ptxc_affine_term(
                c->all, &(struct ptxc_term){.kind = PTXC_TERM_SYMBOL, .a = term->a, .block = PTXC_NO_BLOCK});
            break;
        }
    }
    const ptxc_affine rest = ptxc_affine_subtract(c->all, c->inputs[0], base);
    if (!rest)
        return 0;
    return ptxc_affine_add(c->all, ptxc_operation_make(c, PTXC_DO_TO_GENERIC, (unsigned)space, base, 0, 0), rest);
}

/* Returns the address in its space. Of one that was not made generic here nothing is known but that it is in the space:
 * it stays what it is. */
static ptxc_affine from_generic(const struct ptxc_computation *c) {
    const enum ptxc_space space = ptxc_word_space(c->word, c->length);
    const struct ptxc_linear linear = *ptxc_affine_get(c->all, c->inputs[0]);
    for (uint32_t i = 0; i < linear.count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(c->all, linear.parts[i].term);
        if (term->kind != PTXC_TERM_OPERATION || term->operation != PTXC_DO_TO_GENERIC ||
            linear.parts[i].coefficient != 1)
            continue;
        if (term->detail != (unsigned)space)
            return ptxc_operation_opaque(c);
        const struct ptxc_term copy = *term;
        return ptxc_affine_add(c->all, ptxc_affine_subtract(c->all, c->inputs[0], ptxc_affine_term(c->all, &copy)),
                               copy.a);
    }
    return c->inputs[0];
}

ptxc_affine ptxc_moves_map(const struct ptxc_computation *c) {
    if (c->count < 2 || c->results != 1)
        return 0;
    const ptxc_affine offset = ptxc_affine_constant(c->all, ptxc_affine_get(c->all, c->inputs[0])->constant);
    const ptxc_affine base = ptxc_affine_subtract(c->all, c->inputs[0], offset);
    return base ? ptxc_affine_add(c->all, ptxc_operation_make(c, PTXC_EXPR_MAPA, 0, base, c->inputs[1], 0), offset) : 0;
}

/* Returns a value of another lane: where all lanes of the warp have one, it is that, whatever the lane; where all ask
 * for one lane, all get one. */
static ptxc_affine shuffle(const struct ptxc_computation *c) {
    int64_t clamp;
    if (c->result != 0 || c->count < 3 || c->inputs_in_vector)
        return 0;
    if (ptxc_affine_variance(c->all, c->inputs[0]) <= PTXC_PER_WARP)
        return c->inputs[0];
    if (!ptxc_word_has(c->word, c->length, ".idx") || ptxc_affine_variance(c->all, c->inputs[1]) > PTXC_PER_WARP ||
        !ptxc_affine_is_constant(c->all, c->inputs[2], &clamp) || clamp != 31)
        return 0;
    return ptxc_operation_of_warp(c, PTXC_EXPR_BROADCAST, 0, c->inputs[0], c->inputs[1]);
}

/* Returns the bits of a value from `place` on, `width` of them. */
static ptxc_affine piece(const struct ptxc_computation *c, ptxc_affine value, unsigned place, unsigned width) {
    int64_t constant;
    if (ptxc_affine_is_constant(c->all, value, &constant))
        return ptxc_fit(c, ptxc_affine_constant(c->all, (int64_t)((uint64_t)constant >> place)), width);
    if (place == 0 && width >= 32)
        return ptxc_fit(c, value, width);
    return ptxc_operation_make(c, PTXC_EXPR_PIECE, place, value, 0, 0);
}

/* One of the registers into which a value is taken apart: what it was put together of, or a piece of it. */
static ptxc_affine unpack(const struct ptxc_computation *c, unsigned width) {
    const struct ptxc_term *term = ptxc_affine_sole_term(c->all, c->inputs[0]);
    if (width % c->results != 0 || c->results > 4)
        return 0;
    if (c->results == 2 && term && term->kind == PTXC_TERM_OPERATION && term->operation == PTXC_DO_MOVE &&
        term->detail == width)
        return c->result ? term->b : term->a;
    return piece(c, c->inputs[0], width / c->results * c->result, width / c->results);
}

/* Two values put together. */
static ptxc_affine pack(const struct ptxc_computation *c, unsigned width) {
    int64_t low, high;
    if (c->count != 2 || width > 64 || width < 16)
        return 0;
    const unsigned half = width / 2;
    const bool known = ptxc_affine_is_constant(c->all, c->inputs[0], &low);
    if (!ptxc_affine_is_constant(c->all, c->inputs[1], &high))
        return ptxc_operation_make(c, PTXC_DO_MOVE, width, c->inputs[0], c->inputs[1], 0);
    if (known) {
        const uint64_t bits = (uint64_t)high << half | (uint64_t)ptxc_extend(low, half, false);
        return ptxc_fit(c, ptxc_affine_constant(c->all, (int64_t)bits), width);
    }
    return high == 0 && half >= 32 ? c->inputs[0]
                                   : ptxc_operation_make(c, PTXC_DO_MOVE, width, c->inputs[0], c->inputs[1], 0);
}

static ptxc_affine move(const struct ptxc_computation *c) {
    const enum ptxc_type type = ptxc_word_type(c->word, c->length);
    const unsigned width = ptxc_types[type].width;
    if (c->inputs_in_vector)
        return c->results == 1 ? pack(c, width) : 0;
    if (c->count == 1 && c->results == 1 && type == PTXC_TYPE_NONE)
        return c->inputs[0]; /* an argument or a result of a call */
    if (c->count != 1 || width == 0)
        return 0;
    return c->results == 1 ? ptxc_fit(c, c->inputs[0], width) : unpack(c, width);
}

ptxc_affine ptxc_moves_compute(const struct ptxc_computation *computation) {
    const bool plain = computation->results == 1 && computation->count == 1 && !computation->inputs_in_vector;
    switch (computation->operation) {
    case PTXC_DO_MOVE: return move(computation);
    case PTXC_DO_CONVERT: return convert(computation);
    case PTXC_DO_TO_GENERIC: return plain ? to_generic(computation) : 0;
    case PTXC_DO_FROM_GENERIC: return plain ? from_generic(computation) : 0;
    default: return shuffle(computation);
    }
}
