/* The ways to write an operand: see variants.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variants.h"

/* A register of each type; NULL where the module has none. */
static const char *const registers[PTXC_TYPE_COUNT] = {
    [PTXC_TYPE_PRED] = "%p1",  [PTXC_TYPE_B8] = "%c1",     [PTXC_TYPE_U8] = "%cu1",     [PTXC_TYPE_S8] = "%cs1",
    [PTXC_TYPE_B16] = "%h1",   [PTXC_TYPE_U16] = "%hu1",   [PTXC_TYPE_S16] = "%hs1",    [PTXC_TYPE_F16] = "%hf1",
    [PTXC_TYPE_BF16] = "%bf1", [PTXC_TYPE_B32] = "%r1",    [PTXC_TYPE_U32] = "%ru1",    [PTXC_TYPE_S32] = "%rs1",
    [PTXC_TYPE_F32] = "%f1",   [PTXC_TYPE_F16X2] = "%hx1", [PTXC_TYPE_BF16X2] = "%bx1", [PTXC_TYPE_B64] = "%rd1",
    [PTXC_TYPE_U64] = "%rdu1", [PTXC_TYPE_S64] = "%rds1",  [PTXC_TYPE_F64] = "%fd1",    [PTXC_TYPE_B128] = "%q1",
};

static const struct {
    const char *name;
    enum ptxc_space space;
} symbols[] = {
    {"s_buf", PTXC_SPACE_SHARED}, {"s_w", PTXC_SPACE_SHARED},    {"s_dyn", PTXC_SPACE_SHARED},
    {"g_buf", PTXC_SPACE_GLOBAL}, {"g_tmap", PTXC_SPACE_GLOBAL}, {"c_tmap", PTXC_SPACE_CONST},
    {"l_buf", PTXC_SPACE_LOCAL},  {"k_tmap", PTXC_SPACE_PARAM},  {"k_u32", PTXC_SPACE_PARAM},
};

static const struct {
    const char *name;
    enum ptxc_type type;
} specials[] = {
    {"%envreg3", PTXC_TYPE_B32},
    {"%laneid", PTXC_TYPE_U32},
    {"%clock64", PTXC_TYPE_U64},
};

static const char *const integers[] = {"16", "0x10", "020", "16U", "8+8", "-1", "0", "0x8000000000000000", "~0"};
static const char *const reals[] = {"0.5", "0f3F000000", "0d3FE0000000000000", "-1.5e3"};

struct kinds {
    char (*texts)[KIND_LENGTH];
    size_t count;
};

static void add(struct kinds *kinds, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct kinds *kinds, const char *format, ...) {
    va_list arguments;
    if (kinds->count == KINDS)
        abort();
    va_start(arguments, format);
    vsnprintf(kinds->texts[kinds->count++], KIND_LENGTH, format, arguments);
    va_end(arguments);
}

/* Adds the addresses in brackets that the role allows. */
static void add_addresses(struct kinds *kinds, const struct ptxc_role_row *role) {
    for (int type = 1; type < PTXC_TYPE_COUNT; type++) {
        if (!(role->brackets >> type & 1) || !registers[type] || !(role->shapes & PTXC_SHAPE_REGISTER_ADDRESS))
            continue;
        add(kinds, "[%s]", registers[type]);
        add(kinds, "[%s+16]", registers[type]);
        add(kinds, "[%s+-16]", registers[type]);
    }
    for (size_t i = 0; i < PTXC_COUNT(symbols); i++) {
        if (!(role->shapes & PTXC_SHAPE_SYMBOL_ADDRESS) || !(role->spaces >> symbols[i].space & 1))
            continue;
        add(kinds, "[%s]", symbols[i].name);
        add(kinds, "[%s+0x20]", symbols[i].name);
    }
    for (size_t i = 0; i < PTXC_COUNT(specials); i++)
        if ((role->shapes & PTXC_SHAPE_SPECIAL_ADDRESS) && (role->specials >> specials[i].type & 1))
            add(kinds, "[%s]", specials[i].name);
    if (role->shapes & PTXC_SHAPE_CONSTANT_ADDRESS)
        add(kinds, "[64]");
}

/* Adds the registers that the role allows, and pairs and sums of them. */
static void add_registers(struct kinds *kinds, const struct ptxc_role_row *role) {
    for (int type = 1; type < PTXC_TYPE_COUNT; type++) {
        bool typed = role->registers & PTXC_TYPES_OF_QUALIFIER;
        if ((!typed && !(role->registers >> type & 1)) || !registers[type])
            continue;
        if (role->shapes & (PTXC_SHAPE_REGISTER | PTXC_SHAPE_PREDICATE))
            add(kinds, "%s", registers[type]);
        if (role->shapes & PTXC_SHAPE_PREDICATE)
            add(kinds, "!%s", registers[type]);
        if (role->shapes & PTXC_SHAPE_REGISTER_OFFSET)
            add(kinds, "%s+4", registers[type]);
        if (role->shapes & PTXC_SHAPE_PAIR)
            add(kinds, "%s|%%p1", registers[type]);
    }
    if (role->shapes & PTXC_SHAPE_PAIR)
        add(kinds, "_|%%p1");
    if (role->shapes & PTXC_SHAPE_REGISTER)
        add(kinds, "%%v.x");
}

/* Adds the variables that the role allows without brackets. */
static void add_symbols(struct kinds *kinds, const struct ptxc_role_row *role) {
    for (size_t i = 0; i < PTXC_COUNT(symbols); i++) {
        if ((role->shapes & PTXC_SHAPE_VARIABLE) && (role->spaces >> symbols[i].space & 1)) {
            add(kinds, "%s", symbols[i].name);
            add(kinds, "%s+16", symbols[i].name);
        }
        if (role->shapes & PTXC_SHAPE_SYMBOL_OFFSET)
            add(kinds, "%s+4", symbols[i].name);
    }
    if ((role->shapes & PTXC_SHAPE_VARIABLE) && (role->spaces >> PTXC_SPACE_SHARED & 1))
        add(kinds, "s_buf[2+1]");
}

/* Adds the constants, `_` and vectors that the role allows. */
static void add_constants(struct kinds *kinds, const struct ptxc_role_row *role) {
    for (size_t i = 0; i < PTXC_COUNT(integers) && (role->shapes & PTXC_SHAPE_IMMEDIATE); i++)
        add(kinds, "%s", integers[i]);
    for (size_t i = 0; i < PTXC_COUNT(reals) && (role->shapes & PTXC_SHAPE_FLOAT); i++)
        add(kinds, "%s", reals[i]);
    if (role->shapes & PTXC_SHAPE_SINK)
        add(kinds, "_");
    if (role->shapes & PTXC_SHAPE_ALSO_VECTOR) {
        add(kinds, "{1}");
        add(kinds, "{%%h1}");
        add(kinds, "{%%r1, %%r2}");
    }
}

/* A vector whose first element is `first`. */
static void add_vector(struct kinds *kinds, const char *map, unsigned count, const char *first, const char *other) {
    char text[KIND_LENGTH] = "{";
    for (unsigned i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? ", " : "", i == 0 ? first : other);
    if (map)
        add(kinds, "[%s, %s}]", map, text);
    else
        add(kinds, "%s}", text);
}

/* Gives how many elements the role has in this variant. */
static unsigned element_count(const struct ptxc_elements_row *row, const struct variant *variant) {
    unsigned dim = 2, vector = 2;
    for (size_t i = 0; i < variant->count; i++) {
        if (variant->qualifiers[i] >= PTXC_Q_1D && variant->qualifiers[i] <= PTXC_Q_5D)
            dim = variant->qualifiers[i] - PTXC_Q_1D + 1u;
        if (variant->qualifiers[i] == PTXC_Q_V4)
            vector = 4;
    }
    return row->count == PTXC_COUNT_DIM          ? dim
           : row->count == PTXC_COUNT_DIM_LESS_2 ? (dim > 2 ? dim - 2 : 1)
           : row->count == PTXC_COUNT_VECTOR     ? vector
                                                 : row->count;
}

/* Adds vectors, or with `map` tensors, whose first element is of every kind in turn. */
static void add_vectors(struct kinds *kinds, enum ptxc_role role, const char *map, const struct variant *variant) {
    const struct ptxc_elements_row *row = &ptxc_elements[role];
    unsigned count = element_count(row, variant), width = row->width == PTXC_WIDTH_OF_QUALIFIER ? 32 : row->width;
    const char *untyped = width == 16 ? "%h2" : "%r2";
    for (int type = 1; type < PTXC_TYPE_COUNT; type++)
        if (registers[type] && (ptxc_types[type].width == width || (row->companions >> type & 1)))
            add_vector(kinds, map, count, registers[type], untyped);
    for (size_t i = 0; i < PTXC_COUNT(integers); i++)
        add_vector(kinds, map, count, integers[i], untyped);
    for (size_t i = 0; i < PTXC_COUNT(reals); i++)
        add_vector(kinds, map, count, reals[i], untyped);
    add_vector(kinds, map, count, "%tid.y", untyped);
    add_vector(kinds, map, count, "%v.z", untyped);
    add_vector(kinds, map, count, "s_w", untyped);
    add_vector(kinds, map, count, "_", untyped);
}

/* Adds the tensors that the role allows, with every kind of tensor map. */
static void add_tensors(struct kinds *kinds, enum ptxc_role index, const struct variant *variant) {
    const struct ptxc_role_row *role = &ptxc_roles[index];
    unsigned count = element_count(&ptxc_elements[index], variant);
    if (role->shapes & PTXC_SHAPE_TENSOR_ADDRESS)
        add_vectors(kinds, index, "%rd1", variant);
    for (int type = 1; type < PTXC_TYPE_COUNT && (role->shapes & PTXC_SHAPE_TENSOR_ADDRESS); type++)
        if (registers[type] && (role->registers >> type & 1))
            add_vector(kinds, registers[type], count, "%r1", "%r2");
    if (role->shapes & PTXC_SHAPE_TENSOR_ADDRESS)
        add_vector(kinds, "g_tmap", count, "%r1", "%r2");
    if (role->shapes & PTXC_SHAPE_TENSOR_LIST) {
        add(kinds, "[%%rd1, {%%r1, %%r2}]");
        add(kinds, "[%%rd1, %%rd2, {%%r1, %%r2}]");
        add(kinds, "[%%rd1, %%rd2, {%%r1, 4}, {%%r3}, 5]");
    }
}

size_t operand_kinds(enum ptxc_role index, const struct variant *variant, char texts[KINDS][KIND_LENGTH]) {
    const struct ptxc_role_row *role = &ptxc_roles[index];
    struct kinds kinds = {texts, 0};
    add_addresses(&kinds, role);
    add_registers(&kinds, role);
    add_symbols(&kinds, role);
    add_constants(&kinds, role);
    if (role->shapes & PTXC_SHAPE_VECTOR_OPERAND)
        add_vectors(&kinds, index, NULL, variant);
    add_tensors(&kinds, index, variant);
    return kinds.count;
}
