/* What the dotted words of a mnemonic say. */
#ifndef PTXC_SEMANTICS_WORDS_H
#define PTXC_SEMANTICS_WORDS_H

#include "ptxcheck/names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PTXC_WORDS_KEPT = 64 };

/* Mnemonics that were read, by a hash: a function has few, each many times. */
struct ptxc_words {
    struct ptxc_word {
        const char *word;
        uint32_t length;
    } kept[PTXC_WORDS_KEPT];
};

/* Returns where a mnemonic has its place, below PTXC_WORDS_KEPT; `*known` says whether it is there already. */
uint32_t ptxc_words_slot(struct ptxc_words *words, const char *word, uint32_t length, bool *known);

/* Returns where the dotted word that begins at `start` ends; the first word of a mnemonic has no dot. */
size_t ptxc_word_next(const char *word, size_t length, size_t start);

/* Whether the mnemonic has this dotted word: ptxc_word_has(w, n, ".release"). */
bool ptxc_word_has(const char *word, size_t length, const char *dotted);

/* The state space named in the mnemonic (.shared::cta counts as .shared; .shared::cluster is told by ptxc_word_has),
 * PTXC_SPACE_NONE: generic */
enum ptxc_space ptxc_word_space(const char *word, size_t length);

/* The last type named in the mnemonic, that of the operands, and the first, which differs for a conversion (that of the
 * result); PTXC_TYPE_NONE: it names none. */
enum ptxc_type ptxc_word_type(const char *word, size_t length);
enum ptxc_type ptxc_word_first_type(const char *word, size_t length);

/* Returns the bytes of one element that a load, store or atomic touches, and of all: x vector length; 0: not known. */
uint32_t ptxc_word_element(const char *word, size_t length);
uint32_t ptxc_word_bytes(const char *word, size_t length);

#endif
