/* The slice: see slice.h. It is found backwards from what matters: who defines what is read is needed, too. */
#include "analysis/code/slice.h"

#include "tables/spaces.h"

struct slice_finder {
    const struct ptxc_program *program;
    struct ptxc_definitions *definitions;
    uint32_t *next; /* of each variable: the first step after this one that reads it, + 1 */
};

/* Returns where the next use of a value is kept; NULL: it is no register. */
static uint32_t *next_of(struct slice_finder *finder, uint32_t step, const struct ptxc_value *value) {
    const uint32_t variable = ptxc_definitions_variable(finder->definitions, step, value);
    return variable == PTXC_NO_VARIABLE ? NULL : &finder->next[variable];
}

/* Returns the first use of the results of a step, and forgets those of what was there before. */
static uint32_t take_results(struct slice_finder *finder, uint32_t index) {
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
static void add_reads(struct slice_finder *finder, uint32_t index) {
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
    struct slice_finder finder = {.program = program, .definitions = definitions};
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

/* A slice that is being made. */
struct slicing {
    struct ptxc_slice *slice;
    uint32_t *waiting; /* variables that are read, and whose definitions were not looked at yet */
    uint32_t count;
    bool kept; /* what is stored in another space matters since the stores were looked at */
};

/* Marks a value as read. */
static void want(struct slicing *slicing, uint32_t step, const struct ptxc_value *value) {
    struct ptxc_slice *slice = slicing->slice;
    const uint32_t variable = ptxc_definitions_variable(slice->definitions, step, value);
    if (variable == PTXC_NO_VARIABLE || slice->wanted[variable])
        return;
    slice->wanted[variable] = true;
    slicing->waiting[slicing->count++] = variable;
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

/* Marks all that the step reads. */
static void want_inputs(struct slicing *slicing, uint32_t index) {
    const struct ptxc_step *step = &slicing->slice->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    if (statement->guarded)
        want(slicing, index, &statement->guard);
    for (uint8_t i = 0; i < statement->operand_count; i++)
        for (uint8_t k = 0; is_read(slicing->slice, step, i) && k < statement->operands[i].count; k++)
            want(slicing, index, &statement->values[statement->operands[i].first + k]);
}

/* What is stored in a space matters. */
static void keep_space(struct slicing *slicing, enum ptxc_space space) {
    slicing->kept |= !slicing->slice->kept[space];
    slicing->slice->kept[space] = true;
}

/* What is stored matters once something is loaded from there that matters. */
static void keep(struct slicing *slicing, const struct ptxc_step *step) {
    const enum ptxc_space space = step->access.space;
    if ((!ptxc_step_does(step, PTXC_ACT_LOAD) && !ptxc_step_does(step, PTXC_ACT_ATOMIC)) || !is_followed(space))
        return;
    keep_space(slicing, space);
    /* a generic address may be in any space, and any space may be named by one */
    keep_space(slicing, PTXC_SPACE_NONE);
    if (space != PTXC_SPACE_NONE)
        return;
    keep_space(slicing, PTXC_SPACE_SHARED);
    keep_space(slicing, PTXC_SPACE_LOCAL);
    keep_space(slicing, PTXC_SPACE_PARAM);
}

/* Marks what those read in turn that write the variables that are read. */
static void go_back(struct slicing *slicing) {
    struct ptxc_slice *slice = slicing->slice;
    while (slicing->count > 0) {
        const uint32_t read = slicing->waiting[--slicing->count];
        const struct ptxc_variable variable = *ptxc_definitions_register(slice->definitions, read);
        for (uint32_t i = 0; i < variable.count; i++) {
            const uint32_t step = ptxc_definitions_get(slice->definitions, variable.definitions[i])->step;
            if (slice->need[step] == PTXC_NEEDED_RESULT || kind_of(&slice->program->steps[step]) == DROPPED)
                continue;
            slice->need[step] = PTXC_NEEDED_RESULT;
            keep(slicing, &slice->program->steps[step]);
            want_inputs(slicing, step);
        }
    }
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
    struct slicing slicing = {.slice = slice, .kept = true};
    slicing.waiting = ptxc_arena_take(arena, (values + 1) * sizeof(*slicing.waiting));
    if (!slice->need || !slice->wanted || !slice->kept || !slicing.waiting)
        return NULL;
    for (uint32_t i = 0; i < program->count; i++)
        if (kind_of(&program->steps[i]) == ACTING)
            slice->need[i] = PTXC_NEEDED_EFFECT;
    while (slicing.kept) {
        slicing.kept = false;
        for (uint32_t i = 0; i < program->count; i++)
            if (slice->need[i] != PTXC_NOT_NEEDED)
                want_inputs(&slicing, i);
        go_back(&slicing);
    }
    return slice;
}
