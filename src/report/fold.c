/* A hash table with open addresses, which doubles when it is half full: see fold.h. */
#include "report/fold.h"

#include <string.h>

#include "base/hash.h"

uint64_t ptxc_fold_key(const struct ptxc_diagnostic *diagnostic, uint64_t seed) {
    if (diagnostic->severity != PTXC_SEVERITY_NOTE)
        return 0;
    const uint64_t rule = ptxc_hash(seed, diagnostic->rule, strlen(diagnostic->rule));
    const uint64_t key = ptxc_hash(rule, diagnostic->message, strlen(diagnostic->message));
    return key ? key : 1;
}

/* The item of the key, or the free one where it belongs; the table is not empty. */
static struct ptxc_fold_item *find(const struct ptxc_folds *folds, uint64_t key) {
    size_t i = (size_t)key & (folds->capacity - 1);
    while (folds->items[i].key != 0 && folds->items[i].key != key)
        i = (i + 1) & (folds->capacity - 1);
    return &folds->items[i];
}

/* Makes room for one more; false without memory. */
static bool grow(struct ptxc_folds *folds, struct ptxc_arena *arena) {
    const size_t least = 64;
    struct ptxc_folds larger = {.used = folds->used, .capacity = folds->capacity ? folds->capacity * 2 : least};
    if (folds->used * 2 < folds->capacity)
        return true;
    larger.items = ptxc_arena_alloc(arena, larger.capacity * sizeof(*larger.items));
    if (!larger.items)
        return false;
    for (size_t i = 0; i < folds->capacity; i++)
        if (folds->items[i].key != 0)
            *find(&larger, folds->items[i].key) = folds->items[i];
    *folds = larger;
    return true;
}

void ptxc_fold_add(struct ptxc_folds *folds, struct ptxc_arena *arena, uint64_t key, size_t count) {
    if (!grow(folds, arena))
        return;
    struct ptxc_fold_item *item = find(folds, key);
    folds->used += item->key == 0;
    item->key = key;
    item->count += count;
}

size_t ptxc_fold_count(const struct ptxc_folds *folds, uint64_t key) {
    return folds->capacity > 0 && key != 0 ? find(folds, key)->count : 0;
}
