/* Memory: see memory.h. Values are kept byte by byte. */
#include "flow/walk/memory.h"

#include <string.h>

#include "flow/computation.h"
#include "flow/parameters.h"
#include "flow/walk/evaluate.h"
#include "flow/walk/lanes.h"
#include "flow/walk/layout.h"

enum { LOCAL_BYTES = 4096 }; /* of local memory, for each lane */

bool ptxc_memory_place(const struct ptxc_machine *machine, enum ptxc_space space, uint64_t address,
                       struct ptxc_memory_place *place) {
    const bool windowed = (address & PTXC_WINDOW_MASK) != 0;
    *place = (struct ptxc_memory_place){.space = space, .whole = address};
    if (space == PTXC_SPACE_NONE || (windowed && space != PTXC_SPACE_GLOBAL))
        place->space = ptxc_window_space(address);
    if (place->space == PTXC_SPACE_LOCAL) {
        place->address = (uint32_t)address;
        return place->address < LOCAL_BYTES;
    }
    if (place->space != PTXC_SPACE_SHARED)
        return true;
    place->cta = (uint32_t)address >> PTXC_RANK_SHIFT;
    place->address = (uint32_t)address & ((1u << PTXC_RANK_SHIFT) - 1);
    return place->cta < machine->cta_count && place->address < PTXC_SHARED_MOST;
}

void ptxc_memory_forget(struct ptxc_machine *machine, uint32_t cta, uint32_t address, uint32_t bytes) {
    for (uint32_t at = address; at < address + bytes && at < PTXC_SHARED_MOST; at++)
        machine->ctas[cta].known[at] = PTXC_BYTE_UNKNOWN;
}

/* A byte of memory, and whether its value is kept; NULL: it is not followed. */
static uint8_t *byte_at(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lane,
                        const struct ptxc_memory_place *place, uint32_t offset, uint8_t **known) {
    const uint32_t at = place->address + offset;
    if (place->space == PTXC_SPACE_SHARED && at < PTXC_SHARED_MOST) {
        *known = &machine->ctas[place->cta].known[at];
        return &machine->ctas[place->cta].bytes[at];
    }
    if (place->space != PTXC_SPACE_LOCAL || at >= LOCAL_BYTES)
        return NULL;
    if (!warp->local)
        warp->local = ptxc_arena_alloc(machine->arena, (size_t)PTXC_LANES * LOCAL_BYTES * 2);
    if (!warp->local) {
        machine->out_of_memory = true;
        return NULL;
    }
    *known = warp->local + ((size_t)PTXC_LANES + lane) * LOCAL_BYTES + at;
    return warp->local + (size_t)lane * LOCAL_BYTES + at;
}

/* A pointer to global memory that nothing else points near. */
static uint64_t pointer(uint64_t of) {
    enum { APART = 26, MANY = 0x3ffe };
    return ((ptxc_mix(of, 1) & MANY) + 1) << APART;
}

/* What is not followed: the same place holds the same, as far as anyone can tell. Integers are as large as the model
 * says, so that what counts by them comes to an end; pointers are far apart. */
static uint64_t guess(const struct ptxc_machine *machine, const struct ptxc_op *op, uint64_t address) {
    if (op->bytes >= 8)
        return pointer(address + machine->model->seed);
    return op->bytes == 4 ? machine->model->scale
                          : ptxc_low_bits(ptxc_mix(address, machine->model->seed), op->bytes * 8);
}

/* What a parameter holds at an address: a pointer of its own where it is 8 bytes long, else as guess. */
static uint64_t parameter(const struct ptxc_machine *machine, const struct ptxc_op *op, uint64_t address) {
    return op->bytes >= 8 ? pointer(address) : machine->model->scale;
}

/* One element in one lane; *from says where its value comes from. */
static uint64_t load(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane,
                     const struct ptxc_memory_place *place, uint32_t offset, uint8_t *from) {
    uint64_t value = 0;
    if (place->space == PTXC_SPACE_PARAM) {
        const bool formal = ptxc_parameter_is(machine->code->program->body, ptxc_layout_symbol(place->whole));
        *from |= formal ? PTXC_FROM_PARAMETER : PTXC_FROM_UNKNOWN; /* what a call passes is not followed */
        return parameter(machine, op, place->whole + offset);
    }
    for (uint32_t i = 0; i < op->bytes; i++) {
        uint8_t *known = NULL;
        const uint8_t *byte = byte_at(machine, warp, lane, place, offset + i, &known);
        if (!byte || *known == PTXC_BYTE_UNKNOWN) {
            *from |= PTXC_FROM_UNKNOWN;
            return guess(machine, op, place->whole + offset);
        }
        *from |= *known == PTXC_BYTE_CHOSEN ? PTXC_FROM_PARAMETER : 0;
        value |= i < sizeof(value) ? (uint64_t)*byte << 8 * i : 0;
    }
    return op->is_signed ? (uint64_t)ptxc_extend((int64_t)value, op->bytes * 8, true) : value;
}

/* The place of an op's address in a lane; false where that is not to be told. */
static bool place_in(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                     uint32_t lane, struct ptxc_memory_place *place) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    return ptxc_memory_place(machine, op->space, ptxc_input_lane(warp, address, lane), place) &&
           !(ptxc_input_from(warp, address) & PTXC_FROM_UNKNOWN);
}

void ptxc_memory_load(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    const bool one = address->reg == PTXC_NO_REGISTER || warp->registers[address->reg].uniform;
    for (uint32_t i = 0; i < op->result_count; i++)
        for (uint32_t left = lanes; left; left &= left - 1) {
            const uint32_t lane = ptxc_lowest(left);
            struct ptxc_memory_place place;
            uint8_t from = 0;
            uint64_t value = ptxc_mix(ptxc_input_lane(warp, address, lane), op->identity + i);
            if (place_in(machine, warp, op, lane, &place))
                value = load(machine, warp, op, lane, &place, i * op->bytes, &from);
            else
                from = PTXC_FROM_UNKNOWN;
            value = ptxc_low_bits(value, op->bytes < 4 ? 32 : op->bytes * 8);
            if (one && place.space != PTXC_SPACE_LOCAL) {
                ptxc_lanes_set_all(machine, warp, op, i, lanes, value, from);
                break;
            }
            ptxc_lanes_set(machine, warp, op, i, lane, value, from);
        }
}

/* Stores one element. */
static void store(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane,
                  const struct ptxc_memory_place *place, uint32_t offset, uint64_t value, uint8_t from) {
    for (uint32_t i = 0; i < op->bytes; i++) {
        uint8_t *known = NULL;
        uint8_t *byte = byte_at(machine, warp, lane, place, offset + i, &known);
        if (!byte)
            return;
        *byte = (uint8_t)(value >> 8 * (i % sizeof(value)));
        *known = from & PTXC_FROM_UNKNOWN || i >= sizeof(value) ? PTXC_BYTE_UNKNOWN
                 : from & PTXC_FROM_PARAMETER                   ? PTXC_BYTE_CHOSEN
                                                                : PTXC_BYTE_KNOWN;
    }
}

void ptxc_memory_store(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        struct ptxc_memory_place place;
        if (!place_in(machine, warp, op, lane, &place))
            continue;
        for (uint32_t i = 1; i < op->input_count; i++) {
            const struct ptxc_input *value = ptxc_op_input(machine, op, i);
            store(machine, warp, op, lane, &place, (i - 1) * op->bytes, ptxc_input_lane(warp, value, lane),
                  ptxc_input_from(warp, value));
        }
    }
}

/* What an atomic operation leaves in memory, where the walk knows it. */
static bool combine(const struct ptxc_machine *machine, const struct ptxc_op *op, uint64_t old, uint64_t operand,
                    uint64_t *left) {
    const struct ptxc_span word = ptxc_op_step(machine, op)->statement->word;
    const char *text = machine->code->program->source + word.offset;
    if (ptxc_word_has(text, word.length, ".add"))
        *left = old + operand;
    else if (ptxc_word_has(text, word.length, ".exch"))
        *left = operand;
    else
        return false;
    return true;
}

void ptxc_memory_exchange(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        const struct ptxc_input *operand = ptxc_op_input(machine, op, op->input_count > 1 ? 1 : 0);
        struct ptxc_memory_place place;
        uint64_t result = 0;
        uint8_t from = ptxc_input_from(warp, operand);
        if (!place_in(machine, warp, op, lane, &place))
            continue;
        const uint64_t old = load(machine, warp, op, lane, &place, 0, &from);
        if (!combine(machine, op, old, ptxc_input_lane(warp, operand, lane), &result))
            from |= PTXC_FROM_UNKNOWN;
        store(machine, warp, op, lane, &place, 0, result, from);
        ptxc_lanes_set(machine, warp, op, 0, lane, old, from);
    }
}
