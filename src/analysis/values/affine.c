/* Expressions and terms, each made once: two growing lists, and for each a hash table of open addressing that finds
 * what is there. Nothing is taken back, and what was given out never moves.
 */
#include "analysis/values/affine.h"

#include <string.h>

/* Ids by the hash of what they stand for; 0 is an empty slot. */
struct hash_slot {
    uint32_t id, hash; /* of the hash the lower half */
};
struct index {
    struct hash_slot *slots;
    size_t size; /* a power of two, or 0 */
    size_t used;
};

struct affine_list {
    void **items;
    size_t count, capacity;
};

struct ptxc_affines {
    struct ptxc_arena *arena;
    struct affine_list terms;   /* struct ptxc_term; term 0 is the one of expression 0: nothing is known of it */
    struct affine_list linears; /* struct ptxc_linear, likewise */
    struct index term_index, linear_index;
};

static const struct ptxc_term *term_at(const struct ptxc_affines *all, uint32_t id) {
    return all->terms.items[id];
}

static const struct ptxc_linear *linear_at(const struct ptxc_affines *all, uint32_t id) {
    return all->linears.items[id];
}

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_term(const struct ptxc_term *term) {
    uint64_t hash = mix((uint64_t)term->kind, (uint64_t)term->operation << 16 | term->detail);
    hash = mix(hash, (uint64_t)term->a << 32 | term->b);
    return mix(hash, term->c);
}

/* What a term is; its block and variance follow from that. */
static bool same_term(const void *one, const void *other) {
    const struct ptxc_term *a = one, *b = other;
    return a->kind == b->kind && a->operation == b->operation && a->detail == b->detail && a->a == b->a &&
           a->b == b->b && a->c == b->c;
}

static uint64_t hash_linear(const struct ptxc_linear *linear) {
    uint64_t hash = mix(linear->count, (uint64_t)linear->constant);
    for (uint32_t i = 0; i < linear->count; i++)
        hash = mix(mix(hash, (uint64_t)linear->parts[i].coefficient), linear->parts[i].term);
    return hash;
}

static bool same_linear(const void *one, const void *other) {
    const struct ptxc_linear *a = one, *b = other;
    if (a->count != b->count || a->constant != b->constant)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->parts[i].term != b->parts[i].term || a->parts[i].coefficient != b->parts[i].coefficient)
            return false;
    return true;
}

/* Returns the first empty slot for the hash. */
static struct hash_slot *free_slot(const struct index *index, uint32_t hash) {
    size_t at = hash & (index->size - 1);
    while (index->slots[at].id)
        at = (at + 1) & (index->size - 1);
    return &index->slots[at];
}

/* Makes room for one more, so that at most half of the slots are used; false without memory. */
static bool make_room(struct ptxc_affines *all, struct index *index) {
    const struct index old = *index;
    const size_t size = old.size ? 2 * old.size : 64;
    struct hash_slot *slots = ptxc_arena_alloc(all->arena, size * sizeof(*slots));
    if (!slots)
        return false;
    index->slots = slots;
    index->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i].id)
            *free_slot(index, old.slots[i].hash) = old.slots[i];
    return true;
}

static bool has_room(const struct index *index) {
    return 2 * (index->used + 1) <= index->size;
}

/* Appends a copy of `size` bytes to a list and gives its id; 0 without memory. */
static uint32_t append(struct ptxc_affines *all, struct affine_list *list, const void *bytes, size_t size) {
    void **grown = ptxc_arena_grow(all->arena, list->items, &list->capacity, list->count + 1, sizeof(*grown));
    if (!grown)
        return 0;
    list->items = grown;
    void *copy = ptxc_arena_alloc(all->arena, size);
    if (!copy || list->count >= UINT32_MAX)
        return 0;
    memcpy(copy, bytes, size);
    grown[list->count] = copy;
    return (uint32_t)list->count++;
}

/* Returns the id of an item of so many bytes, which stays if it is new; 0 without memory. */
static uint32_t intern(struct ptxc_affines *all, struct affine_list *list, struct index *index, const void *item,
                       size_t size, uint32_t hash, bool (*same)(const void *a, const void *b)) {
    if (!has_room(index) && !make_room(all, index))
        return 0;
    for (size_t at = hash & (index->size - 1); index->slots[at].id; at = (at + 1) & (index->size - 1))
        if (index->slots[at].hash == hash && same(list->items[index->slots[at].id], item))
            return index->slots[at].id;
    const uint32_t id = append(all, list, item, size);
    if (id) {
        *free_slot(index, hash) = (struct hash_slot){id, hash};
        index->used++;
    }
    return id;
}

ptxc_affine ptxc_affine_form(struct ptxc_affines *all, const struct ptxc_linear *linear) {
    return intern(all, &all->linears, &all->linear_index, linear, sizeof(*linear), (uint32_t)hash_linear(linear),
                  same_linear);
}

struct ptxc_affines *ptxc_affines_make(struct ptxc_arena *arena) {
    struct ptxc_affines *all = ptxc_arena_alloc(arena, sizeof(*all));
    if (!all)
        return NULL;
    all->arena = arena;
    const struct ptxc_term unknown = {
        .kind = PTXC_TERM_RESULT, .a = UINT32_MAX, .block = 0, .variance = PTXC_VARIES_UNKNOWN};
    const struct ptxc_linear nothing = {.count = 1, .parts = {{1, 0}}};
    append(all, &all->terms, &unknown, sizeof(unknown));
    append(all, &all->linears, &nothing, sizeof(nothing));
    return arena->failed ? NULL : all;
}

ptxc_affine ptxc_affine_constant(struct ptxc_affines *all, int64_t value) {
    const struct ptxc_linear linear = {.constant = value};
    return ptxc_affine_form(all, &linear);
}

ptxc_affine ptxc_affine_term(struct ptxc_affines *all, const struct ptxc_term *term) {
    const struct ptxc_linear linear = {.count = 1,
                                       .parts = {{1, intern(all, &all->terms, &all->term_index, term, sizeof(*term),
                                                            (uint32_t)hash_term(term), same_term)}}};
    return linear.parts[0].term ? ptxc_affine_form(all, &linear) : 0;
}

/* Wraps as the machine does. */
static int64_t plus(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

/* a + factor x b. Terms go by their ids, and none has the coefficient 0; 0 where they are too many. */
static ptxc_affine add_scaled(struct ptxc_affines *all, ptxc_affine a, ptxc_affine b, int64_t factor) {
    if (!a || !b)
        return 0;
    const struct ptxc_linear *left = linear_at(all, a), *right = linear_at(all, b);
    struct ptxc_linear sum = {.constant = plus(left->constant, times(right->constant, factor))};
    for (uint32_t i = 0, j = 0; i < left->count || j < right->count;) {
        const uint32_t first = i < left->count ? left->parts[i].term : UINT32_MAX;
        const uint32_t second = j < right->count ? right->parts[j].term : UINT32_MAX;
        const uint32_t term = first < second ? first : second;
        int64_t coefficient = 0;
        if (first == term)
            coefficient = left->parts[i++].coefficient;
        if (second == term)
            coefficient = plus(coefficient, times(right->parts[j++].coefficient, factor));
        if (coefficient == 0)
            continue;
        if (sum.count == PTXC_MAX_TERMS)
            return 0;
        sum.parts[sum.count].coefficient = coefficient;
        sum.parts[sum.count++].term = term;
    }
    return ptxc_affine_form(all, &sum);
}

ptxc_affine ptxc_affine_add(struct ptxc_affines *all, ptxc_affine a, ptxc_affine b) {
    return add_scaled(all, a, b, 1);
}

ptxc_affine ptxc_affine_subtract(struct ptxc_affines *all, ptxc_affine a, ptxc_affine b) {
    return add_scaled(all, a, b, -1);
}

ptxc_affine ptxc_affine_scale(struct ptxc_affines *all, ptxc_affine a, int64_t factor) {
    if (!a || factor == 1)
        return a;
    const struct ptxc_linear *from = linear_at(all, a);
    struct ptxc_linear product = {.constant = times(from->constant, factor)};
    for (uint32_t i = 0; i < from->count; i++) {
        const int64_t coefficient = times(from->parts[i].coefficient, factor);
        if (coefficient == 0)
            continue;
        product.parts[product.count].coefficient = coefficient;
        product.parts[product.count++].term = from->parts[i].term;
    }
    return ptxc_affine_form(all, &product);
}

bool ptxc_affine_distance(const struct ptxc_affines *all, ptxc_affine a, ptxc_affine b, int64_t *distance) {
    const struct ptxc_linear *from = linear_at(all, a), *to = linear_at(all, b);
    if (!a || !b || from->count != to->count)
        return false;
    for (uint32_t i = 0; i < from->count; i++)
        if (from->parts[i].term != to->parts[i].term || from->parts[i].coefficient != to->parts[i].coefficient)
            return false;
    *distance = plus(to->constant, times(from->constant, -1));
    return true;
}

const struct ptxc_linear *ptxc_affine_get(const struct ptxc_affines *all, ptxc_affine expression) {
    return linear_at(all, expression);
}

const struct ptxc_term *ptxc_affine_term_get(const struct ptxc_affines *all, uint32_t term) {
    return term_at(all, term);
}

bool ptxc_affine_is_constant(const struct ptxc_affines *all, ptxc_affine expression, int64_t *value) {
    const struct ptxc_linear *linear = linear_at(all, expression);
    *value = linear->constant;
    return linear->count == 0;
}

const struct ptxc_term *ptxc_affine_sole_term(const struct ptxc_affines *all, ptxc_affine expression) {
    const struct ptxc_linear *linear = linear_at(all, expression);
    if (!expression || linear->constant != 0 || linear->count != 1 || linear->parts[0].coefficient != 1)
        return NULL;
    return term_at(all, linear->parts[0].term);
}

enum ptxc_variance ptxc_affine_variance(const struct ptxc_affines *all, ptxc_affine expression) {
    const struct ptxc_linear *linear = linear_at(all, expression);
    enum ptxc_variance greatest = PTXC_UNIFORM;
    for (uint32_t i = 0; i < linear->count; i++)
        if (term_at(all, linear->parts[i].term)->variance > greatest)
            greatest = term_at(all, linear->parts[i].term)->variance;
    return greatest;
}

const struct ptxc_term *ptxc_affine_operation(const struct ptxc_affines *all, ptxc_affine expression,
                                              unsigned operation) {
    const struct ptxc_linear *linear = linear_at(all, expression);
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = term_at(all, linear->parts[i].term);
        if (term->kind == PTXC_TERM_OPERATION && term->operation == operation)
            return term;
    }
    return NULL;
}
