/* Decides whether an instruction can be written so that reading the text gives it back. */
#ifndef PTXC_WRITABLE_H
#define PTXC_WRITABLE_H

#include <stdbool.h>

#include "ptxcheck/instruction.h"

/* Decides whether some text gives back this very instruction. */
bool ptxc_is_writable(const struct ptxc_instruction *instruction);

#endif
