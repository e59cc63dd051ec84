/* What registers are for: see code.h. A register is a pointer where it is used as an address, or an address is made of
 * it by adding, choosing or converting. What is kept in memory may be one, too. What bounds inner loops is followed
 * backwards from the branches out of loops that copy and lie in another loop, in whatever order registers are written.
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

/* A result, and the next one in the same register, + 1. */
struct register_write {
    uint32_t op, next;
};

/* Registers that are being marked: whatever is computed into one that is, what it is computed from may be marked, too.
 */
struct marking {
    const struct ptxc_code *code;
    bool *marks;
    const uint32_t *first; /* definition of each register, + 1 */
    const struct register_write *definitions;
    uint32_t *waiting; /* marked registers whose definitions were not looked at yet */
    uint32_t count;
};

/* Marks an input, if it is a register. */
static void mark(struct marking *marking, const struct ptxc_input *input) {
    if (input->reg == PTXC_NO_REGISTER || marking->marks[input->reg])
        return;
    marking->marks[input->reg] = true;
    marking->waiting[marking->count++] = input->reg;
}

/* Marks inputs of an op. */
static void mark_inputs(struct marking *marking, const struct ptxc_op *op, uint32_t inputs) {
    for (uint32_t i = 0; i < op->input_count && i < 32; i++)
        if (inputs >> i & 1)
            mark(marking, &marking->code->inputs[op->first_input + i]);
}

/* Marks all that an op computes from, and its guard. */
static void mark_all(struct marking *marking, const struct ptxc_op *op) {
    if (op->guarded)
        mark(marking, &op->guard);
    for (uint32_t i = 0; i < op->input_count; i++)
        mark(marking, &marking->code->inputs[op->first_input + i]);
}

/* Marks the inputs that are pointers where the result is one. */
static void mark_passed(struct marking *marking, const struct ptxc_op *op) {
    mark_inputs(marking, op, passed_on(op));
}

/* Goes back from all marked registers. */
static void go_back(struct marking *marking, void (*mark_more)(struct marking *, const struct ptxc_op *)) {
    while (marking->count > 0) {
        const uint32_t reg = marking->waiting[--marking->count];
        for (uint32_t i = marking->first[reg]; i > 0; i = marking->definitions[i - 1].next)
            mark_more(marking, &marking->code->ops[marking->definitions[i - 1].op]);
    }
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
struct param {
    uint32_t reg;
    int64_t offset;
};

static int compare(const void *a, const void *b) {
    const struct param *x = a, *y = b;
    return x->reg != y->reg ? (x->reg < y->reg ? -1 : 1) : (x->offset > y->offset) - (x->offset < y->offset);
}

/* Whether an op loads parameters. */
static bool loads_parameters(const struct ptxc_code *code, const struct ptxc_op *op) {
    return op->space == PTXC_SPACE_PARAM && op->input_count > 0 &&
           ptxc_step_does(&code->program->steps[op->step], PTXC_ACT_LOAD);
}

/* Returns the register of element `index` of a load, or PTXC_NO_REGISTER, and where the element lies. */
static uint32_t loaded(const struct ptxc_code *code, const struct ptxc_op *op, uint32_t index, struct param *place) {
    const struct ptxc_input *address = &code->inputs[op->first_input];
    *place = (struct param){address->reg, address->constant + (int64_t)index * op->bytes};
    return code->results[op->first_result + index];
}

/* Returns the places of marked parameters, sorted; NULL without memory. */
static struct param *find_places(const struct ptxc_code *code, const bool *marks, size_t *count) {
    struct param *places = ptxc_arena_take(code->program->arena, (code->result_count + 1) * sizeof(*places)), place;
    for (uint32_t i = 0; places && i < code->count; i++)
        for (uint32_t k = 0; loads_parameters(code, &code->ops[i]) && k < code->ops[i].result_count; k++) {
            const uint32_t reg = loaded(code, &code->ops[i], k, &place);
            if (reg != PTXC_NO_REGISTER && marks[reg])
                places[(*count)++] = place;
        }
    if (*count > 1)
        qsort(places, *count, sizeof(*places), compare);
    return places;
}

/* Marks each register into which a parameter is loaded that is loaded into a marked one elsewhere. False without
 * memory.
 */
static bool mark_reloaded(const struct ptxc_code *code, bool *marks) {
    size_t count = 0;
    const struct param *places = find_places(code, marks, &count);
    struct param place;
    for (uint32_t i = 0; count > 0 && i < code->count; i++)
        for (uint32_t k = 0; loads_parameters(code, &code->ops[i]) && k < code->ops[i].result_count; k++) {
            const uint32_t reg = loaded(code, &code->ops[i], k, &place);
            if (reg != PTXC_NO_REGISTER && bsearch(&place, places, count, sizeof(*places), compare))
                marks[reg] = true;
        }
    return places != NULL;
}

/* Marks pointers, and those that may be null. False without memory. */
static bool mark_pointers(struct ptxc_code *code, struct marking *marking) {
    bool enough = true;
    code->pointers = marking->marks = ptxc_arena_alloc(code->program->arena, code->register_count + 1);
    if (!code->pointers)
        return false;
    for (uint32_t i = 0; i < code->count; i++)
        mark_inputs(marking, &code->ops[i], used(&code->ops[i], &code->program->steps[code->ops[i].step]));
    go_back(marking, mark_passed);
    for (uint32_t i = 0; i < code->count && enough; i++)
        enough = mark_optional(code, &code->ops[i]);
    return enough && (!code->optional || mark_reloaded(code, code->optional));
}

/* Marks the loops that copy, as far as they lie in others. */
static void mark_copying(const struct ptxc_code *code, bool *copying) {
    const struct ptxc_graph *graph = code->graph;
    for (uint32_t i = 0; i < code->count; i++) {
        uint32_t loop = ptxc_step_does(&code->program->steps[code->ops[i].step], PTXC_ACT_COPY)
                            ? graph->blocks[code->ops[i].block].loop
                            : PTXC_NO_BLOCK;
        for (; loop != PTXC_NO_BLOCK && !copying[loop]; loop = graph->loops[loop].parent)
            if (graph->loops[loop].parent != PTXC_NO_BLOCK)
                copying[loop] = true;
    }
}

/* Whether the op is a branch that decides if the loop around it goes on. */
static bool bounds_loop(const struct ptxc_code *code, const struct ptxc_op *op) {
    const uint32_t *next = code->graph->blocks[op->block].successors;
    return op->guarded && ptxc_step_does(&code->program->steps[op->step], PTXC_ACT_BRANCH) &&
           ((next[0] != PTXC_NO_BLOCK && ptxc_graph_leaves_loop(code->graph, op->block, next[0])) ||
            (next[1] != PTXC_NO_BLOCK && ptxc_graph_leaves_loop(code->graph, op->block, next[1])));
}

/* Marks what inner bounds are computed from. False without memory. */
static bool mark_inner_bounds(struct ptxc_code *code, struct marking *marking) {
    const struct ptxc_graph *graph = code->graph;
    bool *copying = ptxc_arena_alloc(code->program->arena, graph->loop_count + 1);
    marking->marks = ptxc_arena_alloc(code->program->arena, code->register_count + 1);
    if (!copying || !marking->marks)
        return false;
    mark_copying(code, copying);
    for (uint32_t i = 0; i < code->count; i++) {
        const uint32_t loop = graph->blocks[code->ops[i].block].loop;
        if (loop != PTXC_NO_BLOCK && copying[loop] && bounds_loop(code, &code->ops[i]))
            mark(marking, &code->ops[i].guard);
    }
    code->inner = marking->count > 0 ? marking->marks : NULL;
    go_back(marking, mark_all);
    return mark_reloaded(code, marking->marks);
}

/* Marks the loops in which something is done but wait for phases. */
static bool mark_working_loops(struct ptxc_code *code) {
    const struct ptxc_graph *graph = code->graph;
    code->working = ptxc_arena_alloc(code->program->arena, (graph->loop_count + 1) * sizeof(*code->working));
    for (uint32_t i = 0; i < graph->acting_count && code->working; i++) {
        const struct ptxc_step *step = &graph->program->steps[graph->acting[i]];
        uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, graph->acting[i])].loop;
        if (ptxc_step_waits(step) || ptxc_step_does(step, PTXC_ACT_BRANCH))
            continue;
        for (; loop != PTXC_NO_BLOCK && !code->working[loop]; loop = graph->loops[loop].parent)
            code->working[loop] = true;
    }
    return code->working;
}

bool ptxc_code_mark(struct ptxc_code *code) {
    struct ptxc_arena *arena = code->program->arena;
    uint32_t *first = ptxc_arena_alloc(arena, (code->register_count + 1) * sizeof(*first));
    struct register_write *definitions = ptxc_arena_take(arena, (code->result_count + 1) * sizeof(*definitions));
    struct marking marking = {.code = code, .first = first, .definitions = definitions};
    uint32_t count = 0;
    marking.waiting = ptxc_arena_take(arena, (code->register_count + 1) * sizeof(*marking.waiting));
    if (!first || !definitions || !marking.waiting)
        return false;
    for (uint32_t i = 0; i < code->count; i++)
        for (uint32_t k = 0; k < code->ops[i].result_count; k++) {
            const uint32_t reg = code->results[code->ops[i].first_result + k];
            if (reg == PTXC_NO_REGISTER)
                continue;
            definitions[count++] = (struct register_write){i, first[reg]};
            first[reg] = count;
        }
    return mark_pointers(code, &marking) && mark_inner_bounds(code, &marking) && mark_working_loops(code);
}
