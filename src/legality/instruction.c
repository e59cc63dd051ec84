/* Whether an instruction can be worked on: see instruction.h. A caller may have filled it with anything, so every
 * count, index and enumerator is looked at before it leads into an array.
 */
#include "legality/instruction.h"

#include <stddef.h>
#include <string.h>

#include "syntax/name.h"
#include "tables/form.h"
#include "tables/heads.h"
#include "tables/spaces.h"

/* ---- writing: a caller can fill an instruction with what PTX has no text for, such as a vector inside a vector ----
 */

enum {
    BRACES = PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE,
    PREFIXES = PTXC_FLAG_NOT | PTXC_FLAG_MINUS,
    SUFFIXES = PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX
};

/* Whether the value has, of what is written with a value, nothing but these flags. */
static bool has_only(const struct ptxc_value *value, uint32_t flags) {
    return !(value->flags & PTXC_FLAGS_WRITTEN & ~flags);
}

/* Whether the value is a name, with nothing written beside it but what the flags allow. */
static bool is_name(const struct ptxc_value *value, uint32_t flags) {
    return ptxc_value_is_name(value) && value->name && value->name_length > 0 && value->name_length <= INT32_MAX &&
           !(value->flags & (PTXC_FLAGS_WRITTEN | PTXC_FLAG_COMPONENT) & ~flags);
}

/* Whether the value is a constant of a type that can be written. */
static bool is_constant(const struct ptxc_value *value) {
    bool real = value->kind == PTXC_VALUE_REAL && (value->type == PTXC_TYPE_F32 || value->type == PTXC_TYPE_F64);
    return (value->kind == PTXC_VALUE_INTEGER || real) && has_only(value, BRACES);
}

static bool is_sink(const struct ptxc_value *value) {
    return value->kind == PTXC_VALUE_SINK && has_only(value, BRACES);
}

static bool is_element(const struct ptxc_value *value) {
    return is_sink(value) || is_constant(value) || is_name(value, BRACES | PTXC_FLAG_COMPONENT);
}

static bool is_address(const struct ptxc_value *value) {
    return is_constant(value) || is_name(value, PTXC_FLAG_OFFSET);
}

/* Whether the index of the value can be written: it counts whole elements, so few of them that they take less
 * than 2^63 bytes whatever the array is declared as where the text is read. */
static bool is_index(const struct ptxc_value *value) {
    enum { LARGEST = 16 }; /* bytes of an element, one of .b128 */
    const int64_t size = (int64_t)ptxc_element_size(value), most = INT64_MAX / LARGEST;
    return value->integer % size == 0 && value->integer / size <= most && value->integer / size >= -most;
}

/* Whether the value can be written without brackets: with one prefix and one suffix at most, no suffix after a
 * component. */
static bool is_scalar(const struct ptxc_value *value) {
    if (!ptxc_value_is_name(value))
        return is_constant(value) || is_sink(value);
    bool indexed = value->flags & PTXC_FLAG_INDEX;
    bool crowded = (value->flags & PREFIXES) == PREFIXES || (value->flags & SUFFIXES) == SUFFIXES ||
                   ((value->flags & SUFFIXES) && (value->flags & PTXC_FLAG_COMPONENT));
    return !crowded && (!indexed || is_index(value)) && is_name(value, PREFIXES | SUFFIXES | PTXC_FLAG_COMPONENT);
}

/* Whether the values can be written a|b, where one may be a sink. */
static bool is_pair(const struct ptxc_value *values) {
    return (is_sink(&values[0]) && is_name(&values[1], 0)) ||
           (is_name(&values[0], 0) && (is_name(&values[1], 0) || is_sink(&values[1])));
}

/* Whether these values are one vector: there is a brace before the first and one after the last, and none
 * between. */
static bool is_vector(const struct ptxc_value *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t wanted = (i == 0 ? PTXC_FLAG_OPEN_BRACE : 0) | (i + 1 == count ? PTXC_FLAG_CLOSE_BRACE : 0);
        if ((values[i].flags & BRACES) != wanted || !is_element(&values[i]))
            return false;
    }
    return count > 0;
}

/* Whether the values can follow the base of a list: elements and vectors, but not a single vector alone, which
 * would read as a tensor map with coordinates. */
static bool is_list(const struct ptxc_value *values, size_t count) {
    bool inside = false;
    for (size_t i = 0; i < count; i++) {
        if (!is_element(&values[i]) || ((values[i].flags & PTXC_FLAG_OPEN_BRACE) && inside))
            return false;
        inside |= (values[i].flags & PTXC_FLAG_OPEN_BRACE) != 0;
        if ((values[i].flags & PTXC_FLAG_CLOSE_BRACE) && !inside)
            return false;
        inside &= !(values[i].flags & PTXC_FLAG_CLOSE_BRACE);
    }
    return count > 0 && !inside && !is_vector(values, count);
}

/* Whether the values can be written in this shape. */
static bool is_operand(enum ptxc_operand_shape shape, const struct ptxc_value *values, size_t count) {
    bool braces = count > 0 && (values[0].flags & BRACES);
    switch (shape) {
    case PTXC_OPERAND_SCALAR: return count == 1 && !braces && is_scalar(values);
    case PTXC_OPERAND_ADDRESS: return count == 1 && !braces && is_address(values);
    case PTXC_OPERAND_VECTOR: return is_vector(values, count);
    case PTXC_OPERAND_TENSOR: return count > 1 && is_name(values, 0) && is_vector(values + 1, count - 1);
    case PTXC_OPERAND_PAIR: return count == 2 && !braces && !(values[1].flags & BRACES) && is_pair(values);
    case PTXC_OPERAND_LIST: return count > 1 && is_name(values, 0) && is_list(values + 1, count - 1);
    }
    return false;
}

/* Whether all operands can be written, and whether they use the values in order and without gaps, as the reader
 * leaves them. */
static bool are_operands(const struct ptxc_instruction *instruction) {
    size_t first = 0;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        if (operand->first != first || operand->count > instruction->value_count - first ||
            !is_operand(operand->shape, &instruction->values[first], operand->count))
            return false;
        first += operand->count;
    }
    return first == instruction->value_count;
}

/* Whether each qualifier has a slot of its own, and a second of a kind is there only beside the first. */
static bool are_qualifiers(const struct ptxc_instruction *instruction) {
    ptxc_wide filled = 0, firsts = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        if (use->id == PTXC_Q_NONE)
            return false;
        enum ptxc_slot own = ptxc_opcode_slot(instruction->opcode, use->id);
        if ((use->slot != own && use->slot != ptxc_opcode_second(instruction->opcode, own)) ||
            (filled & PTXC_WIDE_BIT(use->slot)))
            return false;
        filled |= PTXC_WIDE_BIT(use->slot);
        firsts |= PTXC_WIDE_BIT(own);
    }
    return !(firsts & ~filled);
}

/* Adds the words of the text, each with its dot; returns how many there are then. */
static size_t add_words(const char *text, struct ptxc_text *words, size_t count) {
    while (*text) {
        const size_t size = 1 + strcspn(text + 1, ".");
        words[count++] = (struct ptxc_text){text, size};
        text += size;
    }
    return count;
}

/* Whether the qualifiers leave the mnemonic as it is. Where words of it stand in any order, one more among them
 * may make it another: prefetch.tensormap.const is prefetch.const.tensormap. */
static bool keeps_mnemonic(const struct ptxc_instruction *instruction) {
    enum { WORDS = 8 }; /* of the longest mnemonic, at most */
    struct ptxc_text words[WORDS + PTXC_MAX_QUALIFIERS];
    const struct ptxc_opcode_row *row = &ptxc_opcodes[instruction->opcode];
    const char *head = ptxc_head_find_free(row->mnemonic, row->length);
    if (!head)
        return true;
    size_t count = add_words(row->mnemonic + strlen(head), words, 0);
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const char *spelling = ptxc_qualifiers[instruction->qualifiers[i].id].spelling;
        words[count++] = (struct ptxc_text){spelling, strlen(spelling)};
    }
    return ptxc_head_opcode(head, words, count) == instruction->opcode;
}

bool ptxc_instruction_is_writable(const struct ptxc_instruction *instruction) {
    if (!ptxc_instruction_is_valid(instruction) || !ptxc_opcode_name(instruction->opcode) || instruction->incomplete ||
        instruction->open)
        return false;
    if (instruction->guarded && !is_name(&instruction->guard, PTXC_FLAG_NOT))
        return false;
    return are_qualifiers(instruction) && keeps_mnemonic(instruction) && are_operands(instruction);
}

/* ---- working on it ---- */

/* Whether the enumerators of a value are in range and its name, if any, is there. */
static bool is_valid_value(const struct ptxc_value *value) {
    bool type = (unsigned)value->type < PTXC_TYPE_COUNT, space = (unsigned)value->space < PTXC_SPACE_COUNT;
    return type && space && (unsigned)value->kind <= PTXC_VALUE_UNKNOWN && (value->name || value->name_length == 0);
}

/* Whether an operand has as many values as its shape needs, all of them inside the instruction. */
static bool is_valid_operand(const struct ptxc_instruction *instruction, const struct ptxc_operand *operand) {
    size_t least = operand->shape == PTXC_OPERAND_TENSOR || operand->shape == PTXC_OPERAND_PAIR ? 2 : 1;
    return (unsigned)operand->shape <= PTXC_OPERAND_LIST && operand->count >= least &&
           operand->first + operand->count <= instruction->value_count;
}

bool ptxc_instruction_is_valid(const struct ptxc_instruction *instruction) {
    if (!instruction || instruction->qualifier_count > PTXC_MAX_QUALIFIERS ||
        instruction->operand_count > PTXC_MAX_OPERANDS || instruction->value_count > PTXC_MAX_VALUES)
        return false;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        bool known = ptxc_qualifier_slot(use->id) != PTXC_SLOT_NONE && (unsigned)use->slot < PTXC_SLOT_COUNT;
        if (!known && use->id != PTXC_Q_NONE)
            return false;
    }
    for (size_t i = 0; i < instruction->operand_count; i++)
        if (!is_valid_operand(instruction, &instruction->operands[i]))
            return false;
    for (size_t i = 0; i < instruction->value_count; i++)
        if (!is_valid_value(&instruction->values[i]))
            return false;
    return !instruction->guarded || is_valid_value(&instruction->guard);
}

void ptxc_instruction_copy(struct ptxc_instruction *copy, const struct ptxc_instruction *instruction) {
    const size_t head = offsetof(struct ptxc_instruction, guard);
    memcpy(copy, instruction, head);
    copy->guard = instruction->guard;
    memcpy(copy->qualifiers, instruction->qualifiers,
           instruction->qualifier_count * sizeof(instruction->qualifiers[0]));
    memcpy(copy->operands, instruction->operands, instruction->operand_count * sizeof(instruction->operands[0]));
    memcpy(copy->values, instruction->values, instruction->value_count * sizeof(instruction->values[0]));
}
