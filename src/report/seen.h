/* The findings of a file so far, by rule and place: what stands in the body of a macro is said there once, and not
 * again for each use of the macro.
 */
#ifndef PTXC_SEEN_H
#define PTXC_SEEN_H

#include <stdbool.h>

#include "base/arena.h"

struct ptxc_seen {
    struct ptxc_arena arena;      /* of its own */
    uint64_t seed;                /* of the hash */
    struct ptxc_seen_item *items; /* a hash table */
    size_t count, capacity;
};

/* Notes a finding of this rule at this place in the file, up to a large number of them. Without memory the arena is
 * marked. */
void ptxc_seen_add(struct ptxc_seen *seen, const char *rule, struct ptxc_span place);

/* Whether one was noted. */
bool ptxc_seen_has(const struct ptxc_seen *seen, const char *rule, struct ptxc_span place);

#endif
