/* Pointers: see pointers.h. A register is one where it is used as an address, or an address is made of it by adding,
 * choosing or converting. What is kept in memory may be one, too.
 */
#include "analysis/code/pointers.h"

/* The inputs of an op that are pointers where its result is one, as bits. */
static uint32_t passed_on(const struct ptxc_op *op) {
    switch (op->evaluator) {
    case PTXC_EVALUATE_ADD:
    case PTXC_EVALUATE_SELECT: return 1 | 2;
    case PTXC_EVALUATE_SUBTRACT:
    case PTXC_EVALUATE_AND:
    case PTXC_EVALUATE_MOVE:
    case PTXC_EVALUATE_TO_GENERIC:
    case PTXC_EVALUATE_FROM_GENERIC: return 1;
    case PTXC_EVALUATE_MULTIPLY_ADD: return 4;
    default: return 0;
    }
}

/* The inputs of an op that are addresses, whatever becomes of it, or that memory keeps. */
static uint32_t used(const struct ptxc_op *op, const struct ptxc_step *step) {
    if (op->evaluator == PTXC_EVALUATE_TO_GENERIC || op->evaluator == PTXC_EVALUATE_FROM_GENERIC)
        return 1;
    if (step->names)
        return 1u << PTXC_INPUT_TARGET | 1u << PTXC_INPUT_SOURCE | 1u << PTXC_INPUT_BARRIER;
    return ptxc_step_does(step, PTXC_ACT_STORE) ? UINT32_MAX : step->event && ptxc_step_acts(step) ? 1 : 0;
}

/* Marks inputs of an op; whether any is new. */
static bool mark(const struct ptxc_code *code, const struct ptxc_op *op, uint32_t inputs) {
    bool changed = false;
    for (uint32_t i = 0; i < op->input_count && i < 32; i++) {
        const uint32_t reg = code->inputs[op->first_input + i].reg;
        if (!(inputs >> i & 1) || reg == PTXC_NO_REGISTER || code->pointers[reg])
            continue;
        changed = code->pointers[reg] = true;
    }
    return changed;
}

/* Whether a result of the op is a pointer. */
static bool makes_pointer(const struct ptxc_code *code, const struct ptxc_op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        const uint32_t reg = code->results[op->first_result + i];
        if (reg != PTXC_NO_REGISTER && code->pointers[reg])
            return true;
    }
    return false;
}

bool ptxc_pointers_mark(struct ptxc_code *code) {
    bool changed = true;
    code->pointers = ptxc_arena_alloc(code->program->arena, code->register_count + 1);
    if (!code->pointers)
        return false;
    for (uint32_t i = 0; i < code->count; i++)
        mark(code, &code->ops[i], used(&code->ops[i], &code->program->steps[code->ops[i].step]));
    while (changed) {
        changed = false;
        for (uint32_t i = code->count; i-- > 0;)
            if (makes_pointer(code, &code->ops[i]))
                changed |= mark(code, &code->ops[i], passed_on(&code->ops[i]));
    }
    return true;
}
