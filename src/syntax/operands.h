/* Guards and operands: text to values. */
#ifndef PTXC_OPERANDS_H
#define PTXC_OPERANDS_H

#include "syntax/name.h"

/* Fill the guard, or the operands up to what closes the instruction (not consumed). False after a syntax error. */
bool ptxc_guard_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction);
bool ptxc_operands_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction);

#endif
