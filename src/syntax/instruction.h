/* Instructions of the family: mnemonic, qualifiers, operands. */
#ifndef PTXC_SYNTAX_INSTRUCTION_H
#define PTXC_SYNTAX_INSTRUCTION_H

#include "syntax/module.h"

/* The instruction of the family at `position`, its guard (if any) at `start`, into `module->instruction`; gives the
 * place after it. */
uint32_t ptxc_instruction_read(struct ptxc_module *module, uint32_t start, uint32_t position, enum ptxc_opcode opcode);

/* Raises `message` as a syntax error where the source is a whole module and no function is open. */
void ptxc_outside_check(struct ptxc_module *module, struct ptxc_span span, const char *message);

/* The place after the statement at `start`, of which what lies before `position` is known to be part. */
uint32_t ptxc_pass_statement(const struct ptxc_module *module, uint32_t start, uint32_t position);

/* After a mistake in the statement at `start`: the next place where one may begin. */
uint32_t ptxc_recover(const struct ptxc_module *module, uint32_t start);

#endif
