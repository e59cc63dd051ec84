/* Definitions of registers: see reaching_definitions.h. A step sees the last definition before it in its block; else
 * that of the nearest block that dominates its own and defines the register or merges it. Blocks merge a register that
 * are in the iterated dominance frontier of those that define it. Where these frontiers are too long, every block with
 * several predecessors merges every register: that is right, and says less.
 */
#include "analysis/values/reaching_definitions.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* ---- sites ----
 *
 * In the order of the tree, what one dominates stands right after it. So the last one that does not stand after a block
 * dominates it, or one of those around that does. From each there is a way outwards that skips ever more of them
 * (Myers, An applicative random-access stack, 1983).
 */

static int by_tree(const void *a, const void *b) {
    const uint32_t one = ((const struct ptxc_definition_site *)a)->tree_first,
                   other = ((const struct ptxc_definition_site *)b)->tree_first;
    return (one > other) - (one < other);
}

/* Returns the index of the nearest from `at` outwards that dominates the block, or 0. */
static uint32_t outwards(const struct ptxc_definition_site *list, const struct ptxc_graph *graph, uint32_t at,
                         uint32_t block) {
    while (at && !ptxc_graph_dominates(graph, list[at].block, block)) {
        const uint32_t skip = list[at].skip;
        at = skip && !ptxc_graph_dominates(graph, list[skip].block, block) ? skip : list[at].outer;
    }
    return at;
}

/* Links a site to those that dominate it. */
static void link_site(struct ptxc_definition_site *list, const struct ptxc_graph *graph, uint32_t index) {
    struct ptxc_definition_site *site = &list[index];
    site->outer = site->skip = outwards(list, graph, index - 1, site->block);
    const struct ptxc_definition_site *outer = &list[site->outer], *skipped = &list[outer->skip];
    if (!site->outer)
        return;
    site->depth = outer->depth + 1;
    if (outer->skip && outer->depth - skipped->depth == skipped->depth - list[skipped->skip].depth)
        site->skip = skipped->skip;
}

bool ptxc_dominator_ancestors_make(struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                   struct ptxc_arena *arena, const uint32_t *blocks, uint32_t count) {
    *sites = (struct ptxc_dominator_ancestors){.list = ptxc_arena_alloc(arena, (count + 1) * sizeof(*sites->list)),
                                               .count = count};
    if (!sites->list)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sites->list[i + 1] =
            (struct ptxc_definition_site){.block = blocks[i], .tree_first = graph->blocks[blocks[i]].tree_first};
    qsort(sites->list + 1, count, sizeof(*sites->list), by_tree);
    for (uint32_t i = 1; i <= count; i++)
        link_site(sites->list, graph, i);
    return true;
}

uint32_t ptxc_dominator_ancestors_nearest(const struct ptxc_dominator_ancestors *sites, const struct ptxc_graph *graph,
                                          uint32_t block) {
    uint32_t low = 1, high = sites->count + 1; /* the first that stands after the block */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sites->list[middle].tree_first <= graph->blocks[block].tree_first)
            low = middle + 1;
        else
            high = middle;
    }
    return outwards(sites->list, graph, low - 1, block);
}

/* ---- definitions ---- */

static const uint32_t NONE = UINT32_MAX;

/* A block in the frontier of another. */
struct frontier {
    uint32_t block;
    uint32_t next; /* + 1 */
};

struct ptxc_definitions {
    struct ptxc_arena *arena;
    const struct ptxc_program *program;
    const struct ptxc_graph *graph;
    struct ptxc_definition *list; /* as the steps go */
    size_t count, capacity;
    struct ptxc_variable *variables;
    size_t variable_count, variable_capacity;
    uint32_t *variable_slots; /* by hash: the first variable + 1 */
    size_t variable_slot_count;
    struct ptxc_phi *phis;
    size_t phi_count, phi_capacity;
    uint32_t *phi_slots;
    size_t phi_slot_count;
    uint32_t *frontier_firsts; /* by block, + 1; NULL: not made yet */
    struct frontier *frontiers;
    size_t frontier_count, frontier_capacity;
    uint32_t *marks, *work; /* by block: in whose search it was met; the search itself */
    uint32_t mark;
    size_t budget;   /* how much may still be spent on frontiers; 0: every join merges */
    uint32_t *joins; /* by block: the nearest join that dominates it; NULL: not made yet */
};

static uint32_t hash(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t h = (a * 0x9e3779b1u ^ b) * 0x85ebca6bu ^ c;
    h = (h ^ h >> 15) * 0xc2b2ae35u;
    return h ^ h >> 13;
}

static uint32_t hash_variable(const struct ptxc_variable *variable) {
    const bool named = variable->symbol == 0 && variable->name_length > 0;
    const uint32_t name = named ? (uint32_t)ptxc_hash(0, variable->name, variable->name_length) : 0;
    return hash(variable->symbol, variable->number ^ name, variable->frame);
}

static bool same_variable(const struct ptxc_variable *a, const struct ptxc_variable *b) {
    if (a->symbol != b->symbol || a->number != b->number || a->frame != b->frame)
        return false;
    if (a->symbol != 0 || a->name_length != b->name_length)
        return a->symbol != 0;
    return a->name == b->name || (a->name && b->name && memcmp(a->name, b->name, a->name_length) == 0);
}

/* Makes as many slots as there can be items at least, and links these again. */
static bool link_variables(struct ptxc_definitions *all) {
    size_t count = 16; /* a power of two */
    while (count < all->variable_capacity)
        count *= 2;
    uint32_t *slots = ptxc_arena_alloc(all->arena, count * sizeof(*slots));
    if (!slots)
        return false;
    all->variable_slots = slots;
    all->variable_slot_count = count;
    for (uint32_t i = 0; i < all->variable_count; i++) {
        uint32_t *slot = &slots[hash_variable(&all->variables[i]) & (all->variable_slot_count - 1)];
        all->variables[i].next = *slot;
        *slot = i + 1;
    }
    return true;
}

static uint32_t add_variable(struct ptxc_definitions *all, const struct ptxc_variable *variable) {
    void *grown = ptxc_arena_grow(all->arena, all->variables, &all->variable_capacity, all->variable_count + 1,
                                  sizeof(*variable));
    if (!grown)
        return NONE;
    all->variables = grown;
    if (all->variable_slot_count < all->variable_capacity && !link_variables(all))
        return NONE;
    uint32_t *slot = &all->variable_slots[hash_variable(variable) & (all->variable_slot_count - 1)];
    all->variables[all->variable_count] = *variable;
    all->variables[all->variable_count].next = *slot;
    *slot = (uint32_t)++all->variable_count;
    return *slot - 1;
}

uint32_t ptxc_definitions_variable(struct ptxc_definitions *all, uint32_t step, const struct ptxc_value *value) {
    if (value->kind != PTXC_VALUE_REGISTER && (value->kind != PTXC_VALUE_UNKNOWN || !value->name))
        return NONE;
    const struct ptxc_variable wanted = {.frame = ptxc_program_frame(all->program, step, value),
                                         .symbol = value->symbol,
                                         .number = value->number,
                                         .name = value->name,
                                         .name_length = value->name ? value->name_length : 0};
    if (all->variable_slot_count > 0) {
        uint32_t found = all->variable_slots[hash_variable(&wanted) & (all->variable_slot_count - 1)];
        for (; found; found = all->variables[found - 1].next)
            if (same_variable(&all->variables[found - 1], &wanted))
                return found - 1;
    }
    return add_variable(all, &wanted);
}

/* Adds the register that a step writes, if the value is one. */
static void add(struct ptxc_definitions *all, uint32_t step, const struct ptxc_value *value, uint16_t result,
                bool unclear) {
    const uint32_t variable = ptxc_definitions_variable(all, step, value);
    if (variable == NONE)
        return;
    struct ptxc_definition *added = ptxc_arena_add(all->arena, &all->list, &all->count, &all->capacity, sizeof(*added));
    if (!added)
        return;
    *added = (struct ptxc_definition){step, variable, result, unclear};
    all->variables[variable].count++;
}

/* Adds what a step writes. What stands in brackets is an address, and what a call gives back in parentheses. */
static void add_step(struct ptxc_definitions *all, uint32_t index) {
    const struct ptxc_step *step = &all->program->steps[index];
    const struct ptxc_statement *statement = step->statement;
    const uint8_t results = ptxc_step_results(step);
    uint16_t result = 0;
    if (statement->kind == PTXC_STATEMENT_LABEL)
        return;
    if (statement->open) {
        for (uint16_t i = 0; i < statement->value_count; i++)
            add(all, index, &statement->values[i], i, true);
        return;
    }
    for (uint8_t i = 0; i < results && i < statement->operand_count; i++) {
        const struct ptxc_operand *operand = &statement->operands[i];
        const bool vector = operand->shape == PTXC_OPERAND_VECTOR || operand->shape == PTXC_OPERAND_PAIR;
        if (!vector && (operand->shape != PTXC_OPERAND_SCALAR || ptxc_step_does(step, PTXC_ACT_CALL)))
            continue;
        for (uint8_t k = 0; k < operand->count; k++)
            add(all, index, &statement->values[operand->first + k], result++, false);
    }
}

/* Puts the definitions of each register together. */
static bool sort(struct ptxc_definitions *all) {
    uint32_t *next = ptxc_arena_alloc(all->arena, (all->count + 1) * sizeof(*next));
    if (!next)
        return false;
    for (uint32_t i = 0; i < all->variable_count; i++) {
        all->variables[i].definitions = next;
        next += all->variables[i].count;
        all->variables[i].count = 0;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        struct ptxc_variable *variable = &all->variables[all->list[i].variable];
        variable->definitions[variable->count++] = i;
    }
    return true;
}

struct ptxc_definitions *ptxc_definitions_make(const struct ptxc_program *program, const struct ptxc_graph *graph) {
    struct ptxc_definitions *all = ptxc_arena_alloc(program->arena, sizeof(*all));
    if (!all)
        return NULL;
    all->arena = program->arena;
    all->program = program;
    all->graph = graph;
    all->budget = 4096 + 128 * ((size_t)graph->count + program->count);
    all->marks = ptxc_arena_alloc(all->arena, (graph->count + 1) * sizeof(*all->marks));
    all->work = ptxc_arena_alloc(all->arena, (graph->count + 1) * sizeof(*all->work));
    for (uint32_t step = 0; step < program->count && !all->arena->failed; step++)
        add_step(all, step);
    return !all->arena->failed && sort(all) ? all : NULL;
}

uint32_t ptxc_definitions_count(const struct ptxc_definitions *all) {
    return (uint32_t)all->count;
}

const struct ptxc_definition *ptxc_definitions_get(const struct ptxc_definitions *all, uint32_t definition) {
    return &all->list[definition];
}

struct ptxc_phi ptxc_definitions_phi(const struct ptxc_definitions *all, uint32_t phi) {
    return all->phis[phi];
}

const struct ptxc_variable *ptxc_definitions_register(const struct ptxc_definitions *all, uint32_t variable) {
    return &all->variables[variable];
}

static bool link_phis(struct ptxc_definitions *all) {
    uint32_t *slots = ptxc_arena_alloc(all->arena, all->phi_capacity * sizeof(*slots));
    if (!slots)
        return false;
    all->phi_slots = slots;
    all->phi_slot_count = all->phi_capacity;
    for (uint32_t i = 0; i < all->phi_count; i++) {
        uint32_t *slot = &slots[hash(all->phis[i].variable, all->phis[i].block, 0) % all->phi_slot_count];
        all->phis[i].next = *slot;
        *slot = i + 1;
    }
    return true;
}

/* Returns the phi of a register where a block begins, made once. */
static struct ptxc_reaching phi_at(struct ptxc_definitions *all, uint32_t variable, uint32_t block) {
    const uint32_t h = hash(variable, block, 0);
    const struct ptxc_reaching nothing = {PTXC_REACHING_ENTRY, variable};
    uint32_t found = all->phi_slot_count ? all->phi_slots[h % all->phi_slot_count] : 0;
    for (; found; found = all->phis[found - 1].next)
        if (all->phis[found - 1].variable == variable && all->phis[found - 1].block == block)
            return (struct ptxc_reaching){PTXC_REACHING_PHI, found - 1};
    void *grown = ptxc_arena_grow(all->arena, all->phis, &all->phi_capacity, all->phi_count + 1, sizeof(*all->phis));
    if (!grown)
        return nothing;
    all->phis = grown;
    if (all->phi_slot_count < all->phi_capacity && !link_phis(all))
        return nothing;
    uint32_t *slot = &all->phi_slots[h % all->phi_slot_count];
    all->phis[all->phi_count] = (struct ptxc_phi){variable, block, *slot};
    *slot = (uint32_t)++all->phi_count;
    return (struct ptxc_reaching){PTXC_REACHING_PHI, *slot - 1};
}

/* Returns the last definition of a register before a step, not before another one; NONE: there is none. */
static uint32_t last_between(const struct ptxc_definitions *all, uint32_t variable, uint32_t from, uint32_t before) {
    const struct ptxc_variable *here = &all->variables[variable];
    uint32_t low = 0, high = here->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (all->list[here->definitions[middle]].step < before)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NONE;
    const uint32_t found = here->definitions[low - 1];
    return all->list[found].step >= from ? found : NONE;
}

static void add_frontier(struct ptxc_definitions *all, uint32_t of, uint32_t block) {
    const uint32_t first = all->frontier_firsts[of];
    if (first && all->frontiers[first - 1].block == block)
        return;
    void *grown = ptxc_arena_grow(all->arena, all->frontiers, &all->frontier_capacity, all->frontier_count + 1,
                                  sizeof(*all->frontiers));
    if (!grown)
        return;
    all->frontiers = grown;
    all->frontiers[all->frontier_count] = (struct frontier){block, first};
    all->frontier_firsts[of] = (uint32_t)++all->frontier_count;
}

/* Takes from what may be spent; once all is spent, nothing is left. */
static bool spend(struct ptxc_definitions *all) {
    if (all->budget > 0)
        all->budget--;
    return all->budget > 0;
}

/* Makes the dominance frontiers of all blocks (Cooper, Harvey and Kennedy, 2001). */
static bool make_frontiers(struct ptxc_definitions *all) {
    const struct ptxc_graph *graph = all->graph;
    all->frontier_firsts = ptxc_arena_alloc(all->arena, (graph->count + 1) * sizeof(*all->frontier_firsts));
    if (!all->frontier_firsts)
        return false;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        const uint32_t block = graph->order[i];
        const struct ptxc_block *here = &graph->blocks[block];
        if (here->predecessor_count < 2 && block != graph->order[0])
            continue;
        for (uint32_t k = 0; k < here->predecessor_count; k++) {
            uint32_t at = graph->predecessors[here->predecessor_first + k];
            /* the first block has no dominator but itself, and yet a way may lead back to it */
            for (; at != here->dominator || block == graph->order[0]; at = graph->blocks[at].dominator) {
                if (!spend(all))
                    return false;
                add_frontier(all, at, block);
                if (at == graph->blocks[at].dominator)
                    break;
            }
        }
    }
    return !all->arena->failed;
}

/* Adds a block to the sites of a register, once. */
static void meet(struct ptxc_definitions *all, uint32_t block, uint32_t *count) {
    if (all->graph->blocks[block].order == UINT32_MAX || all->marks[block] == all->mark)
        return;
    all->marks[block] = all->mark;
    all->work[(*count)++] = block;
}

/* Adds to the sites what merges the register; false where that would take too long. */
static bool add_merging(struct ptxc_definitions *all, uint32_t *count) {
    if (!all->frontier_firsts && !make_frontiers(all))
        return false;
    for (uint32_t i = 0; i < *count; i++) {
        for (uint32_t at = all->frontier_firsts[all->work[i]]; at; at = all->frontiers[at - 1].next) {
            if (!spend(all))
                return false;
            meet(all, all->frontiers[at - 1].block, count);
        }
    }
    return true;
}

/* Finds the blocks that define a register or merge it; false without memory. */
static bool place(struct ptxc_definitions *all, uint32_t variable) {
    struct ptxc_variable *here = &all->variables[variable];
    uint32_t count = 0;
    all->mark++;
    for (uint32_t i = 0; i < here->count; i++)
        meet(all, ptxc_graph_block_of(all->graph, all->list[here->definitions[i]].step), &count);
    const uint32_t defining = count;
    here->coarse = all->budget == 0 || !add_merging(all, &count);
    here->placed =
        ptxc_dominator_ancestors_make(&here->sites, all->graph, all->arena, all->work, here->coarse ? defining : count);
    return here->placed;
}

/* Whether several ways come together where the block begins. */
static bool is_join(const struct ptxc_graph *graph, uint32_t block) {
    const uint32_t count = graph->blocks[block].predecessor_count;
    return count > 1 || (block == graph->order[0] && count > 0);
}

/* Returns the nearest join that dominates a block, which may be the block itself, or NONE. */
static uint32_t join_around(struct ptxc_definitions *all, uint32_t block) {
    const struct ptxc_graph *graph = all->graph;
    if (!all->joins) {
        all->joins = ptxc_arena_alloc(all->arena, (graph->count + 1) * sizeof(*all->joins));
        for (uint32_t i = 0; i < graph->reachable && all->joins; i++) { /* what dominates a block comes before it */
            const uint32_t at = graph->order[i], outer = graph->blocks[at].dominator;
            all->joins[at] = is_join(graph, at) ? at : outer == at ? NONE : all->joins[outer];
        }
    }
    return all->joins ? all->joins[block] : NONE;
}

/* Returns what reaches the beginning of a block where every join merges: the nearer of a definition and a join. In one
 * block the definition comes after. */
static struct ptxc_reaching at_begin_coarse(struct ptxc_definitions *all, uint32_t block, uint32_t variable) {
    const struct ptxc_graph *graph = all->graph;
    const struct ptxc_dominator_ancestors *sites = &all->variables[variable].sites;
    const uint32_t join = join_around(all, block);
    uint32_t at = ptxc_dominator_ancestors_nearest(sites, graph, block);
    if (at && sites->list[at].block == block)
        at = sites->list[at].outer;
    const uint32_t site = sites->list[at].block;
    if (at && (join == NONE || ptxc_graph_dominates(graph, join, site)))
        return (struct ptxc_reaching){PTXC_REACHING_DEFINITION,
                                      last_between(all, variable, graph->blocks[site].first, graph->blocks[site].end)};
    return join == NONE ? (struct ptxc_reaching){PTXC_REACHING_ENTRY, variable} : phi_at(all, variable, join);
}

/* Returns what reaches the beginning of a block. */
static struct ptxc_reaching at_begin(struct ptxc_definitions *all, uint32_t block, uint32_t variable) {
    const struct ptxc_block *blocks = all->graph->blocks;
    const struct ptxc_reaching entry = {PTXC_REACHING_ENTRY, variable};
    if (blocks[block].order == UINT32_MAX)
        return phi_at(all, variable, block);
    if (all->variables[variable].count == 0 || (!all->variables[variable].placed && !place(all, variable)))
        return entry;
    if (all->variables[variable].coarse)
        return at_begin_coarse(all, block, variable);
    const struct ptxc_dominator_ancestors *sites = &all->variables[variable].sites;
    for (uint32_t at = ptxc_dominator_ancestors_nearest(sites, all->graph, block); at; at = sites->list[at].outer) {
        const uint32_t site = sites->list[at].block;
        const uint32_t found = site == block ? NONE : last_between(all, variable, blocks[site].first, blocks[site].end);
        if (found != NONE)
            return (struct ptxc_reaching){PTXC_REACHING_DEFINITION, found};
        if (site != block || blocks[block].predecessor_count > 1 || block == all->graph->order[0])
            return blocks[site].predecessor_count > 0 ? phi_at(all, variable, site) : entry;
    }
    return entry;
}

struct ptxc_reaching ptxc_definitions_before(struct ptxc_definitions *all, uint32_t step, uint32_t variable) {
    const uint32_t block = ptxc_graph_block_of(all->graph, step);
    const uint32_t found = last_between(all, variable, all->graph->blocks[block].first, step);
    return found != NONE ? (struct ptxc_reaching){PTXC_REACHING_DEFINITION, found} : at_begin(all, block, variable);
}

struct ptxc_reaching ptxc_definitions_at_end(struct ptxc_definitions *all, uint32_t block, uint32_t variable) {
    const struct ptxc_block *here = &all->graph->blocks[block];
    const uint32_t found = last_between(all, variable, here->first, here->end);
    return found != NONE ? (struct ptxc_reaching){PTXC_REACHING_DEFINITION, found} : at_begin(all, block, variable);
}
