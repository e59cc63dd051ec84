/* Iterations: see iterations.h. */
#include "analysis/automata/iterations.h"

uint32_t ptxc_iteration_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop;
    return loop == PTXC_NO_BLOCK ? 0 : warp->iterations[loop];
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

/* The most rounds that a warp made in a loop, or in one around it: elements are often copied in a loop of their own. */
static uint32_t most_rounds(const struct ptxc_machine *machine, uint32_t loop) {
    uint32_t most = 0;
    for (; loop != PTXC_NO_BLOCK; loop = machine->code->graph->loops[loop].parent)
        most = machine->longest[loop] > most ? machine->longest[loop] : most;
    return most;
}

uint32_t ptxc_iterations_least(const struct ptxc_machine *machine) {
    const struct ptxc_code *code = machine->code;
    uint32_t least = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        const uint32_t loop = code->graph->blocks[code->ops[i].block].loop;
        if (loop == PTXC_NO_BLOCK || ptxc_step_action(ptxc_op_step(machine, &code->ops[i])) != PTXC_ACT_COPY)
            continue;
        const uint32_t most = most_rounds(machine, loop);
        least = most > 0 && (least == 0 || most < least) ? most : least;
    }
    return least;
}
