/* Values of registers: see values.h. Each definition and each phi is evaluated once, when it is first asked for, with
 * a stack of its own: what an evaluation needs and is not there yet goes on top.
 */
#include "analysis/values/values.h"

#include <string.h>

#include "analysis/values/arithmetic.h"
#include "analysis/values/reaching_definitions.h"
#include "analysis/values/computation.h"
#include "analysis/values/parameters.h"
#include "tables/tables.h"

/* What can be evaluated: what a definition leaves in its register; of a guarded one what it puts there where its guard
 * holds; a phi; what a register holds at the beginning of the function. */
enum node_kind { NODE_LEFT, NODE_PUT, NODE_PHI, NODE_ENTRY };
struct node {
    enum node_kind kind;
    uint32_t index;
};

/* In place of a value: the evaluation has begun. */
static const ptxc_affine BEGUN = UINT32_MAX;

/* How often one looks for what gave a register its value under another guard. */
enum { MOST_GUARDS = 64 };

/* Results of a step that are none: of an operand whose value is not known. */
enum { RESULT_OF_OPERAND = 1024 };

struct ptxc_values {
    struct ptxc_program *program;
    const struct ptxc_graph *graph;
    struct ptxc_affines *all;
    struct ptxc_definitions *definitions;
    ptxc_affine *left, *put; /* by definition; 0: not evaluated */
    ptxc_affine *phis;       /* likewise, by phi */
    size_t phi_capacity;
    struct node *stack;
    size_t depth, stack_capacity;
    struct ptxc_mnemonics *mnemonics;
};

static ptxc_affine evaluate(struct ptxc_values *values, struct node node);

struct ptxc_step *ptxc_values_step(const struct ptxc_values *values, uint32_t step) {
    return &values->program->steps[step];
}

/* Returns what a step makes, of which no more is known than how it differs. */
static ptxc_affine made_by(struct ptxc_values *values, uint32_t step, uint32_t result, enum ptxc_variance variance) {
    return ptxc_affine_term(values->all, &(struct ptxc_term){.kind = PTXC_TERM_RESULT,
                                                             .a = step,
                                                             .b = result,
                                                             .block = ptxc_graph_block_of(values->graph, step),
                                                             .variance = variance});
}

/* Returns what a step makes, of which nothing more is known. */
static ptxc_affine result_of(struct ptxc_values *values, uint32_t step, uint32_t result) {
    const struct ptxc_step *here = ptxc_values_step(values, step);
    enum ptxc_variance variance = PTXC_VARIES_UNKNOWN;
    if (ptxc_step_does(here, PTXC_ACT_VOTE))
        variance = PTXC_PER_WARP;
    else if (ptxc_step_action(here) == PTXC_ACT_ELECT)
        variance = result == 0 ? PTXC_PER_WARP : PTXC_PER_THREAD;
    return made_by(values, step, result, variance);
}

/* Returns what a register holds at the beginning: of a formal parameter what the caller says. */
static ptxc_affine entry_of(struct ptxc_values *values, uint32_t variable) {
    const uint32_t symbol = ptxc_definitions_register(values->definitions, variable)->symbol;
    struct ptxc_term term = {.kind = PTXC_TERM_PHI,
                             .a = variable,
                             .b = values->graph->order[0],
                             .block = PTXC_NO_BLOCK,
                             .variance = PTXC_VARIES_UNKNOWN};
    if (ptxc_parameter_is(values->program->body, symbol))
        term = (struct ptxc_term){
            .kind = PTXC_TERM_PARAMETER, .a = symbol, .block = PTXC_NO_BLOCK, .variance = PTXC_VARIES_UNKNOWN};
    return ptxc_affine_term(values->all, &term);
}

/* Returns what a node is where it cannot be evaluated. */
static ptxc_affine opaque(struct ptxc_values *values, struct node node) {
    if (node.kind == NODE_ENTRY)
        return entry_of(values, node.index);
    if (node.kind != NODE_PHI) {
        const struct ptxc_definition *definition = ptxc_definitions_get(values->definitions, node.index);
        return result_of(values, definition->step, definition->result);
    }
    const struct ptxc_phi phi = ptxc_definitions_phi(values->definitions, node.index);
    return ptxc_affine_term(values->all, &(struct ptxc_term){.kind = PTXC_TERM_PHI,
                                                             .a = phi.variable,
                                                             .b = phi.block,
                                                             .block = phi.block,
                                                             .variance = PTXC_VARIES_UNKNOWN});
}

/* Returns where the value of a node is kept; NULL without memory. Of what a register holds at the beginning none is. */
static ptxc_affine *memory_of(struct ptxc_values *values, struct node node) {
    if (node.kind == NODE_LEFT)
        return &values->left[node.index];
    if (node.kind == NODE_PUT)
        return &values->put[node.index];
    void *grown = ptxc_arena_grow(values->program->arena, values->phis, &values->phi_capacity, node.index + 1,
                                  sizeof(*values->phis));
    if (!grown)
        return NULL;
    values->phis = grown;
    return &values->phis[node.index];
}

static struct node node_of(struct ptxc_reaching reach) {
    static const enum node_kind kinds[] = {
        [PTXC_REACHING_ENTRY] = NODE_ENTRY, [PTXC_REACHING_DEFINITION] = NODE_LEFT, [PTXC_REACHING_PHI] = NODE_PHI};
    return (struct node){kinds[reach.kind], reach.index};
}

/* Whether the guards of two steps hold together (1), never both (-1), or neither is known (0): they are the same
 * predicate, and nothing gave it a new value between them. */
static int compare_guards(struct ptxc_values *values, uint32_t a, uint32_t b) {
    const struct ptxc_statement *first = ptxc_values_step(values, a)->statement,
                                *second = ptxc_values_step(values, b)->statement;
    if (!first->guarded || !second->guarded)
        return 0;
    const uint32_t left = ptxc_definitions_variable(values->definitions, a, &first->guard);
    const uint32_t right = ptxc_definitions_variable(values->definitions, b, &second->guard);
    if (left != right || left == PTXC_NO_VARIABLE)
        return 0;
    const struct ptxc_reaching here = ptxc_definitions_before(values->definitions, a, left);
    const struct ptxc_reaching there = ptxc_definitions_before(values->definitions, b, right);
    if (here.kind != there.kind || here.index != there.index)
        return 0;
    return (first->guard.flags & PTXC_FLAG_NOT) == (second->guard.flags & PTXC_FLAG_NOT) ? 1 : -1;
}

/* Returns what a step sees of a register. */
static struct node seen_by(struct ptxc_values *values, uint32_t step, uint32_t variable) {
    struct ptxc_reaching reach = ptxc_definitions_before(values->definitions, step, variable);
    for (int i = 0; i < MOST_GUARDS && reach.kind == PTXC_REACHING_DEFINITION; i++) {
        const uint32_t from = ptxc_definitions_get(values->definitions, reach.index)->step;
        const int together = compare_guards(values, step, from);
        if (together == 0)
            break;
        if (together > 0)
            return (struct node){NODE_PUT, reach.index};
        reach = ptxc_definitions_before(values->definitions, from, variable);
    }
    return node_of(reach);
}

/* Whether a node is evaluated; if not, it goes on the stack. One that waits for itself is taken as not known. */
static bool ready(struct ptxc_values *values, struct node node) {
    ptxc_affine *memory = node.kind == NODE_ENTRY ? NULL : memory_of(values, node);
    if (!memory || (*memory != 0 && *memory != BEGUN))
        return true;
    if (*memory == BEGUN) {
        *memory = opaque(values, node);
        return true;
    }
    struct node *added =
        ptxc_arena_add(values->program->arena, &values->stack, &values->depth, &values->stack_capacity, sizeof(*added));
    if (!added)
        return true;
    *added = node;
    return false;
}

/* Returns the value of a node that is ready. */
static ptxc_affine value_of(struct ptxc_values *values, struct node node) {
    if (node.kind == NODE_ENTRY)
        return entry_of(values, node.index);
    const ptxc_affine *memory = memory_of(values, node);
    return memory && *memory != BEGUN ? *memory : 0;
}

/* Finds what an operand reads, if that is a register; false where it is none. */
static bool find_node(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value, struct node *node) {
    const uint32_t variable = ptxc_definitions_variable(values->definitions, step, value);
    if (variable == PTXC_NO_VARIABLE)
        return false;
    *node = seen_by(values, step, variable);
    return true;
}

/* Whether an operand needs no evaluation any more. */
static bool operand_ready(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value) {
    struct node node;
    return !find_node(values, step, value, &node) || ready(values, node);
}

/* Returns what a name or a constant stands for, without its sign and offset; 0: it is not known. */
static ptxc_affine base_of(struct ptxc_values *values, const struct ptxc_value *value, const struct node *node) {
    if (node)
        return value_of(values, *node);
    switch (value->kind) {
    case PTXC_VALUE_INTEGER:
    case PTXC_VALUE_REAL: return ptxc_affine_constant(values->all, value->integer);
    case PTXC_VALUE_SPECIAL: return ptxc_special_value(values->all, value);
    case PTXC_VALUE_VARIABLE:
    case PTXC_VALUE_FUNCTION:
        if (value->symbol == 0)
            return 0;
        return ptxc_affine_term(
            values->all, &(struct ptxc_term){.kind = PTXC_TERM_SYMBOL, .a = value->symbol, .block = PTXC_NO_BLOCK});
    default: return 0;
    }
}

/* Returns what an operand holds, once it is ready; `node`: what it reads, NULL where that is no register. */
static ptxc_affine operand_at(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value,
                              const struct node *node) {
    const bool offset = value->flags & (PTXC_FLAG_OFFSET | PTXC_FLAG_INDEX);
    ptxc_affine made = value->flags & PTXC_FLAG_REGISTER_INDEX ? 0 : base_of(values, value, node);
    if (made && value->flags & PTXC_FLAG_MINUS)
        made = ptxc_affine_scale(values->all, made, -1);
    if (made && offset)
        made = ptxc_affine_add(values->all, made, ptxc_affine_constant(values->all, value->integer));
    if (made)
        return made;
    const struct ptxc_statement *statement = ptxc_values_step(values, step)->statement;
    uint32_t place = 0; /* of the guard, and of a value from elsewhere, that of the end */
    while (place < statement->value_count && &statement->values[place] != value)
        place++;
    return result_of(values, step, RESULT_OF_OPERAND + place);
}

static ptxc_affine operand(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value) {
    struct node node;
    return operand_at(values, step, value, find_node(values, step, value, &node) ? &node : NULL);
}

/* Returns an operand as an instruction reads it: a '!' before it counts. */
static ptxc_affine negate_as_written(const struct ptxc_computation *computation, const struct ptxc_value *value,
                                     ptxc_affine made) {
    return made && value->flags & PTXC_FLAG_NOT ? ptxc_predicate_not(computation, made) : made;
}

static struct ptxc_computation begin(const struct ptxc_values *values, uint32_t step) {
    const struct ptxc_statement *statement = ptxc_values_step(values, step)->statement;
    return (struct ptxc_computation){.all = values->all,
                                     .graph = values->graph,
                                     .word = values->program->source + statement->word.offset,
                                     .length = statement->word.length};
}

/* Collects the values that a step computes with; false where they are too many or of no plain shape. */
static bool collect(const struct ptxc_step *step, const struct ptxc_value **inputs, struct ptxc_computation *c) {
    const struct ptxc_statement *statement = step->statement;
    for (uint8_t i = 1; i < statement->operand_count; i++) {
        const struct ptxc_operand *from = &statement->operands[i];
        const bool vector = from->shape == PTXC_OPERAND_VECTOR;
        if ((vector && statement->operand_count != 2) || (!vector && from->shape != PTXC_OPERAND_SCALAR))
            return false;
        c->inputs_in_vector = vector;
        for (uint8_t k = 0; k < from->count; k++) {
            if (c->count == PTXC_MAX_INPUTS)
                return false;
            inputs[c->count++] = &statement->values[from->first + k];
        }
    }
    return c->count > 0;
}

/* Makes of the mnemonic, of the operands, and of the table what a step computes: true once that is done, with 0 where
 * nothing is known. */
static bool compute(struct ptxc_values *values, const struct ptxc_definition *definition, ptxc_affine *result) {
    const struct ptxc_step *step = ptxc_values_step(values, definition->step);
    struct ptxc_computation c = begin(values, definition->step);
    const struct ptxc_value *inputs[PTXC_MAX_INPUTS];
    const bool map = ptxc_step_action(step) == PTXC_ACT_MAP_ADDRESS;
    struct node nodes[PTXC_MAX_INPUTS];
    bool registers[PTXC_MAX_INPUTS], all_ready = true;
    *result = 0;
    if (definition->unclear || (!map && !ptxc_step_does(step, PTXC_ACT_COMPUTE)) ||
        definition->result >= step->statement->operands[0].count || !collect(step, inputs, &c))
        return true;
    for (uint8_t i = 0; i < c.count; i++) {
        registers[i] = find_node(values, definition->step, inputs[i], &nodes[i]);
        all_ready &= !registers[i] || ready(values, nodes[i]);
    }
    if (!all_ready)
        return false;
    for (uint8_t i = 0; i < c.count; i++)
        c.inputs[i] = negate_as_written(
            &c, inputs[i], operand_at(values, definition->step, inputs[i], registers[i] ? &nodes[i] : NULL));
    c.result = (uint8_t)definition->result;
    c.results = step->statement->operands[0].count;
    c.name = ptxc_mnemonics_number(values->mnemonics, c.word, c.length);
    c.operation = step->event->operation;
    *result = map ? ptxc_moves_map(&c) : ptxc_arithmetic_compute(&c);
    return true;
}

/* Evaluates a load from memory that all threads have in common: where all load from one address, all get one value. */
static bool load_common(struct ptxc_values *values, const struct ptxc_definition *definition, ptxc_affine *result) {
    const struct ptxc_value *address = ptxc_common_address(values->program, definition->step);
    if (!address)
        return true;
    if (!operand_ready(values, definition->step, address))
        return false;
    if (ptxc_affine_variance(values->all, operand(values, definition->step, address)) == PTXC_UNIFORM)
        *result = made_by(values, definition->step, definition->result, PTXC_UNIFORM);
    return true;
}

/* Evaluates a load likewise, of a parameter or of other memory. */
static bool load(struct ptxc_values *values, const struct ptxc_definition *definition, ptxc_affine *result) {
    const struct ptxc_program *program = values->program;
    const struct ptxc_value *address = ptxc_parameter_address(program, definition->step);
    struct ptxc_stored stored;
    *result = 0;
    if (!address)
        return load_common(values, definition, result);
    if (ptxc_parameter_stored(values->graph, definition->step, definition->result, &stored)) {
        if (!operand_ready(values, stored.step, stored.value))
            return false;
        *result = operand(values, stored.step, stored.value);
        return true;
    }
    if (!operand_ready(values, definition->step, address))
        return false;
    *result = ptxc_parameter_read(program, values->all, definition->step, definition->result,
                                  operand(values, definition->step, address));
    return true;
}

/* Evaluates what a definition puts into its register. */
static bool put(struct ptxc_values *values, struct node node, ptxc_affine *result) {
    const struct ptxc_definition *definition = ptxc_definitions_get(values->definitions, node.index);
    const bool loads =
        !definition->unclear && ptxc_step_does(ptxc_values_step(values, definition->step), PTXC_ACT_LOAD);
    if (!(loads ? load(values, definition, result) : compute(values, definition, result)))
        return false;
    if (*result == 0)
        *result = opaque(values, node);
    return true;
}

/* Evaluates what a definition leaves in its register: where its guard does not hold, what was there. What nothing was
 * there for, nobody reads. */
static bool leave(struct ptxc_values *values, struct node node, ptxc_affine *result) {
    const struct ptxc_definition definition = *ptxc_definitions_get(values->definitions, node.index);
    const struct ptxc_statement *statement = ptxc_values_step(values, definition.step)->statement;
    const struct node there = {NODE_PUT, node.index};
    if (!statement->guarded)
        return put(values, node, result);
    const struct node old = node_of(ptxc_definitions_before(values->definitions, definition.step, definition.variable));
    const uint32_t symbol = ptxc_definitions_register(values->definitions, definition.variable)->symbol;
    const bool nothing = old.kind == NODE_ENTRY && symbol != 0 && !ptxc_parameter_is(values->program->body, symbol);
    const bool guard_ready = operand_ready(values, definition.step, &statement->guard);
    const bool old_ready = nothing || ready(values, old);
    if (!ready(values, there) || !guard_ready || !old_ready)
        return false;
    const struct ptxc_computation c = begin(values, definition.step);
    const ptxc_affine guard =
        negate_as_written(&c, &statement->guard, operand(values, definition.step, &statement->guard));
    const ptxc_affine kept = value_of(values, there);
    *result = nothing ? kept : ptxc_predicate_select(&c, guard, kept, value_of(values, old));
    return true;
}

/* Evaluates a phi: what comes from everywhere alike is that. Around a loop nobody looks. */
static bool join_paths(struct ptxc_values *values, struct node node, ptxc_affine *result) {
    const struct ptxc_graph *graph = values->graph;
    const struct ptxc_phi phi = ptxc_definitions_phi(values->definitions, node.index);
    const struct ptxc_block *block = &graph->blocks[phi.block];
    bool all_ready = true;
    *result = opaque(values, node);
    if (block->order == UINT32_MAX || graph->irreducible || phi.block == graph->order[0])
        return true;
    for (uint32_t i = 0; i < block->predecessor_count; i++)
        if (ptxc_graph_is_back_edge(graph, graph->predecessors[block->predecessor_first + i], phi.block))
            return true;
    for (int pass = 0; pass < 2 && all_ready; pass++) {
        ptxc_affine same = 0;
        for (uint32_t i = 0; i < block->predecessor_count; i++) {
            const uint32_t from = graph->predecessors[block->predecessor_first + i];
            const struct node end = node_of(ptxc_definitions_at_end(values->definitions, from, phi.variable));
            all_ready &= pass > 0 || ready(values, end);
            const ptxc_affine value = pass > 0 ? value_of(values, end) : 0;
            if (pass > 0 && i > 0 && value != same)
                return true;
            same = value;
        }
        if (pass > 0 && same)
            *result = same;
    }
    return all_ready;
}

/* Returns the value of a node, with all that it needs. */
static ptxc_affine evaluate(struct ptxc_values *values, struct node node) {
    static bool (*const ways[])(struct ptxc_values *, struct node,
                                ptxc_affine *) = {[NODE_LEFT] = leave, [NODE_PUT] = put, [NODE_PHI] = join_paths};
    const size_t bottom = values->depth;
    ready(values, node);
    while (values->depth > bottom && !values->program->arena->failed) {
        const struct node top = values->stack[values->depth - 1];
        ptxc_affine result, *memory = memory_of(values, top);
        if (memory && (*memory == 0 || *memory == BEGUN)) {
            *memory = BEGUN;
            if (!ways[top.kind](values, top, &result))
                continue;
            memory = memory_of(values, top);
            if (memory && *memory == BEGUN)
                *memory = result;
        }
        values->depth--;
    }
    values->depth = bottom;
    return value_of(values, node);
}

struct ptxc_values *ptxc_values_make(struct ptxc_program *program, const struct ptxc_graph *graph) {
    struct ptxc_values *values = ptxc_arena_alloc(program->arena, sizeof(*values));
    if (!values)
        return NULL;
    values->program = program;
    values->graph = graph;
    values->all = ptxc_affines_make(program->arena);
    values->definitions = ptxc_definitions_make(program, graph);
    values->mnemonics = ptxc_mnemonics_make(program->arena);
    if (!values->all || !values->definitions || !values->mnemonics)
        return NULL;
    const size_t count = ptxc_definitions_count(values->definitions);
    values->left = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*values->left));
    values->put = ptxc_arena_alloc(program->arena, (count + 1) * sizeof(*values->put));
    return values->left && values->put ? values : NULL;
}

struct ptxc_program *ptxc_values_program(const struct ptxc_values *values) {
    return values->program;
}

struct ptxc_definitions *ptxc_values_definitions(const struct ptxc_values *values) {
    return values->definitions;
}

struct ptxc_affines *ptxc_values_expressions(const struct ptxc_values *values) {
    return values->all;
}

ptxc_affine ptxc_values_of(struct ptxc_values *values, uint32_t step, const struct ptxc_value *value) {
    struct node node;
    const bool reads = find_node(values, step, value, &node);
    if (reads)
        evaluate(values, node);
    return values->program->arena->failed ? 0 : operand_at(values, step, value, reads ? &node : NULL);
}

ptxc_affine ptxc_values_phi(struct ptxc_values *values, const struct ptxc_term *term, uint32_t input) {
    const struct ptxc_block *block = &values->graph->blocks[term->b];
    if (input >= block->predecessor_count)
        return 0;
    const uint32_t from = values->graph->predecessors[block->predecessor_first + input];
    return evaluate(values, node_of(ptxc_definitions_at_end(values->definitions, from, term->a)));
}

bool ptxc_values_change_in(const struct ptxc_values *values, ptxc_affine expression, uint32_t loop) {
    const struct ptxc_linear *linear = ptxc_affine_get(values->all, expression);
    for (uint32_t i = 0; i < linear->count; i++) {
        const uint32_t block = ptxc_affine_term_get(values->all, linear->parts[i].term)->block;
        if (expression == 0 || (block != PTXC_NO_BLOCK && ptxc_graph_in_loop(values->graph, block, loop)))
            return true;
    }
    return false;
}

bool ptxc_values_predicate(struct ptxc_values *values, uint32_t step, const struct ptxc_value *predicate,
                           ptxc_affine *atom, bool *negated) {
    const ptxc_affine held = ptxc_values_of(values, step, predicate);
    const bool inverted = predicate->flags & PTXC_FLAG_NOT;
    int64_t value;
    *negated = inverted;
    if (!held)
        return false;
    if (ptxc_affine_is_constant(values->all, held, &value)) {
        *atom = ptxc_affine_constant(values->all, (value != 0) != inverted);
        *negated = false;
    } else {
        *atom = ptxc_values_positive(values, held, negated);
    }
    return *atom != 0;
}

ptxc_affine ptxc_values_positive(const struct ptxc_values *values, ptxc_affine predicate, bool *negated) {
    bool inverted;
    const ptxc_affine positive = ptxc_predicate_strip(values->all, predicate, &inverted);
    *negated ^= inverted;
    return positive;
}
