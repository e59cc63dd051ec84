/* Does an operand fit its role? The facts are in operands.def; this file only compares. */
#include <string.h>

#include "check.h"
#include "text.h"
#include "describe.h"

/* What a finding is made from. */
struct context {
    const struct ptxc_subject *subject;
    const struct ptxc_operand *operand;
    enum ptxc_role role;
    struct ptxc_finding *finding; /* NULL: only the verdict is wanted */
};

#define UNFIT(context, rule_id, at, ...) \
    unfit(context, rule_id, at,          \
          (context)->finding ? ptxc_arena_format(&(context)->subject->report->arena, __VA_ARGS__) : NULL)

static bool unfit(struct context *context, enum ptxc_rule_id rule, struct ptxc_span span, const char *message) {
    if (context->finding) {
        context->finding->rule = rule;
        context->finding->span = span;
        context->finding->message = message;
    }
    return false;
}

static int length_of(struct ptxc_span span) {
    return span.length > 60 ? 60 : (int)span.length;
}

static const char *text_of(const struct context *context, struct ptxc_span span) {
    return context->subject->source + span.offset;
}

static bool wrong_kind(struct context *context) {
    char wanted[160];
    struct ptxc_span span = context->operand->span;
    ptxc_role_describe(context->role, wanted, sizeof(wanted));
    return UNFIT(context, PTXC_RULE_OPERAND_KIND, span, "%s must be %s, not '%.*s'", ptxc_roles[context->role].name,
                 wanted, length_of(span), text_of(context, span));
}

/* "a .u32, .s32 or .b64": the types themselves, where the width alone does not tell them from the one that is wrong. */
static bool describe_types(uint64_t types, enum ptxc_type wrong, struct ptxc_text *text) {
    size_t count = 0, left = 0;
    bool same_width = false;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        left += types >> i & 1;
        same_width |= (types >> i & 1) && ptxc_types[i].width == ptxc_types[wrong].width;
    }
    for (int i = 1; same_width && i < PTXC_TYPE_COUNT; i++)
        if (types >> i & 1)
            ptxc_text_add(text, "%s%s", count++ == 0 ? "a " : count == left ? " or " : ", ", ptxc_types[i].spelling);
    return same_width && left <= 6;
}

/* The types among these that can hold a whole address; all of them where none can. */
static uint64_t wide_types(uint64_t types) {
    uint64_t wide = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].width >= 32)
            wide |= types & PTXC_BIT(i);
    return wide ? wide : types;
}

/* A register of a type that its place does not take; `address`: the register holds the address. */
static bool wrong_type(struct context *context, const struct ptxc_value *value, uint64_t types, bool address) {
    const char *name = ptxc_roles[context->role].name,
               *of = address && !strstr(name, "address") ? "the address of " : "";
    char widths[64], spellings[96] = "";
    struct ptxc_text text = {spellings, sizeof(spellings), 0};
    ptxc_types_describe(address ? wide_types(types) : types, widths, sizeof(widths));
    if (address && context->finding && context->subject->match->choices[PTXC_SLOT_DESTINATION] == PTXC_Q_NONE &&
        ptxc_types[value->type].width == 32)
        context->finding->notes[0] = "without a state space the address is generic, and generic addresses have 64 bits";
    bool spelt = !(value->flags & PTXC_FLAG_WHOLE) && describe_types(types, value->type, &text);
    bool constant = !address && (ptxc_roles[context->role].shapes & PTXC_SHAPE_IMMEDIATE);
    return UNFIT(context, PTXC_RULE_REGISTER_TYPE, value->span, "%s%s must be %s register%s, and '%.*s' is %s", of,
                 name, spelt ? spellings : widths, constant ? " or a constant" : "", length_of(value->span),
                 text_of(context, value->span), ptxc_types[value->type].spelling);
}

static bool wrong_space(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    bool map = role->shapes & PTXC_SHAPE_TENSOR;
    uint32_t spaces = ptxc_match_spaces(context->subject->match, role);
    char wanted[64] = "";
    struct ptxc_text text = {wanted, sizeof(wanted), 0};
    if (role->spaces == 0) /* such as the address of st.bulk */
        return UNFIT(context, PTXC_RULE_OPERAND_KIND, value->span, "%s must be a register, and '%.*s' is a symbol",
                     role->name, length_of(value->span), text_of(context, value->span));
    for (int i = 0; i <= PTXC_SPACE_PARAM; i++)
        if (spaces >> i & 1)
            ptxc_text_add(&text, "%s%s", text.length ? " or " : "", ptxc_space_names[i]);
    if (map && context->finding)
        context->finding->notes[0] = "a register with the generic address may point to .param, .const and .global";
    return UNFIT(context, PTXC_RULE_SPACE, value->span, "%s must lie in %s, and '%.*s' is declared %s",
                 map ? "a tensor map that is named directly" : role->name, wanted, length_of(value->span),
                 text_of(context, value->span), ptxc_space_names[value->space]);
}

/* The type that the type qualifier names. */
static enum ptxc_type qualifier_type(const struct context *context) {
    const char *spelling = ptxc_qualifiers[context->subject->match->choices[PTXC_SLOT_TYPE]].spelling;
    return ptxc_type_find(spelling, strlen(spelling));
}

/* Register types that go with an instruction type: the untyped go with all of their width (ISA 9.4.1). The assembler
 * counts packed halves among the untyped, but not beside .f32; and behind a register with an offset it asks for no
 * width (measured on ptxas 13.0). */
static uint64_t compatible_types(enum ptxc_type wanted, bool offset) {
    uint64_t types = 0;
    const struct ptxc_type_row *row = &ptxc_types[wanted];
    bool floating = row->kind == PTXC_KIND_FLOATING;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        const struct ptxc_type_row *other = &ptxc_types[i];
        bool packed = i == PTXC_TYPE_F16X2 || i == PTXC_TYPE_BF16X2;
        bool integer = other->kind == PTXC_KIND_SIGNED || other->kind == PTXC_KIND_UNSIGNED;
        bool same = i == (int)wanted || (offset && other->kind == row->kind && !packed);
        bool any = row->kind == PTXC_KIND_UNTYPED && other->kind != PTXC_KIND_OPAQUE;
        bool fits = same || any || other->kind == PTXC_KIND_UNTYPED || (!floating && (integer || packed));
        if ((offset ? other->kind != PTXC_KIND_PREDICATE : other->width == row->width) && fits)
            types |= PTXC_BIT(i);
    }
    return types;
}

/* The register types of the role; `offset`: for a register with one. */
static uint64_t register_types(const struct context *context, bool offset) {
    uint64_t types = ptxc_roles[context->role].registers;
    if (!(types & PTXC_TYPES_OF_QUALIFIER))
        return types;
    enum ptxc_type wanted = qualifier_type(context);
    return wanted == PTXC_TYPE_NONE ? ~UINT64_C(0) : compatible_types(wanted, offset);
}

static bool has_type(const struct ptxc_value *value, uint64_t types) {
    return !(value->flags & PTXC_FLAG_WHOLE) && (types >> value->type & 1);
}

static bool in_space(const struct context *context, const struct ptxc_value *value) {
    return ptxc_match_spaces(context->subject->match, &ptxc_roles[context->role]) >> value->space & 1;
}

/* Whether nobody knows what stands there, so that it may as well be several things. */
static bool is_hole(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_UNKNOWN && value->flags == 0 && value->name &&
           memchr(value->name, PTXC_HOLE, value->name_length);
}

static bool fits_address(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    if ((role->shapes & (PTXC_SHAPE_TENSOR | PTXC_SHAPE_TENSOR_LIST)) && is_hole(value))
        return true;
    if (!(role->shapes & PTXC_SHAPE_ADDRESS))
        return wrong_kind(context);
    switch (value->kind) {
    case PTXC_VALUE_REGISTER:
        return has_type(value, role->brackets) || wrong_type(context, value, role->brackets, true);
    case PTXC_VALUE_SPECIAL:
        if (!role->specials)
            return UNFIT(context, PTXC_RULE_OPERAND_KIND, value->span,
                         "%s must be a register or a symbol, and '%.*s' is a special register", role->name,
                         length_of(value->span), text_of(context, value->span));
        return has_type(value, role->specials) || wrong_type(context, value, role->specials, true);
    case PTXC_VALUE_VARIABLE: return in_space(context, value) || wrong_space(context, value);
    case PTXC_VALUE_UNKNOWN: return true;
    case PTXC_VALUE_INTEGER:
        if (role->shapes & PTXC_SHAPE_ADDRESS_CONSTANT)
            return true;
        return UNFIT(context, PTXC_RULE_OPERAND_KIND, value->span,
                     "%s must be a register or a symbol: a constant address is only for .local", role->name);
    default:
        return UNFIT(context, PTXC_RULE_OPERAND_KIND, value->span, "%s must be a register or a symbol", role->name);
    }
}

/* A register declared .v2 or .v4 where the instruction takes a vector (measured on ptxas 13.0). That it has as many
 * elements is not looked at. */
static bool is_vector_register(const struct context *context, const struct ptxc_value *value, uint64_t types) {
    return (value->flags & PTXC_FLAG_WHOLE) && ptxc_elements[context->role].count == PTXC_COUNT_VECTOR &&
           context->subject->match->choices[PTXC_SLOT_VECTOR] != PTXC_Q_NONE && (types >> value->type & 1);
}

static bool fits_register(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    const bool offset = value->flags & PTXC_FLAG_OFFSET;
    uint64_t types = register_types(context, offset);
    if (value->flags & PTXC_FLAG_MINUS)
        return wrong_kind(context);
    if (role->shapes & PTXC_SHAPE_PREDICATE)
        return (has_type(value, types) && !offset) || wrong_kind(context);
    if (!(role->shapes & PTXC_SHAPE_REGISTER) || (value->flags & PTXC_FLAG_NOT))
        return wrong_kind(context);
    if (offset && !(role->shapes & PTXC_SHAPE_REGISTER_OFFSET))
        return wrong_kind(context);
    if (offset && (role->registers & PTXC_TYPES_OF_QUALIFIER) && (types >> value->type & 1))
        return true; /* of a vector register too */
    if (types == PTXC_BIT(PTXC_TYPE_PRED))
        return has_type(value, types) || wrong_kind(context);
    return has_type(value, types) || is_vector_register(context, value, types) ||
           wrong_type(context, value, types, false);
}

/* A variable declared .v2 or .v4, or an element of an array of such, gives no address to a tensor copy; with an offset
 * it does (measured on ptxas 13.0). */
static bool no_vector(struct context *context, const struct ptxc_value *value) {
    bool tensor = ptxc_roles[context->role].shapes & (PTXC_SHAPE_ADDRESS | PTXC_SHAPE_TENSOR);
    bool element = !(value->flags & PTXC_FLAG_ARRAY) || (value->flags & PTXC_FLAG_INDEX);
    if (!tensor || !element || (value->flags & PTXC_FLAG_OFFSET) || !(value->flags & PTXC_FLAG_WHOLE))
        return true;
    return UNFIT(context, PTXC_RULE_OPERAND_KIND, value->span, "%s must not be a vector, and '%.*s' is declared as one",
                 ptxc_roles[context->role].name, length_of(value->span), text_of(context, value->span));
}

/* A special register with an offset is an untyped register of its width; where the place takes an address in brackets
 * too, one that is taken there (measured on ptxas 13.0). */
static bool fits_special(struct context *context, const struct ptxc_value *value) {
    struct ptxc_value untyped = *value;
    const uint64_t specials = ptxc_roles[context->role].specials;
    if (!(value->flags & PTXC_FLAG_OFFSET) || (specials && !(specials >> value->type & 1)))
        return wrong_kind(context);
    if (ptxc_types[value->type].width >= 32)
        untyped.type = ptxc_types[value->type].width == 64 ? PTXC_TYPE_B64 : PTXC_TYPE_B32;
    return fits_register(context, &untyped);
}

static bool fits_symbol(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    if (value->flags & (PTXC_FLAG_NOT | PTXC_FLAG_MINUS))
        return wrong_kind(context);
    if ((value->flags & PTXC_FLAG_OFFSET) && (role->shapes & PTXC_SHAPE_SYMBOL_OFFSET))
        return true;
    if (!(role->shapes & PTXC_SHAPE_VARIABLE))
        return wrong_kind(context);
    return no_vector(context, value) && (in_space(context, value) || wrong_space(context, value));
}

static bool fits_constant(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    const struct ptxc_type_row *type = &ptxc_types[PTXC_TYPE_NONE];
    bool typed = role->registers & PTXC_TYPES_OF_QUALIFIER;
    if (typed)
        type = &ptxc_types[qualifier_type(context)];
    bool floating = typed && type->kind == PTXC_KIND_FLOATING;
    bool fits = (role->shapes & PTXC_SHAPE_IMMEDIATE) && !floating;
    if (value->kind == PTXC_VALUE_REAL)
        fits =
            (role->shapes & PTXC_SHAPE_REAL) &&
            (!typed || floating || (type->kind == PTXC_KIND_UNTYPED && type->width == ptxc_types[value->type].width));
    return fits || wrong_kind(context);
}

static bool fits_scalar(struct context *context, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return fits_register(context, value);
    case PTXC_VALUE_INTEGER:
    case PTXC_VALUE_REAL: return fits_constant(context, value);
    case PTXC_VALUE_VARIABLE: return fits_symbol(context, value);
    case PTXC_VALUE_SINK: return (role->shapes & PTXC_SHAPE_SINK) || wrong_kind(context);
    case PTXC_VALUE_UNKNOWN:
        return !(value->flags & PTXC_FLAG_NOT) || (role->shapes & PTXC_SHAPE_PREDICATE) || wrong_kind(context);
    case PTXC_VALUE_SPECIAL: return fits_special(context, value);
    default: return wrong_kind(context);
    }
}

/* Two results, of which either may be of an unknown name, and one a sink. */
static bool fits_pair(struct context *context, const struct ptxc_value *values) {
    const struct ptxc_value *first = &values[0], *second = &values[1];
    uint32_t wanted = first->kind == PTXC_VALUE_SINK    ? PTXC_SHAPE_SINK_PAIR
                      : second->kind == PTXC_VALUE_SINK ? PTXC_SHAPE_PAIR_SINK
                                                        : PTXC_SHAPE_PAIR;
    bool fits = ptxc_roles[context->role].shapes & wanted;
    if (first->kind == PTXC_VALUE_REGISTER)
        fits &= has_type(first, register_types(context, false)) && !(first->flags & ~(uint32_t)PTXC_FLAG_COMPONENT);
    else
        fits &= first->kind == PTXC_VALUE_SINK || first->kind == PTXC_VALUE_UNKNOWN;
    if (second->kind == PTXC_VALUE_REGISTER)
        fits &= has_type(second, PTXC_BIT(PTXC_TYPE_PRED));
    else
        fits &= second->kind == PTXC_VALUE_SINK || second->kind == PTXC_VALUE_UNKNOWN;
    return fits || wrong_kind(context);
}

/* What the elements of a vector have shown so far. */
struct elements {
    bool special;  /* a special register */
    bool constant; /* an integer or floating-point constant */
};

/* Whether the type goes with elements of this width, alone or as a companion. */
static bool type_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row) {
    const struct ptxc_type_row *type = &ptxc_types[value->type];
    bool integer =
        type->kind == PTXC_KIND_UNTYPED || type->kind == PTXC_KIND_SIGNED || type->kind == PTXC_KIND_UNSIGNED;
    if (value->flags & PTXC_FLAG_WHOLE)
        return false;
    return (integer && type->width == row->width) || (row->companions >> value->type & 1);
}

static bool element_fits(const struct ptxc_value *value, const struct ptxc_elements_row *row, struct elements *seen) {
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return type_fits(value, row);
    case PTXC_VALUE_VARIABLE:
        return (row->shapes & PTXC_SHAPE_VARIABLE) && !(value->flags & PTXC_FLAG_ARRAY) && type_fits(value, row);
    case PTXC_VALUE_SPECIAL:
        seen->special = true;
        return (row->shapes & PTXC_SHAPE_SPECIAL) && value->type != PTXC_TYPE_PRED && type_fits(value, row);
    case PTXC_VALUE_INTEGER: seen->constant = true; return true;
    case PTXC_VALUE_REAL: seen->constant = true; return row->constants >> value->type & 1;
    case PTXC_VALUE_UNKNOWN: return true;
    default: return false;
    }
}

/* The braces of a vector, without the tensor map before them. */
static struct ptxc_span vector_span(const struct context *context) {
    struct ptxc_span span = context->operand->span;
    if (!context->finding)
        return span; /* nobody looks at it, and there may be no source */
    const char *text = text_of(context, span), *open = memchr(text, '{', span.length);
    if (context->operand->shape != PTXC_OPERAND_TENSOR || !open)
        return span;
    uint32_t skipped = (uint32_t)(open - text), end = span.length;
    while (end > skipped && text[end - 1] != '}')
        end--;
    return (struct ptxc_span){span.offset + skipped, end - skipped};
}

/* How many elements the role has with these qualifiers; 0: nothing says. */
static unsigned wanted_count(const struct context *context, const struct ptxc_elements_row *row) {
    const uint8_t *choices = context->subject->match->choices;
    uint8_t dim = choices[PTXC_SLOT_DIM], vector = choices[PTXC_SLOT_VECTOR];
    switch (row->count) {
    case PTXC_COUNT_DIM: return dim ? (unsigned)(dim - PTXC_Q_1D + 1) : 0;
    case PTXC_COUNT_DIM_LESS_2: return dim > PTXC_Q_2D ? (unsigned)(dim - PTXC_Q_2D) : 0;
    case PTXC_COUNT_VECTOR: return vector == PTXC_Q_V2 ? 2 : vector == PTXC_Q_V4 ? 4 : 0;
    default: return row->count;
    }
}

/* "; 3 of them go with .3d", where another dimension has that many coordinates. */
static const char *right_dim(const struct context *context, const struct ptxc_elements_row *row, unsigned count) {
    const struct ptxc_subject *subject = context->subject;
    if (!context->finding || row->count != PTXC_COUNT_DIM || count == 0 || count > PTXC_Q_5D - PTXC_Q_1D + 1)
        return "";
    return ptxc_arena_format(&subject->report->arena, "; %u go%s with %s", count, count == 1 ? "es" : "",
                             ptxc_qualifiers[PTXC_Q_1D + count - 1].spelling);
}

static bool fits_count(struct context *context, const struct ptxc_elements_row *row, unsigned count) {
    unsigned wanted = wanted_count(context, row);
    if (wanted == 0 && row->count >= PTXC_COUNT_DIM)
        return true;
    if (count == wanted)
        return true;
    const struct ptxc_match *match = context->subject->match;
    bool tensor = context->operand->shape == PTXC_OPERAND_TENSOR;
    enum ptxc_slot slot = row->count >= PTXC_COUNT_DIM ? PTXC_SLOT_DIM : PTXC_SLOT_LOAD_MODE;
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(context->subject->instruction, slot);
    if (context->finding && use)
        context->finding->cause = use->span;
    return UNFIT(context, PTXC_RULE_VECTOR_LENGTH, vector_span(context), "%s must have %u element%s with %s, not %u%s",
                 tensor ? "the coordinates" : ptxc_roles[context->role].name, wanted, wanted == 1 ? "" : "s",
                 ptxc_qualifiers[match->choices[slot]].spelling, count, right_dim(context, row, count));
}

/* Elements as wide as the type qualifier says. Of their types the assembler asks little more (measured on ptxas 13.0):
 * what is left out here is a mixture of two typed registers. */
static bool fits_typed_elements(struct context *context, const struct ptxc_value *values, unsigned count) {
    enum ptxc_type wanted = qualifier_type(context);
    for (unsigned i = 0; i < count; i++) {
        const struct ptxc_value *value = &values[i];
        bool register_value = value->kind == PTXC_VALUE_REGISTER;
        bool odd = register_value && (ptxc_types[value->type].width != ptxc_types[wanted].width ||
                                      (value->flags & PTXC_FLAG_WHOLE) || value->type == PTXC_TYPE_PRED);
        if (wanted != PTXC_TYPE_NONE && (odd || value->kind == PTXC_VALUE_SINK))
            return UNFIT(context, PTXC_RULE_VECTOR_ELEMENT, value->span,
                         "an element must be a %u-bit register or a constant, not %.*s",
                         (unsigned)ptxc_types[wanted].width, length_of(value->span), text_of(context, value->span));
    }
    return true;
}

/* Element kinds that stand beside each other: the untyped beside all, integers beside integers, any other type beside
 * itself; and a floating-point constant beside a scalar floating-point register. */
enum { BESIDE_ALL = 0, BESIDE_INTEGERS = 1, BESIDE_SCALARS = 2, BESIDE_ITS_TYPE = 3 };

static unsigned kind_beside(const struct ptxc_value *value) {
    if (value->kind == PTXC_VALUE_INTEGER)
        return BESIDE_INTEGERS;
    if (value->kind == PTXC_VALUE_REAL)
        return BESIDE_SCALARS;
    if (value->kind != PTXC_VALUE_REGISTER && value->kind != PTXC_VALUE_VARIABLE)
        return BESIDE_ALL;
    switch (ptxc_types[value->type].kind) {
    case PTXC_KIND_UNTYPED: return BESIDE_ALL;
    case PTXC_KIND_SIGNED:
    case PTXC_KIND_UNSIGNED: return BESIDE_INTEGERS;
    default: return BESIDE_ITS_TYPE + (unsigned)value->type;
    }
}

static bool is_beside(unsigned a, unsigned b) {
    const unsigned scalars[] = {BESIDE_ITS_TYPE + PTXC_TYPE_F16, BESIDE_ITS_TYPE + PTXC_TYPE_BF16,
                                BESIDE_ITS_TYPE + PTXC_TYPE_F32};
    for (size_t i = 0; i < PTXC_COUNT(scalars); i++)
        if ((a == BESIDE_SCALARS && b == scalars[i]) || (b == BESIDE_SCALARS && a == scalars[i]))
            return true;
    return a == b || a == BESIDE_ALL || b == BESIDE_ALL;
}

/* The first element that cannot stand where it does, or NULL. ptxas 13.0 compares neighbours, and takes a vector of one
 * type only if that is an integer (measured on all triples of types). */
static const struct ptxc_value *strange_neighbour(const struct ptxc_value *values, unsigned count) {
    bool uniform = kind_beside(&values[0]) > BESIDE_INTEGERS;
    for (unsigned i = 1; i < count; i++) {
        unsigned before = kind_beside(&values[i - 1]), here = kind_beside(&values[i]);
        if (!is_beside(before, here))
            return here > BESIDE_INTEGERS ? &values[i] : &values[i - 1];
        uniform &= before == here;
    }
    return uniform ? &values[0] : NULL;
}

static bool wrong_element(struct context *context, const struct ptxc_value *value) {
    return UNFIT(context, PTXC_RULE_VECTOR_ELEMENT, value->span,
                 "%s must be a %u-bit integer register or a constant, not '%.*s'",
                 context->operand->shape == PTXC_OPERAND_TENSOR ? "a coordinate" : "an im2col value",
                 (unsigned)ptxc_elements[context->role].width, length_of(value->span), text_of(context, value->span));
}

static bool fits_elements(struct context *context, const struct ptxc_value *values, unsigned count) {
    const struct ptxc_elements_row *row = &ptxc_elements[context->role];
    struct elements seen = {0};
    if (!fits_count(context, row, count))
        return false;
    if (row->width == PTXC_WIDTH_OF_QUALIFIER)
        return fits_typed_elements(context, values, count);
    for (unsigned i = 0; i < count; i++)
        if (!element_fits(&values[i], row, &seen))
            return wrong_element(context, &values[i]);
    if (seen.special && seen.constant)
        return UNFIT(context, PTXC_RULE_VECTOR_ELEMENT, context->operand->span,
                     "a special register cannot stand beside a constant in a vector");
    const struct ptxc_value *strange = strange_neighbour(values, count);
    if (strange)
        return wrong_element(context, strange);
    return true;
}

static bool fits_vector(struct context *context, const struct ptxc_value *values, unsigned count) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    if (role->shapes & PTXC_SHAPE_ELEMENTS)
        return fits_elements(context, values, count);
    if (role->shapes & PTXC_SHAPE_VECTOR)
        return true;
    bool one = (role->shapes & PTXC_SHAPE_ONE_ELEMENT) && count == 1;
    bool untyped = values[0].kind == PTXC_VALUE_REGISTER && has_type(&values[0], role->registers) &&
                   ptxc_types[values[0].type].kind == PTXC_KIND_UNTYPED;
    bool fits = untyped || values[0].kind == PTXC_VALUE_INTEGER || values[0].kind == PTXC_VALUE_UNKNOWN;
    return (one && fits) || wrong_kind(context);
}

static bool fits_tensor(struct context *context, const struct ptxc_value *values, unsigned count) {
    const struct ptxc_role_row *role = &ptxc_roles[context->role];
    const struct ptxc_value *map = &values[0];
    if (!(role->shapes & PTXC_SHAPE_TENSOR))
        return wrong_kind(context);
    bool fits = map->kind == PTXC_VALUE_UNKNOWN;
    if (map->kind == PTXC_VALUE_REGISTER)
        fits = has_type(map, role->registers) || wrong_type(context, map, role->registers, true);
    else if (map->kind == PTXC_VALUE_VARIABLE)
        fits = no_vector(context, map) && (in_space(context, map) || wrong_space(context, map));
    else if (!fits)
        UNFIT(context, PTXC_RULE_OPERAND_KIND, map->span, "%s must be a register or a .global symbol", role->name);
    return fits && fits_elements(context, values + 1, count - 1);
}

/* Whether unknown text in the brackets may hold what an operand with a tensor map lacks. */
static bool may_be_tensor(const struct context *context, const struct ptxc_value *values) {
    const unsigned shapes = ptxc_roles[context->role].shapes;
    enum ptxc_operand_shape shape = context->operand->shape;
    bool brackets = shape == PTXC_OPERAND_ADDRESS || shape == PTXC_OPERAND_LIST ||
                    (shape == PTXC_OPERAND_TENSOR && !(shapes & PTXC_SHAPE_TENSOR));
    if (!brackets || !(shapes & (PTXC_SHAPE_TENSOR | PTXC_SHAPE_TENSOR_LIST)))
        return false;
    for (unsigned i = 0; i < context->operand->count; i++)
        if (values[i].name_length > 0 && memchr(values[i].name, PTXC_HOLE, values[i].name_length))
            return true;
    return false;
}

bool ptxc_operand_fits(const struct ptxc_subject *subject, const struct ptxc_operand *operand, enum ptxc_role role,
                       struct ptxc_finding *finding) {
    struct context context = {subject, operand, role, finding};
    const struct ptxc_value *values = &subject->instruction->values[operand->first];
    if (may_be_tensor(&context, values))
        return true;
    switch (operand->shape) {
    case PTXC_OPERAND_ADDRESS: return fits_address(&context, values);
    case PTXC_OPERAND_SCALAR: return fits_scalar(&context, values);
    case PTXC_OPERAND_VECTOR: return fits_vector(&context, values, operand->count);
    case PTXC_OPERAND_TENSOR: return fits_tensor(&context, values, operand->count);
    case PTXC_OPERAND_PAIR: return fits_pair(&context, values);
    case PTXC_OPERAND_LIST: break;
    }
    return (ptxc_roles[role].shapes & PTXC_SHAPE_TENSOR_LIST) || wrong_kind(&context);
}
