/* Symbols: a hash table of chains, newest first, over one growing list, so that leaving a scope is cutting the list.
 * There are at least as many buckets as symbols.
 */
#include "symbols.h"

#include <string.h>

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena) {
    *symbols = (struct ptxc_symbols){.arena = arena};
}

/* FNV-1a */
static uint32_t *bucket_of(const struct ptxc_symbols *symbols, const char *name, uint32_t length) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return &symbols->buckets[hash % symbols->bucket_count];
}

/* Makes the symbol of this index the newest of its bucket. */
static void link_symbol(struct ptxc_symbols *symbols, size_t index) {
    struct ptxc_symbol *symbol = &symbols->list[index];
    uint32_t *bucket = bucket_of(symbols, symbol->name, symbol->length);
    symbol->previous = *bucket;
    *bucket = (uint32_t)index + 1;
}

/* Buckets for as many symbols as the list can hold. */
static bool rehash(struct ptxc_symbols *symbols) {
    uint32_t *buckets = ptxc_arena_alloc(symbols->arena, symbols->capacity * sizeof(*buckets));
    if (!buckets)
        return false;
    symbols->buckets = buckets;
    symbols->bucket_count = symbols->capacity;
    for (size_t i = 0; i < symbols->count; i++)
        link_symbol(symbols, i);
    return true;
}

bool ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    void *grown = ptxc_arena_grow(symbols->arena, symbols->list, &symbols->capacity, symbols->count + 1,
                                  sizeof(struct ptxc_symbol));
    if (!grown)
        return false;
    symbols->list = grown;
    if (symbols->bucket_count < symbols->capacity && !rehash(symbols))
        return false;
    symbols->list[symbols->count] = *symbol;
    link_symbol(symbols, symbols->count++);
    return true;
}

void ptxc_symbols_truncate(struct ptxc_symbols *symbols, size_t count) {
    while (symbols->count > count) {
        const struct ptxc_symbol *last = &symbols->list[--symbols->count];
        *bucket_of(symbols, last->name, last->length) = last->previous;
    }
}

/* Index + 1 of the newest symbol with this very name whose range holds `number` (or that has no range), or 0. */
static uint32_t find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, bool ranged,
                     uint32_t number) {
    for (uint32_t i = *bucket_of(symbols, name, length); i; i = symbols->list[i - 1].previous) {
        const struct ptxc_symbol *symbol = &symbols->list[i - 1];
        if (symbol->length == length && memcmp(symbol->name, name, length) == 0 &&
            (ranged ? number < symbol->range : symbol->range == 0))
            return i;
    }
    return 0;
}

const struct ptxc_symbol *ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length) {
    uint32_t stem = length, number = 0;
    if (symbols->count == 0)
        return NULL;
    uint32_t plain = find(symbols, name, length, false, 0), numbered = 0;
    /* %r012 is number 12 of %r<…>: all digits at the end are the number, in 32 bits (measured on ptxas 13.0) */
    while (stem > 1 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
        stem--;
    for (uint32_t i = stem; i < length; i++)
        number = number * 10 + (uint32_t)(name[i] - '0');
    if (stem < length)
        numbered = find(symbols, name, stem, true, number);
    uint32_t newest = plain > numbered ? plain : numbered;
    return newest ? &symbols->list[newest - 1] : NULL;
}
