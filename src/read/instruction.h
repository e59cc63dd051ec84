/* Instructions of the family: mnemonic, qualifiers and operands, and what to say where the mnemonic is none. */
#ifndef PTXC_READ_INSTRUCTION_H
#define PTXC_READ_INSTRUCTION_H

#include "read/module.h"

/* The instruction of the family at `position`, its guard (if any) at `start`, into `module->instruction`; gives the
 * place after it. */
uint32_t ptxc_instruction_read(struct ptxc_module *module, uint32_t start, uint32_t position, enum ptxc_opcode opcode);

/* Says `message` where the module has a header and no function is open. */
void ptxc_outside_check(struct ptxc_module *module, struct ptxc_span span, const char *message);

/* Whether the mnemonic here, which is none of the family, was meant as one; then it is said. */
bool ptxc_mnemonic_check(struct ptxc_parser *parser, uint32_t position);

/* The place after the statement at `start`, of which what lies before `position` is known to be part. */
uint32_t ptxc_pass_statement(const struct ptxc_module *module, uint32_t start, uint32_t position);

/* After a mistake in the statement at `start`: the next place where one may begin. */
uint32_t ptxc_recover(const struct ptxc_module *module, uint32_t start);

#endif
