/* From steps to ops: see code.h. */
#include "analysis/code/code.h"

#include <string.h>

#include "analysis/values/parameters.h"
#include "analysis/code/detour.h"
#include "analysis/code/layout.h"
#include "analysis/code/slice.h"
#include "tables/tables.h"

struct translation {
    struct ptxc_code *code;
    struct ptxc_slice *slice;
    uint32_t *numbers; /* of each variable: its register + 1 */
    uint32_t step;
    struct ptxc_op *op;
    struct ptxc_words words;
    struct ptxc_op mnemonics[PTXC_WORDS_KEPT]; /* what they say */
};

/* Returns the register that stands for a special one. */
static uint32_t special(struct translation *maker, const struct ptxc_value *value) {
    struct ptxc_code *code = maker->code;
    const uint32_t known = ptxc_code_special(code, value->name, value->name_length);
    if (known != PTXC_NO_REGISTER)
        return known;
    code->specials[code->special_count] =
        (struct ptxc_special_use){code->register_count, value->name, value->name_length};
    code->special_count++;
    return code->register_count++;
}

/* Returns the register of a name. */
static uint32_t number(struct translation *maker, const struct ptxc_value *value) {
    const uint32_t variable = ptxc_definitions_variable(maker->slice->definitions, maker->step, value);
    if (variable == PTXC_NO_VARIABLE)
        return PTXC_NO_REGISTER;
    if (!maker->numbers[variable])
        maker->numbers[variable] = ++maker->code->register_count;
    return maker->numbers[variable] - 1;
}

/* Adds an input. */
static void add_input(struct translation *maker, const struct ptxc_value *value) {
    struct ptxc_input *input = &maker->code->inputs[maker->code->input_count++];
    *input = (struct ptxc_input){.reg = PTXC_NO_REGISTER, .absent = !value};
    maker->op->input_count++;
    if (!value)
        return;
    input->negated = (value->flags & PTXC_FLAG_NOT) != 0;
    switch (value->kind) {
    case PTXC_VALUE_REGISTER:
    case PTXC_VALUE_UNKNOWN:
        input->reg = number(maker, value);
        input->constant = value->integer;
        break;
    case PTXC_VALUE_SPECIAL: input->reg = special(maker, value); break;
    case PTXC_VALUE_VARIABLE:
    case PTXC_VALUE_FUNCTION:
        input->constant = (int64_t)ptxc_layout_address(maker->code, value);
        input->own = value->space == PTXC_SPACE_SHARED;
        break;
    default: input->constant = value->integer; break;
    }
}

/* Adds the results that somebody wants. */
static void add_results(struct translation *maker, const struct ptxc_statement *statement, uint8_t operands) {
    for (uint8_t i = 0; i < operands && i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++) {
            const struct ptxc_value *value = &statement->values[statement->operands[i].first + k];
            const uint32_t variable = ptxc_definitions_variable(maker->slice->definitions, maker->step, value);
            const bool wanted = variable != PTXC_NO_VARIABLE && maker->slice->wanted[variable];
            maker->code->results[maker->code->result_count++] = wanted ? number(maker, value) : PTXC_NO_REGISTER;
            maker->op->result_count++;
        }
}

/* The inputs of an ordinary instruction: an address first, then the others as they stand. */
static void add_ordinary(struct translation *maker, const struct ptxc_step *step, uint8_t results) {
    const struct ptxc_statement *statement = step->statement;
    for (uint8_t i = results; i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++)
            add_input(maker, &statement->values[statement->operands[i].first + k]);
}

/* Those of one of the family: see enum ptxc_family_input. What has nothing but results has its inputs as they stand. */
static void add_family(struct translation *maker, const struct ptxc_step *step, uint8_t results) {
    const struct ptxc_event *event = step->event;
    if (event->action == PTXC_ACT_NOTHING) {
        add_ordinary(maker, step, results);
        return;
    }
    add_input(maker, ptxc_step_value(step, event->target));
    add_input(maker, ptxc_step_value(step, event->source));
    add_input(maker, ptxc_step_value(step, event->barrier));
    add_input(maker, ptxc_step_value(step, event->amount));
    add_input(maker, ptxc_step_value(step, PTXC_NAME_CTA_MASK));
}

/* Returns an op of which nothing is set but what its mnemonic says. */
static struct ptxc_op read_mnemonic(struct translation *maker, const char *word, uint32_t length) {
    bool known;
    struct ptxc_op *op = &maker->mnemonics[ptxc_words_slot(&maker->words, word, length, &known)];
    if (!known) {
        *op = (struct ptxc_op){.step = 0};
        ptxc_mnemonic_read(word, length, op);
    }
    return *op;
}

/* Adds the op of a step. */
static void add_op(struct translation *maker, uint32_t index) {
    struct ptxc_code *code = maker->code;
    const struct ptxc_step *step = &code->program->steps[index];
    const struct ptxc_span word = step->statement->word;
    const uint8_t results = ptxc_step_results(step);
    struct ptxc_op *op = &code->ops[code->count++];
    maker->op = op;
    maker->step = index;
    *op = read_mnemonic(maker, code->program->source + word.offset, word.length);
    op->step = index;
    op->block = ptxc_graph_block_of(code->graph, index);
    op->guarded = step->statement->guarded;
    op->target = PTXC_NO_BLOCK;
    op->first_result = code->result_count;
    if (op->guarded) {
        add_input(maker, &step->statement->guard);
        op->guard = code->inputs[--code->input_count];
        op->input_count = 0;
    }
    op->first_input = code->input_count;
    add_results(maker, step->statement, results);
    if (step->names)
        add_family(maker, step, results);
    else if (!ptxc_step_does(step, PTXC_ACT_BRANCH))
        add_ordinary(maker, step, results);
    op->computes = !step->names && op->exchange == PTXC_EXCHANGE_NONE &&
                   (!step->event || ptxc_natures[step->event->action] == PTXC_NATURE_COMPUTES);
    if (step->target != PTXC_NO_STEP)
        op->target =
            step->target < code->program->count ? ptxc_graph_block_of(code->graph, step->target) : PTXC_NO_BLOCK;
}

/* Sets the priorities of blocks: those of a loop before what comes after it, so that the splits of a warp reconverge as
 * early as they can. A depth-first search that visits what leaves the most loops first, and numbers blocks when it
 * leaves them, from the last one down. */
static bool make_priorities(struct ptxc_code *code) {
    const struct ptxc_graph *graph = code->graph;
    struct ptxc_arena *arena = code->program->arena;
    uint32_t *stack = ptxc_arena_alloc(arena, (graph->count + 1) * sizeof(*stack));
    uint8_t *visits = ptxc_arena_alloc(arena, graph->count + 1);
    code->priority = ptxc_arena_alloc(arena, (graph->count + 1) * sizeof(*code->priority));
    if (!stack || !visits || !code->priority)
        return false;
    uint32_t depth = 0, next = graph->count;
    stack[depth++] = graph->order[0];
    visits[graph->order[0]] = 1;
    while (depth > 0) {
        const uint32_t at = stack[depth - 1];
        const struct ptxc_block *block = &graph->blocks[at];
        const bool swapped =
            block->successors[1] != PTXC_NO_BLOCK && block->successors[0] != PTXC_NO_BLOCK &&
            !ptxc_graph_leaves_loop(graph, at, block->successors[0]) &&
            (ptxc_graph_leaves_loop(graph, at, block->successors[1]) || block->successors[1] > block->successors[0]);
        if (visits[at] > 2) {
            code->priority[at] = next--;
            depth--;
            continue;
        }
        const uint32_t to = block->successors[(visits[at] == 1) == swapped];
        visits[at]++;
        if (to != PTXC_NO_BLOCK && !visits[to]) {
            visits[to] = 1;
            stack[depth++] = to;
        }
    }
    return true;
}

/* Makes the ops, block by block as the steps go. After the last one comes one that is not counted: whoever gets there
 * ends. */
static void make_ops(struct translation *maker) {
    struct ptxc_code *code = maker->code;
    const struct ptxc_graph *graph = code->graph;
    for (uint32_t block = 0; block < graph->count; block++) {
        code->first_op[block] = code->count;
        for (uint32_t i = graph->blocks[block].first; i < graph->blocks[block].end; i++)
            if (maker->slice->need[i] != PTXC_NOT_NEEDED)
                add_op(maker, i);
    }
    code->first_op[graph->count] = code->count;
    if (code->count > 0)
        code->ops[code->count] =
            (struct ptxc_op){.step = code->ops[code->count - 1].step, .block = code->ops[code->count - 1].block};
}

struct ptxc_code *ptxc_code_make(struct ptxc_program *program, const struct ptxc_graph *graph,
                                 struct ptxc_definitions *definitions) {
    struct ptxc_arena *arena = program->arena;
    struct ptxc_code *code = ptxc_arena_alloc(arena, sizeof(*code));
    struct translation maker = {.code = code, .slice = ptxc_slice_make(program, definitions)};
    uint32_t values = 0, needed = 0;
    if (!code || !maker.slice)
        return NULL;
    code->program = program;
    code->graph = graph;
    for (uint32_t i = 0; i < program->count; i++) {
        values += program->steps[i].statement->value_count + PTXC_FAMILY_INPUTS + 1u;
        needed += maker.slice->need[i] != PTXC_NOT_NEEDED;
    }
    code->ops = ptxc_arena_alloc(arena, (needed + 1) * sizeof(*code->ops));
    code->first_op = ptxc_arena_alloc(arena, (graph->count + 1) * sizeof(*code->first_op));
    code->inputs = ptxc_arena_alloc(arena, (values + 1) * sizeof(*code->inputs));
    code->results = ptxc_arena_alloc(arena, (values + 1) * sizeof(*code->results));
    code->specials = ptxc_arena_alloc(arena, (values + 1) * sizeof(*code->specials));
    maker.numbers = ptxc_arena_alloc(arena, (values + 1) * sizeof(*maker.numbers));
    if (!code->ops || !code->first_op || !code->inputs || !code->results || !code->specials || !maker.numbers ||
        !ptxc_layout_make(code) || !make_priorities(code) ||
        !ptxc_uses_make(program, maker.slice->definitions, &code->uses))
        return NULL;
    make_ops(&maker);
    return ptxc_code_mark(code) && ptxc_detours_make(code) ? code : NULL;
}
