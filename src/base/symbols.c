/* Symbols: a hash table of chains, newest first, over one growing list. A symbol whose scope has ended leaves its chain
 * and stays in the list, so that its id keeps its meaning. There are at least as many buckets as symbols.
 */
#include "base/symbols.h"

#include <string.h>

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena) {
    *symbols = (struct ptxc_symbols){.arena = arena};
}

/* The hash of a name (FNV-1a), whose first `from` characters have the hash given. */
static uint32_t hash_from(uint32_t hash, const char *name, uint32_t from, uint32_t length) {
    for (uint32_t i = from; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash;
}

static const uint32_t EMPTY_HASH = 2166136261u;

/* The bucket of a hash. There are 16 of them, doubled some times. */
static uint32_t *bucket_of_hash(const struct ptxc_symbols *symbols, uint32_t hash) {
    return &symbols->buckets[hash & (symbols->bucket_count - 1)];
}

static uint32_t *bucket_of(const struct ptxc_symbols *symbols, const char *name, uint32_t length) {
    return bucket_of_hash(symbols, hash_from(EMPTY_HASH, name, 0, length));
}

/* Makes the symbol of this id the newest of its bucket. */
static void link_symbol(struct ptxc_symbols *symbols, uint32_t id) {
    struct ptxc_symbol *symbol = &symbols->list[id - 1];
    uint32_t *bucket = bucket_of(symbols, symbol->name, symbol->length);
    symbol->previous = *bucket;
    *bucket = id;
}

/* Makes as many buckets as the list can hold symbols, and links the visible ones again. */
static bool rehash(struct ptxc_symbols *symbols) {
    uint32_t *buckets = ptxc_arena_alloc(symbols->arena, symbols->capacity * sizeof(*buckets));
    if (!buckets)
        return false;
    symbols->buckets = buckets;
    symbols->bucket_count = symbols->capacity;
    for (uint32_t id = 1; id <= symbols->count; id++)
        if (symbols->list[id - 1].visible)
            link_symbol(symbols, id);
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

uint32_t ptxc_symbols_last(const struct ptxc_symbols *symbols) {
    return (uint32_t)symbols->count + symbols->passed;
}

void ptxc_symbols_pass(struct ptxc_symbols *symbols, uint32_t count) {
    symbols->passed += count;
    symbols->last_passed = count > 0 ? ptxc_symbols_last(symbols) : symbols->last_passed;
}

bool ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    void *grown = ptxc_arena_grow(symbols->arena, symbols->list, &symbols->capacity, symbols->count + 1,
                                  sizeof(struct ptxc_symbol));
    if (!grown)
        return false;
    symbols->list = grown;
    if (symbols->bucket_count < symbols->capacity && !rehash(symbols))
        return false;
    struct ptxc_symbol *added = &symbols->list[symbols->count++];
    *added = *symbol;
    added->visible = true;
    added->id = ptxc_symbols_last(symbols);
    symbols->numbered |=
        added->range == 0 && added->length > 0 && added->name[0] == '%' && is_digit(added->name[added->length - 1]);
    added->outer = symbols->innermost;
    symbols->innermost = (uint32_t)symbols->count;
    link_symbol(symbols, symbols->innermost);
    return true;
}

void ptxc_symbols_close_scope(struct ptxc_symbols *symbols, uint32_t innermost) {
    while (symbols->innermost > innermost) {
        struct ptxc_symbol *last = &symbols->list[symbols->innermost - 1];
        *bucket_of(symbols, last->name, last->length) = last->previous;
        last->visible = false;
        symbols->innermost = last->outer;
    }
}

/* The place of the newest symbol with this very name, which has the hash, whose range holds `number` (or that has no
 * range), or 0. */
static uint32_t find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, uint32_t hash, bool ranged,
                     uint32_t number) {
    for (uint32_t id = *bucket_of_hash(symbols, hash); id; id = symbols->list[id - 1].previous) {
        const struct ptxc_symbol *symbol = &symbols->list[id - 1];
        if (symbol->length == length && (ranged ? number < symbol->range : symbol->range == 0) &&
            memcmp(symbol->name, name, length) == 0)
            return id;
    }
    return 0;
}

uint32_t ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, uint32_t *number) {
    uint32_t stem = length, digits = 0, numbered = 0;
    *number = 0;
    if (symbols->count == 0)
        return 0;
    /* %r012 is number 12 of %r<…>: all digits at the end are the number, in 32 bits (measured on ptxas 13.0) */
    while (stem > 1 && is_digit(name[stem - 1]))
        stem--;
    const uint32_t hash = hash_from(EMPTY_HASH, name, 0, stem);
    const bool ranged = stem < length && name[0] == '%' && !symbols->numbered;
    const uint32_t plain = ranged ? 0 : find(symbols, name, length, hash_from(hash, name, stem, length), false, 0);
    for (uint32_t i = stem; i < length; i++)
        digits = digits * 10 + (uint32_t)(name[i] - '0');
    if (stem < length)
        numbered = find(symbols, name, stem, hash, true, digits);
    if (numbered <= plain)
        return plain ? symbols->list[plain - 1].id : 0;
    *number = digits;
    return symbols->list[numbered - 1].id;
}

/* The symbol of an id from before the one that was passed over last, or NULL. */
static const struct ptxc_symbol *search(const struct ptxc_symbols *symbols, uint32_t id) {
    size_t first = 0, end = symbols->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (symbols->list[middle].id < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first < symbols->count && symbols->list[first].id == id ? &symbols->list[first] : NULL;
}

const struct ptxc_symbol *ptxc_symbols_get(const struct ptxc_symbols *symbols, uint32_t id) {
    if (id == 0 || id > ptxc_symbols_last(symbols))
        return NULL;
    return id > symbols->last_passed ? &symbols->list[id - symbols->passed - 1] : search(symbols, id);
}
