/* Sources of C, C++ and CUDA that need not be read: they have asm statements, and none of them is wanted. */
#ifndef PTXC_C_DULL_H
#define PTXC_C_DULL_H

#include "host/extraction.h"

/* Whether the list takes no text of the asm statements of the source (`dull` of the list), and reading the source would
 * give nothing else, provided that no literal of it has a mnemonic of the family. Where that is not certain at a
 * glance, it is taken to give more. */
bool ptxc_asm_all_dull(struct ptxc_extraction *extraction);

#endif
