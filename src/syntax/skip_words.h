/* Words that begin nothing that the reader must see: no instruction of the family, and none that was meant as one. What
 * the tables say of a word is remembered for the next ones that are alike.
 */
#ifndef PTXC_SKIP_WORDS_H
#define PTXC_SKIP_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PTXC_BEGINNINGS = 512 /* 1 << (32 - 23) */, PTXC_KNOWN_PLACES = 64, PTXC_KNOWN_PARTS = 4 };

/* The first four bytes of words. */
struct ptxc_beginning {
    uint32_t bytes; /* 0: none */
    bool matters;   /* a word that the reader must see may begin so */
};

/* A whole mnemonic that is known to be of no interest, or the beginning of those that the reader must see. */
struct ptxc_known_word {
    bool matters;
    uint64_t parts[PTXC_KNOWN_PARTS]; /* of eight bytes each, zero after the end */
    uint64_t masks[PTXC_KNOWN_PARTS]; /* all bits of those before the end */
    uint32_t length;                  /* 8 to 32 bytes; 0: none is kept */
};

struct ptxc_skip_words {
    struct ptxc_beginning beginnings[PTXC_BEGINNINGS];  /* a hash table */
    uint32_t count;                                     /* of what is in it */
    bool calls;                                         /* some word may have begun a call */
    struct ptxc_known_word known[PTXC_KNOWN_PLACES][2]; /* the same, with two in each place */
};

/* Where four bytes belong in the table, if they are the only ones there. */
static inline uint32_t ptxc_beginning_slot(uint32_t bytes) {
    return (uint32_t)(bytes * UINT32_C(0x9e3779b1)) >> 23;
}

/* Whether no word of the text, which may be a piece of a module, is one that the reader must see. */
bool ptxc_skip_words_in(struct ptxc_skip_words *words, const char *text, uint32_t length);

/* See ptxc_skip_word: a word of which it is not known at once. */
bool ptxc_skip_word_look_up(struct ptxc_skip_words *words, const char *source, uint32_t length, uint32_t position);

/* Whether the word that begins at `position` is none that the reader must see, whatever stands before it. Where that is
 * not certain, it is taken for one. */
static inline bool ptxc_skip_word(struct ptxc_skip_words *words, const char *source, uint32_t length,
                                  uint32_t position) {
    uint32_t bytes;
    if (length - position < sizeof(bytes))
        return false;
    memcpy(&bytes, source + position, sizeof(bytes));
    const struct ptxc_beginning *beginning = &words->beginnings[ptxc_beginning_slot(bytes)];
    return (beginning->bytes == bytes && !beginning->matters) ||
           ptxc_skip_word_look_up(words, source, length, position);
}

#endif
