/* Iterations: see iterations.h. */
#include "analysis/automata/iterations.h"

uint32_t ptxc_iteration_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step) {
    const struct ptxc_graph *graph = machine->code->graph;
    uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop;
    while (loop != PTXC_NO_BLOCK && !machine->code->working[loop] && ptxc_step_waits(&graph->program->steps[step]))
        loop = graph->loops[loop].parent;
    return loop == PTXC_NO_BLOCK ? 0 : warp->iterations[loop];
}

bool ptxc_iteration_stands_before(const struct ptxc_machine *machine, struct ptxc_step_iteration a,
                                  struct ptxc_step_iteration b) {
    const struct ptxc_graph *graph = machine->code->graph;
    const bool together = graph->blocks[ptxc_graph_block_of(graph, a.step)].loop ==
                          graph->blocks[ptxc_graph_block_of(graph, b.step)].loop;
    return together && a.iteration != b.iteration ? a.iteration < b.iteration : a.step < b.step;
}

bool ptxc_iterations_are_guessed(const struct ptxc_machine *machine, uint32_t step) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop;
    return loop != PTXC_NO_BLOCK && machine->guessed[loop];
}

void ptxc_iterations_follow(const struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t from, uint32_t to) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t loop = graph->blocks[to].loop;
    if (loop == PTXC_NO_BLOCK || graph->loops[loop].header != to)
        return;
    warp->iterations[loop] = ptxc_graph_in_loop(graph, from, loop) ? warp->iterations[loop] + 1 : 1;
    if (warp->iterations[loop] > machine->longest[loop])
        machine->longest[loop] = warp->iterations[loop];
}

void ptxc_iterations_pass(const struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t from, uint32_t to) {
    for (uint32_t block = from; block < to; block++)
        ptxc_iterations_follow(machine, warp, block, block + 1);
}

void ptxc_split_advance(const struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split) {
    const struct ptxc_code *code = machine->code;
    const uint32_t block = code->ops[split->op].block;
    split->op++;
    if (split->op < code->count)
        ptxc_iterations_pass(machine, warp, block, code->ops[split->op].block);
}

/* Whether an op works on data: it copies, or reads what was copied. A loop without such an op only waits. */
static bool works(const struct ptxc_machine *machine, const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    return ptxc_step_action(step) == PTXC_ACT_COPY || ptxc_step_does(step, PTXC_ACT_READ_DESCRIPTOR) ||
           ptxc_step_does(step, PTXC_ACT_LOAD_MATRIX);
}

/* Returns for each loop the most rounds that a warp made in it, or in a loop in it that works on data: a loop over
 * tiles may have one round, with many in the loop over the pieces of a tile. NULL without memory. */
static uint32_t *rounds_inside(const struct ptxc_machine *machine) {
    const struct ptxc_graph *graph = machine->code->graph;
    uint32_t *rounds = ptxc_arena_alloc(machine->arena, (graph->loop_count + 1) * sizeof(*rounds));
    for (uint32_t i = 0; rounds && i < graph->loop_count; i++)
        rounds[i] = machine->longest[i];
    for (uint32_t i = 0; rounds && i < machine->code->count; i++) {
        const struct ptxc_op *op = &machine->code->ops[i];
        const uint32_t innermost = graph->blocks[op->block].loop;
        for (uint32_t loop = works(machine, op) ? innermost : PTXC_NO_BLOCK; loop != PTXC_NO_BLOCK;
             loop = graph->loops[loop].parent)
            if (machine->longest[innermost] > rounds[loop])
                rounds[loop] = machine->longest[innermost];
    }
    return rounds;
}

/* Returns the most rounds of a loop, or of one around it: elements are often copied in a loop of their own. */
static uint32_t most_rounds(const struct ptxc_machine *machine, const uint32_t *rounds, uint32_t loop) {
    uint32_t most = 0;
    for (; loop != PTXC_NO_BLOCK; loop = machine->code->graph->loops[loop].parent)
        most = rounds[loop] > most ? rounds[loop] : most;
    return most;
}

/* Keeps the less of two numbers of rounds, of which 0 is none. */
static void keep_least(uint32_t *least, uint32_t rounds) {
    if (rounds > 0 && (*least == 0 || rounds < *least))
        *least = rounds;
}

struct ptxc_iterations ptxc_iterations_count(const struct ptxc_machine *machine) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t *inside = rounds_inside(machine);
    struct ptxc_iterations count = {.least = 0};
    for (uint32_t i = 0; inside && i < machine->code->count; i++) {
        const struct ptxc_op *op = &machine->code->ops[i];
        const uint32_t loop = graph->blocks[op->block].loop;
        if (loop == PTXC_NO_BLOCK || ptxc_step_action(ptxc_op_step(machine, op)) != PTXC_ACT_COPY)
            continue;
        const uint32_t most = most_rounds(machine, machine->longest, loop);
        count.most = most > count.most ? most : count.most;
        keep_least(&count.least, most_rounds(machine, inside, loop));
        keep_least(&count.around, most_rounds(machine, machine->longest, graph->loops[loop].parent));
    }
    return count;
}
