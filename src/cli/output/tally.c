/* A hash table with open addressing, at most half full: see tally.h. */
#include "cli/output/tally.h"

#include <stdlib.h>

#include "cli/output/trouble.h"

uint64_t tally_hash(uint64_t hash, const char *text, size_t length) {
    hash ^= 0xcbf29ce484222325u; /* FNV-1a; the length keeps "ab" and "c" apart from "a" and "bc" */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return (hash ^ length) * 0x100000001b3u;
}

/* Gives the cell of the key, or the empty one where it belongs; there is always one. */
static struct tally_cell *find(const struct tally *tally, uint64_t key) {
    size_t i = (size_t)(key ^ key >> 32) & (tally->capacity - 1);
    while (tally->cells[i].count > 0 && tally->cells[i].key != key)
        i = (i + 1) & (tally->capacity - 1);
    return &tally->cells[i];
}

/* Doubles the table. */
static void grow(struct tally *tally) {
    struct tally larger = {NULL, tally->capacity ? 2 * tally->capacity : 64, tally->used};
    larger.cells = calloc(larger.capacity, sizeof(*larger.cells));
    if (!larger.cells)
        exit(trouble("not enough memory"));
    for (size_t i = 0; i < tally->capacity; i++)
        if (tally->cells[i].count > 0)
            *find(&larger, tally->cells[i].key) = tally->cells[i];
    free(tally->cells);
    *tally = larger;
}

size_t tally_add(struct tally *tally, uint64_t key, size_t count) {
    if (2 * tally->used >= tally->capacity)
        grow(tally);
    struct tally_cell *cell = find(tally, key);
    tally->used += cell->count == 0;
    cell->key = key;
    return cell->count += count;
}

size_t tally_count(const struct tally *tally, uint64_t key) {
    return tally->capacity ? find(tally, key)->count : 0;
}

void tally_free(struct tally *tally) {
    free(tally->cells);
    *tally = (struct tally){NULL, 0, 0};
}
