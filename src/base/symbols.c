/* Symbols: a hash table of names over one growing list, which lies in chunks. Only the newest visible symbol of a name
 * stands in its bucket; it leads to those that it hides. A symbol whose scope has ended leaves the table and stays in
 * the list, so that its id keeps its meaning. There are at least as many buckets as symbols.
 *
 * Of several ranges of one name, %r<4> and %r<9>, the newest that has the number counts. Each leads to the next larger
 * one that it hides, and to one further out, so that few are looked at however many there are: the jump pointers of
 * Myers, "An applicative random-access stack" (1983).
 */
#include "base/symbols.h"

#include <string.h>

#include "base/characters.h"
#include "base/hash.h"

enum { FIRST_BUCKETS = 16 };

void ptxc_symbols_init(struct ptxc_symbols *symbols, struct ptxc_arena *arena, uint64_t seed) {
    *symbols = (struct ptxc_symbols){.arena = arena, .seed = seed};
}

void ptxc_symbols_enclose(struct ptxc_symbols *symbols, const struct ptxc_symbols *outer, uint32_t count) {
    symbols->outer = outer;
    symbols->outer_count = symbols->passed = symbols->last_passed = count;
    symbols->at_launch = outer->at_launch <= count ? outer->at_launch : 0;
}

static uint32_t hash_of(const struct ptxc_symbols *symbols, const char *name, uint32_t length) {
    return (uint32_t)ptxc_hash(symbols->seed, name, length);
}

/* Where the place of the newest visible symbol of this very name stands, a range or none; or 0, where such a name
 * belongs. There are 16 buckets, doubled some times. */
static uint32_t *place_of(const struct ptxc_symbols *symbols, const char *name, uint32_t length, uint32_t hash,
                          bool ranged) {
    uint32_t *place = &symbols->buckets[hash & (symbols->bucket_count - 1)];
    for (; *place; place = &ptxc_symbols_at(symbols, *place)->next) {
        const struct ptxc_symbol *symbol = ptxc_symbols_at(symbols, *place);
        if (symbol->hash == hash && symbol->length == length && (symbol->range > 0) == ranged &&
            memcmp(symbol->name, name, length) == 0)
            break;
    }
    return place;
}

static uint32_t *place_of_symbol(const struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    return place_of(symbols, symbol->name, symbol->length, symbol->hash, symbol->range > 0);
}

/* The place of the newest range that has the number, from `at` outwards; or 0. */
static uint32_t find_range(const struct ptxc_symbols *symbols, uint32_t at, uint32_t number) {
    while (at && ptxc_symbols_at(symbols, at)->range <= number) {
        const struct ptxc_symbol *range = ptxc_symbols_at(symbols, at);
        const bool skips = range->skip && ptxc_symbols_at(symbols, range->skip)->range <= number;
        at = skips ? range->skip : range->wider;
    }
    return at;
}

/* Finds the larger ranges that the range hides. */
static void link_range(const struct ptxc_symbols *symbols, struct ptxc_symbol *range) {
    range->wider = find_range(symbols, range->hidden, range->range);
    range->skip = range->wider;
    range->depth = 0;
    if (!range->wider)
        return;
    const struct ptxc_symbol *wider = ptxc_symbols_at(symbols, range->wider);
    range->depth = wider->depth + 1;
    if (!wider->skip)
        return;
    const struct ptxc_symbol *skipped = ptxc_symbols_at(symbols, wider->skip);
    const uint32_t further = skipped->skip ? ptxc_symbols_at(symbols, skipped->skip)->depth : 0;
    if (skipped->skip && wider->depth - skipped->depth == skipped->depth - further)
        range->skip = skipped->skip;
}

/* Makes the symbol at this place the newest of its name. */
static void link_symbol(struct ptxc_symbols *symbols, uint32_t at) {
    struct ptxc_symbol *symbol = ptxc_symbols_at(symbols, at);
    uint32_t *place = place_of_symbol(symbols, symbol);
    symbol->hidden = *place;
    symbol->next = *place ? ptxc_symbols_at(symbols, *place)->next : 0;
    *place = at;
    if (symbol->range > 0)
        link_range(symbols, symbol);
}

/* Lets what the symbol hid take its place. */
static void unlink_symbol(const struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    uint32_t *place = place_of_symbol(symbols, symbol);
    if (symbol->hidden)
        ptxc_symbols_at(symbols, symbol->hidden)->next = symbol->next;
    *place = symbol->hidden ? symbol->hidden : symbol->next;
}

/* Makes twice as many buckets, and links the visible symbols again. */
static bool rehash(struct ptxc_symbols *symbols) {
    const size_t count = symbols->bucket_count ? symbols->bucket_count * 2 : FIRST_BUCKETS;
    uint32_t *buckets = ptxc_arena_alloc(symbols->arena, count * sizeof(*buckets));
    if (!buckets)
        return false;
    symbols->buckets = buckets;
    symbols->bucket_count = count;
    for (uint32_t at = 1; at <= symbols->count; at++)
        if (ptxc_symbols_at(symbols, at)->visible)
            link_symbol(symbols, at);
    return true;
}

uint32_t ptxc_symbols_last(const struct ptxc_symbols *symbols) {
    return (uint32_t)symbols->count + symbols->passed;
}

void ptxc_symbols_pass(struct ptxc_symbols *symbols, uint32_t count) {
    symbols->passed += count;
    symbols->last_passed = count > 0 ? ptxc_symbols_last(symbols) : symbols->last_passed;
}

/* Adds a chunk to the list. The first one grows until it is as long as any other. */
static bool add_chunk(struct ptxc_symbols *symbols) {
    const size_t count = symbols->capacity / PTXC_SYMBOL_CHUNK;
    struct ptxc_symbol **chunks =
        ptxc_arena_grow(symbols->arena, symbols->chunks, &symbols->chunk_capacity, count + 1, sizeof(*chunks));
    if (!chunks)
        return false;
    symbols->chunks = chunks;
    size_t capacity = count > 0 ? 0 : symbols->capacity;
    struct ptxc_symbol *chunk = ptxc_arena_grow(symbols->arena, chunks[count], &capacity,
                                                count > 0 ? PTXC_SYMBOL_CHUNK : capacity + 1, sizeof(*chunk));
    if (!chunk)
        return false;
    chunks[count] = chunk;
    symbols->capacity = count * PTXC_SYMBOL_CHUNK + capacity;
    return true;
}

bool ptxc_symbols_add(struct ptxc_symbols *symbols, const struct ptxc_symbol *symbol) {
    if ((symbols->count == symbols->capacity && !add_chunk(symbols)) ||
        (symbols->count == symbols->bucket_count && !rehash(symbols)))
        return false;
    struct ptxc_symbol *added = ptxc_symbols_at(symbols, (uint32_t)++symbols->count);
    *added = *symbol;
    added->visible = true;
    added->id = ptxc_symbols_last(symbols);
    added->hash = hash_of(symbols, added->name, added->length);
    symbols->numbered |= added->range == 0 && added->length > 0 && added->name[0] == '%' &&
                         ptxc_is_digit(added->name[added->length - 1]);
    if (!symbols->at_launch && added->external && added->kind == PTXC_SYMBOL_VARIABLE &&
        added->space == PTXC_SPACE_SHARED)
        symbols->at_launch = added->id;
    added->outer = symbols->innermost;
    symbols->innermost = (uint32_t)symbols->count;
    link_symbol(symbols, symbols->innermost);
    return true;
}

void ptxc_symbols_close_scope(struct ptxc_symbols *symbols, uint32_t innermost) {
    while (symbols->innermost > innermost) {
        struct ptxc_symbol *last = ptxc_symbols_at(symbols, symbols->innermost);
        unlink_symbol(symbols, last);
        last->visible = false;
        symbols->innermost = last->outer;
    }
}

void ptxc_symbols_forget(struct ptxc_symbols *symbols) {
    const uint32_t forgotten = (uint32_t)symbols->count - symbols->innermost;
    symbols->count = symbols->innermost;
    ptxc_symbols_pass(symbols, forgotten);
}

/* The oldest `count` symbols have a place up to that. Gives the newest of them among a symbol and what it hides. */
static inline uint32_t newest_of(const struct ptxc_symbols *symbols, uint32_t at, uint32_t count) {
    while (at > count)
        at = ptxc_symbols_at(symbols, at)->hidden;
    return at;
}

/* Finds the symbol among the oldest `count`. */
static inline uint32_t find_among(const struct ptxc_symbols *symbols, uint32_t count, const char *name, uint32_t length,
                                  uint32_t *number) {
    uint32_t stem = length, digits = 0, numbered = 0;
    *number = 0;
    if (symbols->count == 0)
        return 0;
    /* %r012 is number 12 of %r<…>: all digits at the end are the number, in 32 bits (measured on ptxas 13.0) */
    while (stem > 1 && ptxc_is_digit(name[stem - 1]))
        stem--;
    const bool ranged = stem < length && name[0] == '%' && !symbols->numbered;
    uint32_t plain = ranged ? 0 : *place_of(symbols, name, length, hash_of(symbols, name, length), false);
    plain = newest_of(symbols, plain, count);
    for (uint32_t i = stem; i < length; i++)
        digits = digits * 10 + (uint32_t)(name[i] - '0');
    if (stem < length) {
        const uint32_t *place = place_of(symbols, name, stem, hash_of(symbols, name, stem), true);
        numbered = find_range(symbols, newest_of(symbols, *place, count), digits);
    }
    if (numbered <= plain)
        return plain ? ptxc_symbols_at(symbols, plain)->id : 0;
    *number = digits;
    return ptxc_symbols_at(symbols, numbered)->id;
}

uint32_t ptxc_symbols_find(const struct ptxc_symbols *symbols, const char *name, uint32_t length, uint32_t *number) {
    const uint32_t own = find_among(symbols, UINT32_MAX, name, length, number);
    return own || !symbols->outer ? own : find_among(symbols->outer, symbols->outer_count, name, length, number);
}

/* The symbol of an id from before the one that was passed over last, or NULL. */
static const struct ptxc_symbol *search(const struct ptxc_symbols *symbols, uint32_t id) {
    uint32_t first = 1, end = (uint32_t)symbols->count + 1;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (ptxc_symbols_at(symbols, middle)->id < id)
            first = middle + 1;
        else
            end = middle;
    }
    return first <= symbols->count && ptxc_symbols_at(symbols, first)->id == id ? ptxc_symbols_at(symbols, first)
                                                                                : NULL;
}

const struct ptxc_symbol *ptxc_symbols_get(const struct ptxc_symbols *symbols, uint32_t id) {
    if (id == 0 || id > ptxc_symbols_last(symbols))
        return NULL;
    if (id > symbols->last_passed)
        return ptxc_symbols_at(symbols, id - symbols->passed);
    if (id <= symbols->count && ptxc_symbols_at(symbols, id)->id == id) /* none was passed over before it */
        return ptxc_symbols_at(symbols, id);
    return id > symbols->outer_count ? search(symbols, id) : ptxc_symbols_at(symbols->outer, id);
}
