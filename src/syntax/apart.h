/* Words of a mnemonic or a qualifier that stand apart: "cp.async.wait group", ".ca shared.global", ".L2:128B". */
#ifndef PTXC_APART_H
#define PTXC_APART_H

#include "syntax/parser.h"
#include "ptxcheck/instruction.h"

/* Reports the word at the current token, where operands begin, if with what stands before it the word makes a mnemonic
 * or a qualifier; false where it does not. */
bool ptxc_apart_raise(struct ptxc_parser *parser, const struct ptxc_instruction *instruction);

#endif
