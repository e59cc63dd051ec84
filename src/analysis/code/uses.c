/* Uses of what was loaded from tensor memory: see uses.h. They are found from the end of the text to its beginning. */
#include "analysis/code/uses.h"

struct finder {
    const struct ptxc_program *program;
    struct ptxc_definitions *definitions;
    uint32_t *next; /* of each variable: the first step after this one that reads it, + 1 */
};

/* Returns where the next use of a value is kept; NULL: it is no register. */
static uint32_t *next_of(struct finder *finder, uint32_t step, const struct ptxc_value *value) {
    const uint32_t variable = ptxc_definitions_variable(finder->definitions, step, value);
    return variable == PTXC_NO_VARIABLE ? NULL : &finder->next[variable];
}

/* Returns the first use of the results of a step, and forgets those of what was there before. */
static uint32_t take_results(struct finder *finder, uint32_t index) {
    const struct ptxc_step *step = &finder->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    const uint8_t results = ptxc_step_results(step);
    uint32_t first = PTXC_NO_STEP;
    for (uint8_t i = 0; i < results && i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++) {
            uint32_t *next = next_of(finder, index, &statement->values[statement->operands[i].first + k]);
            if (!next)
                continue;
            if (*next && *next - 1 < first)
                first = *next - 1;
            *next = statement->guarded ? *next : 0;
        }
    return first;
}

/* Notes on all that the step reads that it does. */
static void add_reads(struct finder *finder, uint32_t index) {
    const struct ptxc_step *step = &finder->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    uint32_t *guard = statement->guarded ? next_of(finder, index, &statement->guard) : NULL;
    if (guard)
        *guard = index + 1;
    for (uint8_t i = ptxc_step_results(step); i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++) {
            uint32_t *next = next_of(finder, index, &statement->values[statement->operands[i].first + k]);
            if (next)
                *next = index + 1;
        }
}

bool ptxc_uses_make(const struct ptxc_program *program, struct ptxc_definitions *definitions, uint32_t **uses) {
    struct finder finder = {.program = program, .definitions = definitions};
    uint32_t values = 0;
    bool any = false;
    for (uint32_t i = 0; i < program->count; i++) {
        values += program->steps[i].statement->value_count + 1u;
        any |= ptxc_step_does(&program->steps[i], PTXC_ACT_TENSOR_LOAD);
    }
    if (!any)
        return true;
    *uses = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(**uses));
    finder.next = ptxc_arena_alloc(program->arena, (values + 1) * sizeof(*finder.next));
    for (uint32_t i = *uses && finder.next ? program->count : 0; i-- > 0;) {
        (*uses)[i] = take_results(&finder, i);
        add_reads(&finder, i);
    }
    return *uses && finder.next;
}
