/* Whether an operand fits its role. The facts are in operands.def, which was measured on ptxas 13.0 for every
 * type of register and every kind of operand; this file only compares.
 *
 * An operand has a shape (a scalar, an address in brackets, a vector, a tensor with its coordinates, a pair) and
 * values. The shape selects a function below, which compares each value with the columns of the role: the kinds that it
 * takes, the types of registers, the state spaces of symbols.
 *
 * The matcher asks for every form, without a finding, and only the chosen form is asked again with one. A value of
 * unknown kind fits where any value could.
 */
#include "legality/operand_fit.h"

#include <string.h>

#include "base/buffer.h"
#include "base/characters.h"
#include "legality/fit.h"
#include "legality/wording.h"
#include "tables/describe.h"
#include "tables/spaces.h"

/* Writes "a .u32, .s32 or .b64"; returns whether the message should name the types themselves. It should where the
 * width alone does not tell the right types from the wrong one, and there are few of them. */
static bool describe_types(uint64_t types, enum ptxc_type wrong, struct ptxc_buffer *text) {
    size_t count = 0, left = 0; /* how many are written, and how many there are */
    bool same_width = false;    /* one of them is as wide as the wrong type */
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        left += types >> i & 1;
        same_width |= (types >> i & 1) && ptxc_types[i].width == ptxc_types[wrong].width;
    }
    for (int i = 1; same_width && i < PTXC_TYPE_COUNT; i++)
        if (types >> i & 1)
            ptxc_buffer_add(text, "%s%s", count++ == 0 ? "a " : count == left ? " or " : ", ", ptxc_types[i].spelling);
    return same_width && left <= 6;
}

/* Returns the types among these that can hold a whole address, or all of them where none can. ptxas also takes narrower
 * registers in many places, but a message should not suggest one. */
static uint64_t wide_types(uint64_t types) {
    const unsigned narrowest = ptxc_spaces_narrowest();
    uint64_t wide = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].width >= narrowest)
            wide |= types & PTXC_BIT(i);
    return wide ? wide : types;
}

/* Reports a register whose type the role does not take; `address`: the register holds an address. */
static bool wrong_type(struct ptxc_fit *fit, const struct ptxc_value *value, uint64_t types, bool address) {
    if (!fit->finding)
        return false;
    char widths[64], spellings[96] = "";
    struct ptxc_buffer text = {spellings, sizeof(spellings), 0};
    ptxc_types_describe(address ? wide_types(types) : types, widths, sizeof(widths));
    /* A register too narrow for a generic address may be meant for an address in a state space that is not named. */
    if (address && fit->subject->match->choices[PTXC_SLOT_DESTINATION] == PTXC_Q_NONE &&
        ptxc_types[value->type].width == ptxc_spaces_narrowest())
        ptxc_finding_note(fit->finding,
                          ptxc_arena_format(fit->subject->sink->arena,
                                            "without a state space the address is generic, and generic addresses have "
                                            "%u bits",
                                            (unsigned)ptxc_spaces[PTXC_SPACE_NONE].address),
                          fit->subject->instruction->opcode_span);
    bool spelt = !(value->flags & PTXC_FLAG_WHOLE) && describe_types(types, value->type, &text);
    bool constant = !address && (ptxc_roles[fit->role].shapes & PTXC_SHAPE_IMMEDIATE);
    bool floating = ptxc_fit_follows_type(fit) && ptxc_types[ptxc_fit_qualifier_type(fit)].kind == PTXC_KIND_FLOATING;
    return PTXC_UNFIT(fit, PTXC_RULE_REGISTER_TYPE, value->span, "%s%s%s must be %s register%s, but '%s' is %s%s",
                      address ? "[" : "", ptxc_fit_title(fit), address ? "]" : "", spelt ? spellings : widths,
                      !constant  ? ""
                      : floating ? " or a floating-point constant"
                                 : " or a constant",
                      ptxc_wording_excerpt(fit->subject, value->span),
                      value->flags & PTXC_FLAG_WHOLE ? "a vector of " : "", ptxc_types[value->type].spelling);
}

/* Writes ".shared or .global". */
static void describe_spaces(uint32_t spaces, struct ptxc_buffer *text) {
    for (int i = 0; i < PTXC_SPACE_COUNT; i++)
        if (spaces >> i & 1)
            ptxc_buffer_add(text, "%s%s", text->length ? " or " : "", ptxc_spaces[i].spelling);
}

/* Reports a symbol whose state space the role does not take. */
static bool wrong_space(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    /* A tensor map may also be given by its generic address in a register, which a note tells. */
    bool map = role->shapes & (PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST);
    char wanted[64] = "";
    struct ptxc_buffer text = {wanted, sizeof(wanted), 0};
    if (role->spaces == 0) /* such as the address of st.bulk */
        return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, value->span, "%s must be a register, but '%s' is a symbol",
                          ptxc_fit_title(fit), ptxc_wording_excerpt(fit->subject, value->span));
    describe_spaces(ptxc_fit_spaces(fit->subject->match, role), &text);
    if (map && fit->finding)
        ptxc_finding_note(fit->finding, "a register with the generic address may point to .param, .const or .global",
                          (struct ptxc_span){0, 0});
    if (value->flags & PTXC_FLAG_IN_BODY && ptxc_fit_spaces(fit->subject->match, role) >> value->space & 1)
        return PTXC_UNFIT(fit, PTXC_RULE_SPACE, value->span,
                          "%s must be a parameter of the kernel, but '%s' is declared in its body", ptxc_fit_title(fit),
                          ptxc_wording_excerpt(fit->subject, value->span));
    return PTXC_UNFIT(fit, PTXC_RULE_SPACE, value->span, "%s must be in %s, but '%s' is declared %s",
                      map ? "a tensor map given by name" : ptxc_fit_title(fit), wanted,
                      ptxc_wording_excerpt(fit->subject, value->span), ptxc_spaces[value->space].spelling);
}

/* Whether the symbol is in a state space that the role takes. None takes a .param variable of a body (measured
 * on ptxas 12.0 to 13.5). */
static bool in_space(const struct ptxc_fit *fit, const struct ptxc_value *value) {
    return !(value->flags & PTXC_FLAG_IN_BODY) &&
           ptxc_fit_spaces(fit->subject->match, &ptxc_roles[fit->role]) >> value->space & 1;
}

/* Whether the value is unknown text and nothing else, which may then stand for several values. */
static bool is_unknown_text(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_UNKNOWN && value->flags == 0 && value->name &&
           memchr(value->name, PTXC_UNKNOWN_TEXT, value->name_length);
}

/* Whether the role takes an address in brackets with this base. */
static bool fits_address(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    /* [%0] may become [map, {x, y}]. */
    if ((role->shapes & (PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST)) && is_unknown_text(value))
        return true;
    if (!(role->shapes & PTXC_SHAPE_REGISTER_ADDRESS))
        return ptxc_fit_wrong_kind(fit);
    switch (value->kind) {
    case PTXC_VALUE_REGISTER:
        return ptxc_fit_has_type(value, role->brackets) || wrong_type(fit, value, role->brackets, true);
    case PTXC_VALUE_SPECIAL:
        if (!role->specials)
            return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, value->span,
                              "%s must be a register or a symbol, but '%s' is a special register", ptxc_fit_title(fit),
                              ptxc_wording_excerpt(fit->subject, value->span));
        return ptxc_fit_has_type(value, role->specials) || wrong_type(fit, value, role->specials, true);
    case PTXC_VALUE_VARIABLE: return in_space(fit, value) || wrong_space(fit, value);
    case PTXC_VALUE_UNKNOWN: return true;
    case PTXC_VALUE_INTEGER:
        if (role->shapes & PTXC_SHAPE_CONSTANT_ADDRESS)
            return true;
        return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, value->span,
                          "%s must be a register or a symbol: only .local takes a constant address",
                          ptxc_fit_title(fit));
    default:
        return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, value->span, "%s must be a register or a symbol",
                          ptxc_fit_title(fit));
    }
}

/* Whether the role takes a register outside brackets. A minus sign is taken nowhere, an offset only where
 * operands.def says so. */
static bool fits_register(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    const bool offset = value->flags & PTXC_FLAG_OFFSET;
    uint64_t types = ptxc_fit_register_types(fit, offset);
    if (value->flags & PTXC_FLAG_MINUS)
        return ptxc_fit_wrong_kind(fit);
    const bool vector = (value->flags & PTXC_FLAG_WHOLE) && !(value->flags & PTXC_FLAG_NOT);
    if (vector && !(role->shapes & PTXC_SHAPE_TENSOR_ADDRESS) && ptxc_fit_whole(fit, value))
        return true;
    const bool sum = offset && !(value->flags & PTXC_FLAG_NOT) && (role->shapes & PTXC_SHAPE_REGISTER_OFFSET);
    if (role->shapes & PTXC_SHAPE_PREDICATE)
        return (ptxc_fit_has_type(value, types) && (!offset || sum)) || ptxc_fit_wrong_kind(fit);
    if (!(role->shapes & PTXC_SHAPE_REGISTER) || (value->flags & PTXC_FLAG_NOT))
        return ptxc_fit_wrong_kind(fit);
    if (offset && !(role->shapes & PTXC_SHAPE_REGISTER_OFFSET))
        return ptxc_fit_wrong_kind(fit);
    /* Against a predicate, "must be a predicate register" says more than a list of types. */
    if (types == PTXC_BIT(PTXC_TYPE_PRED))
        return ptxc_fit_has_type(value, types) || ptxc_fit_wrong_kind(fit);
    return ptxc_fit_has_type(value, types) || wrong_type(fit, value, types, false);
}

/* Whether a tensor copy takes the address of this variable. ptxas 13.0 refuses a variable declared .v2 or .v4,
 * or an element of an array of them, but takes it with an offset (measured). */
static bool no_vector(struct ptxc_fit *fit, const struct ptxc_value *value) {
    bool tensor = ptxc_roles[fit->role].shapes &
                  (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST);
    bool element = !(value->flags & PTXC_FLAG_ARRAY) || (value->flags & PTXC_FLAG_INDEX);
    if (!tensor || !element || (value->flags & PTXC_FLAG_OFFSET) || !(value->flags & PTXC_FLAG_WHOLE))
        return true;
    return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, value->span, "%s must not be a vector, but '%s' is declared as one",
                      ptxc_fit_title(fit), ptxc_wording_excerpt(fit->subject, value->span));
}

/* Whether the role takes a special register outside brackets. ptxas 13.0 takes one only with an offset, and
 * then as an untyped register of its width; where the role also takes an address in brackets, only a special register
 * that it takes there (measured). */
static bool fits_special(struct ptxc_fit *fit, const struct ptxc_value *value) {
    struct ptxc_value untyped = *value;
    const uint64_t specials = ptxc_roles[fit->role].specials;
    if (!(value->flags & PTXC_FLAG_OFFSET) || (specials && !(specials >> value->type & 1)))
        return ptxc_fit_wrong_kind(fit);
    untyped.type = ptxc_type_untyped(value->type);
    return fits_register(fit, &untyped);
}

/* Whether the role takes the address of a variable as a value. SYMBOL_OFFSET takes a variable of any state
 * space, but only with an offset. */
static bool fits_symbol(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    if (value->flags & (PTXC_FLAG_NOT | PTXC_FLAG_MINUS))
        return ptxc_fit_wrong_kind(fit);
    bool floating = ptxc_fit_follows_type(fit) && ptxc_types[ptxc_fit_qualifier_type(fit)].kind == PTXC_KIND_FLOATING;
    if ((value->flags & PTXC_FLAG_OFFSET) && (role->shapes & PTXC_SHAPE_SYMBOL_OFFSET)) /* the sum is an integer */
        return !floating || ptxc_fit_wrong_kind(fit);
    if (!(role->shapes & PTXC_SHAPE_VARIABLE))
        return ptxc_fit_wrong_kind(fit);
    return no_vector(fit, value) && (in_space(fit, value) || wrong_space(fit, value));
}

/* Whether the role takes a constant. Where the role follows the type qualifier, an integer does not serve a
 * floating-point type; a floating-point constant serves any floating-point type and an untyped one of its width. */
static bool fits_constant(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    const struct ptxc_type_row *type = &ptxc_types[PTXC_TYPE_NONE];
    bool typed = role->registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND);
    if (typed)
        type = &ptxc_types[ptxc_fit_qualifier_type(fit)];
    bool floating = typed && type->kind == PTXC_KIND_FLOATING;
    bool fits = (role->shapes & PTXC_SHAPE_IMMEDIATE) && !floating;
    if (value->kind == PTXC_VALUE_REAL)
        fits =
            (role->shapes & PTXC_SHAPE_FLOAT) &&
            (!typed || floating || (type->kind == PTXC_KIND_UNTYPED && type->width == ptxc_types[value->type].width));
    return fits || ptxc_fit_wrong_kind(fit);
}

/* Whether a value of which nothing is known is written as a register: no placeholder, and no unknown text. */
static bool is_register_name(const struct ptxc_value *value) {
    return ptxc_begins_register(value) && !memchr(value->name, PTXC_UNKNOWN_TEXT, value->name_length);
}

/* Whether the role takes a value of which nothing is known but how it is written: with a negation it is a
 * predicate, and a register is neither a constant nor _. Where a mistake was reported, it may be the name. */
static bool fits_unknown(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const uint32_t shapes = ptxc_roles[fit->role].shapes;
    const uint32_t nameless = PTXC_SHAPE_SINK | PTXC_SHAPE_IMMEDIATE | PTXC_SHAPE_FLOAT;
    bool sure = !fit->subject->instruction->damaged && is_register_name(value);
    bool fits = !(value->flags & PTXC_FLAG_NOT) || (shapes & PTXC_SHAPE_PREDICATE);
    return (fits && ((shapes & ~nameless) || !sure)) || ptxc_fit_wrong_kind(fit);
}

/* Whether the role takes the address of a function: where it follows the type (measured on ptxas 13.0). */
static bool fits_function(const struct ptxc_fit *fit) {
    return ptxc_fit_follows_type(fit) &&
           (ptxc_roles[fit->role].shapes & (PTXC_SHAPE_SYMBOL_OFFSET | PTXC_SHAPE_VARIABLE));
}

/* Whether the role takes a single value without brackets or braces. */
static bool fits_scalar(struct ptxc_fit *fit, const struct ptxc_value *value) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    switch (value->kind) {
    case PTXC_VALUE_REGISTER: return fits_register(fit, value);
    case PTXC_VALUE_INTEGER:
    case PTXC_VALUE_REAL: return fits_constant(fit, value);
    case PTXC_VALUE_VARIABLE: return fits_symbol(fit, value);
    case PTXC_VALUE_SINK: return (role->shapes & PTXC_SHAPE_SINK) || ptxc_fit_wrong_kind(fit);
    case PTXC_VALUE_UNKNOWN: return fits_unknown(fit, value);
    case PTXC_VALUE_SPECIAL: return fits_special(fit, value);
    case PTXC_VALUE_FUNCTION: return fits_function(fit) || ptxc_fit_wrong_kind(fit);
    default: return ptxc_fit_wrong_kind(fit);
    }
}

/* Whether the role takes two results a|b. Either may have an unknown name, and one may be a sink. */
static bool fits_pair(struct ptxc_fit *fit, const struct ptxc_value *values) {
    const struct ptxc_value *first = &values[0], *second = &values[1];
    uint32_t wanted = first->kind == PTXC_VALUE_SINK    ? PTXC_SHAPE_SINK_PAIR
                      : second->kind == PTXC_VALUE_SINK ? PTXC_SHAPE_PAIR_SINK
                                                        : PTXC_SHAPE_PAIR;
    bool fits = ptxc_roles[fit->role].shapes & wanted;
    if (first->kind == PTXC_VALUE_REGISTER)
        fits &= ptxc_fit_has_type(first, ptxc_fit_register_types(fit, false)) &&
                !(first->flags & ~(uint32_t)PTXC_FLAG_COMPONENT);
    else
        fits &= first->kind == PTXC_VALUE_SINK || first->kind == PTXC_VALUE_UNKNOWN;
    if (second->kind == PTXC_VALUE_REGISTER || second->kind == PTXC_VALUE_SPECIAL)
        fits &= ptxc_fit_has_type(second, PTXC_BIT(PTXC_TYPE_PRED));
    else
        fits &= second->kind == PTXC_VALUE_SINK || second->kind == PTXC_VALUE_UNKNOWN;
    return fits || ptxc_fit_wrong_kind(fit);
}

/* Whether the role takes a vector: one with elements as in its ELEMENTS row. */
static bool fits_vector(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    if (ptxc_roles[fit->role].shapes & PTXC_SHAPE_VECTOR_OPERAND)
        return ptxc_fit_elements(fit, values, count);
    return ((ptxc_roles[fit->role].shapes & PTXC_SHAPE_ALSO_VECTOR) && ptxc_fit_takes_elements(fit, values, count)) ||
           ptxc_fit_wrong_kind(fit);
}

/* Whether the role takes this tensor map. */
static bool fits_map(struct ptxc_fit *fit, const struct ptxc_value *map) {
    const struct ptxc_role_row *role = &ptxc_roles[fit->role];
    char spaces[64] = "";
    struct ptxc_buffer text = {spaces, sizeof(spaces), 0};
    bool fits = map->kind == PTXC_VALUE_UNKNOWN;
    if (map->kind == PTXC_VALUE_REGISTER)
        fits = ptxc_fit_has_type(map, role->registers) || wrong_type(fit, map, role->registers, true);
    else if (map->kind == PTXC_VALUE_VARIABLE)
        fits = no_vector(fit, map) && (in_space(fit, map) || wrong_space(fit, map));
    else if (!fits && fit->finding) {
        describe_spaces(role->spaces, &text);
        PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, map->span, "%s must be a register or a %s symbol", ptxc_fit_title(fit),
                   spaces);
    }
    return fits;
}

/* Whether the role takes a tensor map with coordinates: [map, {x, y}], or [map, v] where v is declared as a
 * vector. */
static bool fits_tensor(struct ptxc_fit *fit, const struct ptxc_value *values, unsigned count) {
    if (!(ptxc_roles[fit->role].shapes & PTXC_SHAPE_TENSOR_ADDRESS))
        return ptxc_fit_wrong_kind(fit);
    if (!fits_map(fit, values))
        return false;
    return fit->operand->shape == PTXC_OPERAND_LIST ? ptxc_fit_whole(fit, &values[1])
                                                    : ptxc_fit_elements(fit, values + 1, count - 1);
}

/* Returns how many values the part of a list has that begins with the first of them: a vector in braces or one value.
 */
static unsigned part_length(const struct ptxc_value *values, unsigned count) {
    unsigned length = 1;
    if (values->flags & PTXC_FLAG_OPEN_BRACE)
        while (length < count && !(values[length - 1].flags & PTXC_FLAG_CLOSE_BRACE))
            length++;
    return length;
}

/* Whether a list in brackets has as many parts as the row; otherwise the message names them all. */
static bool has_parts(struct ptxc_fit *fit, const struct ptxc_parts_row *row, const struct ptxc_value *values) {
    char wanted[160] = "";
    struct ptxc_buffer text = {wanted, sizeof(wanted), 0};
    unsigned at = 1, part = 0;
    for (; row->parts[part].role && at < fit->operand->count; part++)
        at += part_length(&values[at], fit->operand->count - at);
    if (!row->parts[part].role && at == fit->operand->count)
        return true;
    for (part = 0; row->parts[part].role; part++)
        ptxc_buffer_add(&text, ", %s", ptxc_operand_names[row->parts[part].name].name);
    return PTXC_UNFIT(fit, PTXC_RULE_OPERAND_KIND, fit->operand->span,
                      "with these qualifiers the operand must be [%s%s]", ptxc_fit_title(fit), wanted);
}

/* Whether a part of a list fits its role. */
static bool fits_part(const struct ptxc_fit *list, const struct ptxc_list_part *part, const struct ptxc_value *values,
                      unsigned count) {
    const uint32_t start = values->span.offset, end = values[count - 1].span.offset + values[count - 1].span.length;
    const bool vector = values->flags & PTXC_FLAG_OPEN_BRACE;
    const struct ptxc_operand operand = {.shape = vector ? PTXC_OPERAND_VECTOR : PTXC_OPERAND_SCALAR,
                                         .count = (uint8_t)count,
                                         .span = {start, end - start}};
    struct ptxc_fit fit = {list->subject, &operand, (enum ptxc_role)part->role, list->finding,
                           (enum ptxc_operand_name)part->name};
    if (vector && (ptxc_roles[part->role].shapes & (PTXC_SHAPE_VECTOR_OPERAND | PTXC_SHAPE_TENSOR_ADDRESS)))
        return ptxc_fit_elements(&fit, values, count);
    if (vector || (values->flags & PTXC_FLAG_COMPONENT))
        return ptxc_fit_wrong_kind(&fit);
    return fits_scalar(&fit, values);
}

/* Whether the role takes a tensor map with what overrides it: the parts that operands.def says. */
static bool fits_list(struct ptxc_fit *fit, const struct ptxc_value *values) {
    const uint8_t *choices = fit->subject->match->choices;
    const struct ptxc_parts_row *row = ptxc_parts;
    while (row->role && (row->role != fit->role || (row->qualifier != PTXC_Q_NONE &&
                                                    choices[ptxc_qualifiers[row->qualifier].slot] != row->qualifier)))
        row++;
    if (!row->role)
        return ptxc_fit_wrong_kind(fit);
    if (!has_parts(fit, row, values) || !fits_map(fit, values))
        return false;
    unsigned at = 1;
    for (const struct ptxc_list_part *part = row->parts; part->role; part++) {
        const unsigned length = part_length(&values[at], fit->operand->count - at);
        if (!fits_part(fit, part, &values[at], length))
            return false;
        at += length;
    }
    return true;
}

/* Whether the role wants a tensor map with coordinates and there is unknown text in the brackets, which may
 * hold whatever seems to be missing. */
static bool may_be_tensor(const struct ptxc_fit *fit, const struct ptxc_value *values) {
    const unsigned shapes = ptxc_roles[fit->role].shapes;
    enum ptxc_operand_shape shape = fit->operand->shape;
    bool brackets = shape == PTXC_OPERAND_ADDRESS || shape == PTXC_OPERAND_LIST ||
                    (shape == PTXC_OPERAND_TENSOR && !(shapes & PTXC_SHAPE_TENSOR_ADDRESS));
    if (!brackets || !(shapes & (PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST)))
        return false;
    for (unsigned i = 0; i < fit->operand->count; i++)
        if (values[i].name_length > 0 && memchr(values[i].name, PTXC_UNKNOWN_TEXT, values[i].name_length))
            return true;
    return false;
}

/* Whether a list in brackets is a tensor map and a register that is declared as a vector. */
static bool is_vector_list(const struct ptxc_fit *fit, const struct ptxc_value *values) {
    const bool tensor = ptxc_roles[fit->role].shapes & PTXC_SHAPE_TENSOR_ADDRESS;
    return tensor && fit->operand->count == 2 && values[1].kind == PTXC_VALUE_REGISTER &&
           values[1].flags == (values[1].flags & (PTXC_FLAG_WHOLE | PTXC_FLAG_FOUR)) && values[1].flags;
}

/* Whether qualifiers that may be in unknown text decide what the role takes: the width of elements, and which parts of
 * a tensor map are overridden. */
static bool depends_on_unknown(const struct ptxc_fit *fit) {
    const uint32_t lists = PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST;
    if (!(fit->subject->instruction->open & PTXC_OPEN_QUALIFIERS))
        return false;
    if (fit->operand->shape == PTXC_OPERAND_VECTOR)
        return fit->subject->match->choices[PTXC_SLOT_TYPE] == PTXC_Q_NONE;
    return (fit->operand->shape == PTXC_OPERAND_LIST || fit->operand->shape == PTXC_OPERAND_TENSOR) &&
           (ptxc_roles[fit->role].shapes & lists);
}

bool ptxc_operand_fits(const struct ptxc_subject *subject, const struct ptxc_operand *operand, enum ptxc_role role,
                       struct ptxc_finding *finding) {
    struct ptxc_fit fit = {subject, operand, role, finding, PTXC_NAME_NONE};
    const struct ptxc_value *values = &subject->instruction->values[operand->first];
    if (may_be_tensor(&fit, values) || depends_on_unknown(&fit))
        return true;
    switch (operand->shape) {
    case PTXC_OPERAND_ADDRESS: return fits_address(&fit, values);
    case PTXC_OPERAND_SCALAR: return fits_scalar(&fit, values);
    case PTXC_OPERAND_VECTOR: return fits_vector(&fit, values, operand->count);
    case PTXC_OPERAND_TENSOR: return fits_tensor(&fit, values, operand->count);
    case PTXC_OPERAND_PAIR: return fits_pair(&fit, values);
    case PTXC_OPERAND_LIST:
        if (is_vector_list(&fit, values) && fits_tensor(&fit, values, operand->count))
            return true;
        return fits_list(&fit, values);
    }
    return ptxc_fit_wrong_kind(&fit);
}
