/* Vectors: how many elements they have, of which types, and which types may stand next to each other. How many and
 * which is in operands.def. Which types may be mixed is a rule of the assembler that no table could hold: it was found
 * by trying all triples of types on ptxas 13.0, and is coded below as the comparison of each element with the one
 * before it.
 */
#include "legality/vector_fit.h"

#include <string.h>

/* The kinds of elements that have occurred in the vector. */
struct elements {
    bool special;  /* a special register */
    bool constant; /* an integer or floating-point constant */
};

/* Decides whether the type goes with elements of this width, as an integer or as one of the companions of the row. */
static bool type_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row) {
    if (value->flags & PTXC_FLAG_WHOLE)
        return false;
    return (ptxc_type_is_integer(value->type) && ptxc_types[value->type].width == row->width) ||
           (row->companions >> value->type & 1);
}

/* Decides whether the row takes this element by itself, and notes in `seen` which kinds have occurred. */
static bool element_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row, struct elements *seen) {
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return type_fits(value, row);
    case PTXC_VALUE_VARIABLE:
        return (row->shapes & PTXC_SHAPE_VARIABLE) && !(value->flags & PTXC_FLAG_ARRAY) && type_fits(value, row);
    case PTXC_VALUE_SPECIAL:
        seen->special = true;
        return (row->shapes & PTXC_SHAPE_SPECIAL) && type_fits(value, row) &&
               (value->type != PTXC_TYPE_PRED || (row->shapes & PTXC_SHAPE_SINK)); /* a predicate among results */
    case PTXC_VALUE_INTEGER: seen->constant = true; return row->shapes & PTXC_SHAPE_IMMEDIATE;
    case PTXC_VALUE_REAL: seen->constant = true; return row->constants >> value->type & 1;
    case PTXC_VALUE_SINK: return row->shapes & PTXC_SHAPE_SINK;
    case PTXC_VALUE_UNKNOWN: return true;
    default: return false;
    }
}

/* Gives the place of the vector in braces, without the tensor map before it. It is searched for in the text, since a
 * vector has no span of its own. */
static struct ptxc_span vector_span(const struct ptxc_fit *fit) {
    struct ptxc_span span = fit->operand->span;
    if (!fit->finding)
        return span; /* it is not used, and there may be no source text to search */
    const char *text = ptxc_fit_text(fit, span), *open = memchr(text, '{', span.length);
    if (fit->operand->shape != PTXC_OPERAND_TENSOR || !open)
        return span;
    uint32_t skipped = (uint32_t)(open - text), end = span.length;
    while (end > skipped && text[end - 1] != '}')
        end--;
    return (struct ptxc_span){span.offset + skipped, end - skipped};
}

/* Gives how many elements the role has with these qualifiers, or 0 where the qualifier that tells is not written. */
static unsigned wanted_count(const struct ptxc_fit *fit, const struct ptxc_elements_row *row) {
    const uint8_t *choices = fit->subject->match->choices;
    const unsigned dim = ptxc_qualifiers[choices[PTXC_SLOT_DIM]].number;
    switch (row->count) {
    case PTXC_COUNT_DIM: return dim;
    case PTXC_COUNT_DIM_LESS_2: return dim > 2 ? dim - 2 : 0;
    case PTXC_COUNT_VECTOR: return ptxc_qualifiers[choices[PTXC_SLOT_VECTOR]].number;
    default: return row->count;
    }
}

/* Gives "; 3 go with .3d", where another dimension has that many coordinates, or "". */
static const char *right_dim(const struct ptxc_fit *fit, const struct ptxc_elements_row *row, unsigned count) {
    for (int i = 1; fit->finding && row->count == PTXC_COUNT_DIM && i < PTXC_Q_COUNT; i++)
        if (ptxc_qualifiers[i].slot == PTXC_SLOT_DIM && ptxc_qualifiers[i].number == count)
            return ptxc_arena_format(fit->subject->sink->arena, "; %u go%s with %s", count, count == 1 ? "es" : "",
                                     ptxc_qualifiers[i].spelling);
    return "";
}

/* Decides whether the vector has as many elements as the qualifiers ask for. The cause that a finding points at is the
 * dimension, or the load mode where that alone fixes the number. */
static bool fits_count(struct ptxc_fit *fit, const struct ptxc_elements_row *row, unsigned count) {
    unsigned wanted = wanted_count(fit, row);
    if (wanted == 0 && row->count >= PTXC_COUNT_DIM)
        return true;
    if (count == wanted)
        return true;
    const struct ptxc_match *match = fit->subject->match;
    bool tensor = fit->operand->shape == PTXC_OPERAND_TENSOR;
    enum ptxc_slot slot = row->count == PTXC_COUNT_VECTOR ? PTXC_SLOT_VECTOR
                          : row->count >= PTXC_COUNT_DIM  ? PTXC_SLOT_DIM
                                                          : PTXC_SLOT_LOAD_MODE;
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(fit->subject->instruction, slot);
    if (fit->finding && use)
        fit->finding->cause = use->span;
    return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_LENGTH, vector_span(fit), "%s must have %u element%s with %s, not %u%s",
                      tensor ? "the coordinates" : ptxc_fit_title(fit), wanted, wanted == 1 ? "" : "s",
                      ptxc_qualifiers[match->choices[slot]].spelling, count, right_dim(fit, row, count));
}

/* Decides whether the elements have the width of the type qualifier. The assembler asks little more of their types
 * (measured on ptxas 13.0): it refuses a mixture of two typed registers, which is not checked here. */
static bool fits_typed_elements(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    enum ptxc_type wanted = ptxc_fit_qualifier_type(fit);
    for (unsigned i = 0; i < count; i++) {
        const struct ptxc_value *value = &values[i];
        bool register_value = value->kind == PTXC_VALUE_REGISTER;
        bool odd = register_value && (ptxc_types[value->type].width != ptxc_types[wanted].width ||
                                      (value->flags & PTXC_FLAG_WHOLE) || value->type == PTXC_TYPE_PRED);
        if (wanted != PTXC_TYPE_NONE && (odd || value->kind == PTXC_VALUE_SINK))
            return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, value->span,
                              "an element must be a %u-bit register or a constant, not '%.*s'",
                              (unsigned)ptxc_types[wanted].width, ptxc_fit_length(value->span),
                              ptxc_fit_text(fit, value->span));
    }
    return true;
}

/* Kinds of elements, such that equal kinds may stand next to each other. Untyped elements go with all, integers with
 * integers, and every other type only with itself, for which it has a kind of its own from BESIDE_ITS_TYPE on. A
 * floating-point constant goes with scalar floating-point registers of any type. */
enum { BESIDE_ALL = 0, BESIDE_INTEGERS = 1, BESIDE_SCALARS = 2, BESIDE_ITS_TYPE = 3 };

/* Gives the kind of an element. Special registers other than predicates go with all, and so do unknown names. */
static unsigned kind_beside(const struct ptxc_value *value) {
    if (value->kind == PTXC_VALUE_INTEGER)
        return BESIDE_INTEGERS;
    if (value->kind == PTXC_VALUE_REAL)
        return BESIDE_SCALARS;
    bool typed = value->kind == PTXC_VALUE_REGISTER || value->kind == PTXC_VALUE_VARIABLE;
    if (!typed && !(value->kind == PTXC_VALUE_SPECIAL && value->type == PTXC_TYPE_PRED))
        return BESIDE_ALL;
    switch (ptxc_types[value->type].kind) {
    case PTXC_KIND_UNTYPED: return BESIDE_ALL;
    case PTXC_KIND_SIGNED:
    case PTXC_KIND_UNSIGNED: return BESIDE_INTEGERS;
    default: return BESIDE_ITS_TYPE + (unsigned)value->type;
    }
}

/* Decides whether the kind is that of the scalar floating-point registers of one type. */
static bool is_scalar_float(unsigned kind) {
    return kind >= BESIDE_ITS_TYPE && ptxc_types[kind - BESIDE_ITS_TYPE].kind == PTXC_KIND_FLOATING;
}

/* Decides whether elements of these kinds may stand next to each other. */
static bool is_beside(unsigned a, unsigned b) {
    bool scalars = (a == BESIDE_SCALARS && is_scalar_float(b)) || (b == BESIDE_SCALARS && is_scalar_float(a));
    return scalars || a == b || a == BESIDE_ALL || b == BESIDE_ALL;
}

/* Gives the type of an element. A floating-point constant is .f32 with 0f, else .f64; but all are .f32 in a vector that
 * begins with one that is (measured on ptxas 13.0). */
static enum ptxc_type type_among(const struct ptxc_value *first, const struct ptxc_value *value) {
    bool adapts = value->kind == PTXC_VALUE_REAL && first->kind == PTXC_VALUE_REAL;
    return adapts && first->type == PTXC_TYPE_F32 ? PTXC_TYPE_F32 : value->type;
}

/* Finds the first element that cannot stand where it does, or NULL. ptxas 13.0 compares each element with the one
 * before it, not counting sinks. It takes a vector whose elements all have one type only if that is an integer type,
 * or, where the row says so (U), any type but a predicate. A vector of nothing but sinks is refused (measured on all
 * triples of types, and on all vectors of four results). */
static const struct ptxc_value *strange_element(const struct ptxc_elements_row *row, const struct ptxc_value *values,
                                                unsigned count) {
    const struct ptxc_value *last = NULL;
    bool uniform = true;
    for (unsigned i = 0; i < count; i++) {
        const struct ptxc_value *value = &values[i];
        if (value->kind == PTXC_VALUE_SINK)
            continue;
        /* Sinks are skipped, so the element before this one may stand further left. */
        unsigned here = kind_beside(value), before = last ? kind_beside(last) : here;
        if (!is_beside(before, here))
            /* Of the two, the one of the less usual kind is reported. */
            return here > BESIDE_INTEGERS ? value : last;
        uniform &= !last || type_among(values, last) == type_among(values, value);
        last = value;
    }
    if (!last)
        return &values[0];
    unsigned kind = kind_beside(last);
    bool takes = (row->shapes & PTXC_SHAPE_UNIFORM) && kind != BESIDE_ITS_TYPE + PTXC_TYPE_PRED;
    return uniform && kind > BESIDE_INTEGERS && !takes ? &values[0] : NULL;
}

/* Reports an element of a type that cannot stand where it does. */
static bool wrong_element(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_elements_row *row = &ptxc_elements[fit->role];
    const bool results = row->shapes & PTXC_SHAPE_SINK;
    return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, value->span, "%s must be a %u-bit %s, not '%.*s'",
                      results                                      ? "an element"
                      : fit->operand->shape == PTXC_OPERAND_TENSOR ? "a coordinate"
                                                                   : "an im2col value",
                      (unsigned)row->width, results ? "register or _" : "integer register or a constant",
                      ptxc_fit_length(value->span), ptxc_fit_text(fit, value->span));
}

bool ptxc_elements_fit(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    const struct ptxc_elements_row *row = &ptxc_elements[fit->role];
    struct elements seen = {0};
    if (!fits_count(fit, row, count))
        return false;
    if (row->width == PTXC_WIDTH_OF_QUALIFIER)
        return fits_typed_elements(fit, values, count);
    for (unsigned i = 0; i < count; i++)
        if (!element_fits(&values[i], row, &seen))
            return wrong_element(fit, &values[i]);
    if (seen.special && seen.constant)
        return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, fit->operand->span,
                          "a vector cannot contain both a special register and a constant");
    const struct ptxc_value *strange = strange_element(row, values, count);
    if (strange)
        return wrong_element(fit, strange);
    return true;
}
