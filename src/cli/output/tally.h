/* Counts how often each of many texts was seen. A text is known by a hash of 64 bits. */
#ifndef PTXC_CLI_TALLY_H
#define PTXC_CLI_TALLY_H

#include <stddef.h>
#include <stdint.h>

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

/* Counts the key so many times more, and gives its count; ends the program without memory. */
size_t tally_add(struct tally *tally, uint64_t key, size_t count);

/* Gives the count of the key. */
size_t tally_count(const struct tally *tally, uint64_t key);

void tally_free(struct tally *tally);

#endif
