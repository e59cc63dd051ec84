/* The text of an instruction that the library emits (instruction/emit.c), in memory of its own. */
#ifndef PTXC_CLI_INSTRUCTION_TEXT_H
#define PTXC_CLI_INSTRUCTION_TEXT_H

#include "ptxcheck/instruction.h"

/* Gives the text, to be freed; NULL where the instruction cannot be written. Ends the program without memory. */
char *instruction_text(const struct ptxc_instruction *instruction);

#endif
