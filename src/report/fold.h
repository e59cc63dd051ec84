/* Equal notes of a source, those of one rule with one message: a report with a limit that folds them keeps the first
 * few of them and counts the others, so that what takes one line to say does not use up the limit.
 */
#ifndef PTXC_FOLD_H
#define PTXC_FOLD_H

#include "base/arena.h"

enum { PTXC_FOLD_KEPT = 3 }; /* equal notes that a report keeps at most */

struct ptxc_fold_item {
    uint64_t key; /* of the notes; 0: the item is free */
    size_t count;
};

/* Counts by key. Fill with zeros. */
struct ptxc_folds {
    struct ptxc_fold_item *items; /* a hash table */
    size_t used, capacity;
};

/* Gives what notes have in common that are equal, a hash with this seed; 0 for what is no note. */
uint64_t ptxc_fold_key(const struct ptxc_diagnostic *diagnostic, uint64_t seed);

/* Adds to the count of a key, which is not 0. Without memory the arena is marked. */
void ptxc_fold_add(struct ptxc_folds *folds, struct ptxc_arena *arena, uint64_t key, size_t count);

/* Gives the count of a key. */
size_t ptxc_fold_count(const struct ptxc_folds *folds, uint64_t key);

#endif
