/* Conditions of steps: see condition.h.
 *
 * The condition of a block is that of its immediate dominator and, where it is entered from one block
 * alone, the predicate of the branch between them. So it holds whenever the block runs, on every path.
 */
#include "analysis/values/condition.h"

#include <string.h>

struct ptxc_conditions {
    const struct ptxc_program *program;
    const struct ptxc_graph *graph;
    struct ptxc_values *values;
    const struct ptxc_affines *expressions;
    struct ptxc_condition **blocks;      /* made when asked */
    const struct ptxc_condition **steps; /* likewise */
    uint32_t *path;                      /* room for a way from a block to the entry */
};

/* Adds an atom, and what follows from it: both parts of a conjunction. */
static void add_atom(const struct ptxc_conditions *all, struct ptxc_condition *condition, ptxc_affine predicate,
                     bool negated) {
    int64_t constant;
    if (ptxc_affine_is_constant(all->expressions, predicate, &constant)) {
        condition->never |= (constant == 0) != negated;
        return;
    }
    for (uint8_t i = 0; i < condition->count; i++) {
        if (condition->atoms[i].predicate == predicate) {
            condition->never |= condition->atoms[i].negated != negated;
            return;
        }
    }
    if (condition->count == PTXC_MAX_ATOMS) {
        condition->more = true;
        return;
    }
    condition->atoms[condition->count++] = (struct ptxc_atom){predicate, negated};
    const struct ptxc_term *term = ptxc_affine_sole_term(all->expressions, predicate);
    const enum ptxc_operation joined = negated ? PTXC_DO_OR : PTXC_DO_AND;
    if (term && term->kind == PTXC_TERM_OPERATION && term->operation == joined) {
        bool first = negated, second = negated;
        const ptxc_affine a = ptxc_values_positive(all->values, term->a, &first);
        const ptxc_affine b = ptxc_values_positive(all->values, term->b, &second);
        add_atom(all, condition, a, first);
        add_atom(all, condition, b, second);
    }
}

/* Whether the predicate tells whether a wait has succeeded, which is no condition: all wait until it has. */
static bool tells_of_wait(const struct ptxc_conditions *all, ptxc_affine predicate) {
    const struct ptxc_term *term = ptxc_affine_sole_term(all->expressions, predicate);
    return term && term->kind == PTXC_TERM_RESULT && term->a < all->program->count &&
           ptxc_step_waits(&all->program->steps[term->a]);
}

/* Whether every thread that is still there takes the edge: the other one leads to a trap, which ends all of them. */
static bool is_for_survivors(const struct ptxc_conditions *all, const struct ptxc_block *block, uint32_t to) {
    const uint32_t other = block->successors[block->successors[0] == to];
    return other == PTXC_NO_BLOCK ? ptxc_step_does(&all->program->steps[block->end - 1], PTXC_ACT_TRAP)
                                  : all->graph->blocks[other].doomed;
}

/* Whether some go another way where the block ends than others. A guard at its end may be of an ordinary step. */
static bool forks(const struct ptxc_block *block, const struct ptxc_step *last) {
    return block->successors[1] != PTXC_NO_BLOCK || ptxc_step_does(last, PTXC_ACT_EXIT) ||
           ptxc_step_does(last, PTXC_ACT_TRAP) || ptxc_step_does(last, PTXC_ACT_INDIRECT) ||
           (ptxc_step_does(last, PTXC_ACT_RETURN) && last->target == PTXC_NO_STEP);
}

/* Adds what the branch at the end of block `from` says of block `to`, its successor. */
static void add_edge(struct ptxc_conditions *all, struct ptxc_condition *condition, uint32_t from, uint32_t to) {
    const struct ptxc_block *block = &all->graph->blocks[from];
    const uint32_t last = block->end - 1;
    const struct ptxc_step *step = &all->program->steps[last];
    ptxc_affine predicate;
    bool negated;
    if (!step->statement->guarded || !forks(block, step) || ptxc_graph_leaves_loop(all->graph, from, to) ||
        is_for_survivors(all, block, to) ||
        !ptxc_values_predicate(all->values, last, &step->statement->guard, &predicate, &negated) ||
        tells_of_wait(all, predicate))
        return;
    const bool taken = block->successors[1] == to;
    add_atom(all, condition, predicate, taken ? negated : !negated);
}

/* Returns the one block from which a block is entered, but for those that it dominates: edges from there go around a
 * loop, in which what held at its entry goes on to hold. PTXC_NO_BLOCK: there are several, or none. */
static uint32_t sole_entry(const struct ptxc_graph *graph, uint32_t block) {
    const struct ptxc_block *here = &graph->blocks[block];
    uint32_t found = PTXC_NO_BLOCK;
    for (uint32_t i = 0; i < here->predecessor_count; i++) {
        const uint32_t from = graph->predecessors[here->predecessor_first + i];
        if (ptxc_graph_dominates(graph, block, from))
            continue;
        if (found != PTXC_NO_BLOCK)
            return PTXC_NO_BLOCK;
        found = from;
    }
    return found;
}

/* Returns the condition of a block. The blocks that dominate it are done first, from the outermost on. */
static const struct ptxc_condition *of_block(struct ptxc_conditions *all, uint32_t block) {
    static const struct ptxc_condition none = {.more = true}, never = {.never = true};
    if (all->graph->blocks[block].order == UINT32_MAX)
        return &never;
    uint32_t depth = 0;
    for (uint32_t at = block; !all->blocks[at]; at = all->graph->blocks[at].dominator) {
        all->path[depth++] = at;
        if (all->graph->blocks[at].dominator == at)
            break;
    }
    while (depth > 0) {
        const uint32_t at = all->path[--depth];
        struct ptxc_condition *made = ptxc_arena_alloc(all->program->arena, sizeof(*made));
        if (!made)
            return &none;
        const struct ptxc_block *here = &all->graph->blocks[at];
        if (here->dominator != at)
            *made = *all->blocks[here->dominator];
        const uint32_t from = sole_entry(all->graph, at);
        if (from != PTXC_NO_BLOCK)
            add_edge(all, made, from, at);
        all->blocks[at] = made;
    }
    return all->blocks[block];
}

struct ptxc_conditions *ptxc_conditions_make(const struct ptxc_program *program, const struct ptxc_graph *graph,
                                             struct ptxc_values *values) {
    struct ptxc_conditions *made = ptxc_arena_alloc(program->arena, sizeof(*made));
    if (!made)
        return NULL;
    made->program = program;
    made->graph = graph;
    made->values = values;
    made->expressions = ptxc_values_expressions(values);
    made->blocks = ptxc_arena_alloc(program->arena, (graph->count + 1) * sizeof(struct ptxc_condition *));
    made->steps = ptxc_arena_alloc(program->arena, (program->count + 1) * sizeof(*made->steps));
    made->path = ptxc_arena_alloc(program->arena, (graph->count + 1) * sizeof(*made->path));
    return made->blocks && made->steps && made->path ? made : NULL;
}

const struct ptxc_program *ptxc_conditions_program(const struct ptxc_conditions *conditions) {
    return conditions->program;
}

const struct ptxc_affines *ptxc_conditions_expressions(const struct ptxc_conditions *conditions) {
    return conditions->expressions;
}

struct ptxc_condition ptxc_condition_of_edge(struct ptxc_conditions *conditions, uint32_t from, uint32_t to) {
    struct ptxc_condition made = {.count = 0};
    add_edge(conditions, &made, from, to);
    return made;
}

/* Makes the condition of a step with a guard from that of its block. Without memory that one has to do, with `more`. */
static const struct ptxc_condition *make_guarded(struct ptxc_conditions *conditions, uint32_t step,
                                                 const struct ptxc_condition *block) {
    static const struct ptxc_condition none = {.more = true};
    struct ptxc_condition *made = ptxc_arena_alloc(conditions->program->arena, sizeof(*made));
    ptxc_affine predicate;
    bool negated;
    if (!made)
        return &none;
    *made = *block;
    const struct ptxc_value *guard = &conditions->program->steps[step].statement->guard;
    if (ptxc_values_predicate(conditions->values, step, guard, &predicate, &negated))
        add_atom(conditions, made, predicate, negated);
    else
        made->more = true;
    return made;
}

const struct ptxc_condition *ptxc_condition_of(struct ptxc_conditions *conditions, uint32_t step) {
    if (conditions->steps[step])
        return conditions->steps[step];
    const struct ptxc_condition *block = of_block(conditions, ptxc_graph_block_of(conditions->graph, step));
    const bool guarded = conditions->program->steps[step].statement->guarded;
    return conditions->steps[step] = guarded ? make_guarded(conditions, step, block) : block;
}

bool ptxc_condition_is_uniform(const struct ptxc_conditions *conditions, const struct ptxc_condition *condition) {
    for (uint8_t i = 0; i < condition->count; i++)
        if (ptxc_affine_variance(conditions->expressions, condition->atoms[i].predicate) != PTXC_UNIFORM)
            return false;
    return !condition->more;
}

struct ptxc_condition ptxc_condition_common(const struct ptxc_conditions *conditions,
                                            const struct ptxc_condition *condition) {
    struct ptxc_condition common = {.more = condition->more, .never = condition->never};
    for (uint8_t i = 0; i < condition->count; i++) {
        const enum ptxc_variance variance =
            ptxc_affine_variance(conditions->expressions, condition->atoms[i].predicate);
        if (variance == PTXC_UNIFORM || variance == PTXC_VARIES_UNKNOWN)
            common.atoms[common.count++] = condition->atoms[i];
    }
    return common;
}

bool ptxc_condition_implies(const struct ptxc_condition *when, const struct ptxc_condition *step) {
    if (step->more)
        return false;
    for (uint8_t i = 0; i < step->count; i++) {
        bool found = false;
        for (uint8_t k = 0; k < when->count; k++)
            found |= when->atoms[k].predicate == step->atoms[i].predicate &&
                     when->atoms[k].negated == step->atoms[i].negated;
        if (!found)
            return false;
    }
    return true;
}

/* What an atom says that is of the form "expression equals constant". */
static bool is_equality(const struct ptxc_conditions *all, const struct ptxc_atom *atom, ptxc_affine *expression,
                        int64_t *constant) {
    const struct ptxc_term *term = ptxc_affine_sole_term(all->expressions, atom->predicate);
    if (atom->negated || !term || term->kind != PTXC_TERM_OPERATION || term->operation != PTXC_DO_COMPARE ||
        (term->detail & ~PTXC_UNSIGNED_COMPARISON) != PTXC_EQ)
        return false;
    *expression = term->a;
    return ptxc_affine_is_constant(all->expressions, term->b, constant);
}

/* Whether two atoms cannot hold together. */
static bool atoms_exclude(const struct ptxc_conditions *all, const struct ptxc_atom *a, const struct ptxc_atom *b) {
    ptxc_affine left, right;
    int64_t first, second;
    if (a->predicate == b->predicate)
        return a->negated != b->negated;
    return is_equality(all, a, &left, &first) && is_equality(all, b, &right, &second) && left == right &&
           first != second;
}

/* Whether a predicate is the same for a thread wherever it is asked. */
static bool is_constant(const struct ptxc_conditions *all, ptxc_affine predicate) {
    const struct ptxc_linear *linear = ptxc_affine_get(all->expressions, predicate);
    for (uint32_t i = 0; i < linear->count; i++)
        if (ptxc_affine_term_get(all->expressions, linear->parts[i].term)->block != PTXC_NO_BLOCK)
            return false;
    return predicate != 0;
}

bool ptxc_condition_parts(const struct ptxc_conditions *conditions, const struct ptxc_condition *a,
                          const struct ptxc_condition *b) {
    for (uint8_t i = 0; i < a->count; i++)
        for (uint8_t k = 0; k < b->count; k++)
            if (atoms_exclude(conditions, &a->atoms[i], &b->atoms[k]) &&
                is_constant(conditions, a->atoms[i].predicate) && is_constant(conditions, b->atoms[k].predicate))
                return true;
    return false;
}

bool ptxc_condition_excludes(const struct ptxc_conditions *conditions, const struct ptxc_condition *a,
                             const struct ptxc_condition *b) {
    for (uint8_t i = 0; i < a->count; i++)
        for (uint8_t k = 0; k < b->count; k++)
            if (atoms_exclude(conditions, &a->atoms[i], &b->atoms[k]))
                return true;
    return a->never || b->never;
}
