/* What the words of a mnemonic say of what it computes: arithmetic.def, types, comparisons. */
#ifndef PTXC_CODE_MNEMONIC_H
#define PTXC_CODE_MNEMONIC_H

#include "analysis/code/code.h"

/* Fills what the mnemonic says of an op: evaluator, widths, signs, comparison, join, product, and what it does to
 * memory. */
void ptxc_mnemonic_read(const char *word, uint32_t length, struct ptxc_op *op);

#endif
