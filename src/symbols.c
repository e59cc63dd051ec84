/* Symbols: a hash table of chains, newest first, over one growing list, so that leaving a scope is cutting the list. */
#include "symbols.h"

#include <string.h>

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena) {
    *symbols = (struct ptxc_symbols){.arena = arena};
}

/* FNV-1a */
static uint32_t bucket_of(const char *name, uint32_t length) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash % PTXC_SYMBOL_BUCKETS;
}

void ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    void *grown = ptxc_arena_grow(symbols->arena, symbols->list, &symbols->capacity, symbols->count + 1,
                                  sizeof(struct ptxc_symbol));
    if (!grown)
        return;
    symbols->list = grown;
    uint32_t *bucket = &symbols->buckets[bucket_of(symbol->name, symbol->length)];
    struct ptxc_symbol *added = &symbols->list[symbols->count++];
    *added = *symbol;
    added->previous = *bucket;
    *bucket = (uint32_t)symbols->count;
}

void ptxc_symbols_truncate(struct ptxc_symbols *symbols, size_t count) {
    while (symbols->count > count) {
        const struct ptxc_symbol *last = &symbols->list[--symbols->count];
        symbols->buckets[bucket_of(last->name, last->length)] = last->previous;
    }
}

/* Index + 1 of the newest symbol with this very name whose range holds `number` (or that has no range), or 0. */
static uint32_t find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, bool ranged,
                     uint64_t number) {
    for (uint32_t i = symbols->buckets[bucket_of(name, length)]; i; i = symbols->list[i - 1].previous) {
        const struct ptxc_symbol *symbol = &symbols->list[i - 1];
        if (symbol->length == length && memcmp(symbol->name, name, length) == 0 &&
            (ranged ? number < symbol->range : symbol->range == 0))
            return i;
    }
    return 0;
}

const struct ptxc_symbol *ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length) {
    uint32_t best = find(symbols, name, length, false, 0);
    uint64_t number = 0, unit = 1;
    /* %r12 may be number 2 of %r1<…> or number 12 of %r<…>; leading zeros do not count (measured on ptxas 13.0) */
    for (uint32_t stem = length; stem-- > 1 && length - stem < 18;) {
        char digit = name[stem];
        if (digit < '0' || digit > '9')
            break;
        number += unit * (uint64_t)(digit - '0');
        unit *= 10;
        uint32_t found = find(symbols, name, stem, true, number);
        if (found > best)
            best = found;
    }
    return best ? &symbols->list[best - 1] : NULL;
}
