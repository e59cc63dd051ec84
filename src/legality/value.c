/* Instructions as values: initialise, fill, compare. Nothing here allocates. */
#include <string.h>

#include "legality/instruction.h"
#include "syntax/name.h"
#include "tables/form.h"

/* The constructors of the header, which gives them to C as inline definitions alone (C11 6.7.4). */
extern inline struct ptxc_value ptxc_value_named(enum ptxc_value_kind kind, const char *name, enum ptxc_type type);
extern inline struct ptxc_value ptxc_register(const char *name, enum ptxc_type type);
extern inline struct ptxc_value ptxc_predicate(const char *name);
extern inline struct ptxc_value ptxc_symbol(const char *name, enum ptxc_space space, enum ptxc_type type,
                                            uint32_t alignment);
extern inline struct ptxc_value ptxc_unknown(const char *name);
extern inline struct ptxc_value ptxc_immediate(int64_t integer);
extern inline struct ptxc_value ptxc_sink(void);
extern inline struct ptxc_value ptxc_offset(struct ptxc_value value, int64_t bytes);
extern inline struct ptxc_value ptxc_not(struct ptxc_value value);

void ptxc_instruction_init(struct ptxc_instruction *instruction, enum ptxc_opcode opcode) {
    if (!instruction)
        return;
    memset(instruction, 0, sizeof(*instruction));
    instruction->opcode = opcode;
}

/* Returns the count of qualifiers, at most what there is room for: a wrong count must not lead outside the instruction.
 */
static size_t qualifiers_in(const struct ptxc_instruction *instruction) {
    size_t count = instruction->qualifier_count;
    return count < PTXC_MAX_QUALIFIERS ? count : PTXC_MAX_QUALIFIERS;
}

/* Finds the qualifier in this slot, or NULL. */
static struct ptxc_qualifier_use *use_in(struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    for (size_t i = 0; i < qualifiers_in(instruction); i++)
        if (instruction->qualifiers[i].slot == slot)
            return &instruction->qualifiers[i];
    return NULL;
}

enum ptxc_status ptxc_instruction_add(struct ptxc_instruction *instruction, enum ptxc_qualifier qualifier) {
    if (!instruction || ptxc_qualifier_slot(qualifier) == PTXC_SLOT_NONE)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_slot slot = ptxc_opcode_slot(instruction->opcode, qualifier);
    if (use_in(instruction, slot))
        slot = ptxc_opcode_second(instruction->opcode, slot);
    if (slot == PTXC_SLOT_NONE || use_in(instruction, slot))
        return PTXC_BAD_ARGUMENT;
    return ptxc_instruction_set(instruction, slot, qualifier);
}

/* Removes a qualifier and moves those after it down. */
static void remove_qualifier(struct ptxc_instruction *instruction, struct ptxc_qualifier_use *use) {
    size_t count = qualifiers_in(instruction), after = (size_t)(instruction->qualifiers + count - (use + 1));
    memmove(use, use + 1, after * sizeof(*use));
    instruction->qualifier_count = (uint8_t)(count - 1);
}

enum ptxc_status ptxc_instruction_set(struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                      enum ptxc_qualifier qualifier) {
    if (!instruction || (unsigned)slot >= PTXC_SLOT_COUNT)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_qualifier_use *use = use_in(instruction, slot);
    if (qualifier == PTXC_Q_NONE) {
        if (use)
            remove_qualifier(instruction, use);
        return PTXC_OK;
    }
    if (ptxc_qualifier_slot(qualifier) == PTXC_SLOT_NONE)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_slot own = ptxc_opcode_slot(instruction->opcode, qualifier);
    if (own != slot && ptxc_opcode_second(instruction->opcode, own) != slot)
        return PTXC_BAD_ARGUMENT;
    if (!use && instruction->qualifier_count >= PTXC_MAX_QUALIFIERS)
        return PTXC_TOO_LARGE;
    if (!use)
        use = &instruction->qualifiers[instruction->qualifier_count++];
    *use = (struct ptxc_qualifier_use){.id = qualifier, .slot = slot};
    return PTXC_OK;
}

enum ptxc_qualifier ptxc_instruction_get(const struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    const struct ptxc_qualifier_use *use = instruction ? ptxc_instruction_qualifier(instruction, slot) : NULL;
    return use ? use->id : PTXC_Q_NONE;
}

/* Returns the value without the braces that it had in a vector it was taken from. */
static struct ptxc_value unbraced(struct ptxc_value value) {
    value.flags &= ~(uint32_t)(PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE);
    return value;
}

void ptxc_instruction_guard(struct ptxc_instruction *instruction, struct ptxc_value predicate) {
    if (!instruction)
        return;
    instruction->guarded = 1;
    instruction->guard = unbraced(predicate);
}

/* Appends an operand of `count` values and gives the place of its values; NULL where there is no room. */
static struct ptxc_value *push(struct ptxc_instruction *instruction, enum ptxc_operand_shape shape, size_t count) {
    if (instruction->operand_count >= PTXC_MAX_OPERANDS || instruction->value_count > PTXC_MAX_VALUES ||
        count > (size_t)PTXC_MAX_VALUES - instruction->value_count)
        return NULL;
    instruction->operands[instruction->operand_count++] =
        (struct ptxc_operand){.shape = shape, .first = instruction->value_count, .count = (uint8_t)count};
    struct ptxc_value *values = &instruction->values[instruction->value_count];
    instruction->value_count = (uint8_t)(instruction->value_count + count);
    return values;
}

/* Appends an operand of one value. */
static enum ptxc_status push_one(struct ptxc_instruction *instruction, enum ptxc_operand_shape shape,
                                 struct ptxc_value value) {
    if (!instruction)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_value *room = push(instruction, shape, 1);
    if (!room)
        return PTXC_TOO_LARGE;
    *room = unbraced(value);
    return PTXC_OK;
}

enum ptxc_status ptxc_instruction_push(struct ptxc_instruction *instruction, struct ptxc_value value) {
    return push_one(instruction, PTXC_OPERAND_SCALAR, value);
}

enum ptxc_status ptxc_instruction_push_address(struct ptxc_instruction *instruction, struct ptxc_value base) {
    return push_one(instruction, PTXC_OPERAND_ADDRESS, base);
}

/* Fills the values of a vector, and marks the first and the last with their braces. */
static void fill_braces(struct ptxc_value *room, const struct ptxc_value *elements, size_t count) {
    for (size_t i = 0; i < count; i++)
        room[i] = unbraced(elements[i]);
    room[0].flags |= PTXC_FLAG_OPEN_BRACE;
    room[count - 1].flags |= PTXC_FLAG_CLOSE_BRACE;
}

enum ptxc_status ptxc_instruction_push_vector(struct ptxc_instruction *instruction, const struct ptxc_value *elements,
                                              size_t count) {
    if (!instruction || !elements || count == 0)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_value *room = push(instruction, PTXC_OPERAND_VECTOR, count);
    if (!room)
        return PTXC_TOO_LARGE;
    fill_braces(room, elements, count);
    return PTXC_OK;
}

enum ptxc_status ptxc_instruction_push_tensor(struct ptxc_instruction *instruction, struct ptxc_value map,
                                              const struct ptxc_value *coordinates, size_t count) {
    if (!instruction || !coordinates || count == 0)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_value *room = count < PTXC_MAX_VALUES ? push(instruction, PTXC_OPERAND_TENSOR, count + 1) : NULL;
    if (!room)
        return PTXC_TOO_LARGE;
    room[0] = unbraced(map);
    fill_braces(room + 1, coordinates, count);
    return PTXC_OK;
}

enum ptxc_status ptxc_instruction_push_pair(struct ptxc_instruction *instruction, struct ptxc_value first,
                                            struct ptxc_value second) {
    if (!instruction)
        return PTXC_BAD_ARGUMENT;
    struct ptxc_value *room = push(instruction, PTXC_OPERAND_PAIR, 2);
    if (!room)
        return PTXC_TOO_LARGE;
    room[0] = unbraced(first);
    room[1] = unbraced(second);
    return PTXC_OK;
}

/* Whether two names are spelt the same, not counting blanks before a component. */
static int same_name(const struct ptxc_value *a, const struct ptxc_value *b) {
    uint32_t stem = ptxc_value_stem(a), other = ptxc_value_stem(b);
    int component = stem < a->name_length ? a->name[a->name_length - 1] : 0;
    if (stem != other || component != (other < b->name_length ? b->name[b->name_length - 1] : 0))
        return 0;
    return stem == 0 || memcmp(a->name, b->name, stem) == 0;
}

/* Returns the number written after a name, or 0. An index counts elements, so that it does not depend on the type. */
static int64_t suffix_of(const struct ptxc_value *value) {
    if (value->flags & PTXC_FLAG_INDEX)
        return value->integer / ptxc_element_size(value);
    return value->flags & PTXC_FLAG_OFFSET ? value->integer : 0;
}

/* Whether two values are written the same. What a name is declared as does not count. */
static int same_value(const struct ptxc_value *a, const struct ptxc_value *b) {
    if ((a->flags & PTXC_FLAGS_WRITTEN) != (b->flags & PTXC_FLAGS_WRITTEN))
        return 0;
    if (ptxc_value_is_name(a))
        return ptxc_value_is_name(b) && suffix_of(a) == suffix_of(b) && same_name(a, b);
    if (a->kind != b->kind || a->kind == PTXC_VALUE_SINK)
        return a->kind == b->kind;
    if (a->kind == PTXC_VALUE_REAL && a->type != b->type)
        return 0;
    /* Of a 32-bit floating-point constant the upper half has no meaning. */
    bool half = a->kind == PTXC_VALUE_REAL && a->type == PTXC_TYPE_F32;
    return half ? (uint32_t)a->integer == (uint32_t)b->integer : a->integer == b->integer;
}

int ptxc_instruction_equal(const struct ptxc_instruction *a, const struct ptxc_instruction *b) {
    if (!a || !b)
        return a == b;
    if (!ptxc_instruction_is_valid(a) || !ptxc_instruction_is_valid(b))
        return 0;
    if (a->opcode != b->opcode || !a->guarded != !b->guarded || a->qualifier_count != b->qualifier_count ||
        a->operand_count != b->operand_count || a->value_count != b->value_count)
        return 0;
    if (a->guarded && !same_value(&a->guard, &b->guard))
        return 0;
    for (size_t i = 0; i < a->qualifier_count; i++)
        if (!a->qualifiers[i].id || ptxc_instruction_get(b, a->qualifiers[i].slot) != a->qualifiers[i].id)
            return 0;
    for (size_t i = 0; i < a->operand_count; i++)
        if (a->operands[i].shape != b->operands[i].shape || a->operands[i].count != b->operands[i].count)
            return 0;
    for (size_t i = 0; i < a->value_count; i++)
        if (!same_value(&a->values[i], &b->values[i]))
            return 0;
    return 1;
}
