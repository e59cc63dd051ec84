/* Writes an instruction as text, and notes where its parts are in the text. */
#ifndef PTXC_EMIT_H
#define PTXC_EMIT_H

#include "ptxcheck/instruction.h"

/* Does what ptxc_instruction_emit does; `*placed` becomes the instruction with places in the text, its arrays as far as
 * they are used. `placed` may be NULL. */
size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed);

#endif
