/* Shapes of clean instructions: see verdict_cache.h. A shape is a list of words; a hash only says where it may be
 * found. */
#include "legality/verdict_cache.h"

#include <string.h>

#include "base/characters.h"
#include "legality/operand_fit.h"

enum {
    BUCKETS = 1024,
    DEEPEST = 8, /* shapes a bucket, so that no source makes the search long */
    /* an instruction with more parts is checked each time */
    MOST_OPERANDS = PTXC_MAX_OPERANDS,
    MOST_VALUES = 16,
    MOST_WORDS = 1 + (PTXC_MAX_QUALIFIERS + 3) / 4 + (MOST_OPERANDS + 3) / 4 + 3 * MOST_VALUES
};

struct ptxc_verdict_shape {
    struct ptxc_verdict_shape *next; /* in its bucket */
    size_t count;
    uint64_t words[];
};

/* A shape that is being put together. */
struct shape {
    uint64_t words[MOST_WORDS];
    size_t count;
};

/* Adds pairs of bytes, four to a word. */
static void add_pair(struct shape *shape, size_t index, unsigned first, unsigned second) {
    const uint64_t pair = (uint64_t)first << 8 | second;
    if (index % 4 == 0)
        shape->words[shape->count++] = pair;
    else
        shape->words[shape->count - 1] |= pair << index % 4 * 16;
}

/* Adds what counts of the name of a value, if something does: which special register it is, or whether a name of which
 * nothing is known is that of a register. False where more of it does. */
static bool add_name(struct shape *shape, const struct ptxc_value *value) {
    const uint32_t component = value->flags & PTXC_FLAG_COMPONENT ? 2 : 0;
    if (value->kind == PTXC_VALUE_REGISTER && value->name && ptxc_special_of(value))
        return false;
    if (value->kind != PTXC_VALUE_SPECIAL && value->kind != PTXC_VALUE_UNKNOWN)
        return true;
    if (!value->name || value->name_length < component || memchr(value->name, PTXC_UNKNOWN_TEXT, value->name_length))
        return false;
    const struct ptxc_special_row *row = value->kind == PTXC_VALUE_SPECIAL ? ptxc_special_of(value) : NULL;
    shape->words[shape->count++] = row ? ptxc_special_index(row) : ptxc_begins_register(value);
    return row || value->kind == PTXC_VALUE_UNKNOWN;
}

/* Adds a value; false where it makes no shape. */
static bool add_value(struct shape *shape, const struct ptxc_value *value) {
    if (value->kind == PTXC_VALUE_NONE)
        return false;
    shape->words[shape->count++] = (uint64_t)value->kind | (uint64_t)value->type << 8 | (uint64_t)value->space << 14 |
                                   (uint64_t)value->flags << 18 | (uint64_t)value->alignment << 32;
    shape->words[shape->count++] = (uint64_t)value->integer;
    return add_name(shape, value);
}

_Static_assert(PTXC_TYPE_COUNT <= 64 && PTXC_FLAG_FOUR < 1 << 14, "a word of a shape has room for all of a value");

/* Puts the shape together; false where the instruction has none, and is checked each time. */
static bool make_shape(struct shape *shape, const struct ptxc_instruction *instruction) {
    const enum ptxc_value_kind guard = instruction->guard.kind;
    const bool named = instruction->guarded && guard != PTXC_VALUE_REGISTER && guard != PTXC_VALUE_UNKNOWN;
    if (instruction->damaged || instruction->incomplete || instruction->open || named ||
        instruction->value_count > MOST_VALUES)
        return false;
    shape->words[0] = (uint64_t)instruction->opcode | (uint64_t)instruction->qualifier_count << 32 |
                      (uint64_t)instruction->operand_count << 40 | (uint64_t)instruction->value_count << 48 |
                      (uint64_t)instruction->guarded << 56;
    shape->count = 1;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        add_pair(shape, i, (unsigned)instruction->qualifiers[i].id, (unsigned)instruction->qualifiers[i].slot);
    for (size_t i = 0; i < instruction->operand_count; i++)
        add_pair(shape, i, (unsigned)instruction->operands[i].shape, instruction->operands[i].count);
    for (size_t i = 0; i < instruction->value_count; i++)
        if (!add_value(shape, &instruction->values[i]))
            return false;
    return true;
}

static size_t bucket_of(const struct shape *shape) {
    uint64_t hash = shape->count;
    for (size_t i = 0; i < shape->count; i++) {
        hash = (hash ^ shape->words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (size_t)hash % BUCKETS;
}

bool ptxc_verdict_cache_has(const struct ptxc_verdict_cache *cache, const struct ptxc_instruction *instruction,
                            const struct ptxc_environment *environment) {
    struct shape shape;
    if (!cache->buckets || !ptxc_environment_same(&cache->environment, environment) || !make_shape(&shape, instruction))
        return false;
    const struct ptxc_verdict_shape *each = cache->buckets[bucket_of(&shape)];
    while (each &&
           (each->count != shape.count || memcmp(each->words, shape.words, shape.count * sizeof(shape.words[0])) != 0))
        each = each->next;
    return each != NULL;
}

/* Whether a bucket takes no more shapes. */
static bool is_full(const struct ptxc_verdict_shape *shape) {
    size_t count = 0;
    for (; shape; shape = shape->next)
        count++;
    return count >= DEEPEST;
}

void ptxc_verdict_cache_add(struct ptxc_verdict_cache *cache, const struct ptxc_instruction *instruction,
                            const struct ptxc_environment *environment) {
    struct shape shape;
    if (!make_shape(&shape, instruction))
        return;
    if (!cache->buckets)
        cache->buckets = ptxc_arena_take(cache->arena, BUCKETS * sizeof(*cache->buckets));
    if (!cache->buckets)
        return;
    if (!cache->begun || !ptxc_environment_same(&cache->environment, environment)) {
        memset(cache->buckets, 0, BUCKETS * sizeof(*cache->buckets));
        cache->environment = *environment;
        cache->begun = true;
    }
    const size_t size = shape.count * sizeof(shape.words[0]);
    struct ptxc_verdict_shape **bucket = &cache->buckets[bucket_of(&shape)];
    struct ptxc_verdict_shape *added = is_full(*bucket) ? NULL : ptxc_arena_take(cache->arena, sizeof(*added) + size);
    if (!added)
        return;
    added->next = *bucket;
    added->count = shape.count;
    memcpy(added->words, shape.words, size);
    *bucket = added;
}
