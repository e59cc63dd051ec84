/* What decides how often loops turn: see values.h. From the branches that leave a loop the registers are followed back
 * to loads of parameters.
 */
#include "analysis/values/parameters.h"
#include "analysis/values/reaching_definitions.h"
#include "analysis/values/values.h"

enum { MOST_DEFINITIONS = 512, MOST_PARAMETERS = 16 };

/* The definitions on which something hangs, those that were followed first, and the parameters among them. */
struct roots {
    struct ptxc_values *values;
    const struct ptxc_graph *graph;
    struct ptxc_reaching definitions[MOST_DEFINITIONS];
    uint32_t count;
    ptxc_affine parameters[MOST_PARAMETERS];
    uint32_t parameter_count;
    bool many; /* there are more of either */
};

static void add_definition(struct roots *origins, struct ptxc_reaching reaching) {
    for (uint32_t i = 0; i < origins->count; i++)
        if (origins->definitions[i].kind == reaching.kind && origins->definitions[i].index == reaching.index)
            return;
    if (origins->count < MOST_DEFINITIONS)
        origins->definitions[origins->count++] = reaching;
    else
        origins->many = true;
}

static void add_parameter(struct roots *origins, ptxc_affine parameter) {
    for (uint32_t i = 0; i < origins->parameter_count; i++)
        if (origins->parameters[i] == parameter)
            return;
    if (origins->parameter_count < MOST_PARAMETERS)
        origins->parameters[origins->parameter_count++] = parameter;
    else
        origins->many = true;
}

/* Adds what a value of a step was before it, if it is a register. */
static void add_value(struct roots *origins, uint32_t step, const struct ptxc_value *value) {
    struct ptxc_definitions *definitions = ptxc_values_definitions(origins->values);
    const uint32_t variable = ptxc_definitions_variable(definitions, step, value);
    if (variable != PTXC_NO_VARIABLE)
        add_definition(origins, ptxc_definitions_before(definitions, step, variable));
}

/* Adds the parameter that a definition loads. Returns whether it is one. */
static bool add_load(struct roots *origins, const struct ptxc_definition *definition) {
    const struct ptxc_program *program = ptxc_values_program(origins->values);
    const struct ptxc_value *address = ptxc_parameter_address(program, definition->step);
    const ptxc_affine parameter =
        address ? ptxc_parameter_read(program, ptxc_values_expressions(origins->values), definition->step,
                                      definition->result, ptxc_values_of(origins->values, definition->step, address))
                : 0;
    if (parameter)
        add_parameter(origins, parameter);
    return parameter;
}

/* Follows a definition by a step: to a parameter, or to what the step reads. Contents of memory are not followed. */
static void follow_step(struct roots *origins, const struct ptxc_definition *definition) {
    const struct ptxc_step *step = ptxc_values_step(origins->values, definition->step);
    const struct ptxc_statement *statement = step->statement;
    if (add_load(origins, definition) || ptxc_step_does(step, PTXC_ACT_LOAD))
        return;
    for (uint8_t i = ptxc_step_results(step); i < statement->operand_count; i++)
        for (uint8_t k = 0; k < statement->operands[i].count; k++)
            add_value(origins, definition->step, &statement->values[statement->operands[i].first + k]);
    if (!statement->guarded)
        return;
    add_value(origins, definition->step, &statement->guard);
    add_definition(origins, ptxc_definitions_before(ptxc_values_definitions(origins->values), definition->step,
                                                    definition->variable)); /* the guard may not hold */
}

static void follow_phi(struct roots *origins, struct ptxc_phi phi) {
    const struct ptxc_block *block = &origins->graph->blocks[phi.block];
    for (uint32_t i = 0; i < block->predecessor_count; i++)
        add_definition(origins, ptxc_definitions_at_end(ptxc_values_definitions(origins->values),
                                                        origins->graph->predecessors[block->predecessor_first + i],
                                                        phi.variable));
}

static void follow_all(struct roots *origins) {
    struct ptxc_definitions *definitions = ptxc_values_definitions(origins->values);
    for (uint32_t i = 0; i < origins->count && !origins->many; i++) {
        const struct ptxc_reaching reaching = origins->definitions[i];
        if (reaching.kind == PTXC_REACHING_DEFINITION)
            follow_step(origins, ptxc_definitions_get(definitions, reaching.index));
        else if (reaching.kind == PTXC_REACHING_PHI)
            follow_phi(origins, ptxc_definitions_phi(definitions, reaching.index));
    }
}

/* Adds the predicates of the branches that leave a loop. */
static void add_exits(struct roots *origins, uint32_t loop) {
    const struct ptxc_graph *graph = origins->graph;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        const struct ptxc_block *block = &graph->blocks[graph->order[i]];
        const struct ptxc_statement *last = ptxc_values_step(origins->values, block->end - 1)->statement;
        bool leaves = false;
        for (size_t k = 0; k < PTXC_COUNT(block->successors); k++)
            leaves |= block->successors[k] != PTXC_NO_BLOCK && !ptxc_graph_in_loop(graph, block->successors[k], loop);
        if (leaves && last->guarded && ptxc_graph_in_loop(graph, graph->order[i], loop))
            add_value(origins, block->end - 1, &last->guard);
    }
}

/* Finds the parameters on which it hangs how often the loops around a step turn. */
static void find(struct roots *origins, struct ptxc_values *values, const struct ptxc_graph *graph, uint32_t step) {
    origins->values = values;
    origins->graph = graph;
    origins->count = origins->parameter_count = 0;
    origins->many = false;
    for (uint32_t loop = graph->blocks[ptxc_graph_block_of(graph, step)].loop; loop != PTXC_NO_BLOCK;
         loop = graph->loops[loop].parent)
        add_exits(origins, loop);
    follow_all(origins);
}

/* Whether one hangs on a parameter on which the other does not. */
static bool has_more(const struct roots *one, const struct roots *other) {
    for (uint32_t i = 0; i < one->parameter_count; i++) {
        uint32_t k = 0;
        while (k < other->parameter_count && other->parameters[k] != one->parameters[i])
            k++;
        if (k == other->parameter_count)
            return true;
    }
    return false;
}

bool ptxc_loop_counts_differ(struct ptxc_values *values, const struct ptxc_graph *graph, uint32_t step,
                             uint32_t other) {
    struct roots origins[2];
    find(&origins[0], values, graph, step);
    find(&origins[1], values, graph, other);
    return !origins[0].many && !origins[1].many && has_more(&origins[0], &origins[1]) &&
           has_more(&origins[1], &origins[0]);
}
