/* Why an instruction is legal for some PTX versions and targets alone. */
#ifndef PTXC_REASONS_H
#define PTXC_REASONS_H

#include "legality/subject.h"

/* What raises the requirement of the instruction; none where it fits no form. Writes at most `capacity`, and returns
 * how many there are, at most PTXC_MAX_REASONS. */
size_t ptxc_reasons_find(const struct ptxc_instruction *instruction, struct ptxc_reason *reasons, size_t capacity);

#endif
