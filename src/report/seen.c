/* A hash table with open addresses, which doubles when it is half full: see seen.h. Ids of rules are constants, so that
 * their addresses tell them apart.
 */
#include "report/seen.h"

#include "base/hash.h"

enum { MOST = 1 << 16 }; /* a report with a limit takes no more memory however many findings there are */

struct ptxc_seen_item {
    const char *rule; /* NULL: free */
    struct ptxc_span place;
};

/* The item of this rule and place, or the free one where it belongs; the table is not empty. */
static struct ptxc_seen_item *find(const struct ptxc_seen *seen, const char *rule, struct ptxc_span place) {
    const uint64_t key[] = {(uint64_t)place.offset << 32 | place.length, (uint64_t)(uintptr_t)rule};
    for (size_t i = (size_t)ptxc_hash(seen->seed, key, sizeof(key)) & (seen->capacity - 1);;
         i = (i + 1) & (seen->capacity - 1)) {
        struct ptxc_seen_item *item = &seen->items[i];
        if (!item->rule ||
            (item->rule == rule && item->place.offset == place.offset && item->place.length == place.length))
            return item;
    }
}

/* Makes room for one more; false without memory. */
static bool grow(struct ptxc_seen *seen) {
    const size_t least = 64;
    struct ptxc_seen larger = {.arena = seen->arena,
                               .seed = seen->seed,
                               .count = seen->count,
                               .capacity = seen->capacity ? seen->capacity * 2 : least};
    if (seen->count * 2 < seen->capacity)
        return true;
    larger.items = ptxc_arena_alloc(&larger.arena, larger.capacity * sizeof(*larger.items));
    if (!larger.items) {
        seen->arena = larger.arena;
        return false;
    }
    for (size_t i = 0; i < seen->capacity; i++)
        if (seen->items[i].rule)
            *find(&larger, seen->items[i].rule, seen->items[i].place) = seen->items[i];
    *seen = larger;
    return true;
}

void ptxc_seen_add(struct ptxc_seen *seen, const char *rule, struct ptxc_span place) {
    if (seen->count == MOST || !grow(seen))
        return;
    struct ptxc_seen_item *item = find(seen, rule, place);
    seen->count += !item->rule;
    *item = (struct ptxc_seen_item){rule, place};
}

bool ptxc_seen_has(const struct ptxc_seen *seen, const char *rule, struct ptxc_span place) {
    return seen->count > 0 && find(seen, rule, place)->rule;
}
