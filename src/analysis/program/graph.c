/* The graph of a function: see graph.h. Blocks first, then one depth-first search for the order, from it the dominators
 * and the loops. Nothing here is recursive. */
#include "analysis/program/graph.h"

#include "analysis/program/branch_targets.h"

/* ---- dominators ----
 *
 * Semidominators by Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), with path
 * compression, and from them the dominators by Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems"
 * (2005, Semi-NCA). A chain with branches far down, which is common in generated code, makes simpler ones quadratic.
 */

/* A graph whose nodes have the numbers 0 … count-1 as a depth-first search from node 0 meets them. */
struct numbered_graph {
    uint32_t count;
    const uint32_t *parents;            /* from which the search came to each; of node 0 nothing */
    const uint32_t *predecessor_firsts; /* count + 1 of them: into `predecessors` */
    const uint32_t *predecessors;
};

static const uint32_t NONE = UINT32_MAX;

/* A node in the forest of those that were looked at so far, last ones first. */
struct dominator_node {
    uint32_t semidominator;
    uint32_t ancestor; /* NONE: of a root */
    uint32_t best;     /* the node of least semidominator on the way up to the root, which does not count */
};

struct forest {
    struct dominator_node *nodes;
    uint32_t *path; /* for compress() */
};

/* Hangs all on the way up from `node` below the root itself. */
static void compress(const struct forest *forest, uint32_t node) {
    struct dominator_node *nodes = forest->nodes;
    uint32_t length = 0;
    for (; nodes[nodes[node].ancestor].ancestor != NONE; node = nodes[node].ancestor)
        forest->path[length++] = node;
    while (length > 0) {
        struct dominator_node *below = &nodes[forest->path[--length]];
        const struct dominator_node *above = &nodes[below->ancestor];
        if (nodes[above->best].semidominator < nodes[below->best].semidominator)
            below->best = above->best;
        below->ancestor = above->ancestor;
    }
}

/* Returns the node of least semidominator on the way up from `node`, which counts, to its root, which does not. */
static uint32_t least(const struct forest *forest, uint32_t node) {
    if (forest->nodes[node].ancestor != NONE)
        compress(forest, node);
    return forest->nodes[node].best;
}

static void find_semidominator(const struct forest *forest, const struct numbered_graph *graph, uint32_t node) {
    struct dominator_node *nodes = forest->nodes;
    for (uint32_t i = graph->predecessor_firsts[node]; i < graph->predecessor_firsts[node + 1]; i++) {
        const uint32_t found = nodes[least(forest, graph->predecessors[i])].semidominator;
        if (found < nodes[node].semidominator)
            nodes[node].semidominator = found;
    }
}

/* Writes the immediate dominator of each node, of node 0 itself; false without memory in the arena. */
static bool dominators_find(struct ptxc_arena *arena, const struct numbered_graph *graph, uint32_t *dominators) {
    const struct forest forest = {ptxc_arena_alloc(arena, graph->count * sizeof(struct dominator_node)),
                                  ptxc_arena_alloc(arena, graph->count * sizeof(uint32_t))};
    if (!forest.nodes || !forest.path)
        return false;
    for (uint32_t i = 0; i < graph->count; i++)
        forest.nodes[i] = (struct dominator_node){.semidominator = i, .ancestor = NONE, .best = i};
    for (uint32_t i = graph->count; i-- > 1;) {
        find_semidominator(&forest, graph, i);
        forest.nodes[i].ancestor = graph->parents[i];
    }
    dominators[0] = 0;
    for (uint32_t i = 1; i < graph->count; i++) {
        dominators[i] = graph->parents[i];
        while (dominators[i] > forest.nodes[i].semidominator)
            dominators[i] = dominators[dominators[i]];
    }
    return true;
}

struct graph_making {
    struct ptxc_program *program;
    struct ptxc_graph *graph;
    struct ptxc_arena arena; /* for the time of the making */
    uint32_t *numbers;       /* of each block, in the order in which the search meets it; PTXC_NO_BLOCK: never */
    uint32_t *met;           /* the block of each number */
    uint32_t *parents;       /* the number from which the search came to each */
};

/* ---- blocks ---- */

enum ending {
    GOES_ON,
    BRANCHES, /* to its target */
    LEAVES    /* the function, or nobody knows where it goes */
};

/* How control goes on after the step where its guard, if it has one, is true. */
static enum ending ending_of(const struct ptxc_step *step) {
    switch (ptxc_step_action(step)) {
    case PTXC_ACT_BRANCH:
    case PTXC_ACT_RETURN: return step->target == PTXC_NO_STEP ? LEAVES : BRANCHES;
    case PTXC_ACT_INDIRECT:
    case PTXC_ACT_EXIT:
    case PTXC_ACT_TRAP: return LEAVES;
    default: return GOES_ON;
    }
}

/* Marks in `block_of` the steps that begin a block, and gives their number. */
static uint32_t mark_beginnings(const struct ptxc_program *program, uint32_t *block_of) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->count; i++) {
        const struct ptxc_step *step = &program->steps[i];
        const enum ending ending = ending_of(step);
        if (i == 0 || step->statement->kind == PTXC_STATEMENT_LABEL)
            block_of[i] = 1;
        if (ending != GOES_ON && i + 1 < program->count)
            block_of[i + 1] = 1;
        if (ending == BRANCHES && step->target < program->count)
            block_of[step->target] = 1;
    }
    for (uint32_t i = 0; i < program->count; i++)
        count += block_of[i];
    return count;
}

static void number_blocks(struct ptxc_graph *graph) {
    const uint32_t count = graph->program->count;
    uint32_t block = PTXC_NO_BLOCK, acting = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (graph->block_of[i]) {
            block++;
            graph->blocks[block] = (struct ptxc_block){.first = i,
                                                       .acting_first = acting,
                                                       .successors = {PTXC_NO_BLOCK, PTXC_NO_BLOCK},
                                                       .order = UINT32_MAX,
                                                       .dominator = PTXC_NO_BLOCK,
                                                       .loop = PTXC_NO_BLOCK,
                                                       .tree_first = UINT32_MAX};
        }
        graph->block_of[i] = block;
        if (i + 1 == count || ptxc_step_acts(&graph->program->steps[i]))
            graph->acting[acting++] = i;
        graph->blocks[block].end = i + 1;
        graph->blocks[block].acting_end = acting;
    }
    graph->acting_count = acting;
}

static void find_successors(struct ptxc_graph *graph) {
    for (uint32_t i = 0; i < graph->count; i++) {
        struct ptxc_block *block = &graph->blocks[i];
        const struct ptxc_step *last = &graph->program->steps[block->end - 1];
        const enum ending ending = ending_of(last);
        if ((ending == GOES_ON || last->statement->guarded) && i + 1 < graph->count)
            block->successors[0] = i + 1;
        if (ending == BRANCHES && last->target < graph->program->count &&
            graph->block_of[last->target] != block->successors[0])
            block->successors[1] = graph->block_of[last->target];
    }
}

static bool make_blocks(struct graph_making *making) {
    struct ptxc_graph *graph = making->graph;
    struct ptxc_arena *arena = making->program->arena;
    graph->block_of = ptxc_arena_alloc(arena, making->program->count * sizeof(*graph->block_of));
    graph->acting = ptxc_arena_alloc(arena, making->program->count * sizeof(*graph->acting));
    if (!graph->block_of || !graph->acting)
        return false;
    graph->count = mark_beginnings(making->program, graph->block_of);
    graph->blocks = ptxc_arena_alloc(arena, graph->count * sizeof(*graph->blocks));
    graph->predecessors = ptxc_arena_alloc(arena, 2 * (size_t)graph->count * sizeof(*graph->predecessors));
    graph->order = ptxc_arena_alloc(arena, graph->count * sizeof(*graph->order));
    making->numbers = ptxc_arena_alloc(&making->arena, graph->count * sizeof(*making->numbers));
    making->met = ptxc_arena_alloc(&making->arena, graph->count * sizeof(*making->met));
    making->parents = ptxc_arena_alloc(&making->arena, graph->count * sizeof(*making->parents));
    if (arena->failed || making->arena.failed)
        return false;
    number_blocks(graph);
    find_successors(graph);
    return true;
}

/* ---- order ---- */

/* Searches depth first from the first block, to the target of a branch before what follows it: so that in reverse
 * postorder the blocks come as in the source where nothing speaks against it. */
static bool search(struct graph_making *making) {
    struct ptxc_graph *graph = making->graph;
    const uint32_t count = graph->count;
    uint32_t *stack = ptxc_arena_alloc(&making->arena, count * sizeof(*stack));
    uint8_t *seen = ptxc_arena_alloc(&making->arena, count); /* how many successors of each */
    uint32_t depth = 0, met = 0, place = count;
    if (making->arena.failed)
        return false;
    for (uint32_t i = 0; i < count; i++)
        making->numbers[i] = PTXC_NO_BLOCK;
    if (count > 0) {
        making->numbers[0] = met++;
        stack[depth++] = 0;
    }
    while (depth > 0) {
        const uint32_t block = stack[depth - 1];
        if (seen[block] == 2) {
            graph->order[--place] = block;
            depth--;
            continue;
        }
        const uint32_t next = graph->blocks[block].successors[1 - seen[block]++];
        if (next == PTXC_NO_BLOCK || making->numbers[next] != PTXC_NO_BLOCK)
            continue;
        making->parents[met] = making->numbers[block];
        making->met[met] = next;
        making->numbers[next] = met++;
        stack[depth++] = next;
    }
    graph->reachable = met;
    for (uint32_t i = 0; i < met; i++) {
        graph->order[i] = graph->order[place + i];
        graph->blocks[graph->order[i]].order = i;
    }
    return true;
}

static void find_predecessors(struct ptxc_graph *graph) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < graph->reachable; i++)
        for (int way = 0; way < 2; way++) {
            const uint32_t next = graph->blocks[graph->order[i]].successors[way];
            if (next != PTXC_NO_BLOCK)
                graph->blocks[next].predecessor_count++;
        }
    for (uint32_t i = 0; i < graph->count; i++) {
        graph->blocks[i].predecessor_first = first;
        first += graph->blocks[i].predecessor_count;
        graph->blocks[i].predecessor_count = 0;
    }
    for (uint32_t i = 0; i < graph->reachable; i++)
        for (int way = 0; way < 2; way++) {
            const uint32_t next = graph->blocks[graph->order[i]].successors[way];
            if (next == PTXC_NO_BLOCK)
                continue;
            struct ptxc_block *block = &graph->blocks[next];
            graph->predecessors[block->predecessor_first + block->predecessor_count++] = graph->order[i];
        }
}

/* ---- dominators ---- */

/* Numbers the tree of dominators so that each subtree is a range; `ends` has room for each block. A dominator comes
 * first in reverse postorder. */
static void number_tree(struct ptxc_graph *graph, uint32_t *ends) {
    for (uint32_t i = graph->reachable; i-- > 0;) {
        struct ptxc_block *block = &graph->blocks[graph->order[i]];
        block->tree_count++;
        if (i > 0)
            graph->blocks[block->dominator].tree_count += block->tree_count;
    }
    for (uint32_t i = 0; i < graph->reachable; i++) {
        struct ptxc_block *block = &graph->blocks[graph->order[i]];
        block->tree_first = i > 0 ? ends[block->dominator] : 0;
        if (i > 0)
            ends[block->dominator] += block->tree_count;
        ends[graph->order[i]] = block->tree_first + 1;
    }
}

static bool find_dominators(struct graph_making *making) {
    struct ptxc_graph *graph = making->graph;
    const uint32_t count = graph->reachable;
    uint32_t *firsts = ptxc_arena_alloc(&making->arena, (count + (size_t)1) * sizeof(*firsts));
    uint32_t *predecessors = ptxc_arena_alloc(&making->arena, 2 * (size_t)count * sizeof(*predecessors));
    uint32_t *dominators = ptxc_arena_alloc(&making->arena, count * sizeof(*dominators));
    uint32_t *ends = ptxc_arena_alloc(&making->arena, graph->count * sizeof(*ends));
    if (making->arena.failed)
        return false;
    for (uint32_t i = 0, end = 0; i < count; i++) {
        const struct ptxc_block *block = &graph->blocks[making->met[i]];
        for (uint32_t p = 0; p < block->predecessor_count; p++)
            predecessors[end++] = making->numbers[graph->predecessors[block->predecessor_first + p]];
        firsts[i + 1] = end;
    }
    if (count == 0)
        return true;
    const struct numbered_graph numbered = {count, making->parents, firsts, predecessors};
    if (!dominators_find(&making->arena, &numbered, dominators))
        return false;
    for (uint32_t i = 0; i < count; i++)
        graph->blocks[making->met[i]].dominator = making->met[dominators[i]];
    number_tree(graph, ends);
    return true;
}

/* ---- loops ---- */

struct nest {
    struct ptxc_graph *graph;
    uint32_t *outermost; /* of each loop one around it, itself where none is known yet */
    uint32_t *stack;     /* blocks of the loop whose predecessors are in it, too */
    uint32_t depth;
};

/* Returns the outermost loop so far around this one. */
static uint32_t outermost(const struct nest *nest, uint32_t loop) {
    while (nest->outermost[loop] != loop)
        loop = nest->outermost[loop] = nest->outermost[nest->outermost[loop]];
    return loop;
}

/* Takes a block into the loop, or with it the whole loop that it is in. */
static void take_in(struct nest *nest, uint32_t block, uint32_t loop) {
    struct ptxc_graph *graph = nest->graph;
    if (graph->blocks[block].loop == PTXC_NO_BLOCK) {
        graph->blocks[block].loop = loop;
        nest->stack[nest->depth++] = block;
        return;
    }
    const uint32_t inner = outermost(nest, graph->blocks[block].loop);
    if (inner == loop)
        return;
    graph->loops[inner].parent = loop;
    nest->outermost[inner] = loop;
    nest->stack[nest->depth++] = graph->loops[inner].header;
}

/* Makes the loop of this header, if it is one: all that reaches an edge back to it without passing it. */
static void find_loop(struct nest *nest, uint32_t header) {
    struct ptxc_graph *graph = nest->graph;
    const struct ptxc_block *block = &graph->blocks[header];
    const uint32_t loop = graph->loop_count;
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        const uint32_t latch = graph->predecessors[block->predecessor_first + i];
        if (graph->blocks[latch].order < block->order)
            continue;
        if (!ptxc_graph_dominates(graph, header, latch)) {
            graph->irreducible = true;
            continue;
        }
        if (graph->loop_count == loop) {
            graph->loops[graph->loop_count++] = (struct ptxc_loop){.header = header, .parent = PTXC_NO_BLOCK};
            nest->outermost[loop] = loop;
            graph->blocks[header].loop = loop;
        }
        take_in(nest, latch, loop);
    }
    while (nest->depth > 0) {
        const struct ptxc_block *inner = &graph->blocks[nest->stack[--nest->depth]];
        for (uint32_t i = 0; i < inner->predecessor_count; i++)
            take_in(nest, graph->predecessors[inner->predecessor_first + i], loop);
    }
}

/* Numbers the loops so that those in one are a range; `ends` has room for each. An outer loop comes after its own. */
static void number_loops(struct ptxc_graph *graph, uint32_t *ends) {
    uint32_t end = 0; /* of the loops that lie in no other */
    for (uint32_t i = 0; i < graph->loop_count; i++) {
        struct ptxc_loop *loop = &graph->loops[i];
        loop->tree_count++;
        if (loop->parent != PTXC_NO_BLOCK)
            graph->loops[loop->parent].tree_count += loop->tree_count;
    }
    for (uint32_t i = graph->loop_count; i-- > 0;) {
        struct ptxc_loop *loop = &graph->loops[i];
        uint32_t *place = loop->parent != PTXC_NO_BLOCK ? &ends[loop->parent] : &end;
        loop->tree_first = *place;
        *place += loop->tree_count;
        ends[i] = loop->tree_first + 1;
    }
}

/* Finds inner loops first: their headers come last in reverse postorder. */
static bool find_loops(struct graph_making *making) {
    struct ptxc_graph *graph = making->graph;
    struct nest nest = {.graph = graph};
    uint32_t headers = 0;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        const struct ptxc_block *block = &graph->blocks[graph->order[i]];
        bool header = false;
        for (uint32_t p = 0; p < block->predecessor_count; p++)
            header |= graph->blocks[graph->predecessors[block->predecessor_first + p]].order >= i;
        headers += header;
    }
    graph->loops = ptxc_arena_alloc(making->program->arena, headers * sizeof(*graph->loops));
    nest.outermost = ptxc_arena_alloc(&making->arena, headers * sizeof(*nest.outermost));
    nest.stack = ptxc_arena_alloc(&making->arena, graph->reachable * sizeof(*nest.stack));
    uint32_t *ends = ptxc_arena_alloc(&making->arena, headers * sizeof(*ends));
    if (!graph->loops || making->arena.failed)
        return false;
    for (uint32_t i = graph->reachable; i-- > 0;)
        find_loop(&nest, graph->order[i]);
    number_loops(graph, ends);
    return true;
}

/* ---- traps ---- */

/* Whether a block ends in a trap, or all blocks that follow it are doomed. */
static bool is_doomed(const struct ptxc_graph *graph, const struct ptxc_block *block) {
    const struct ptxc_step *last = &graph->program->steps[block->end - 1];
    const uint32_t *next = block->successors;
    if (ptxc_step_does(last, PTXC_ACT_TRAP) && !last->statement->guarded)
        return true;
    if (ptxc_step_does(last, PTXC_ACT_EXIT) || (ptxc_step_does(last, PTXC_ACT_RETURN) && last->target == PTXC_NO_STEP))
        return false;
    return (next[0] != PTXC_NO_BLOCK || next[1] != PTXC_NO_BLOCK) &&
           (next[0] == PTXC_NO_BLOCK || graph->blocks[next[0]].doomed) &&
           (next[1] == PTXC_NO_BLOCK || graph->blocks[next[1]].doomed);
}

/* Marks the blocks that are doomed, the last ones first: what follows such a block stands after it, as none of them is
 * in a loop. */
static void mark_doomed(const struct ptxc_graph *graph) {
    for (uint32_t i = graph->reachable; i-- > 0;)
        graph->blocks[graph->order[i]].doomed = is_doomed(graph, &graph->blocks[graph->order[i]]);
}

/* ---- all of it ---- */

struct ptxc_graph *ptxc_graph_make(struct ptxc_program *program) {
    struct ptxc_graph *graph = ptxc_arena_alloc(program->arena, sizeof(*graph));
    if (!graph || !ptxc_branch_targets_resolve(program))
        return NULL;
    struct graph_making making = {.program = program, .graph = graph};
    graph->program = program;
    ptxc_arena_share(&making.arena, program->arena);
    bool made = make_blocks(&making) && search(&making);
    if (made) {
        find_predecessors(graph);
        mark_doomed(graph);
        made = find_dominators(&making) && find_loops(&making);
    }
    program->arena->failed |= making.arena.failed;
    ptxc_arena_free(&making.arena);
    graph->ways = ptxc_arena_alloc(program->arena, ((size_t)graph->count + 1) * sizeof(*graph->ways));
    return made && graph->ways ? graph : NULL;
}

/* Returns the blocks that the end of a block leads to, bit by bit; NULL without memory. */
static const uint64_t *ways_from(const struct ptxc_graph *graph, uint32_t block) {
    enum { BITS = 64 };
    struct ptxc_arena *arena = graph->program->arena;
    uint32_t waiting = 0;
    if (graph->ways[block])
        return graph->ways[block];
    uint64_t *met = ptxc_arena_alloc(arena, (graph->count / BITS + 1) * sizeof(*met));
    const struct ptxc_arena_mark mark = ptxc_arena_mark(arena);
    uint32_t *stack = ptxc_arena_alloc(arena, ((size_t)graph->count + 1) * sizeof(*stack));
    if (!met || !stack)
        return NULL;
    stack[waiting++] = block;
    while (waiting > 0) {
        const struct ptxc_block *here = &graph->blocks[stack[--waiting]];
        for (int way = 0; way < 2; way++) {
            const uint32_t next = here->successors[way];
            if (next == PTXC_NO_BLOCK || (met[next / BITS] >> next % BITS & 1))
                continue;
            met[next / BITS] |= UINT64_C(1) << next % BITS;
            stack[waiting++] = next;
        }
    }
    ptxc_arena_reset(arena, mark);
    return graph->ways[block] = met;
}

bool ptxc_graph_leads(const struct ptxc_graph *graph, uint32_t from, uint32_t to) {
    const uint32_t begin = graph->block_of[from], end = graph->block_of[to];
    if (begin == end && from < to)
        return true;
    const uint64_t *ways = ways_from(graph, begin);
    return ways && (ways[end / 64] >> end % 64 & 1);
}

bool ptxc_graph_dominates(const struct ptxc_graph *graph, uint32_t a, uint32_t b) {
    return graph->blocks[b].tree_first - graph->blocks[a].tree_first < graph->blocks[a].tree_count;
}

bool ptxc_graph_in_loop(const struct ptxc_graph *graph, uint32_t block, uint32_t loop) {
    const uint32_t inner = graph->blocks[block].loop;
    return inner != PTXC_NO_BLOCK &&
           graph->loops[inner].tree_first - graph->loops[loop].tree_first < graph->loops[loop].tree_count;
}

bool ptxc_graph_leaves_loop(const struct ptxc_graph *graph, uint32_t from, uint32_t to) {
    const uint32_t loop = graph->blocks[from].loop;
    return loop != PTXC_NO_BLOCK && !ptxc_graph_in_loop(graph, to, loop);
}

/* The innermost loop around a header is its own. */
bool ptxc_graph_is_back_edge(const struct ptxc_graph *graph, uint32_t from, uint32_t to) {
    const uint32_t loop = graph->blocks[to].loop;
    return loop != PTXC_NO_BLOCK && graph->loops[loop].header == to && ptxc_graph_in_loop(graph, from, loop);
}
