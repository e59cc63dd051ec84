/* "Did you mean": see suggest.h. */
#include "cli/arguments/suggest.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Writes the letters and digits of a text in lower case; gives their count, or 0 where they are too many. */
static size_t fold(const char *text, char *folded) {
    size_t count = 0;
    for (; *text; text++) {
        if (strchr("-_.", *text))
            continue;
        if (count == LONGEST_WORD)
            return 0;
        bool capital = *text >= 'A' && *text <= 'Z';
        folded[count++] = (char)(capital ? *text - 'A' + 'a' : *text);
    }
    return count;
}

static unsigned least_of(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Gives the optimal string alignment distance: letters left out, added or changed, and neighbours that changed places.
 */
static unsigned distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    unsigned rows[3][LONGEST_WORD + 1] = {0}, *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *oldest = before;
        before = last;
        last = row;
        row = oldest;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least_of(last[j - 1] + (a[i - 1] != b[j - 1]), least_of(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least_of(row[j], before[j - 2] + 1);
        }
    }
    return row[b_length];
}

struct suggestion suggestion_for(const char *text) {
    struct suggestion suggestion = {.length = fold(text, suggestion.wanted)};
    /* One slip in three letters, at most three. */
    suggestion.limit = least_of((unsigned)suggestion.length / 3, 3) + 1;
    return suggestion;
}

void suggestion_offer(struct suggestion *suggestion, const char *word) {
    char folded[LONGEST_WORD] = {0};
    size_t length = fold(word, folded);
    if (suggestion->length == 0 || length == 0)
        return;
    /* A beginning of three letters is enough, but is not nearer than a word with one slip. */
    bool begins = suggestion->length > 2 && length > suggestion->length &&
                  memcmp(folded, suggestion->wanted, suggestion->length) == 0;
    const unsigned slips = distance(suggestion->wanted, suggestion->length, folded, length);
    const unsigned far = begins ? least_of(slips, 1) : slips;
    if (far > suggestion->limit || (far == suggestion->limit && slips >= suggestion->slips))
        return;
    suggestion->limit = far;
    suggestion->slips = slips;
    snprintf(suggestion->best, sizeof(suggestion->best), "%s", word);
}
