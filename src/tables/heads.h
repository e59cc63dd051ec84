/* How mnemonics of the family begin, for the words that are none: the heads of opcodes.def. */
#ifndef PTXC_HEADS_H
#define PTXC_HEADS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the dotted word, which is no mnemonic of the family, begins as only those do, or as one with a slip. */
bool ptxc_head_resembles(const char *word, size_t length);

/* The head that the word begins with, whose other words may stand in any order; NULL where there is none. */
const char *ptxc_head_find_free(const char *word, size_t length);

#endif
