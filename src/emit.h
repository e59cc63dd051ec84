/* Printing an instruction and noting where its parts went. */
#ifndef PTXC_EMIT_H
#define PTXC_EMIT_H

#include <stdbool.h>

#include "ptxcheck/instruction.h"

/* What of a value's flags is written: the others come from a declaration, .x from the name. */
enum {
    PTXC_FLAGS_WRITTEN = PTXC_FLAG_NOT | PTXC_FLAG_MINUS | PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX |
                         PTXC_FLAG_REGISTER_INDEX | PTXC_FLAG_OPEN_BRACE | PTXC_FLAG_CLOSE_BRACE
};

/* As ptxc_instruction_emit; the spans of `placed` (a copy of the instruction, or NULL) become places in the text. */
size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed);

/* writable.c: whether some text gives back this very instruction. */
bool ptxc_is_writable(const struct ptxc_instruction *instruction);
/* Whether the value is a name. */
bool ptxc_value_is_name(const struct ptxc_value *value);
/* The length of a name without its component. */
uint32_t ptxc_value_stem(const struct ptxc_value *value);

#endif
