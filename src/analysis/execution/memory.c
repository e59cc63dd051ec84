/* Memory: see memory.h. Values are kept byte by byte. */
#include "analysis/execution/memory.h"

#include <string.h>

#include "analysis/automata/granules.h"
#include "analysis/values/computation.h"
#include "analysis/values/parameters.h"
#include "analysis/code/evaluate.h"
#include "analysis/execution/lanes.h"
#include "analysis/execution/operations.h"
#include "analysis/code/layout.h"

void ptxc_memory_forget(struct ptxc_machine *machine, uint32_t cta, uint32_t address, uint32_t bytes) {
    struct ptxc_cta *here = &machine->ctas[cta];
    const uint32_t most = address < here->cleared ? here->cleared - address : 0;
    memset(here->known + address, PTXC_BYTE_UNKNOWN, bytes < most ? bytes : most);
}

void ptxc_memory_choose(struct ptxc_machine *machine, uint32_t cta, uint32_t address, uint32_t bytes, uint64_t value) {
    struct ptxc_cta *here = &machine->ctas[cta];
    ptxc_cta_prepare(here, address + bytes);
    for (uint32_t i = 0; i < bytes && address + i < PTXC_SHARED_MOST; i++) {
        here->bytes[address + i] = i < sizeof(value) ? (uint8_t)(value >> 8 * i) : 0;
        here->known[address + i] = PTXC_BYTE_CHOSEN;
    }
}

/* Bytes of memory that follow one another, so far apart, and whether their values are kept. */
struct bytes {
    uint8_t *value, *known;
    uint32_t count, apart;
};

/* Returns the bytes at a place, up to `count`, as far as they are followed. */
static struct bytes bytes_at(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lane,
                             const struct ptxc_memory_place *place, uint32_t offset, uint32_t count) {
    const uint32_t at = place->address + offset;
    const uint32_t most = place->space == PTXC_SPACE_SHARED  ? PTXC_SHARED_MOST
                          : place->space == PTXC_SPACE_LOCAL ? PTXC_LOCAL_MOST
                                                             : 0;
    count = at >= most ? 0 : count < most - at ? count : most - at;
    if (count > 0 && place->space == PTXC_SPACE_SHARED) {
        struct ptxc_cta *cta = &machine->ctas[place->cta];
        ptxc_cta_prepare(cta, at + count);
        return (struct bytes){cta->bytes + at, cta->known + at, count, 1};
    }
    if (count > 0 && !warp->local) {
        warp->local = ptxc_arena_alloc(machine->arena, (size_t)PTXC_LANES * PTXC_LOCAL_MOST * 2);
        machine->out_of_memory |= !warp->local;
    }
    if (count == 0 || !warp->local)
        return (struct bytes){.count = 0};
    uint8_t *value = warp->local + (size_t)at * PTXC_LANES + lane; /* that of each lane side by side, as in a GPU */
    return (struct bytes){value, value + (size_t)PTXC_LANES * PTXC_LOCAL_MOST, count, PTXC_LANES};
}

enum { APART = 26 }; /* bits of an address below those that tell pointers apart */

/* A pointer to global memory that nothing else points near. */
static uint64_t pointer(uint64_t of) {
    enum { MANY = 0x3ffe };
    return ((ptxc_lanes_mix(of, 1) & MANY) + 1) << APART;
}

/* Returns an integer of four bytes at an address that is not followed: as large as the launch configuration says, so
 * that what counts by them comes to an end. Those behind it are larger, as offsets of sequences are that lie one after
 * the other, whose lengths are differences. */
static uint64_t guess_count(struct ptxc_machine *machine, uint64_t address) {
    enum { BYTES = 4, MOST = 3 };
    machine->counted = true;
    const uint64_t index = (address & ((UINT64_C(1) << APART) - 1)) / BYTES;
    return (uint64_t)machine->launch->scale * (1 + (index < MOST ? index : MOST));
}

/* What is not followed: the same place holds the same, as far as anyone can tell, and pointers are far apart. */
static uint64_t guess(struct ptxc_machine *machine, const struct ptxc_op *op, uint64_t address) {
    if (op->bytes >= 8)
        return pointer(address + machine->launch->seed);
    return op->bytes == 4 ? guess_count(machine, address)
                          : ptxc_low_bits(ptxc_lanes_mix(address, machine->launch->seed), op->bytes * 8);
}

/* What a parameter holds at an address, as it goes into a result: a pointer of its own or null, or
 * as guess. */
static uint64_t parameter(struct ptxc_machine *machine, const struct ptxc_op *op, uint32_t index, uint64_t address) {
    const bool wanted = ptxc_lanes_want(machine, op, index);
    const uint32_t reg = wanted ? machine->code->results[op->first_result + index] : 0;
    const bool points = op->bytes >= 8 && wanted && machine->code->pointers[reg];
    if (wanted && machine->launch->sparse && machine->code->optional[reg])
        return 0;
    machine->scaled |= wanted && !points;
    if (points)
        return pointer(address);
    const struct ptxc_launch *launch = machine->launch;
    return launch->outer && wanted && !machine->code->inner[reg] ? launch->outer : launch->scale;
}

/* Element `index` in one lane; *from says where its value comes from. */
static uint64_t load(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane,
                     const struct ptxc_memory_place *place, uint32_t index, uint8_t *from) {
    const uint32_t offset = index * op->bytes;
    uint64_t value = 0;
    if (place->space == PTXC_SPACE_PARAM) {
        const bool formal =
            ptxc_parameter_is(machine->code->program->body, ptxc_layout_symbol(machine->code, place->whole));
        *from |= formal ? PTXC_FROM_PARAMETER : PTXC_FROM_UNKNOWN;
        return parameter(machine, op, index, place->whole + offset);
    }
    const struct bytes bytes = bytes_at(machine, warp, lane, place, offset, op->bytes);
    for (uint32_t i = 0; i < op->bytes; i++) {
        if (i >= bytes.count || bytes.known[(size_t)i * bytes.apart] == PTXC_BYTE_UNKNOWN) {
            *from |= PTXC_FROM_UNKNOWN;
            return guess(machine, op, place->whole + offset);
        }
        *from |= bytes.known[(size_t)i * bytes.apart] == PTXC_BYTE_CHOSEN ? PTXC_FROM_PARAMETER : 0;
        value |= i < sizeof(value) ? (uint64_t)bytes.value[(size_t)i * bytes.apart] << 8 * i : 0;
    }
    return op->is_signed ? (uint64_t)ptxc_extend((int64_t)value, op->bytes * 8, true) : value;
}

/* Sets the place of an op's address in a lane; returns false where it is not known. */
static bool place_in(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                     uint32_t lane, struct ptxc_memory_place *place) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    return ptxc_memory_place(machine, op->space, ptxc_input_lane(warp, address, lane), place) &&
           !(ptxc_input_from(warp, address) & PTXC_FROM_UNKNOWN);
}

/* Element `index` of a load in one lane; *from says where its value comes from. */
static uint64_t load_in(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                        uint32_t lane, uint8_t *from) {
    struct ptxc_memory_place place;
    uint64_t value;
    if (place_in(machine, warp, op, lane, &place)) {
        value = load(machine, warp, op, lane, &place, index, from);
    } else {
        const uint64_t address = ptxc_input_lane(warp, ptxc_op_input(machine, op, 0), lane);
        value = op->bytes == 4 && op->space == PTXC_SPACE_GLOBAL
                    ? guess_count(machine, address + (uint64_t)index * op->bytes)
                    : ptxc_lanes_mix(address, op->identity + index);
        *from |= PTXC_FROM_UNKNOWN;
    }
    return ptxc_low_bits(value, op->bytes < 4 ? 32 : op->bytes * 8);
}

/* Whether all lanes load from one place. */
static bool is_one_place(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, 0);
    struct ptxc_memory_place place;
    if (address->reg != PTXC_NO_REGISTER && !warp->registers[address->reg].uniform)
        return false;
    ptxc_memory_place(machine, op->space, ptxc_input_lane(warp, address, 0), &place);
    return place.space != PTXC_SPACE_LOCAL;
}

void ptxc_memory_load(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const bool one = is_one_place(machine, warp, op);
    uint64_t values[PTXC_LANES];
    for (uint32_t i = 0; i < op->result_count; i++) {
        uint8_t from = 0;
        if (!ptxc_lanes_want(machine, op, i))
            continue;
        if (one) {
            values[0] = load_in(machine, warp, op, i, ptxc_lowest(lanes), &from);
            ptxc_lanes_set_all(machine, warp, op, i, lanes, values[0], from);
            continue;
        }
        for (uint32_t left = lanes; left; left &= left - 1)
            values[ptxc_lowest(left)] = load_in(machine, warp, op, i, ptxc_lowest(left), &from);
        ptxc_lanes_set_each(machine, warp, op, i, lanes, values, from);
    }
}

/* Stores one element. */
static void store(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane,
                  const struct ptxc_memory_place *place, uint32_t offset, uint64_t value, uint8_t from) {
    const struct bytes bytes = bytes_at(machine, warp, lane, place, offset, op->bytes);
    const uint8_t known = from & PTXC_FROM_UNKNOWN     ? PTXC_BYTE_UNKNOWN
                          : from & PTXC_FROM_PARAMETER ? PTXC_BYTE_CHOSEN
                                                       : PTXC_BYTE_KNOWN;
    for (uint32_t i = 0; i < bytes.count; i++) {
        bytes.value[(size_t)i * bytes.apart] = (uint8_t)(value >> 8 * (i % sizeof(value)));
        bytes.known[(size_t)i * bytes.apart] = i < sizeof(value) ? known : PTXC_BYTE_UNKNOWN;
    }
}

void ptxc_memory_store(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const bool allocates = ptxc_op_step(machine, op)->traits & PTXC_TRAIT_ALLOCATES;
    uint64_t allocated = 0;
    const bool known = !allocates || ptxc_tensor_allocate(machine, warp, op, &allocated);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        struct ptxc_memory_place place;
        if (!place_in(machine, warp, op, lane, &place))
            continue;
        for (uint32_t i = 1; i < op->input_count; i++) {
            const struct ptxc_input *value = ptxc_op_input(machine, op, i);
            store(machine, warp, op, lane, &place, (i - 1) * op->bytes,
                  allocates ? allocated : ptxc_input_lane(warp, value, lane),
                  ptxc_input_from(warp, value) | (known ? 0 : PTXC_FROM_UNKNOWN));
        }
    }
}

void ptxc_memory_overwrite(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes, uint32_t bytes) {
    struct ptxc_memory_place place;
    for (uint32_t left = lanes; left; left &= left - 1)
        if (place_in(machine, warp, op, ptxc_lowest(left), &place) && place.space == PTXC_SPACE_SHARED)
            ptxc_memory_forget(machine, place.cta, place.address, bytes);
}

void ptxc_memory_exchange(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        const struct ptxc_input *operand = ptxc_op_input(machine, op, op->input_count > 1 ? 1 : 0);
        struct ptxc_memory_place place;
        const uint64_t value = ptxc_input_lane(warp, operand, lane);
        uint8_t from = ptxc_input_from(warp, operand) | (op->atomic == PTXC_ATOMIC_UNKNOWN ? PTXC_FROM_UNKNOWN : 0);
        if (!place_in(machine, warp, op, lane, &place))
            continue;
        const uint64_t old = load(machine, warp, op, lane, &place, 0, &from);
        store(machine, warp, op, lane, &place, 0, op->atomic == PTXC_ATOMIC_SUM ? old + value : value, from);
        ptxc_lanes_set(machine, warp, op, 0, lane, old, from);
    }
}
