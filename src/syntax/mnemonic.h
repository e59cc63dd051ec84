/* Mnemonics: which instruction a statement is. Functions that take a source take its length in bytes and a byte offset
 * into it, and look at no byte outside.
 */
#ifndef PTXC_MNEMONIC_H
#define PTXC_MNEMONIC_H

#include "syntax/parser.h"

/* The mnemonic of the family that begins here, or PTXC_OP_NONE. Its words may stand apart where the assembler takes
 * them in any order (FREE_ORDER in opcodes.def). */
enum ptxc_opcode ptxc_family_at(const char *source, uint32_t length, uint32_t position);

/* How much of the text at `position` is the mnemonic that begins there: all of it, or where its words stand apart the
 * first, which the others follow as qualifiers do. */
uint32_t ptxc_mnemonic_length(const char *source, uint32_t length, uint32_t position, enum ptxc_opcode opcode);

/* Whether a mnemonic of the family begins here, inside another statement; `position` is not 0. */
bool ptxc_family_inside(const char *source, uint32_t length, uint32_t position);

/* Whether unknown text follows directly on what could be the beginning of a mnemonic longer than `shortest`. */
bool ptxc_mnemonic_is_open(const struct ptxc_parser *parser, uint32_t position, uint32_t shortest);

/* Whether the word here is no mnemonic of the family, and ptxc_mnemonic_check would say nothing of it. */
bool ptxc_mnemonic_can_skip(const char *source, uint32_t length, uint32_t position);

/* Whether the word here, which is no mnemonic of the family, was meant as one; if so, that is reported. What the
 * assembler knows of other instructions counts only where the tables know the PTX version. With `newer`, which says
 * that they do not, the finding is a warning. */
bool ptxc_mnemonic_check(struct ptxc_parser *parser, uint32_t position, bool newer);

#endif
