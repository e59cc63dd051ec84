/* Decides whether an instruction that a caller has filled can be worked on, what its values are, and whether it can be
 * written so that reading the text gives it back. */
#ifndef PTXC_SOUND_H
#define PTXC_SOUND_H

#include <stdbool.h>

#include "ptxcheck/instruction.h"
#include "syntax/blank.h"

/* The flags of a value that are written with it. The others come from its declaration, and a component from its name.
 */
enum {
    PTXC_FLAGS_WRITTEN = PTXC_FLAG_NOT | PTXC_FLAG_MINUS | PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX |
                         PTXC_FLAG_REGISTER_INDEX | PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE
};

/* Decides whether counts, indices and enumerators are in range. False for NULL. Every public function asks this before
 * it looks into an instruction. */
bool ptxc_instruction_sound(const struct ptxc_instruction *instruction);

/* Decides whether the value is a name. */
static inline bool ptxc_value_is_name(const struct ptxc_value *value) {
    switch (value->kind) {
    case PTXC_VALUE_INTEGER:
    case PTXC_VALUE_REAL:
    case PTXC_VALUE_SINK: return false;
    case PTXC_VALUE_NONE:
    case PTXC_VALUE_REGISTER:
    case PTXC_VALUE_SPECIAL:
    case PTXC_VALUE_VARIABLE:
    case PTXC_VALUE_FUNCTION:
    case PTXC_VALUE_UNKNOWN: return true;
    }
    return false;
}

/* Gives the length of a name without its component. */
static inline uint32_t ptxc_value_stem(const struct ptxc_value *value) {
    uint32_t length = 0;
    if (!(value->flags & PTXC_FLAG_COMPONENT))
        return value->name_length;
    while (length < value->name_length && ptxc_is_word(value->name[length]))
        length++;
    return length;
}

/* Makes `*copy` a copy of a sound instruction, its arrays as far as they are used. */
void ptxc_instruction_take(struct ptxc_instruction *copy, const struct ptxc_instruction *instruction);

/* Decides whether some text gives back this very instruction. */
bool ptxc_is_writable(const struct ptxc_instruction *instruction);

#endif
