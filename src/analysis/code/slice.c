/* The slice: see slice.h. It is found backwards from what matters, in rounds until nothing is added. */
#include "analysis/code/slice.h"

#include "tables/spaces.h"

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

/* What becomes of a step. */
enum kind {
    DROPPED, /* nothing in it matters */
    PURE,    /* it matters for its results alone */
    ACTING   /* it matters for what it does */
};

/* Whether the space is one whose contents the executor follows: what calls pass in .param, too. */
static bool is_followed(enum ptxc_space space) {
    return space == PTXC_SPACE_NONE || space == PTXC_SPACE_SHARED || space == PTXC_SPACE_LOCAL ||
           space == PTXC_SPACE_PARAM;
}

/* Whether it matters who reads it when. */
static bool is_watched(enum ptxc_space space) {
    return space == PTXC_SPACE_NONE || space == PTXC_SPACE_SHARED;
}

static enum kind kind_of(const struct ptxc_step *step) {
    if (step->statement->kind == PTXC_STATEMENT_LABEL)
        return DROPPED;
    if (!step->event || ptxc_natures[step->event->action] == PTXC_NATURE_COMPUTES)
        return PURE;
    if (ptxc_natures[step->event->action] == PTXC_NATURE_NOTHING)
        return step->event->results > 0 ? PURE : DROPPED;
    switch (step->event->action) {
    case PTXC_ACT_LOAD:
    case PTXC_ACT_ATOMIC: return is_watched(step->access.space) || ptxc_step_publishes(step) ? ACTING : PURE;
    case PTXC_ACT_STORE:
    case PTXC_ACT_REDUCE: return is_followed(step->access.space) || ptxc_step_publishes(step) ? ACTING : DROPPED;
    default: return ACTING;
    }
}

/* Marks a value as read; whether that is new. */
static bool want(struct ptxc_slice *slice, uint32_t step, const struct ptxc_value *value) {
    const uint32_t variable = ptxc_definitions_variable(slice->definitions, step, value);
    if (variable == PTXC_NO_VARIABLE || slice->wanted[variable])
        return false;
    slice->wanted[variable] = true;
    return true;
}

/* Whether the operand of a step that is needed is read: what a store writes only where somebody may load it again. */
static bool is_read(const struct ptxc_slice *slice, const struct ptxc_step *step, uint8_t operand) {
    if (operand < ptxc_step_results(step))
        return false;
    const struct ptxc_operand *here = &step->statement->operands[operand];
    if (here->shape == PTXC_OPERAND_ADDRESS)
        return true;
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_STORE: return slice->kept[step->access.space];
    case PTXC_ACT_STORE_MATRIX:
    case PTXC_ACT_TENSOR_STORE:
    case PTXC_ACT_REDUCE: return false;
    default: return true;
    }
}

/* Marks all that the step reads; whether anything is new. */
static bool want_inputs(struct ptxc_slice *slice, uint32_t index) {
    const struct ptxc_step *step = &slice->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    bool changed = statement->guarded && want(slice, index, &statement->guard);
    for (uint8_t i = 0; i < statement->operand_count; i++)
        for (uint8_t k = 0; is_read(slice, step, i) && k < statement->operands[i].count; k++)
            changed |= want(slice, index, &statement->values[statement->operands[i].first + k]);
    return changed;
}

/* Whether somebody wants what the step writes. */
static bool is_wanted(struct ptxc_slice *slice, uint32_t index) {
    const struct ptxc_step *step = &slice->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    const uint8_t results = ptxc_step_results(step);
    for (uint8_t i = 0; i < results && i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++) {
            const struct ptxc_value *value = &statement->values[statement->operands[i].first + k];
            const uint32_t variable = ptxc_definitions_variable(slice->definitions, index, value);
            if (variable != PTXC_NO_VARIABLE && slice->wanted[variable])
                return true;
        }
    return false;
}

/* What is stored matters once something is loaded from there that matters. */
static void keep(struct ptxc_slice *slice, const struct ptxc_step *step) {
    const enum ptxc_space space = step->access.space;
    if ((!ptxc_step_does(step, PTXC_ACT_LOAD) && !ptxc_step_does(step, PTXC_ACT_ATOMIC)) || !is_followed(space))
        return;
    slice->kept[space] = true;
    /* a generic address may be in any space, and any space may be named by one */
    slice->kept[PTXC_SPACE_NONE] = true;
    if (space == PTXC_SPACE_NONE)
        slice->kept[PTXC_SPACE_SHARED] = slice->kept[PTXC_SPACE_LOCAL] = slice->kept[PTXC_SPACE_PARAM] = true;
}

/* One round; whether it has added anything. */
static bool go_back(struct ptxc_slice *slice) {
    bool changed = false;
    for (uint32_t i = slice->program->count; i-- > 0;) {
        const struct ptxc_step *step = &slice->program->steps[i];
        if (slice->need[i] != PTXC_NEEDED_RESULT && kind_of(step) != DROPPED && is_wanted(slice, i)) {
            slice->need[i] = PTXC_NEEDED_RESULT;
            keep(slice, step);
            changed = true;
        }
        if (slice->need[i] != PTXC_NOT_NEEDED)
            changed |= want_inputs(slice, i);
    }
    return changed;
}

struct ptxc_slice *ptxc_slice_make(const struct ptxc_program *program, struct ptxc_definitions *definitions) {
    struct ptxc_arena *arena = program->arena;
    struct ptxc_slice *slice = ptxc_arena_alloc(arena, sizeof(*slice));
    uint32_t values = 0;
    if (!slice)
        return NULL;
    slice->program = program;
    slice->definitions = definitions;
    for (uint32_t i = 0; i < program->count; i++)
        values += program->steps[i].statement->value_count + 1u;
    slice->need = ptxc_arena_alloc(arena, program->count + 1);
    slice->wanted = ptxc_arena_alloc(arena, (values + 1) * sizeof(*slice->wanted));
    slice->kept = ptxc_arena_alloc(arena, PTXC_SPACE_COUNT * sizeof(*slice->kept));
    if (!slice->need || !slice->wanted || !slice->kept)
        return NULL;
    for (uint32_t i = 0; i < program->count; i++)
        if (kind_of(&program->steps[i]) == ACTING)
            slice->need[i] = PTXC_NEEDED_EFFECT;
    while (go_back(slice))
        continue;
    return slice;
}
