/* The canonical text of an instruction, in memory of its own. */
#ifndef PTXC_CLI_CANONICAL_H
#define PTXC_CLI_CANONICAL_H

#include "ptxcheck/instruction.h"

/* Gives the text, to be freed; NULL where the instruction cannot be written. Ends the program without memory. */
char *canonical_text(const struct ptxc_instruction *instruction);

#endif
