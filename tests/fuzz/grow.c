/* Random instructions, built through the API: mostly near to what a form of the tables asks for, so that many are
 * legal, with names of every type, state space and alignment.
 */
#include "grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tables/form.h"
#include "tables/spaces.h"

enum { NAMES = 400, STEM = 16, NAME = 28, VARIABLES_PER_TYPE = 3 };

/* A declared name, as a value; the registers come first. */
static struct {
    struct ptxc_value value;
    char name[NAME];
} names[NAMES];
static size_t register_count, name_count;

unsigned grow_below(struct growth *growth, unsigned bound) {
    growth->state = growth->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(growth->state >> 33) % bound;
}

/* True once in so many times. */
static int seldom(struct growth *growth, unsigned odds) {
    return grow_below(growth, odds) == 0;
}

static struct ptxc_value *add_name(const char *prefix, int type) {
    snprintf(names[name_count].name, NAME, "%s%d", prefix, type);
    names[name_count].value = ptxc_register(names[name_count].name, (enum ptxc_type)type);
    return &names[name_count++].value;
}

/* Types that ptxas has registers of, from PTX 7.8 on. */
static int declarable(int type) {
    return ptxc_types[type].kind != PTXC_KIND_OPAQUE && type != PTXC_TYPE_TF32 && type != PTXC_TYPE_B128 &&
           type != PTXC_TYPE_BF16 && type != PTXC_TYPE_BF16X2;
}

/* Appends the declarations of two registers of each type and of some vectors. */
static void declare_registers(char *text) {
    for (int type = 1; type < PTXC_TYPE_COUNT; type++) {
        if (!declarable(type))
            continue;
        sprintf(text + strlen(text), ".reg %s %s, %s;\n", ptxc_types[type].spelling, add_name("%k", type)->name,
                add_name("%l", type)->name);
    }
    static const int vectors[] = {PTXC_TYPE_B16, PTXC_TYPE_B32, PTXC_TYPE_S32, PTXC_TYPE_F32};
    for (size_t i = 0; i < PTXC_COUNT(vectors); i++) {
        struct ptxc_value *vector = add_name("%w", vectors[i]);
        vector->flags |= PTXC_FLAG_WHOLE;
        sprintf(text + strlen(text), ".reg .v2 %s %s;\n", ptxc_types[vectors[i]].spelling, vector->name);
    }
    register_count = name_count;
}

/* Declares variables of some types in a space: a plain one, one that is aligned, and an array. */
static void declare_variables(char *text, const char *prefix, enum ptxc_space space, const char *end) {
    static const int types[] = {PTXC_TYPE_B8,  PTXC_TYPE_B16, PTXC_TYPE_S32,
                                PTXC_TYPE_B32, PTXC_TYPE_B64, PTXC_TYPE_F32};
    for (size_t i = 0; i < PTXC_COUNT(types); i++) {
        for (unsigned form = 0; form < VARIABLES_PER_TYPE; form++) {
            char stem[STEM];
            snprintf(stem, sizeof(stem), "%s%u_", prefix, form);
            struct ptxc_value *variable = add_name(stem, types[i]);
            uint32_t natural = ptxc_types[types[i]].width / 8u, alignment = form == 0 ? natural : form == 1 ? 16 : 128;
            *variable = ptxc_symbol(variable->name, space, (enum ptxc_type)types[i], alignment);
            if (form == 2)
                variable->flags |= PTXC_FLAG_ARRAY;
            sprintf(text + strlen(text), "%s .align %u %s %s%s%s\n", ptxc_spaces[space].spelling, alignment,
                    ptxc_types[types[i]].spelling, variable->name, form == 2 ? "[64]" : "", end);
        }
    }
}

char *grow_module(void) {
    char *text = calloc(1, 1 << 16);
    if (!text)
        abort();
    name_count = 0;
    strcpy(text, ".version <version>\n.target <target>\n.address_size 64\n.extern .func outer;\n");
    declare_variables(text, "s", PTXC_SPACE_SHARED, ";");
    declare_variables(text, "g", PTXC_SPACE_GLOBAL, ";");
    declare_variables(text, "c", PTXC_SPACE_CONST, ";");
    strcat(text, ".visible .entry kernel(\n");
    declare_variables(text, "q", PTXC_SPACE_PARAM, ",");
    strcat(text, ".param .b32 last)\n{\n");
    declare_variables(text, "l", PTXC_SPACE_LOCAL, ";");
    size_t variables = name_count;
    declare_registers(text);
    register_count = name_count - variables;
    strcat(text, "<the case>\nret;\n}\n");
    return text;
}

/* Gives an integer that some rule may look at, or seldom a floating-point constant. */
static struct ptxc_value a_constant(struct growth *growth) {
    static const int64_t integers[] = {0,   1,  4, 8,   16,     16,      32,        64,
                                       128, -1, 3, 255, 0xffff, 1 << 20, INT64_MIN, INT64_MAX};
    struct ptxc_value value = ptxc_immediate(integers[grow_below(growth, PTXC_COUNT(integers))]);
    if (seldom(growth, 12)) {
        value.kind = PTXC_VALUE_REAL;
        value.type = seldom(growth, 2) ? PTXC_TYPE_F32 : PTXC_TYPE_F64;
        value.integer = value.type == PTXC_TYPE_F32 ? 0x3f000000 : INT64_C(0x3fe0000000000000);
    }
    return value;
}

/* Gives one of a few special registers, with a component, without it, or not a vector at all. */
static struct ptxc_value a_special(struct growth *growth) {
    static const struct {
        const char *name;
        enum ptxc_type type;
        uint32_t flags;
    } specials[] = {
        {"%laneid", PTXC_TYPE_U32, 0},
        {"%clock64", PTXC_TYPE_U64, 0},
        {"%envreg3", PTXC_TYPE_B32, 0},
        {"%tid.x", PTXC_TYPE_U32, PTXC_FLAG_COMPONENT},
        {"%tid", PTXC_TYPE_U32, PTXC_FLAG_WHOLE},
    };
    unsigned i = grow_below(growth, PTXC_COUNT(specials));
    struct ptxc_value value = ptxc_value_named(PTXC_VALUE_SPECIAL, specials[i].name, specials[i].type);
    value.flags = specials[i].flags;
    return value;
}

/* Gives any name that is declared. */
static struct ptxc_value a_name(struct growth *growth) {
    return names[grow_below(growth, (unsigned)name_count)].value;
}

/* Gives a declared register of one of these types, or variable in one of these spaces. */
static struct ptxc_value a_name_of(struct growth *growth, uint64_t types, uint32_t spaces) {
    for (int tries = 0; tries < 400; tries++) {
        struct ptxc_value value = a_name(growth);
        if (value.kind == PTXC_VALUE_REGISTER ? (types >> value.type & 1) && !(value.flags & PTXC_FLAG_WHOLE)
                                              : spaces >> value.space & 1)
            return value;
    }
    return a_name(growth);
}

/* Gives a value of any kind. */
static struct ptxc_value a_value(struct growth *growth) {
    switch (grow_below(growth, 8)) {
    case 0: return a_constant(growth);
    case 1: return ptxc_sink();
    case 2: return a_special(growth);
    case 3:
        if (growth->wild)
            return ptxc_unknown("$0");
        return ptxc_value_named(PTXC_VALUE_FUNCTION, "outer", PTXC_TYPE_NONE);
    default: return a_name(growth);
    }
}

static struct ptxc_value with_flags(struct growth *growth, struct ptxc_value value) {
    static const uint32_t flags[] = {
        PTXC_FLAG_NOT,   PTXC_FLAG_MINUS,      PTXC_FLAG_OFFSET,         PTXC_FLAG_OFFSET,
        PTXC_FLAG_INDEX, PTXC_FLAG_OPEN_BRACE, PTXC_FLAG_REGISTER_INDEX, PTXC_FLAG_COMPONENT};
    unsigned i = grow_below(growth, growth->wild ? PTXC_COUNT(flags) : 5);
    value.flags |= flags[i];
    if (flags[i] & (PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX))
        value.integer = 8 * (int)grow_below(growth, 5) - 8;
    return value;
}

/* Pushes a vector, or with `map` a tensor, whose elements mostly have one of these types. */
static void push_vector(struct growth *growth, struct ptxc_instruction *instruction, const struct ptxc_value *map,
                        unsigned count, uint64_t types) {
    struct ptxc_value elements[PTXC_MAX_ELEMENTS];
    for (unsigned i = 0; i < count; i++)
        elements[i] = seldom(growth, 5)    ? a_constant(growth)
                      : seldom(growth, 12) ? a_value(growth)
                                           : a_name_of(growth, types, 0);
    if (map)
        ptxc_instruction_push_tensor(instruction, *map, elements, count);
    else
        ptxc_instruction_push_vector(instruction, elements, count);
}

/* Pushes any operand at all. */
static void push_any(struct growth *growth, struct ptxc_instruction *instruction) {
    struct ptxc_value value = a_value(growth);
    if (seldom(growth, 3))
        value = with_flags(growth, value);
    unsigned count = 1 + grow_below(growth, 5);
    switch (grow_below(growth, 6)) {
    case 0: ptxc_instruction_push_address(instruction, value); break;
    case 1: push_vector(growth, instruction, NULL, count, ~UINT64_C(0)); break;
    case 2: push_vector(growth, instruction, &value, count, ~UINT64_C(0)); break;
    case 3: ptxc_instruction_push_pair(instruction, value, a_value(growth)); break;
    default: ptxc_instruction_push(instruction, value); break;
    }
}

static unsigned count_of(const struct ptxc_instruction *instruction, const struct ptxc_elements_row *row) {
    unsigned dim = (unsigned)ptxc_instruction_get(instruction, PTXC_SLOT_DIM);
    dim = dim ? dim - PTXC_Q_1D + 1 : 2;
    switch (row->count) {
    case PTXC_COUNT_DIM: return dim;
    case PTXC_COUNT_DIM_LESS_2: return dim > 2 ? dim - 2 : 1;
    case PTXC_COUNT_VECTOR: return ptxc_instruction_get(instruction, PTXC_SLOT_VECTOR) == PTXC_Q_V4 ? 4 : 2;
    default: return row->count ? row->count : 2;
    }
}

/* Gives the types of registers that are as wide as the type qualifier says. */
static uint64_t types_beside(const struct ptxc_instruction *instruction) {
    const char *spelling = ptxc_qualifier_name(ptxc_instruction_get(instruction, PTXC_SLOT_TYPE));
    unsigned width = spelling ? ptxc_types[ptxc_type_from_name(spelling)].width : 32;
    uint64_t types = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        types |= ptxc_types[i].width == width ? PTXC_BIT(i) : 0;
    return types;
}

/* Pushes an operand whose shape the role allows. */
static void push_fitting(struct growth *growth, struct ptxc_instruction *instruction, enum ptxc_role index) {
    const struct ptxc_role_row *role = &ptxc_roles[index];
    uint64_t types = role->registers & PTXC_TYPES_OF_QUALIFIER ? types_beside(instruction) : role->registers;
    unsigned width = ptxc_elements[index].width, count = count_of(instruction, &ptxc_elements[index]);
    uint64_t elements = width == 16   ? PTXC_BIT(PTXC_TYPE_B16) | PTXC_BIT(PTXC_TYPE_S16)
                        : width == 32 ? PTXC_BIT(PTXC_TYPE_B32) | PTXC_BIT(PTXC_TYPE_U32) | PTXC_BIT(PTXC_TYPE_F32)
                                      : types_beside(instruction);
    struct ptxc_value value = a_name_of(growth, types, role->spaces);
    uint32_t shape;
    do
        shape = 1u << grow_below(growth, 18);
    while (!(role->shapes & shape));
    if (shape & (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_SYMBOL_ADDRESS)) {
        value = a_name_of(growth, role->brackets, role->spaces);
        ptxc_instruction_push_address(instruction, seldom(growth, 4) ? ptxc_offset(value, 16) : value);
    } else if (shape & PTXC_SHAPE_SPECIAL_ADDRESS) {
        ptxc_instruction_push_address(instruction, a_special(growth));
    } else if (shape & (PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST)) {
        push_vector(growth, instruction, &value, count, elements);
    } else if (shape & PTXC_SHAPE_VECTOR_OPERAND) {
        push_vector(growth, instruction, NULL, count, elements);
    } else if (shape & PTXC_SHAPE_ALSO_VECTOR) {
        push_vector(growth, instruction, NULL, 1, types);
    } else if (shape & PTXC_SHAPE_PAIR) {
        ptxc_instruction_push_pair(instruction, seldom(growth, 3) ? ptxc_sink() : value,
                                   a_name_of(growth, PTXC_BIT(PTXC_TYPE_PRED), 0));
    } else if (shape & (PTXC_SHAPE_IMMEDIATE | PTXC_SHAPE_FLOAT | PTXC_SHAPE_CONSTANT_ADDRESS)) {
        ptxc_instruction_push(instruction, a_constant(growth));
    } else if (shape & PTXC_SHAPE_SINK) {
        ptxc_instruction_push(instruction, ptxc_sink());
    } else {
        value = shape & (PTXC_SHAPE_REGISTER_OFFSET | PTXC_SHAPE_SYMBOL_OFFSET) ? ptxc_offset(value, 8) : value;
        value = (shape & PTXC_SHAPE_PREDICATE) && seldom(growth, 2) ? ptxc_not(value) : value;
        ptxc_instruction_push(instruction, value);
    }
}

/* Adds the qualifiers that the form needs and some that it may have; now and then one of them is missing, or
 * another one is added. */
static void add_qualifiers(struct growth *growth, struct ptxc_instruction *instruction,
                           const struct ptxc_form_row *form) {
    ptxc_wide filled = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        size_t count = 0;
        while (count < sizeof(entry->choices) && entry->choices[count])
            count++;
        if (entry->presence == PTXC_PRESENCE_NEED ? seldom(growth, 60) : !seldom(growth, 4 + 8 * entry->presence))
            continue;
        if (!ptxc_form_applies(form, i, filled) && !seldom(growth, 30))
            continue;
        ptxc_instruction_set(instruction, ptxc_form_slot(form, i),
                             (enum ptxc_qualifier)entry->choices[grow_below(growth, (unsigned)count)]);
        filled |= PTXC_WIDE_BIT(ptxc_form_slot(form, i));
    }
    while (seldom(growth, 4)) {
        enum ptxc_qualifier choices[PTXC_Q_COUNT];
        enum ptxc_slot slot = (enum ptxc_slot)grow_below(growth, PTXC_SLOT_COUNT);
        size_t count = ptxc_instruction_choices(instruction, slot, growth->options, choices, PTXC_COUNT(choices));
        if (count > 0)
            ptxc_instruction_set(instruction, slot, choices[grow_below(growth, (unsigned)count)]);
        if (seldom(growth, 6))
            ptxc_instruction_add(instruction, (enum ptxc_qualifier)grow_below(growth, PTXC_Q_COUNT + 2));
        if (growth->wild && seldom(growth, 6))
            ptxc_instruction_set(instruction, slot, PTXC_Q_NONE);
    }
}

void grow_instruction(struct growth *growth, struct ptxc_instruction *instruction) {
    const struct ptxc_form_row *form = &ptxc_forms[grow_below(growth, PTXC_FORM_COUNT)];
    ptxc_wide filled = 0;
    ptxc_instruction_init(instruction, form->opcode);
    add_qualifiers(growth, instruction, form);
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= PTXC_WIDE_BIT(instruction->qualifiers[i].slot);
    for (size_t i = 0; ptxc_form_argument(form, filled, i)->role != PTXC_ROLE_NONE && !seldom(growth, 60); i++) {
        if (seldom(growth, 12))
            push_any(growth, instruction);
        else
            push_fitting(growth, instruction, (enum ptxc_role)ptxc_form_argument(form, filled, i)->role);
    }
    while (seldom(growth, 30))
        push_any(growth, instruction);
    if (seldom(growth, 5)) {
        struct ptxc_value guard = seldom(growth, 8) ? a_value(growth) : a_name_of(growth, PTXC_BIT(PTXC_TYPE_PRED), 0);
        ptxc_instruction_guard(instruction, seldom(growth, 2) ? ptxc_not(guard) : guard);
    }
}
