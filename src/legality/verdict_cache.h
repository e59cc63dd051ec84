/* Shapes of instructions that were found clean: one that differs from another in nothing that a check looks at need not
 * be checked again. What a check looks at is all of the instruction but names and places; of a name, which special
 * register it is, and whether one of which nothing is known is that of a register. Where there is unknown text, the
 * instruction is always checked.
 */
#ifndef PTXC_VERDICT_CACHE_H
#define PTXC_VERDICT_CACHE_H

#include "legality/subject.h"

struct ptxc_verdict_shape;

/* The shapes of one source, all for one environment; it begins as {.arena = …}. */
struct ptxc_verdict_cache {
    struct ptxc_arena *arena; /* for the shapes; it must not be set back */
    struct ptxc_environment environment;
    struct ptxc_verdict_shape **buckets; /* NULL: there is no shape yet */
    bool begun;                          /* the environment is set */
};

/* Whether an instruction of the same shape was found clean in this environment. */
bool ptxc_verdict_cache_has(const struct ptxc_verdict_cache *cache, const struct ptxc_instruction *instruction,
                            const struct ptxc_environment *environment);

/* Notes that the instruction is legal, and that nothing was found. Shapes of another environment are forgotten. Where
 * there is no room for more, nothing happens. */
void ptxc_verdict_cache_add(struct ptxc_verdict_cache *cache, const struct ptxc_instruction *instruction,
                            const struct ptxc_environment *environment);

#endif
