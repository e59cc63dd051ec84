/* What the files that judge operands share, and how vectors fit: see fit.h.
 *
 * How many elements a vector has and of which types is in operands.def. Which types may stand next to each other is a
 * rule of the assembler that no table could hold: it was found by trying all triples of types on ptxas 13.0, and is
 * coded below as the comparison of each element with the one before it.
 */
#include "legality/fit.h"

#include <string.h>

#include "legality/wording.h"
#include "tables/describe.h"
#include "tables/spaces.h"

/* ---- vectors ---- */

/* The kinds of elements that have occurred in the vector. */
struct elements {
    bool component; /* of another vector: %v.x, %tid.x */
    bool constant;  /* an integer or floating-point constant */
    bool any_width; /* so begins the vector that elements of any width follow (ANY_WIDTH in operands.def) */
};

/* Returns the row of the role for so many elements; a width that hangs on the type qualifier is filled in, 0 where the
 * type is not known. */
static struct ptxc_elements_row row_of(const struct ptxc_fit *fit, unsigned count) {
    struct ptxc_elements_row row = ptxc_elements[fit->role];
    const struct ptxc_type_row *type = &ptxc_types[ptxc_fit_qualifier_type(fit)];
    const bool together = row.count == PTXC_COUNT_TOGETHER && type->kind == PTXC_KIND_UNTYPED && count > 0;
    if (row.width == PTXC_WIDTH_OF_QUALIFIER)
        row.width = (uint8_t)(type->width / (together ? count : 1));
    return row;
}

/* Returns the type that an element has among others: an integer constant has 64 bits. */
static enum ptxc_type element_type(const struct ptxc_value *value) {
    if (value->kind != PTXC_VALUE_INTEGER)
        return value->type;
    return value->flags & PTXC_FLAG_UNSIGNED ? PTXC_TYPE_U64 : PTXC_TYPE_S64;
}

/* Returns the width of an element in bits; a predicate counts as 32 (measured on ptxas 13.0). */
static unsigned element_width(const struct ptxc_value *value) {
    return value->type == PTXC_TYPE_PRED ? 32 : ptxc_types[element_type(value)].width;
}

static bool is_constant(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_INTEGER || value->kind == PTXC_VALUE_REAL;
}

/* Whether the type goes with elements of this width, as an integer or as one of the companions of the row. */
static bool type_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row,
                      const struct elements *seen) {
    if (value->flags & PTXC_FLAG_WHOLE)
        return false;
    return seen->any_width || (element_width(value) == row->width &&
                               (ptxc_type_is_integer(value->type) || (row->companions >> value->type & 1)));
}

/* Whether the row takes this element by itself, and notes in `seen` which kinds have occurred. */
static bool element_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row, struct elements *seen) {
    seen->component |= value->flags & PTXC_FLAG_COMPONENT;
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return type_fits(value, row, seen);
    case PTXC_VALUE_VARIABLE:
        return (row->shapes & PTXC_SHAPE_VARIABLE) && !(value->flags & PTXC_FLAG_ARRAY) && type_fits(value, row, seen);
    case PTXC_VALUE_SPECIAL: return (row->shapes & PTXC_SHAPE_SPECIAL_REGISTER) && type_fits(value, row, seen);
    case PTXC_VALUE_INTEGER: {
        const bool zero = value->integer == 0 && !(value->flags & PTXC_FLAG_UNSIGNED);
        seen->constant = true;
        return (row->shapes & PTXC_SHAPE_IMMEDIATE) && (zero || !(row->shapes & PTXC_SHAPE_ZEROS));
    }
    case PTXC_VALUE_REAL: seen->constant = true; return row->constants >> value->type & 1;
    case PTXC_VALUE_SINK: return row->shapes & PTXC_SHAPE_SINK;
    case PTXC_VALUE_UNKNOWN: return true;
    default: return false;
    }
}

/* Returns the place of the vector in braces, without the tensor map before it. It is searched for in the text, since a
 * vector has no span of its own. */
static struct ptxc_span vector_span(const struct ptxc_fit *fit) {
    struct ptxc_span span = fit->operand->span;
    if (!fit->finding)
        return span; /* it is not used, and there may be no source text to search */
    const char *text = fit->subject->sink->source + span.offset, *open = memchr(text, '{', span.length);
    if (fit->operand->shape != PTXC_OPERAND_TENSOR || !open)
        return span;
    uint32_t skipped = (uint32_t)(open - text), end = span.length;
    while (end > skipped && text[end - 1] != '}')
        end--;
    return (struct ptxc_span){span.offset + skipped, end - skipped};
}

/* Returns how many elements the role has with these qualifiers, or 0 where the qualifier that tells is not written.
 * Where it may have 1, 2 or 4, that is `count` if it is one of these. */
static unsigned wanted_count(const struct ptxc_fit *fit, const struct ptxc_elements_row *row, unsigned count) {
    const uint8_t *choices = fit->subject->match->choices;
    const unsigned dim = ptxc_qualifiers[choices[PTXC_SLOT_DIM]].number;
    switch (row->count) {
    case PTXC_COUNT_DIM: return dim;
    case PTXC_COUNT_DIM_LESS_1: return dim > 1 ? dim - 1 : 0;
    case PTXC_COUNT_DIM_LESS_2: return dim > 2 ? dim - 2 : 0;
    case PTXC_COUNT_VECTOR: return ptxc_qualifiers[choices[PTXC_SLOT_VECTOR]].number;
    case PTXC_COUNT_ANY:
    case PTXC_COUNT_TOGETHER: return count == 2 || count == 4 ? count : 1;
    default: return row->count;
    }
}

/* Returns "; 3 go with .3d", where another dimension has that many coordinates, or "". */
static const char *right_dim(const struct ptxc_fit *fit, const struct ptxc_elements_row *row, unsigned count) {
    for (int i = 1; fit->finding && row->count == PTXC_COUNT_DIM && i < PTXC_Q_COUNT; i++)
        if (ptxc_qualifiers[i].slot == PTXC_SLOT_DIM && ptxc_qualifiers[i].number == count)
            return ptxc_arena_format(fit->subject->sink->arena, "; %u go%s with %s", count, count == 1 ? "es" : "",
                                     ptxc_qualifiers[i].spelling);
    return "";
}

/* Whether the vector has as many elements as the qualifiers ask for. The cause that a finding points at is the
 * dimension, or the load mode where that alone fixes the number. */
static bool fits_count(struct ptxc_fit *fit, const struct ptxc_elements_row *row, unsigned count) {
    unsigned wanted = wanted_count(fit, row, count);
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
    const char *meaning = ptxc_count_meaning(row->count);
    if (tensor && meaning)
        return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_LENGTH, vector_span(fit),
                          "the coordinates must be %s with %s: %u elements, not %u", meaning,
                          ptxc_qualifiers[match->choices[slot]].spelling, wanted, count);
    return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_LENGTH, vector_span(fit), "%s must have %u element%s with %s, not %u%s",
                      tensor ? "the coordinates" : ptxc_fit_title(fit), wanted, wanted == 1 ? "" : "s",
                      ptxc_qualifiers[match->choices[slot]].spelling, count, right_dim(fit, row, count));
}

/* Kinds of elements, such that equal kinds may stand next to each other. Untyped elements go with all, integers with
 * integers, and every other type only with itself, for which it has a kind of its own from BESIDE_ITS_TYPE on. A
 * floating-point constant goes with scalar floating-point registers of any type. */
enum { BESIDE_ALL = 0, BESIDE_INTEGERS = 1, BESIDE_SCALARS = 2, BESIDE_ITS_TYPE = 3 };

/* Returns the kind of an element. Special registers other than predicates go with all, and so do unknown names. */
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

/* Whether the kind is that of the scalar floating-point registers of one type. */
static bool is_scalar_float(unsigned kind) {
    return kind >= BESIDE_ITS_TYPE && ptxc_types[kind - BESIDE_ITS_TYPE].kind == PTXC_KIND_FLOATING;
}

/* Whether elements of these kinds may stand next to each other. */
static bool is_beside(unsigned a, unsigned b) {
    bool scalars = (a == BESIDE_SCALARS && is_scalar_float(b)) || (b == BESIDE_SCALARS && is_scalar_float(a));
    return scalars || a == b || a == BESIDE_ALL || b == BESIDE_ALL;
}

/* Whether the elements follow a floating-point type qualifier, to which floating-point constants adapt. */
static bool reals_adapt(const struct ptxc_fit *fit, const struct ptxc_elements_row *row) {
    return (row->shapes & PTXC_SHAPE_TYPED_ALIKE) &&
           ptxc_types[ptxc_fit_qualifier_type(fit)].kind == PTXC_KIND_FLOATING;
}

/* Returns the type of an element. A floating-point constant is .f32 with 0f, else .f64; but all are .f32 in a vector
 * that begins with one that is, and adapt to a floating-point type qualifier (measured on ptxas 13.0). */
static enum ptxc_type type_among(const struct ptxc_fit *fit, const struct ptxc_elements_row *row,
                                 const struct ptxc_value *first, const struct ptxc_value *value) {
    if (value->kind == PTXC_VALUE_REAL && reals_adapt(fit, row))
        return ptxc_fit_qualifier_type(fit);
    bool adapts = value->kind == PTXC_VALUE_REAL && first->kind == PTXC_VALUE_REAL;
    return adapts && first->type == PTXC_TYPE_F32 ? PTXC_TYPE_F32 : value->type;
}

/* Whether all elements may be of the type of this one: an integer, or what else the row says. Where it follows
 * the type qualifier, constants are what they are alone: no integer for a floating-point type. */
static bool takes_alike(const struct ptxc_fit *fit, const struct ptxc_elements_row *row,
                        const struct ptxc_value *value) {
    const unsigned kind = kind_beside(value);
    const bool real = value->kind == PTXC_VALUE_REAL;
    if ((row->shapes & PTXC_SHAPE_NOT_UNSIGNED) && value->kind == PTXC_VALUE_REGISTER &&
        ptxc_types[value->type].kind == PTXC_KIND_UNSIGNED)
        return false;
    if (!(row->shapes & PTXC_SHAPE_TYPED_ALIKE))
        return kind <= BESIDE_INTEGERS ||
               ((row->shapes & PTXC_SHAPE_UNIFORM) && kind != BESIDE_ITS_TYPE + PTXC_TYPE_PRED);
    const enum ptxc_type wanted = ptxc_fit_qualifier_type(fit);
    if (row->width != ptxc_types[wanted].width) /* several together make the type */
        return kind != BESIDE_ITS_TYPE + PTXC_TYPE_PRED;
    const bool floating = ptxc_types[wanted].kind == PTXC_KIND_FLOATING;
    if (value->kind == PTXC_VALUE_INTEGER || real)
        return floating ? real || row->width == 64 : !real || (ptxc_types_compatible(wanted, false) >> value->type & 1);
    return kind <= BESIDE_INTEGERS || (ptxc_types_compatible(wanted, false) >> value->type & 1);
}

/* Finds the first element that cannot stand where it does, or NULL. ptxas 13.0 compares each element with the one
 * before it, not counting sinks. It takes a vector whose elements all have one type only if that is an integer type,
 * or, where the row says so (U), any type but a predicate. A vector of nothing but sinks is refused (measured on all
 * triples of types, and on all vectors of four results). */
static const struct ptxc_value *strange_element(const struct ptxc_fit *fit, const struct ptxc_elements_row *row,
                                                const struct ptxc_value *values, unsigned count) {
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
        uniform &= !last || type_among(fit, row, values, last) == type_among(fit, row, values, value);
        last = value;
    }
    if (!last)
        return &values[0];
    return uniform && !takes_alike(fit, row, last) ? &values[0] : NULL;
}

/* Returns what messages call an element of the operand. */
static const char *element_title(const struct ptxc_fit *fit, const struct ptxc_elements_row *row) {
    if (fit->operand->shape == PTXC_OPERAND_TENSOR)
        return "a coordinate";
    if (fit->part != PTXC_NAME_NONE)
        return "an element";
    return row->shapes & (PTXC_SHAPE_SINK | PTXC_SHAPE_TYPED_ALIKE) ? "an element" : "an im2col value";
}

/* Reports an element of a type that cannot stand where it does. */
static bool wrong_element(struct ptxc_fit *fit, const struct ptxc_elements_row *row, const struct ptxc_value *value) {
    return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, value->span, "%s must be a %u-bit %s, not '%s'",
                      element_title(fit, row), (unsigned)row->width,
                      row->shapes & PTXC_SHAPE_SINK          ? "register or _"
                      : row->shapes & PTXC_SHAPE_TYPED_ALIKE ? "register that goes with the others, or a constant"
                                                             : "integer register or a constant",
                      ptxc_wording_excerpt(fit->subject, value->span));
}

/* Whether the vector begins with a constant, after which the row takes elements of any width. */
static bool any_width_follows(const struct ptxc_elements_row *row, const struct ptxc_value *first) {
    return is_constant(first) && (row->shapes & PTXC_SHAPE_ANY_WIDTH);
}

/* Whether two elements are merged to their type: they have the same, and where the row says so the least
 * integer constant goes with itself alone. */
static bool is_alike(const struct ptxc_elements_row *row, const struct ptxc_value *a, const struct ptxc_value *b) {
    const bool a_least = a->kind == PTXC_VALUE_INTEGER && a->integer == INT64_MIN;
    const bool b_least = b->kind == PTXC_VALUE_INTEGER && b->integer == INT64_MIN;
    return element_type(a) == element_type(b) && (!(row->shapes & PTXC_SHAPE_LEAST) || a_least == b_least);
}

/* Returns the width that elements are merged to: that of the last which has not the width of the first, where that is a
 * constant, else not 64 bits. */
static unsigned merged_width(const struct ptxc_elements_row *row, const struct ptxc_value *values, unsigned count) {
    const unsigned neutral = is_constant(&values[0]) ? element_width(&values[0]) : 64;
    unsigned merged = neutral;
    for (unsigned i = 0; i < count; i++) {
        const unsigned width = values[i].kind == PTXC_VALUE_UNKNOWN ? row->width : element_width(&values[i]);
        merged = width == neutral ? merged : width;
    }
    return merged;
}

/* Whether the type that the elements are merged to has the width of the row. Where all have 64 bits they must
 * be of one type. */
static bool merges(const struct ptxc_elements_row *row, const struct ptxc_value *values, unsigned count) {
    const unsigned merged = merged_width(row, values, count);
    bool alike = true;
    for (unsigned i = 0; i < count; i++)
        alike &= is_alike(row, &values[i], &values[0]);
    return merged == row->width || (merged == 64 && alike && !(row->shapes & PTXC_SHAPE_NARROWED));
}

/* Whether the vector has nothing but floating-point constants, which together shall make the type of the
 * instruction and have not the width for it (measured on ptxas 13.0: integers of any width make it). */
static bool is_of_wrong_reals(const struct ptxc_fit *fit, const struct ptxc_elements_row *row,
                              const struct ptxc_value *values, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (values[i].kind != PTXC_VALUE_REAL)
            return false;
    return row->count == PTXC_COUNT_TOGETHER && row->width != ptxc_types[ptxc_fit_qualifier_type(fit)].width &&
           merged_width(row, values, count) != row->width;
}

bool ptxc_fit_elements(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    struct ptxc_elements_row row = row_of(fit, count);
    if ((row.shapes & PTXC_SHAPE_OR_8_BITS) && element_width(&values[0]) == 8)
        row.width = 8;
    struct elements seen = {.any_width = any_width_follows(&row, &values[0])};
    if (!fits_count(fit, &row, count))
        return false;
    if (row.width == 0) /* the type that they hang on is not known */
        return true;
    for (unsigned i = 0; i < count; i++)
        if (!element_fits(&values[i], &row, &seen))
            return wrong_element(fit, &row, &values[i]);
    if (seen.component && seen.constant)
        return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, vector_span(fit),
                          "a vector cannot contain both a component of another vector and a constant");
    bool merged = (row.shapes & (PTXC_SHAPE_MERGED | PTXC_SHAPE_NARROWED)) ||
                  (seen.any_width && values[0].kind == PTXC_VALUE_REAL && !reals_adapt(fit, &row));
    if ((merged && !merges(&row, values, count)) || is_of_wrong_reals(fit, &row, values, count))
        return PTXC_UNFIT(fit, PTXC_RULE_VECTOR_ELEMENT, vector_span(fit),
                          "the elements of the vector must merge to a %u-bit type: without a register of that width "
                          "the constants must be of one type",
                          (unsigned)row.width);
    const struct ptxc_value *strange = strange_element(fit, &row, values, count);
    return !strange || wrong_element(fit, &row, strange);
}

bool ptxc_fit_takes_elements(const struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    struct ptxc_fit quiet = *fit;
    quiet.finding = NULL;
    return ptxc_fit_elements(&quiet, values, count);
}

bool ptxc_fit_whole(const struct ptxc_fit *fit, const struct ptxc_value *value) {
    const unsigned count = value->flags & PTXC_FLAG_FOUR ? 4 : 2;
    const struct ptxc_elements_row row = row_of(fit, count);
    const bool offset = value->flags & PTXC_FLAG_OFFSET;
    struct ptxc_value element = *value;
    struct elements seen = {0};
    element.flags = 0;
    if (!(row.shapes & (offset ? PTXC_SHAPE_WHOLE_OFFSET : PTXC_SHAPE_WHOLE)) ||
        wanted_count(fit, &row, count) != count)
        return false;
    if (row.width == 0 || (offset && (row.shapes & PTXC_SHAPE_TYPED_ALIKE))) /* a sum is of any type */
        return true;
    return element_fits(&element, &row, &seen) && takes_alike(fit, &row, &element);
}

/* ---- what operands share ---- */

bool ptxc_fit_fail(struct ptxc_fit *fit, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    if (fit->finding) {
        fit->finding->rule = rule;
        fit->finding->span = span;
        fit->finding->message = message;
    }
    return false;
}

const char *ptxc_fit_title(const struct ptxc_fit *fit) {
    const struct ptxc_subject *subject = fit->subject;
    if (fit->part != PTXC_NAME_NONE)
        return ptxc_operand_names[fit->part].title;
    return ptxc_form_operand_title(&ptxc_forms[subject->match->form], subject->match->filled,
                                   (size_t)(fit->operand - subject->instruction->operands));
}

bool ptxc_fit_wrong_kind(struct ptxc_fit *fit) {
    char wanted[240];
    struct ptxc_span span = fit->operand->span;
    if (!fit->finding)
        return false;
    ptxc_role_describe(fit->role, ptxc_fit_follows_type(fit) ? ptxc_fit_qualifier_type(fit) : PTXC_TYPE_NONE, wanted,
                       sizeof(wanted));
    return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, span, "%s must be %s, not '%s'", ptxc_fit_title(fit), wanted,
                      ptxc_wording_excerpt(fit->subject, span));
}

bool ptxc_fit_has_type(const struct ptxc_value *value, uint64_t types) {
    return !(value->flags & PTXC_FLAG_WHOLE) && (types >> value->type & 1);
}

enum ptxc_type ptxc_fit_qualifier_type(const struct ptxc_fit *fit) {
    const bool second = ptxc_roles[fit->role].registers & PTXC_TYPES_OF_SECOND;
    const uint8_t choice = fit->subject->match->choices[second ? PTXC_SLOT_SECOND_TYPE : PTXC_SLOT_TYPE];
    return (enum ptxc_type)ptxc_qualifier_types[choice];
}

bool ptxc_fit_follows_type(const struct ptxc_fit *fit) {
    return ptxc_roles[fit->role].registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND);
}

uint64_t ptxc_fit_register_types(const struct ptxc_fit *fit, bool offset) {
    uint64_t types = ptxc_roles[fit->role].registers;
    if (!(types & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND)))
        return types;
    enum ptxc_type wanted = ptxc_fit_qualifier_type(fit);
    if (wanted == PTXC_TYPE_NONE)
        return ~UINT64_C(0);
    return ptxc_types_taken(types, wanted, offset);
}

/* ---- state spaces of addresses ---- */

/* Returns the state space that the instruction names, the first of them if it names two. */
static enum ptxc_space named_space(const struct ptxc_match *match) {
    return ptxc_qualifier_space((enum ptxc_qualifier)match->choices[PTXC_SLOT_DESTINATION]);
}

/* Returns the only space of a set (bit per ptxc_space), or PTXC_SPACE_NONE where there are several. */
static enum ptxc_space only_space(uint32_t spaces) {
    for (int i = PTXC_SPACE_NONE + 1; i < PTXC_SPACE_COUNT; i++)
        if (spaces == PTXC_BIT(i))
            return (enum ptxc_space)i;
    return PTXC_SPACE_NONE;
}

enum ptxc_space ptxc_fit_address_space(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const enum ptxc_space named = named_space(match), only = only_space(role->spaces);
    if (named == PTXC_SPACE_NONE || only != PTXC_SPACE_NONE)
        return named == PTXC_SPACE_NONE ? named : only;
    bool may = role->spaces ? role->spaces >> named & 1 : role->brackets != 0;
    return may ? named : PTXC_SPACE_NONE;
}

bool ptxc_fit_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    return ptxc_fit_address_space(match, role) == PTXC_SPACE_SHARED;
}

uint32_t ptxc_fit_spaces(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const enum ptxc_space named = named_space(match);
    return role->spaces >> named & 1 ? UINT32_C(1) << named : role->spaces;
}
