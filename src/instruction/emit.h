/* Printing an instruction and noting where its parts went. */
#ifndef PTXC_EMIT_H
#define PTXC_EMIT_H

#include "ptxcheck/instruction.h"

/* As ptxc_instruction_emit; the spans of `placed` (a copy of the instruction, or NULL) become places in the text. */
size_t ptxc_emit(const struct ptxc_instruction *instruction, char *buffer, size_t size,
                 struct ptxc_instruction *placed);

#endif
