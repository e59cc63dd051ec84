/* Pieces of memory: see memory_range.h. */
#include "analysis/values/memory_range.h"

#include "analysis/values/threads.h"

uint32_t ptxc_memory_range_symbol(const struct ptxc_affines *all, ptxc_affine address) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, address);
    uint32_t symbol = 0;
    for (uint32_t i = 0; linear && i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        if (term->kind != PTXC_TERM_SYMBOL)
            continue;
        if (symbol || linear->parts[i].coefficient != 1)
            return 0;
        symbol = term->a;
    }
    return symbol;
}

enum { DEEPEST = 6 }; /* phis that an address may have come through */

/* Whether the expression has this term. */
static bool has_term(const struct ptxc_affines *all, ptxc_affine expression, uint32_t term) {
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    for (uint32_t i = 0; i < linear->count; i++)
        if (linear->parts[i].term == term)
            return true;
    return false;
}

/* Returns the variable that an address lies in: the one whose address it is made of, also where that goes around a
 * loop, or comes from several places that all have it. 0: it is not known. */
static uint32_t origin(struct ptxc_values *values, ptxc_affine address, unsigned depth) {
    struct ptxc_affines *all = ptxc_values_expressions(values);
    const uint32_t symbol = ptxc_memory_range_symbol(all, address);
    const struct ptxc_linear linear = *ptxc_affine_get(all, address);
    uint32_t found = 0;
    for (uint32_t i = 0; i < linear.count && !symbol && depth > 0; i++) {
        const struct ptxc_term term = *ptxc_affine_term_get(all, linear.parts[i].term);
        ptxc_affine input;
        for (uint32_t k = 0; term.kind == PTXC_TERM_PHI && linear.parts[i].coefficient == 1 &&
                             (input = ptxc_values_phi(values, &term, k));
             k++) {
            if (has_term(all, input, linear.parts[i].term))
                continue; /* it goes around */
            const uint32_t there = origin(values, input, depth - 1);
            if (!there || (found && there != found))
                return 0;
            found = there;
        }
    }
    return symbol ? symbol : found;
}

ptxc_affine ptxc_address_in_space(struct ptxc_values *values, ptxc_affine address, enum ptxc_space *space) {
    struct ptxc_affines *all = ptxc_values_expressions(values);
    const struct ptxc_term *generic = ptxc_affine_operation(all, address, PTXC_DO_TO_GENERIC);
    if (!generic)
        return address;
    const struct ptxc_term term = *generic;
    ptxc_affine rest = ptxc_affine_subtract(all, address, ptxc_affine_term(all, &term));
    ptxc_affine moved = rest ? ptxc_affine_add(all, rest, term.a) : 0;
    if (!moved)
        return address;
    *space = (enum ptxc_space)term.detail;
    return moved;
}

/* Makes the piece at the address that the operand holds. */
static bool make(struct ptxc_values *values, uint32_t step, const struct ptxc_value *address, enum ptxc_space space,
                 uint32_t size, struct ptxc_memory_range *region) {
    struct ptxc_affines *all = ptxc_values_expressions(values);
    if (!address)
        return false;
    *region = (struct ptxc_memory_range){
        .address = ptxc_values_of(values, step, address), .space = space, .size = size, .least = size ? size : 1};
    if (space == PTXC_SPACE_NONE)
        region->address = ptxc_address_in_space(values, region->address, &region->space);
    region->symbol = origin(values, region->address, DEEPEST);
    region->remote = ptxc_affine_operation(all, region->address, PTXC_EXPR_MAPA) != NULL;
    if (region->space == PTXC_SPACE_NONE && address->kind == PTXC_VALUE_VARIABLE)
        region->space = address->space;
    return region->address != 0;
}

bool ptxc_memory_range_map(struct ptxc_values *values, uint32_t step, enum ptxc_operand_name name,
                           struct ptxc_memory_range *region) {
    return make(values, step, ptxc_step_value(ptxc_values_step(values, step), name), PTXC_SPACE_NONE, PTXC_MAP_BYTES,
                region);
}

/* Returns the constant that the amount of a step is, as bytes; 0 where it is not known. */
static uint32_t amount_of(struct ptxc_values *values, uint32_t index) {
    const struct ptxc_step *step = ptxc_values_step(values, index);
    const struct ptxc_value *amount = ptxc_step_value(step, step->event->amount);
    int64_t bytes;
    if (!amount ||
        !ptxc_affine_is_constant(ptxc_values_expressions(values), ptxc_values_of(values, index, amount), &bytes))
        return 0;
    return bytes > 0 && bytes <= UINT32_MAX ? (uint32_t)bytes : 0;
}

/* Works out the piece that an ordinary load or store names. */
static void make_ordinary(struct ptxc_values *values, uint32_t index, struct ptxc_memory_range *region) {
    const struct ptxc_step *step = ptxc_values_step(values, index);
    const struct ptxc_operand *operand =
        ptxc_step_operand(step, step->event->source ? step->event->source : step->event->target);
    if (!operand || operand->shape != PTXC_OPERAND_ADDRESS ||
        !make(values, index, &step->statement->values[operand->first], step->access.space, step->access.bytes, region))
        return;
    region->remote |= (step->traits & PTXC_TRAIT_IN_CLUSTER) != 0;
}

/* Works out the piece that an operand of the family names; none where it is a tensor map. */
static void make_named(struct ptxc_values *values, uint32_t index, enum ptxc_operand_name name, enum ptxc_slot slot,
                       struct ptxc_memory_range *region) {
    enum { INNERMOST = 16 }; /* bytes of the innermost side of a tensor's box at least (cuTensorMapEncodeTiled) */
    const struct ptxc_step *step = ptxc_values_step(values, index);
    if (name == PTXC_NAME_NONE || name == PTXC_NAME_TENSOR_MAP ||
        !make(values, index, ptxc_step_value(step, name), ptxc_step_space(step, slot), amount_of(values, index),
              region))
        return;
    if (ptxc_step_operand(step, PTXC_NAME_TENSOR_MAP))
        region->least = INNERMOST;
    region->remote |= slot == PTXC_SLOT_DESTINATION && (step->traits & PTXC_TRAIT_IN_CLUSTER) &&
                      ptxc_step_space(step, PTXC_SLOT_SOURCE) == PTXC_SPACE_SHARED;
}

/* Works out the mbarrier of a step. */
static void make_barrier(struct ptxc_values *values, uint32_t index, struct ptxc_memory_range *region) {
    const struct ptxc_step *step = ptxc_values_step(values, index);
    enum ptxc_space space = PTXC_SPACE_SHARED;
    if (!make(values, index, ptxc_step_value(step, step->event->barrier), PTXC_SPACE_SHARED, 8, region))
        return;
    region->address = ptxc_address_in_space(values, region->address, &space);
    region->symbol = ptxc_memory_range_symbol(ptxc_values_expressions(values), region->address);
}

/* Works out what a step of the family names in this place. */
static void make_place(struct ptxc_values *values, uint32_t index, enum ptxc_named_place which,
                       struct ptxc_memory_range *region) {
    const struct ptxc_step *step = ptxc_values_step(values, index);
    const struct ptxc_event *event = step->event;
    switch (which) {
    case PTXC_PLACE_SOURCE: make_named(values, index, event->source, PTXC_SLOT_SOURCE, region); break;
    case PTXC_PLACE_TARGET: make_named(values, index, event->target, PTXC_SLOT_DESTINATION, region); break;
    case PTXC_PLACE_BARRIER: make_barrier(values, index, region); break;
    default:
        make(values, index, ptxc_step_value(step, event->target), ptxc_step_space(step, PTXC_SLOT_DESTINATION),
             amount_of(values, index), region);
        break;
    }
}

/* What a step names in this place, which is worked out once; an ordinary load or store has one place alone. */
static bool place(struct ptxc_values *values, uint32_t index, enum ptxc_named_place which,
                  struct ptxc_memory_range *region) {
    struct ptxc_step *step = ptxc_values_step(values, index);
    if (!step->memory)
        step->memory = ptxc_arena_alloc(ptxc_values_program(values)->arena,
                                        (step->names ? PTXC_PLACES : 1) * sizeof(*step->memory));
    if (!step->memory)
        return false;
    struct ptxc_memory_range *kept = &step->memory[step->names ? which : 0];
    if (!kept->made && step->names)
        make_place(values, index, which, kept);
    else if (!kept->made)
        make_ordinary(values, index, kept);
    kept->made = true;
    *region = *kept;
    return region->address != 0;
}

bool ptxc_memory_range_read(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region) {
    const struct ptxc_step *here = ptxc_values_step(values, step);
    return here->event && !here->names && here->event->source && place(values, step, PTXC_PLACE_SOURCE, region);
}

bool ptxc_memory_range_written(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region) {
    const struct ptxc_step *here = ptxc_values_step(values, step);
    if (here->event && !here->names)
        return here->event->target && place(values, step, PTXC_PLACE_STORED, region);
    return ptxc_step_action(here) == PTXC_ACT_STORE_BULK && place(values, step, PTXC_PLACE_STORED, region);
}

bool ptxc_memory_range_source(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region) {
    return ptxc_step_does(ptxc_values_step(values, step), PTXC_ACT_COPY) &&
           place(values, step, PTXC_PLACE_SOURCE, region);
}

bool ptxc_memory_range_target(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region) {
    const enum ptxc_action action = ptxc_step_action(ptxc_values_step(values, step));
    return (action == PTXC_ACT_COPY || action == PTXC_ACT_STORE_ASYNC) &&
           place(values, step, PTXC_PLACE_TARGET, region);
}

bool ptxc_memory_range_barrier(struct ptxc_values *values, uint32_t step, struct ptxc_memory_range *region) {
    return ptxc_values_step(values, step)->names && place(values, step, PTXC_PLACE_BARRIER, region);
}

enum ptxc_overlap ptxc_memory_ranges_overlap(const struct ptxc_values *values, const struct ptxc_memory_range *a,
                                             const struct ptxc_memory_range *b) {
    const struct ptxc_affines *all = ptxc_values_expressions(values);
    int64_t distance;
    if (a->space != b->space && a->space != PTXC_SPACE_NONE && b->space != PTXC_SPACE_NONE)
        return PTXC_PIECES_APART;
    if (a->remote != b->remote)
        return PTXC_PIECES_UNKNOWN;
    if (a->symbol && b->symbol && a->symbol != b->symbol) {
        const struct ptxc_symbols *symbols = ptxc_values_program(values)->symbols;
        const struct ptxc_symbol *first = ptxc_symbols_get(symbols, a->symbol);
        const struct ptxc_symbol *second = ptxc_symbols_get(symbols, b->symbol);
        return first && second && first->external && second->external ? PTXC_PIECES_UNKNOWN : PTXC_PIECES_APART;
    }
    if (ptxc_affine_distance(all, a->address, b->address, &distance)) {
        const int64_t before = distance >= 0 ? distance : -distance;
        const struct ptxc_memory_range *first = distance >= 0 ? a : b;
        if (before < first->least)
            return PTXC_PIECES_OVERLAP;
        return first->size ? PTXC_PIECES_APART : PTXC_PIECES_UNKNOWN;
    }
    return PTXC_PIECES_UNKNOWN;
}

bool ptxc_memory_range_of_thread(struct ptxc_values *values, const struct ptxc_memory_range *region, int64_t thread,
                                 struct ptxc_memory_range *its) {
    *its = *region;
    its->address = ptxc_affine_at_thread(ptxc_values_expressions(values), region->address, thread);
    its->symbol = its->address ? ptxc_memory_range_symbol(ptxc_values_expressions(values), its->address) : 0;
    return its->address != 0;
}
