/* Operations as terms: see computation.h. The variance of an operation is the greatest of its parts, and its block is
 * that of the part that is computed last.
 */
#include "analysis/values/computation.h"

#include <string.h>

#include "base/hash.h"

enum { BUCKETS = 256 /* functions have some dozens */ };

struct mnemonic {
    const char *text;
    uint32_t length;
    uint16_t next; /* of the same hash, + 1 */
};

struct ptxc_mnemonics {
    struct ptxc_arena *arena;
    struct mnemonic *list;
    size_t count, capacity;
    uint16_t buckets[BUCKETS]; /* the first + 1 */
};

struct ptxc_mnemonics *ptxc_mnemonics_make(struct ptxc_arena *arena) {
    struct ptxc_mnemonics *all = ptxc_arena_alloc(arena, sizeof(*all));
    if (all)
        all->arena = arena;
    return all;
}

uint16_t ptxc_mnemonics_number(struct ptxc_mnemonics *all, const char *text, uint32_t length) {
    uint16_t *bucket = &all->buckets[ptxc_hash(0, text, length) % BUCKETS];
    for (uint16_t at = *bucket; at; at = all->list[at - 1].next)
        if (all->list[at - 1].length == length && memcmp(all->list[at - 1].text, text, length) == 0)
            return (uint16_t)(PTXC_FIRST_NAME + at - 1);
    if (all->count >= PTXC_LAST_NAME - PTXC_FIRST_NAME)
        return 0;
    void *grown = ptxc_arena_grow(all->arena, all->list, &all->capacity, all->count + 1, sizeof(*all->list));
    if (!grown)
        return 0;
    all->list = grown;
    all->list[all->count] = (struct mnemonic){text, length, *bucket};
    *bucket = (uint16_t)++all->count;
    return (uint16_t)(PTXC_FIRST_NAME + all->count - 1);
}

/* Adds to a term what its parts say of it. */
static void take_part(const struct ptxc_computation *computation, struct ptxc_term *term, ptxc_affine expression) {
    const struct ptxc_block *blocks = computation->graph->blocks;
    const struct ptxc_linear *linear = ptxc_affine_get(computation->all, expression);
    for (uint32_t i = 0; expression && i < linear->count; i++) {
        const struct ptxc_term *part = ptxc_affine_term_get(computation->all, linear->parts[i].term);
        if (part->variance > term->variance)
            term->variance = part->variance;
        if (part->block != PTXC_NO_BLOCK &&
            (term->block == PTXC_NO_BLOCK || blocks[part->block].order > blocks[term->block].order))
            term->block = part->block;
    }
}

static ptxc_affine make(const struct ptxc_computation *computation, struct ptxc_term term,
                        enum ptxc_variance greatest) {
    term.kind = PTXC_TERM_OPERATION;
    term.block = PTXC_NO_BLOCK;
    take_part(computation, &term, term.a);
    take_part(computation, &term, term.b);
    take_part(computation, &term, term.c);
    if (term.variance > greatest)
        term.variance = greatest;
    return ptxc_affine_term(computation->all, &term);
}

ptxc_affine ptxc_operation_make(const struct ptxc_computation *computation, unsigned operation, unsigned detail,
                                ptxc_affine a, ptxc_affine b, ptxc_affine c) {
    return make(
        computation,
        (struct ptxc_term){.operation = (uint16_t)operation, .detail = (uint16_t)detail, .a = a, .b = b, .c = c},
        PTXC_VARIES_UNKNOWN);
}

ptxc_affine ptxc_operation_of_warp(const struct ptxc_computation *computation, unsigned operation, unsigned detail,
                                   ptxc_affine a, ptxc_affine b) {
    return make(computation,
                (struct ptxc_term){.operation = (uint16_t)operation, .detail = (uint16_t)detail, .a = a, .b = b},
                PTXC_PER_WARP);
}

ptxc_affine ptxc_operation_opaque(const struct ptxc_computation *c) {
    if (c->name == 0 || c->count == 0 || c->count > 3 || c->results != 1 || c->inputs_in_vector)
        return 0;
    return ptxc_operation_make(c, c->operation, c->name, c->inputs[0], c->count > 1 ? c->inputs[1] : 0,
                               c->count > 2 ? c->inputs[2] : 0);
}

ptxc_affine ptxc_predicate_strip(const struct ptxc_affines *all, ptxc_affine predicate, bool *negated) {
    const struct ptxc_term *term = ptxc_affine_sole_term(all, predicate);
    *negated = term && term->kind == PTXC_TERM_OPERATION && term->operation == PTXC_DO_NOT && term->detail == 1;
    return *negated ? term->a : predicate;
}

ptxc_affine ptxc_predicate_not(const struct ptxc_computation *computation, ptxc_affine predicate) {
    int64_t value;
    bool negated;
    const ptxc_affine inside = ptxc_predicate_strip(computation->all, predicate, &negated);
    if (negated)
        return inside;
    if (ptxc_affine_is_constant(computation->all, predicate, &value))
        return ptxc_affine_constant(computation->all, value == 0);
    return ptxc_operation_make(computation, PTXC_DO_NOT, 1, predicate, 0, 0);
}

ptxc_affine ptxc_predicate_select(const struct ptxc_computation *computation, ptxc_affine predicate, ptxc_affine a,
                                  ptxc_affine b) {
    int64_t value;
    bool negated;
    if (ptxc_affine_is_constant(computation->all, predicate, &value))
        return value ? a : b;
    if (a == b)
        return a;
    predicate = ptxc_predicate_strip(computation->all, predicate, &negated);
    return ptxc_operation_make(computation, PTXC_DO_SELECT, 0, predicate, negated ? b : a, negated ? a : b);
}

int64_t ptxc_extend(int64_t value, unsigned width, bool is_signed) {
    if (width >= 64)
        return value;
    const uint64_t mask = ((uint64_t)1 << width) - 1, low = (uint64_t)value & mask;
    return (int64_t)(is_signed && low >> (width - 1) ? low | ~mask : low);
}

ptxc_affine ptxc_fit(const struct ptxc_computation *computation, ptxc_affine value, unsigned width) {
    if (!value || width >= 64)
        return value;
    struct ptxc_affines *all = computation->all;
    const struct ptxc_linear *linear = ptxc_affine_get(all, value);
    if (width == 1)
        return linear->count ? value : ptxc_affine_constant(all, linear->constant != 0);
    const int64_t kept = ptxc_extend(linear->constant, width, true);
    const int64_t change = (int64_t)((uint64_t)kept - (uint64_t)linear->constant);
    return change ? ptxc_affine_add(all, value, ptxc_affine_constant(all, change)) : value;
}
