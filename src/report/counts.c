/* Counts: see counts.h. */
#include "report/counts.h"

#include <string.h>

#include "base/hash.h"

/* The item of the key, or the free one where it belongs; the table is not empty. */
static struct ptxc_count *find(const struct ptxc_counts *counts, uint64_t key) {
    size_t i = (size_t)key & (counts->capacity - 1);
    while (counts->items[i].key != 0 && counts->items[i].key != key)
        i = (i + 1) & (counts->capacity - 1);
    return &counts->items[i];
}

/* Makes room for one more; false without memory. */
static bool grow(struct ptxc_counts *counts, struct ptxc_arena *arena) {
    const size_t least = 64;
    struct ptxc_counts larger = {.used = counts->used, .capacity = counts->capacity ? counts->capacity * 2 : least};
    if (counts->used * 2 < counts->capacity)
        return true;
    larger.items = ptxc_arena_alloc(arena, larger.capacity * sizeof(*larger.items));
    if (!larger.items)
        return false;
    for (size_t i = 0; i < counts->capacity; i++)
        if (counts->items[i].key != 0)
            *find(&larger, counts->items[i].key) = counts->items[i];
    *counts = larger;
    return true;
}

void ptxc_counts_add(struct ptxc_counts *counts, struct ptxc_arena *arena, uint64_t key, size_t count) {
    if (!grow(counts, arena))
        return;
    struct ptxc_count *item = find(counts, key);
    counts->used += item->key == 0;
    item->key = key;
    item->count += count;
}

size_t ptxc_counts_get(const struct ptxc_counts *counts, uint64_t key) {
    return counts->capacity > 0 && key != 0 ? find(counts, key)->count : 0;
}

/* The hash of a rule and of what else is the key; never 0. */
static uint64_t key_of(uint64_t seed, const char *rule, const void *bytes, size_t size) {
    const uint64_t key = ptxc_hash(ptxc_hash(seed, rule, strlen(rule)), bytes, size);
    return key ? key : 1;
}

uint64_t ptxc_counts_key(uint64_t seed, const char *rule, const char *text) {
    return key_of(seed, rule, text, strlen(text));
}

uint64_t ptxc_counts_place(uint64_t seed, const char *rule, struct ptxc_span place) {
    const uint32_t bytes[] = {place.offset, place.length};
    return key_of(seed, rule, bytes, sizeof(bytes));
}
