/* Keeps answers of ptxc_instruction_requirement, because a question takes half a millisecond and real modules ask it
 * again and again. The store has a fixed size: a new answer may replace an old one.
 */
#ifndef PTXC_CLI_REQUIREMENTS_H
#define PTXC_CLI_REQUIREMENTS_H

#include "ptxcheck/instruction.h"

struct requirements;
/* Makes a store of what this assembler takes (0: the one that ptxcheck follows); ends the program without memory. */
struct requirements *requirements_new(uint32_t assembler);
void requirements_free(struct requirements *requirements);

/* Gives the answer for the instruction, which lives until the next question. */
const struct ptxc_requirement *requirements_ask(struct requirements *requirements,
                                                const struct ptxc_instruction *instruction);

#endif
