/* Why an instruction is legal only for some PTX versions and targets. */
#ifndef PTXC_REASONS_H
#define PTXC_REASONS_H

#include "legality/subject.h"

/* Finds what raises the requirement of the instruction; nothing where it fits no form. Writes at most `capacity`
 * reasons, and gives how many there are, at most PTXC_MAX_REASONS. */
size_t ptxc_reasons_find(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons, size_t capacity);

/* Whether the reason lets the instruction be used there. */
bool ptxc_reason_holds(const struct ptxc_reason *reason, struct ptxc_environment environment);

#endif
