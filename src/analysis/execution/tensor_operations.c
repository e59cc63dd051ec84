/* Instructions of tensor memory: see operations.h. Where an address is not known, nothing is said of it. */
#include "analysis/execution/operations.h"

#include "analysis/automata/async_groups.h"
#include "analysis/automata/tensor_memory.h"
#include "tables/tables.h"

/* The inputs of an op, operand after operand, but for its results. */
struct op_operands {
    const struct ptxc_statement *statement;
    uint8_t index;  /* of the operand */
    uint32_t input; /* its first one */
};

static struct op_operands operands_of(const struct ptxc_machine *machine, const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    return (struct op_operands){.statement = step->statement, .index = ptxc_step_results(step)};
}

/* Returns the operand, or NULL after the last one. */
static const struct ptxc_operand *get(const struct op_operands *operands) {
    return operands->index < operands->statement->operand_count ? &operands->statement->operands[operands->index]
                                                                : NULL;
}

static void advance(struct op_operands *operands, const struct ptxc_operand *passed) {
    operands->input += passed->count;
    operands->index++;
}

/* Sets the value of an input in the lowest lane; returns whether it is known. */
static bool value_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                     uint32_t input, uint32_t lanes, uint64_t *value) {
    const struct ptxc_input *here = input < op->input_count ? ptxc_op_input(machine, op, input) : NULL;
    if (!here || ptxc_input_from(warp, here) != 0)
        return false;
    *value = ptxc_input_lane(warp, here, ptxc_lowest(lanes));
    return true;
}

bool ptxc_tensor_allocate(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint64_t *address) {
    uint64_t columns;
    return value_of(machine, warp, op, 1, warp->alive, &columns) &&
           ptxc_tensor_memory_allocate(machine, warp, columns, address);
}

/* Returns how many columns a load or store has at least: as many as registers, which is less than it has where it
 * reaches 16 lanes, or packs two columns into one register. */
static uint32_t columns_of(const struct ptxc_statement *statement, bool loads) {
    return statement->operand_count ? statement->operands[loads ? 0 : statement->operand_count - 1].count : 0;
}

void ptxc_tensor_operation(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                           uint32_t lanes) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const bool loads = step->event->action == PTXC_ACT_TENSOR_LOAD;
    uint64_t address, columns;
    if (step->event->action == PTXC_ACT_TENSOR_MEMORY_WAIT)
        ptxc_tensor_memory_wait(machine, warp,
                                step->traits & PTXC_TRAIT_OF_READS ? PTXC_TENSOR_READ : PTXC_TENSOR_WRITTEN);
    else if (!value_of(machine, warp, op, 0, lanes, &address))
        return;
    else if (step->event->action != PTXC_ACT_TENSOR_FREE)
        ptxc_tensor_memory_access(machine, warp, op, lanes,
                                  ptxc_tensor_range_at(warp, address, columns_of(step->statement, loads)),
                                  loads ? PTXC_TENSOR_READ : PTXC_TENSOR_WRITTEN);
    else if (value_of(machine, warp, op, 1, lanes, &columns))
        ptxc_tensor_memory_free(machine, warp, op->step, ptxc_tensor_range_at(warp, address, (uint32_t)columns));
}

/* Returns how many columns an accumulator has at least, by the instruction descriptor (ISA 9.7.16.4.2): N, or a fourth
 * of it where the rows of the matrix are not those of the lanes. */
static uint32_t accumulator_columns(const struct ptxc_step *step, uint64_t descriptor) {
    enum { N_SHIFT = 17, N_MASK = 0x3f, N_UNIT = 8, M_SHIFT = 24, M_MASK = 0x1f, M_UNIT = 16, ROWS = 128, LESS = 4 };
    const uint32_t n = (descriptor >> N_SHIFT & N_MASK) * N_UNIT, m = (descriptor >> M_SHIFT & M_MASK) * M_UNIT;
    const uint32_t rows = step->traits & PTXC_TRAIT_OF_TWO_CTAS ? 2 * ROWS : ROWS;
    const uint32_t columns = m == rows ? n : n / LESS;
    return columns ? columns : 1;
}

/* Returns how many columns the first operand of an op has at least. */
static uint32_t written_columns(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                const struct ptxc_op *op, uint32_t lanes) {
    enum { WIDTH = 32 };
    struct op_operands operands = operands_of(machine, op);
    uint64_t descriptor;
    for (const struct ptxc_operand *operand; (operand = get(&operands)) != NULL; advance(&operands, operand)) {
        const struct ptxc_value *value = &operands.statement->values[operand->first];
        if (operand->shape == PTXC_OPERAND_SCALAR &&
            (value->kind != PTXC_VALUE_REGISTER || ptxc_types[value->type].width == WIDTH))
            return value_of(machine, warp, op, operands.input, lanes, &descriptor)
                       ? accumulator_columns(ptxc_op_step(machine, op), descriptor)
                       : 1;
    }
    return 1;
}

/* Accesses a range in the CTA of the warp, or in both of its pair. */
static void access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                   struct ptxc_tensor_range range, enum ptxc_tensor_use use) {
    const bool pair = machine->code->program->steps[machine->copies[copy].step].traits & PTXC_TRAIT_OF_TWO_CTAS;
    ptxc_tensor_memory_multiply(machine, warp, copy, range, use);
    range.cta ^= 1u;
    if (pair && range.cta < machine->cta_count)
        ptxc_tensor_memory_multiply(machine, warp, copy, range, use);
}

void ptxc_tensor_multiply(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lanes) {
    struct op_operands operands = operands_of(machine, op);
    const uint32_t columns = written_columns(machine, warp, op, lanes);
    uint32_t copy = UINT32_MAX;
    for (const struct ptxc_operand *operand; (operand = get(&operands)) != NULL; advance(&operands, operand)) {
        uint64_t address;
        if (operand->shape != PTXC_OPERAND_ADDRESS || !value_of(machine, warp, op, operands.input, lanes, &address))
            continue;
        const bool first = operands.input == 0;
        if (copy == UINT32_MAX) {
            copy = ptxc_copy_start(machine, warp, op, lanes & (0 - lanes), PTXC_BY_NOTHING);
            if (copy == UINT32_MAX)
                return;
            machine->copies[copy].reads = machine->copies[copy].multiplies = true;
            ptxc_groups_add(machine, warp, PTXC_GROUPS_TENSOR, copy);
        }
        access(machine, warp, copy, ptxc_tensor_range_at(warp, address, first ? columns : 1),
               first ? PTXC_TENSOR_WRITTEN : PTXC_TENSOR_READ);
    }
}
