/* Words that begin nothing that the reader must see: no instruction of the family, and none that was meant as one. What
 * the tables say of a word is remembered for the next ones that are alike.
 */
#ifndef PTXC_PLAIN_WORDS_H
#define PTXC_PLAIN_WORDS_H

#include <stdbool.h>
#include <stdint.h>

enum { PTXC_BEGINNINGS = 512, PTXC_CLEAN = 64 };

/* The first four bytes of words. */
struct ptxc_beginning {
    uint32_t bytes; /* 0: none */
    bool matters;   /* a word that the reader must see may begin so */
};

/* A whole mnemonic that is known to be of no interest. */
struct ptxc_clean {
    uint64_t first, last; /* its first and its last eight bytes */
    uint32_t length;      /* 8 to 16 bytes; 0: none */
};

struct ptxc_plain_words {
    struct ptxc_beginning beginnings[PTXC_BEGINNINGS]; /* a hash table */
    uint32_t count;                                    /* of what is in it */
    bool calls;                                        /* some word may have begun a call */
    struct ptxc_clean clean[PTXC_CLEAN];
};

/* Whether the word that begins at `position` is none that the reader must see, whatever stands before it. Where that is
 * not certain, it is taken for one. */
bool ptxc_plain_word(struct ptxc_plain_words *words, const char *source, uint32_t length, uint32_t position);

#endif
