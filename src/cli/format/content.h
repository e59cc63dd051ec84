/* What a finding is known by, wherever its line moves: for the baseline, and for the fingerprints of SARIF. */
#ifndef PTXC_CLI_CONTENT_H
#define PTXC_CLI_CONTENT_H

#include <stddef.h>
#include <stdint.h>

#include "ptxcheck/ptxcheck.h"

/* Two findings of a file with equal content are the same one. Bytes that are no UTF-8 stand as \xNN. */
struct content {
    const char *rule; /* a constant */
    char *message;
    char *text; /* of the line on which it begins, each run of blanks as one; of a long line what is near */
};

/* Returns the content of a finding in a source of `length` bytes; ends the program without memory. Any number of
 * threads may call it. Free with content_free. */
struct content content_of(const char *source, size_t length, const struct ptxc_diagnostic *diagnostic);
void content_free(struct content *content);

/* Returns a copy of a text in which a byte that is no UTF-8 stands as \xNN; ends the program without memory. */
char *content_readable(const char *text, size_t length);

/* Returns a hash of the content. */
uint64_t content_hash(const struct content *content);

struct tally_cell {
    uint64_t key;
    size_t count; /* 0: empty */
};

/* Fill with zeros; free with tally_free. */
struct tally {
    struct tally_cell *cells;
    size_t capacity; /* a power of two, or 0 */
    size_t used;
};

/* Goes on with a hash, which begins as 0, over more text. */
uint64_t tally_hash(uint64_t hash, const char *text, size_t length);

/* Counts the key so many times more, and returns its count; ends the program without memory. */
size_t tally_add(struct tally *tally, uint64_t key, size_t count);

/* Returns the count of the key. */
size_t tally_count(const struct tally *tally, uint64_t key);

void tally_free(struct tally *tally);

#endif
