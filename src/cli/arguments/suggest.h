/* "Did you mean": of the words that are offered, the one that is nearest to what was written. */
#ifndef PTXC_CLI_SUGGEST_H
#define PTXC_CLI_SUGGEST_H

#include <stddef.h>

enum { LONGEST_WORD = 64 };

struct suggestion {
    char wanted[LONGEST_WORD]; /* the letters and digits of what was written */
    size_t length;
    unsigned limit;          /* slips that make a word too far */
    unsigned slips;          /* of the nearest word; 0: there is none yet */
    char best[LONGEST_WORD]; /* the nearest word so far, or "" */
};

/* Begins to look for what was meant by a text. Capitals, '-', '_' and '.' do not count. */
struct suggestion suggestion_for(const char *text);

/* Offers a word that could have been meant; of two that are equally near the first is kept; of those that
 * begin with what was written, the shortest. */
void suggestion_offer(struct suggestion *suggestion, const char *word);

#endif
