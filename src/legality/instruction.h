/* Whether an instruction that a caller has filled can be worked on, what its values are, and whether it can be
 * written so that reading the text gives it back. */
#ifndef PTXC_LEGALITY_INSTRUCTION_H
#define PTXC_LEGALITY_INSTRUCTION_H

#include <stdbool.h>

#include "ptxcheck/instruction.h"
#include "syntax/blank.h"

/* The flags of a value that are written with it. The others come from its declaration, and a component from its name.
 */
enum {
    PTXC_FLAGS_WRITTEN = PTXC_FLAG_NOT | PTXC_FLAG_MINUS | PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX |
                         PTXC_FLAG_REGISTER_INDEX | PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE
};

/* Whether counts, indices and enumerators are in range. False for NULL. Every public function asks this before
 * it looks into an instruction. */
bool ptxc_instruction_is_valid(const struct ptxc_instruction *instruction);

/* Whether the value is a name. */
static inline bool ptxc_value_is_name(const struct ptxc_value *value) {
    return value->kind != PTXC_VALUE_INTEGER && value->kind != PTXC_VALUE_REAL && value->kind != PTXC_VALUE_SINK;
}

/* Returns the length of a name without its component. */
static inline uint32_t ptxc_value_stem(const struct ptxc_value *value) {
    uint32_t length = 0;
    if (!(value->flags & PTXC_FLAG_COMPONENT))
        return value->name_length;
    while (length < value->name_length && ptxc_is_word(value->name[length]))
        length++;
    return length;
}

/* Makes `*copy` a copy of a valid instruction, its arrays as far as they are used. */
void ptxc_instruction_copy(struct ptxc_instruction *copy, const struct ptxc_instruction *instruction);

/* Whether some text gives back this very instruction. */
bool ptxc_instruction_is_writable(const struct ptxc_instruction *instruction);

/* Does what ptxc_instruction_emit does; `*placed` becomes the instruction with places in the text, its arrays as far as
 * they are used. `placed` may be NULL. */
size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed);

#endif
