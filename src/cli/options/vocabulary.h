/* The words that an option or an argument takes: those of the library's tables, and those of the rows. They complete a
 * value, and are suggested for one that is misspelt. */
#ifndef PTXC_CLI_VOCABULARY_H
#define PTXC_CLI_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

#include "cli/options/table.h"
#include "ptxcheck/ptxcheck.h"

enum { LONGEST_WORD = 64 };

/* Writes word `index`; false after the last. Files are no words. */
bool vocabulary_get(const struct values *values, size_t index, char word[LONGEST_WORD]);

/* What is said instead of a suggestion for a rule. */
#define RULES_LISTED "; 'ptxcheck rules' lists them"

/* Writes the words that a row takes: "auto, always or never", as far as they go into `size` bytes. */
void vocabulary_list(const struct values *values, char *text, size_t size);

/* A piece of a message. */
struct hint {
    char text[LONGEST_WORD + 20];
};

/* Returns "; did you mean sm_90?", or the other text where no word is near. */
struct hint hint_for(enum values_kind kind, const char *text, const char *otherwise);

/* Does the same for the values of a row. */
struct hint hint_among(const struct values *values, const char *text, const char *otherwise);

/* A row of accesses.def. */
struct access_row {
    const char *name;
    uint32_t lanes;
    uint32_t width; /* bytes of each lane; 0: those of an element */
    uint32_t down;
    const char *words;
};

/* Returns access `index` of the table; NULL after the last. */
const struct access_row *access_get(size_t index);

/* Returns the access of this name; NULL where there is none. */
const struct access_row *access_find(const char *name);

/* Looks for what was meant by a text: of the words that are offered, the nearest. */
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
