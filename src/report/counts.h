/* Counts by keys: of equal notes, and of what was found at a place. A key is a hash, and stands for what it was made
 * of.
 */
#ifndef PTXC_COUNTS_H
#define PTXC_COUNTS_H

#include "base/arena.h"

struct ptxc_count {
    uint64_t key; /* 0: the item is free */
    size_t count;
};

/* Fill with zeros. */
struct ptxc_counts {
    struct ptxc_count *items; /* a hash table with open addresses, which doubles when it is half full */
    size_t used, capacity;
};

/* Adds to the count of a key, which is not 0. Without memory the arena is marked. */
void ptxc_counts_add(struct ptxc_counts *counts, struct ptxc_arena *arena, uint64_t key, size_t count);

/* The count of a key; that of 0 is 0. */
size_t ptxc_counts_get(const struct ptxc_counts *counts, uint64_t key);

/* The key of a finding of this rule with this text, or at this place, as a hash with the seed. */
uint64_t ptxc_counts_key(uint64_t seed, const char *rule, const char *text);
uint64_t ptxc_counts_place(uint64_t seed, const char *rule, struct ptxc_span place);

#endif
