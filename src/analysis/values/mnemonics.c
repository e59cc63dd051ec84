/* Numbers for mnemonics: a list, and a hash table of chains. */
#include "analysis/values/mnemonics.h"

#include <string.h>

#include "analysis/values/computation.h"

enum { BUCKETS = 256 /* functions have some dozens */ };

struct mnemonic {
    const char *text;
    uint32_t length;
    uint16_t next; /* of the same hash, + 1 */
};

struct ptxc_mnemonics {
    struct ptxc_arena *arena;
    struct mnemonic *list;
    size_t count, capacity;
    uint16_t buckets[BUCKETS]; /* the first + 1 */
};

struct ptxc_mnemonics *ptxc_mnemonics_make(struct ptxc_arena *arena) {
    struct ptxc_mnemonics *all = ptxc_arena_alloc(arena, sizeof(*all));
    if (all)
        all->arena = arena;
    return all;
}

uint16_t ptxc_mnemonics_number(struct ptxc_mnemonics *all, const char *text, uint32_t length) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    uint16_t *bucket = &all->buckets[hash % BUCKETS];
    for (uint16_t at = *bucket; at; at = all->list[at - 1].next)
        if (all->list[at - 1].length == length && memcmp(all->list[at - 1].text, text, length) == 0)
            return (uint16_t)(PTXC_FIRST_NAME + at - 1);
    if (all->count >= PTXC_LAST_NAME - PTXC_FIRST_NAME)
        return 0;
    void *grown = ptxc_arena_grow(all->arena, all->list, &all->capacity, all->count + 1, sizeof(*all->list));
    if (!grown)
        return 0;
    all->list = grown;
    all->list[all->count] = (struct mnemonic){text, length, *bucket};
    *bucket = (uint16_t)++all->count;
    return (uint16_t)(PTXC_FIRST_NAME + all->count - 1);
}
