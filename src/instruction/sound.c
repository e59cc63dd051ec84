/* Decides whether an instruction can be worked on: see sound.h. A caller may have filled it with anything, so every
 * count, index and enumerator is looked at before it leads into an array.
 */
#include "instruction/sound.h"

#include <stddef.h>
#include <string.h>

#include "tables/spaces.h"

/* Decides whether the enumerators of a value are in range and its name, if any, is there. */
static bool sound_value(const struct ptxc_value *value) {
    bool type = (unsigned)value->type < PTXC_TYPE_COUNT, space = (unsigned)value->space < PTXC_SPACE_COUNT;
    return type && space && (unsigned)value->kind <= PTXC_VALUE_UNKNOWN && (value->name || value->name_length == 0);
}

/* Decides whether an operand has as many values as its shape needs, all of them inside the instruction. */
static bool sound_operand(const struct ptxc_instruction *instruction, const struct ptxc_operand *operand) {
    size_t least = operand->shape == PTXC_OPERAND_TENSOR || operand->shape == PTXC_OPERAND_PAIR ? 2 : 1;
    return (unsigned)operand->shape <= PTXC_OPERAND_LIST && operand->count >= least &&
           operand->first + operand->count <= instruction->value_count;
}

bool ptxc_instruction_sound(const struct ptxc_instruction *instruction) {
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
        if (!sound_operand(instruction, &instruction->operands[i]))
            return false;
    for (size_t i = 0; i < instruction->value_count; i++)
        if (!sound_value(&instruction->values[i]))
            return false;
    return !instruction->guarded || sound_value(&instruction->guard);
}

void ptxc_instruction_take(struct ptxc_instruction *copy, const struct ptxc_instruction *instruction) {
    const size_t head = offsetof(struct ptxc_instruction, guard);
    memcpy(copy, instruction, head);
    copy->guard = instruction->guard;
    memcpy(copy->qualifiers, instruction->qualifiers,
           instruction->qualifier_count * sizeof(instruction->qualifiers[0]));
    memcpy(copy->operands, instruction->operands, instruction->operand_count * sizeof(instruction->operands[0]));
    memcpy(copy->values, instruction->values, instruction->value_count * sizeof(instruction->values[0]));
}
