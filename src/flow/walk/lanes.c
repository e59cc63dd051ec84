/* Lanes: see lanes.h. A register whose lanes are all alike is kept once, and what is computed from such ones too. */
#include "flow/walk/lanes.h"

#include "flow/computation.h"
#include "flow/walk/evaluate.h"

#define ALL_LANES UINT32_MAX

uint64_t ptxc_mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15) + (a << 6))) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 30) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The register of a result, or NULL: nobody wants it. */
static struct ptxc_register *result_of(const struct ptxc_machine *machine, struct ptxc_warp *warp,
                                       const struct ptxc_op *op, uint32_t index) {
    const uint32_t reg = index < op->result_count ? machine->code->results[op->first_result + index] : PTXC_NO_REGISTER;
    return reg == PTXC_NO_REGISTER ? NULL : &warp->registers[reg];
}

/* Makes each lane have its own. */
static void spread(struct ptxc_register *reg) {
    if (!reg->uniform)
        return;
    for (uint32_t i = 1; i < PTXC_LANES; i++)
        reg->v[i] = reg->v[0];
    reg->uniform = false;
}

/* Some lanes of a register come from somewhere. */
static void add_origin(struct ptxc_register *reg, uint8_t from) {
    reg->from = (uint8_t)(reg->from & PTXC_FROM_NOWHERE ? from : reg->from | from);
}

/* Gives a register a value in some lanes. */
static void put(struct ptxc_register *reg, uint32_t lanes, uint32_t alive, uint64_t value, uint8_t from) {
    if ((lanes & alive) == alive) {
        reg->from = from;
        reg->uniform = true;
        reg->v[0] = value;
        return;
    }
    spread(reg);
    add_origin(reg, from);
    for (uint32_t left = lanes; left; left &= left - 1)
        reg->v[ptxc_lowest(left)] = value;
}

void ptxc_lanes_set(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                    uint32_t lane, uint64_t value, uint8_t from) {
    struct ptxc_register *reg = result_of(machine, warp, op, index);
    if (!reg)
        return;
    spread(reg);
    add_origin(reg, from);
    reg->v[lane] = value;
}

void ptxc_lanes_set_all(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                        uint32_t lanes, uint64_t value, uint8_t from) {
    struct ptxc_register *reg = result_of(machine, warp, op, index);
    if (reg)
        put(reg, lanes, warp->alive, value, from);
}

uint32_t ptxc_lanes_where(const struct ptxc_warp *warp, const struct ptxc_input *predicate, uint32_t lanes) {
    if (predicate->reg == PTXC_NO_REGISTER || warp->registers[predicate->reg].uniform)
        return ((ptxc_input_lane(warp, predicate, 0) & 1) != 0) != predicate->negated ? lanes : 0;
    uint32_t found = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
        if (((ptxc_input_lane(warp, predicate, ptxc_lowest(left)) & 1) != 0) != predicate->negated)
            found |= left & (0 - left);
    return found;
}

/* Whether all that the op reads is the same in all lanes. */
static bool is_uniform(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op) {
    for (uint32_t i = 0; i < op->input_count; i++) {
        const struct ptxc_input *input = ptxc_op_input(machine, op, i);
        if (input->reg != PTXC_NO_REGISTER && !warp->registers[input->reg].uniform)
            return false;
    }
    return true;
}

/* The operands of one lane. */
static uint32_t gather(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                       uint32_t lane, uint64_t operands[PTXC_MOST_OPERANDS]) {
    const uint32_t count = op->input_count < PTXC_MOST_OPERANDS ? op->input_count : PTXC_MOST_OPERANDS;
    for (uint32_t i = 0; i < count; i++) {
        const struct ptxc_input *input = ptxc_op_input(machine, op, i);
        operands[i] = ptxc_input_lane(warp, input, lane);
        if (input->negated)
            operands[i] = !(operands[i] & 1);
    }
    return count;
}

/* Result `index` of an op in one lane; *known: its bits are the true ones. */
static uint64_t one(const struct ptxc_op *op, uint32_t index, const uint64_t operands[PTXC_MOST_OPERANDS],
                    uint32_t count, bool *known) {
    uint64_t result;
    *known = ptxc_evaluate(op, operands, count, &result);
    if (*known && index == 0)
        return result;
    if (*known && op->evaluator == PTXC_EVALUATE_COMPARE)
        return ptxc_evaluate_other(op, operands, count);
    uint64_t mixed = op->identity + index;
    *known = false;
    for (uint32_t i = 0; i < count; i++)
        mixed = ptxc_mix(mixed, operands[i]);
    return ptxc_low_bits(mixed, op->result_width);
}

/* An element of a value that is unpacked. */
static uint64_t element(const struct ptxc_op *op, uint32_t index, uint64_t value) {
    const unsigned each = op->width / op->result_count;
    return ptxc_low_bits(value >> index * each, each);
}

/* Computes result `index` in a lane. */
static uint64_t result_in(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t index, uint32_t lane, bool *known) {
    uint64_t operands[PTXC_MOST_OPERANDS] = {0};
    const uint32_t count = gather(machine, warp, op, lane, operands);
    if (op->evaluator == PTXC_EVALUATE_MOVE && op->result_count > 1) {
        *known = true;
        return element(op, index, operands[0]);
    }
    return one(op, index, operands, count, known);
}

/* Computes result `index` in each lane, and gives it to the register. */
static void compute_each(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t index, uint32_t lanes, uint8_t from, struct ptxc_register *reg) {
    uint64_t made[PTXC_LANES];
    bool known;
    for (uint32_t left = lanes; left; left &= left - 1) {
        made[ptxc_lowest(left)] = result_in(machine, warp, op, index, ptxc_lowest(left), &known);
        from |= known ? 0 : PTXC_FROM_UNKNOWN;
    }
    spread(reg);
    if ((lanes & warp->alive) == warp->alive)
        reg->from = from;
    add_origin(reg, from);
    for (uint32_t left = lanes; left; left &= left - 1)
        reg->v[ptxc_lowest(left)] = made[ptxc_lowest(left)];
}

void ptxc_lanes_compute(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                        uint32_t lanes) {
    uint8_t from = 0;
    for (uint32_t i = 0; i < op->input_count; i++)
        from |= ptxc_input_from(warp, ptxc_op_input(machine, op, i));
    const bool uniform = is_uniform(machine, warp, op);
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct ptxc_register *reg = result_of(machine, warp, op, i);
        bool known;
        if (!reg)
            continue;
        if (!uniform) {
            compute_each(machine, warp, op, i, lanes, from, reg);
            continue;
        }
        const uint64_t value = result_in(machine, warp, op, i, 0, &known);
        put(reg, lanes, warp->alive, value, from | (known ? 0 : PTXC_FROM_UNKNOWN));
    }
}

/* The lane whose value a lane gets in a shuffle (ISA 9.7.9.6). */
static uint32_t source_lane(const struct ptxc_op *op, uint32_t lane, uint64_t b, uint64_t c, bool *inside) {
    const uint32_t by = (uint32_t)b & 31, clamp = (uint32_t)c & 31, segment = (uint32_t)c >> 8 & 31;
    const uint32_t most = (lane & segment) | (clamp & ~segment), least = lane & segment;
    uint32_t from = lane;
    switch (op->exchange) {
    case PTXC_EXCHANGE_UP:
        from = lane - by;
        *inside = (int32_t)from >= (int32_t)most;
        break;
    case PTXC_EXCHANGE_DOWN:
        from = lane + by;
        *inside = from <= most;
        break;
    case PTXC_EXCHANGE_BUTTERFLY:
        from = lane ^ by;
        *inside = from <= most;
        break;
    default:
        from = least | (by & ~segment);
        *inside = from <= most;
        break;
    }
    return *inside ? from & 31 : lane;
}

static void shuffle(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_input *value = ptxc_op_input(machine, op, 0);
    uint64_t got[PTXC_LANES] = {0};
    bool inside[PTXC_LANES] = {false};
    const uint8_t from = ptxc_input_from(warp, value) | ptxc_input_from(warp, ptxc_op_input(machine, op, 1));
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        const uint32_t there = source_lane(op, lane, ptxc_input_lane(warp, ptxc_op_input(machine, op, 1), lane),
                                           ptxc_input_lane(warp, ptxc_op_input(machine, op, 2), lane), &inside[lane]);
        got[lane] = ptxc_input_lane(warp, value, there);
    }
    bool alike = true;
    for (uint32_t left = lanes; left; left &= left - 1)
        alike &= got[ptxc_lowest(left)] == got[ptxc_lowest(lanes)];
    if (alike)
        ptxc_lanes_set_all(machine, warp, op, 0, lanes, got[ptxc_lowest(lanes)], from);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        if (!alike)
            ptxc_lanes_set(machine, warp, op, 0, lane, got[lane], from);
        ptxc_lanes_set(machine, warp, op, 1, lane, inside[lane], 0);
    }
}

/* What the lanes that take part find together. */
static uint64_t vote(const struct ptxc_op *op, uint32_t lanes, uint32_t holds) {
    switch (op->exchange) {
    case PTXC_EXCHANGE_ALL: return holds == lanes;
    case PTXC_EXCHANGE_ANY: return holds != 0;
    case PTXC_EXCHANGE_UNIFORM: return holds == lanes || holds == 0;
    default: return holds;
    }
}

void ptxc_lanes_exchange(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes) {
    switch (op->exchange) {
    case PTXC_EXCHANGE_NONE: ptxc_lanes_compute(machine, warp, op, lanes); break;
    case PTXC_EXCHANGE_ELECT:
        ptxc_lanes_set_all(machine, warp, op, 0, lanes, ptxc_lowest(lanes), 0);
        ptxc_lanes_set_all(machine, warp, op, 1, lanes, 0, 0);
        ptxc_lanes_set(machine, warp, op, 1, ptxc_lowest(lanes), 1, 0);
        break;
    case PTXC_EXCHANGE_ALL:
    case PTXC_EXCHANGE_ANY:
    case PTXC_EXCHANGE_UNIFORM:
    case PTXC_EXCHANGE_BALLOT: {
        const struct ptxc_input *predicate = ptxc_op_input(machine, op, 0);
        ptxc_lanes_set_all(machine, warp, op, 0, lanes, vote(op, lanes, ptxc_lanes_where(warp, predicate, lanes)),
                           ptxc_input_from(warp, predicate));
        break;
    }
    default: shuffle(machine, warp, op, lanes); break;
    }
}
