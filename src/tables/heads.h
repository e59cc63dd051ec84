/* The heads of opcodes.def: how mnemonics of the family begin, to recognise words that were meant as one. */
#ifndef PTXC_HEADS_H
#define PTXC_HEADS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the dotted word, which is no mnemonic of the family, begins as only such mnemonics do, or nearly so. */
bool ptxc_head_resembles(const char *word, size_t length);

/* The FREE_ORDER head that the word begins with: what follows it in a mnemonic may stand in any order. NULL where there
 * is none. */
const char *ptxc_head_find_free(const char *word, size_t length);

#endif
