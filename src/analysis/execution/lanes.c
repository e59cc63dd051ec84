/* Lanes: see lanes.h. A register whose lanes are all alike is kept once, and what is computed from such ones too. */
#include "analysis/execution/lanes.h"

#include <string.h>

#include "analysis/values/computation.h"
#include "analysis/code/evaluate.h"

#define ALL_LANES UINT32_MAX

uint64_t ptxc_lanes_mix(uint64_t a, uint64_t b) {
    uint64_t x = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15) + (a << 6))) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 30) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The register of a result, or NULL: nobody wants it. */
static struct ptxc_register *result_of(const struct ptxc_machine *machine, struct ptxc_warp *warp,
                                       const struct ptxc_op *op, uint32_t index) {
    return ptxc_lanes_want(machine, op, index) ? &warp->registers[machine->code->results[op->first_result + index]]
                                               : NULL;
}

/* Makes each lane have its own; false without memory. */
static bool spread(struct ptxc_machine *machine, struct ptxc_register *reg) {
    if (!reg->v)
        reg->v = ptxc_arena_take(machine->arena, PTXC_LANES * sizeof(*reg->v));
    machine->out_of_memory |= !reg->v;
    for (uint32_t i = 0; i < PTXC_LANES && reg->v && reg->uniform; i++)
        reg->v[i] = reg->one;
    reg->uniform &= !reg->v;
    return reg->v;
}

/* Some lanes of a register come from somewhere. */
static void add_origin(struct ptxc_register *reg, uint8_t from) {
    reg->from = (uint8_t)(reg->from & PTXC_FROM_NOWHERE ? from : reg->from | from);
}

/* Sets a register in some lanes to one value. */
static void put(struct ptxc_machine *machine, struct ptxc_register *reg, uint32_t lanes, uint32_t alive, uint64_t value,
                uint8_t from) {
    if ((lanes & alive) == alive) {
        reg->from = from;
        reg->uniform = true;
        reg->one = value;
        return;
    }
    if (!spread(machine, reg))
        return;
    add_origin(reg, from);
    for (uint32_t left = lanes; left; left &= left - 1)
        reg->v[ptxc_lowest(left)] = value;
}

/* Sets a register in each of some lanes; `values` has any in the others. */
static void put_each(struct ptxc_machine *machine, struct ptxc_register *reg, uint32_t lanes, uint32_t alive,
                     const uint64_t values[PTXC_LANES], uint8_t from) {
    const uint32_t first = ptxc_lowest(lanes);
    bool alike = true;
    for (uint32_t left = lanes; left && alike; left &= left - 1)
        alike = values[ptxc_lowest(left)] == values[first];
    if (alike) {
        put(machine, reg, lanes, alive, values[first], from);
        return;
    }
    if (!spread(machine, reg))
        return;
    if ((lanes & alive) == alive)
        reg->from = from;
    add_origin(reg, from);
    if (lanes == ALL_LANES)
        memcpy(reg->v, values, PTXC_LANES * sizeof(*values));
    for (uint32_t left = lanes; left && lanes != ALL_LANES; left &= left - 1)
        reg->v[ptxc_lowest(left)] = values[ptxc_lowest(left)];
}

void ptxc_lanes_set(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                    uint32_t lane, uint64_t value, uint8_t from) {
    struct ptxc_register *reg = result_of(machine, warp, op, index);
    if (!reg || !spread(machine, reg))
        return;
    add_origin(reg, from);
    reg->v[lane] = value;
}

void ptxc_lanes_set_each(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                         uint32_t lanes, const uint64_t values[PTXC_LANES], uint8_t from) {
    struct ptxc_register *reg = result_of(machine, warp, op, index);
    if (reg)
        put_each(machine, reg, lanes, warp->alive, values, from);
}

void ptxc_lanes_set_all(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t index,
                        uint32_t lanes, uint64_t value, uint8_t from) {
    struct ptxc_register *reg = result_of(machine, warp, op, index);
    if (reg)
        put(machine, reg, lanes, warp->alive, value, from);
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

/* Returns where a result comes from, whose operands come from there; `known`: the operation has one for them. */
static uint8_t origin_of(const struct ptxc_op *op, uint8_t from, bool known) {
    if (op->is_real && (from & PTXC_FROM_UNKNOWN)) /* a number that is data may be any, so that any answer may come */
        from = (uint8_t)((from & ~PTXC_FROM_UNKNOWN) | PTXC_FROM_PARAMETER);
    return from | (known ? 0 : PTXC_FROM_UNKNOWN);
}

/* A result that is not known: the same operands, which lie so far apart, give the same again. */
static uint64_t mix(const struct ptxc_op *op, uint32_t index, const uint64_t *v, uint32_t count, uint32_t apart) {
    uint64_t mixed = op->identity + index;
    for (uint32_t i = 0; i < count; i++)
        mixed = ptxc_lanes_mix(mixed, v[(size_t)i * apart]);
    return ptxc_low_bits(mixed, op->result_width);
}

/* Computes an op with one result whose operands are the same in all lanes; false where it is none. */
static bool compute_once(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes) {
    const struct ptxc_input *inputs = &machine->code->inputs[op->first_input];
    const uint32_t count = op->input_count;
    uint64_t v[PTXC_MOST_OPERANDS] = {0}, result = 0;
    uint8_t from = 0;
    if (op->result_count != 1 || count > PTXC_MOST_OPERANDS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct ptxc_input *input = &inputs[i];
        if (input->reg != PTXC_NO_REGISTER && !warp->registers[input->reg].uniform)
            return false;
        from |= ptxc_input_from(warp, input);
        v[i] = ptxc_input_lane(warp, input, 0);
        v[i] = input->negated ? !(v[i] & 1) : v[i];
    }
    const bool known = ptxc_evaluate_once(op, v, count, &result);
    if (!known)
        result = mix(op, 0, v, count, 1);
    put(machine, &warp->registers[machine->code->results[op->first_result]], lanes, warp->alive, result,
        origin_of(op, from, known));
    return true;
}

/* Reads what an input is in all lanes. */
static void gather(const struct ptxc_warp *warp, const struct ptxc_input *input, uint64_t v[PTXC_LANES]) {
    const struct ptxc_register *reg = input->reg == PTXC_NO_REGISTER ? NULL : &warp->registers[input->reg];
    const uint64_t constant = reg && !reg->uniform ? (uint64_t)input->constant : ptxc_input_lane(warp, input, 0);
    if (reg && !reg->uniform)
        for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
            v[lane] = reg->v[lane] + constant;
    else
        for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
            v[lane] = constant;
    for (uint32_t lane = 0; input->negated && lane < PTXC_LANES; lane++)
        v[lane] = !(v[lane] & 1);
}

/* Computes result `index` in all lanes; returns those in which it is not known. */
static uint32_t result_in(const struct ptxc_op *op, uint32_t index, struct ptxc_operands *operands,
                          uint64_t result[PTXC_LANES]) {
    if (op->evaluator == PTXC_EVALUATE_MOVE && op->result_count > 1) { /* it takes a value apart */
        const unsigned each = op->width / op->result_count;
        for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
            result[lane] = ptxc_low_bits(operands->v[0][lane] >> index * each, each);
        return 0;
    }
    if (op->evaluator == PTXC_EVALUATE_FIRST_CTAID && op->result_count > 1) {
        for (uint32_t lane = 0; lane < PTXC_LANES; lane++)
            result[lane] = ptxc_response_ctaid(operands->v[0][lane], index);
        return 0;
    }
    uint32_t unknown = ptxc_evaluate(op, operands, result);
    if (index > 0 && op->evaluator == PTXC_EVALUATE_COMPARE)
        ptxc_evaluate_other(op, operands, result);
    else if (index > 0)
        unknown = ALL_LANES;
    for (uint32_t left = unknown; left; left &= left - 1)
        result[ptxc_lowest(left)] = mix(op, index, &operands->v[0][ptxc_lowest(left)], operands->count, PTXC_LANES);
    return unknown;
}

void ptxc_lanes_compute(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                        uint32_t lanes) {
    struct ptxc_operands operands;
    uint64_t result[PTXC_LANES];
    uint8_t from = 0;
    if (op->result_count == 0 || (op->result_count == 1 && !ptxc_lanes_want(machine, op, 0)) ||
        compute_once(machine, warp, op, lanes))
        return;
    operands.count = op->input_count < PTXC_MOST_OPERANDS ? op->input_count : PTXC_MOST_OPERANDS;
    memset(operands.v[operands.count], 0, (PTXC_MOST_OPERANDS - operands.count) * sizeof(operands.v[0]));
    for (uint32_t i = 0; i < op->input_count; i++) {
        from |= ptxc_input_from(warp, ptxc_op_input(machine, op, i));
        if (i < operands.count)
            gather(warp, ptxc_op_input(machine, op, i), operands.v[i]);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct ptxc_register *reg = result_of(machine, warp, op, i);
        if (!reg)
            continue;
        const uint32_t unknown = result_in(op, i, &operands, result) & lanes;
        put_each(machine, reg, lanes, warp->alive, result, origin_of(op, from, unknown == 0));
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
    uint64_t got[PTXC_LANES] = {0}, inside[PTXC_LANES] = {0};
    const uint8_t from = ptxc_input_from(warp, value) | ptxc_input_from(warp, ptxc_op_input(machine, op, 1));
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        bool within;
        const uint32_t there = source_lane(op, lane, ptxc_input_lane(warp, ptxc_op_input(machine, op, 1), lane),
                                           ptxc_input_lane(warp, ptxc_op_input(machine, op, 2), lane), &within);
        got[lane] = ptxc_input_lane(warp, value, there);
        inside[lane] = within;
    }
    ptxc_lanes_set_each(machine, warp, op, 0, lanes, got, from);
    ptxc_lanes_set_each(machine, warp, op, 1, lanes, inside, 0);
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

/* Sets in each lane those that hold what it holds. */
static void match(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_input *value = ptxc_op_input(machine, op, 0);
    uint64_t same[PTXC_LANES] = {0};
    for (uint32_t left = lanes; left; left &= left - 1)
        for (uint32_t others = lanes; others; others &= others - 1)
            if (ptxc_input_lane(warp, value, ptxc_lowest(left)) == ptxc_input_lane(warp, value, ptxc_lowest(others)))
                same[ptxc_lowest(left)] |= UINT32_C(1) << ptxc_lowest(others);
    ptxc_lanes_set_each(machine, warp, op, 0, lanes, same, ptxc_input_from(warp, value));
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
    case PTXC_EXCHANGE_ACTIVE: ptxc_lanes_set_all(machine, warp, op, 0, lanes, lanes, 0); break;
    case PTXC_EXCHANGE_MATCH: match(machine, warp, op, lanes); break;
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
