/* The asm statements of C, C++ and CUDA. */
#ifndef PTXC_C_ASM_H
#define PTXC_C_ASM_H

#include "host/c/macros.h"
#include "host/common/extraction.h"

/* Whether the word begins an asm statement: asm, __asm, __asm__. */
bool ptxc_asm_begins(const char *source, struct ptxc_host_token word);

/* Whether the word may stand between that and the parenthesis: volatile, goto, and those that change nothing here. */
bool ptxc_asm_qualifies(const char *source, struct ptxc_host_token word);

/* Reads the statement that begins with `keyword` and adds one snippet for each way to choose between the branches of
 * the #if lines in it. Leaves the lexer and the conditions after the statement, or where the next branch begins. */
void ptxc_asm_read(struct ptxc_extraction *extraction, const struct ptxc_macros *macros, struct ptxc_host_lexer *lexer,
                   struct ptxc_host_conditions *conditions, struct ptxc_host_token keyword);

/* Whether the list takes no text of the asm statements of the source (`rejects` of the list), and reading the source
 * would give nothing else, provided that no literal of it has a mnemonic of the family. Where that is not certain at a
 * glance, it is taken to give more. */
bool ptxc_host_quick_reject(struct ptxc_extraction *extraction);

#endif
