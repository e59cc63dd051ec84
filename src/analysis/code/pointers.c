/* Pointers: see code.h. A register is one where it is used as an address, or an address is made of it by adding,
 * choosing or converting. What is kept in memory may be one, too.
 */
#include "analysis/code/code.h"

#include <stdlib.h>

/* Returns the inputs of an op that are pointers where its result is one, as bits. */
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

/* Returns the inputs of an op that are addresses, whatever becomes of it, or that memory keeps. */
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

/* Marks the pointer that an op compares with null. False without memory. */
static bool mark_optional(struct ptxc_code *code, const struct ptxc_op *op) {
    enum { WIDTH = 64 };
    const struct ptxc_input *inputs = &code->inputs[op->first_input];
    if (op->evaluator != PTXC_EVALUATE_COMPARE || op->width != WIDTH || op->input_count < 2 ||
        inputs[0].reg == PTXC_NO_REGISTER || !code->pointers[inputs[0].reg] || inputs[1].reg != PTXC_NO_REGISTER ||
        inputs[1].constant != 0)
        return true;
    if (!code->optional)
        code->optional = ptxc_arena_alloc(code->program->arena, code->register_count + 1);
    if (code->optional)
        code->optional[inputs[0].reg] = true;
    return code->optional != NULL;
}

/* Where a parameter lies, as a load names it. */
struct place {
    uint32_t reg;
    int64_t offset;
};

static int compare(const void *a, const void *b) {
    const struct place *x = a, *y = b;
    return x->reg != y->reg ? (x->reg < y->reg ? -1 : 1) : (x->offset > y->offset) - (x->offset < y->offset);
}

/* Whether an op loads parameters. */
static bool loads_parameters(const struct ptxc_code *code, const struct ptxc_op *op) {
    return op->space == PTXC_SPACE_PARAM && op->input_count > 0 &&
           ptxc_step_does(&code->program->steps[op->step], PTXC_ACT_LOAD);
}

/* Returns the register of element `index` of a load, or PTXC_NO_REGISTER, and where the element lies. */
static uint32_t loaded(const struct ptxc_code *code, const struct ptxc_op *op, uint32_t index, struct place *place) {
    const struct ptxc_input *address = &code->inputs[op->first_input];
    *place = (struct place){address->reg, address->constant + (int64_t)index * op->bytes};
    return code->results[op->first_result + index];
}

/* Returns the places of optional pointers, sorted; NULL without memory. */
static struct place *find_places(const struct ptxc_code *code, size_t *count) {
    struct place *places = ptxc_arena_take(code->program->arena, (code->result_count + 1) * sizeof(*places)), place;
    for (uint32_t i = 0; places && i < code->count; i++)
        for (uint32_t k = 0; loads_parameters(code, &code->ops[i]) && k < code->ops[i].result_count; k++) {
            const uint32_t reg = loaded(code, &code->ops[i], k, &place);
            if (reg != PTXC_NO_REGISTER && code->optional[reg])
                places[(*count)++] = place;
        }
    if (*count > 1)
        qsort(places, *count, sizeof(*places), compare);
    return places;
}

/* Marks the registers into which an optional pointer is loaded again. False without memory. */
static bool mark_reloaded(struct ptxc_code *code) {
    size_t count = 0;
    const struct place *places = find_places(code, &count);
    struct place place;
    for (uint32_t i = 0; count > 0 && i < code->count; i++)
        for (uint32_t k = 0; loads_parameters(code, &code->ops[i]) && k < code->ops[i].result_count; k++) {
            const uint32_t reg = loaded(code, &code->ops[i], k, &place);
            if (reg != PTXC_NO_REGISTER && bsearch(&place, places, count, sizeof(*places), compare))
                code->optional[reg] = true;
        }
    return places != NULL;
}

bool ptxc_pointers_mark(struct ptxc_code *code) {
    bool changed = true, enough = true;
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
    for (uint32_t i = 0; i < code->count && enough; i++)
        enough = mark_optional(code, &code->ops[i]);
    return enough && (!code->optional || mark_reloaded(code));
}
