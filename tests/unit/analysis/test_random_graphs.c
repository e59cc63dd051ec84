/* Random functions: order, dominators, loops, and data flow against what their definitions say, worked out as
 * simply as can be. A failure prints the seed and the function; the environment variable SEED repeats it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "analysis/program/graph.h"
#include "analysis/values/reaching_definitions.h"
#include "analysis/program/dataflow.h"
#include "steps.h"

enum { MOST = 24, ROUNDS = 5000 };

static unsigned long seed;
static uint64_t sequence;
static char text[MOST * 32];

static uint32_t below(uint32_t limit) {
    sequence = sequence * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(sequence >> 33) % limit;
}

static void expect(bool holds, const char *what, uint32_t a, uint32_t b) {
    if (!holds)
        fail_msg("%s of %u and %u, SEED=%lu: %s", what, (unsigned)a, (unsigned)b, seed, text);
}

/* What the graph should say, in sets of blocks as bits. */
struct model {
    const struct ptxc_graph *graph;
    uint32_t count, reachable;
    uint32_t successors[MOST];
    uint32_t dominators[MOST];
    uint32_t bodies[MOST]; /* of the loop of each header, 0: it is none */
};

static uint32_t bit(uint32_t block) {
    return (uint32_t)1 << block;
}

static bool has_edge(const struct model *model, uint32_t from, uint32_t to) {
    return model->successors[from] >> to & 1;
}

/* Gives what can be reached from the set without passing, or beginning in, `without`; back against the edges. */
static uint32_t reach(const struct model *model, uint32_t set, uint32_t without, bool back) {
    set &= ~without;
    for (uint32_t before = ~set; before != set;) {
        before = set;
        for (uint32_t from = 0; from < model->count; from++)
            if (back && model->successors[from] & set)
                set |= bit(from) & ~without;
            else if (!back && set >> from & 1)
                set |= model->successors[from] & ~without;
    }
    return set;
}

static void make_model(struct model *model, const struct ptxc_graph *graph) {
    *model = (struct model){.graph = graph, .count = graph->count};
    for (uint32_t from = 0; from < model->count; from++)
        for (int way = 0; way < 2; way++)
            if (graph->blocks[from].successors[way] != PTXC_NO_BLOCK)
                model->successors[from] |= bit(graph->blocks[from].successors[way]);
    model->reachable = reach(model, bit(0), 0, false);
    for (uint32_t a = 0; a < model->count; a++) {
        const uint32_t without = reach(model, bit(0), bit(a), false);
        for (uint32_t b = 0; b < model->count; b++)
            if ((model->reachable & ~without) >> b & 1)
                model->dominators[b] |= bit(a);
    }
    for (uint32_t from = 0; from < model->count; from++)
        for (uint32_t to = 0; to < model->count; to++)
            if (has_edge(model, from, to) && model->dominators[from] >> to & 1)
                model->bodies[to] |= bit(to) | (reach(model, bit(from), bit(to), true) & model->reachable);
}

/* Whether a circle is left without the edges back to a dominator. */
static bool is_irreducible(const struct model *model) {
    uint32_t left = model->reachable;
    for (uint32_t before = 0; before != left;) {
        before = left;
        for (uint32_t to = 0; to < model->count; to++) {
            bool entered = false;
            for (uint32_t from = 0; from < model->count; from++)
                entered |= (left >> from & 1) && has_edge(model, from, to) && !(model->dominators[from] >> to & 1);
            left &= ~(entered ? 0 : bit(to));
        }
    }
    return left != 0;
}

static void compare_order(const struct model *model) {
    const struct ptxc_graph *graph = model->graph;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < graph->reachable; i++) {
        expect(graph->blocks[graph->order[i]].order == i, "the order", i, graph->order[i]);
        seen |= bit(graph->order[i]);
    }
    expect(seen == model->reachable, "what can be reached", seen, model->reachable);
    for (uint32_t to = 0; to < model->count; to++) {
        const struct ptxc_block *block = &graph->blocks[to];
        uint32_t from = 0;
        for (uint32_t i = 0; i < block->predecessor_count; i++)
            from |= bit(graph->predecessors[block->predecessor_first + i]);
        for (uint32_t i = 0; i < model->count; i++)
            expect((from >> i & 1) == (has_edge(model, i, to) && model->reachable >> i & 1), "the edge", i, to);
    }
}

static void compare_dominators(const struct model *model) {
    const struct ptxc_graph *graph = model->graph;
    for (uint32_t b = 0; b < model->count; b++) {
        for (uint32_t a = 0; a < model->count; a++)
            expect(ptxc_graph_dominates(graph, a, b) == (model->dominators[b] >> a & 1), "dominance", a, b);
        const uint32_t immediate = graph->blocks[b].dominator;
        if (b > 0 && model->reachable >> b & 1)
            expect(model->dominators[immediate] == (model->dominators[b] & ~bit(b)), "the dominator", immediate, b);
    }
}

/* Holds the nearest of some blocks against the dominators: whatever else of them dominates dominates it, too. */
static void compare_sites(const struct model *model, struct ptxc_arena *arena) {
    const struct ptxc_graph *graph = model->graph;
    uint32_t blocks[MOST], count = 0, set = 0;
    struct ptxc_dominator_ancestors sites;
    for (uint32_t i = graph->reachable; i-- > 0;)
        if (below(3) > 0)
            set |= bit(blocks[count++] = graph->order[i]);
    assert_true(ptxc_dominator_ancestors_make(&sites, graph, arena, blocks, count));
    for (uint32_t b = 0; b < model->count; b++) {
        if (!(model->reachable >> b & 1))
            continue;
        const uint32_t found = ptxc_dominator_ancestors_nearest(&sites, graph, b),
                       dominating = model->dominators[b] & set;
        expect((found != 0) == (dominating != 0), "whether some site is around", found, b);
        if (found)
            expect(dominating >> sites.list[found].block & 1 &&
                       (dominating & ~model->dominators[sites.list[found].block]) == 0,
                   "the nearest site", sites.list[found].block, b);
    }
}

/* What is said of the edge, held against the loops. */
static void compare_edge(const struct model *model, uint32_t from, uint32_t to) {
    bool leaves = false;
    for (uint32_t i = 0; i < model->count; i++)
        leaves |= (model->bodies[i] >> from & 1) && !(model->bodies[i] >> to & 1);
    expect(ptxc_graph_leaves_loop(model->graph, from, to) == leaves, "leaving", from, to);
    expect(ptxc_graph_is_back_edge(model->graph, from, to) == (model->dominators[from] >> to & 1), "back", from, to);
}

static void compare_loops(const struct model *model) {
    const struct ptxc_graph *graph = model->graph;
    uint32_t headers = 0;
    for (uint32_t i = 0; i < graph->loop_count; i++) {
        const struct ptxc_loop *loop = &graph->loops[i];
        headers |= bit(loop->header);
        for (uint32_t b = 0; b < model->count; b++)
            expect(ptxc_graph_in_loop(graph, b, i) == (model->bodies[loop->header] >> b & 1), "the loop", i, b);
        if (loop->parent != PTXC_NO_BLOCK)
            expect(loop->parent > i && ptxc_graph_in_loop(graph, loop->header, loop->parent), "the parent", i, 0);
    }
    for (uint32_t b = 0; b < model->count; b++)
        expect((headers >> b & 1) == (model->bodies[b] != 0), "the header", b, 0);
    for (uint32_t from = 0; from < model->count; from++)
        for (uint32_t to = 0; to < model->count; to++)
            if (has_edge(model, from, to) && model->reachable >> from & 1)
                compare_edge(model, from, to);
    expect(graph->irreducible == is_irreducible(model), "irreducibility", graph->irreducible, 0);
}

/* ---- data flow: the blocks that are passed on every way are the dominators ---- */

static void add_block(void *context, void *state, uint32_t step, bool last) {
    const struct model *model = context;
    const uint32_t block = ptxc_graph_block_of(model->graph, step);
    *(uint32_t *)state |= bit(block);
    if (last)
        expect(*(uint32_t *)state == model->dominators[block], "the flow", block, *(uint32_t *)state);
}

static bool keep_common(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    uint32_t *blocks = into;
    const uint32_t before = *blocks;
    expect(has_edge(context, from, to), "the flow along", from, to);
    *blocks &= *(const uint32_t *)state;
    return *blocks != before;
}

/* Makes a function of up to MOST blocks, each with a label. The more of the endings are used, the less can be reached.
 */
static void write_function(void) {
    static const char *const endings[] = {"a", "@bra=L", "@bra=L", "@bra=L", "bra=L", "@ret", "ret", "@exit"};
    const uint32_t count = 1 + below(MOST), kinds = 4 + below(5);
    char *end = text;
    for (uint32_t i = 0; i < count; i++) {
        const char *ending = endings[below(kinds)];
        end += sprintf(end, "L%u: %s", (unsigned)i, ending);
        if (ending[strlen(ending) - 1] == 'L')
            end += sprintf(end, "%u", (unsigned)below(count));
        end += sprintf(end, " ");
    }
}

static void random_functions(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct steps steps;
        struct model model;
        write_function();
        assert_true(steps_make(&steps, text, NULL));
        const struct ptxc_graph *graph = ptxc_graph_make(&steps.program);
        assert_non_null(graph);
        expect(graph->count <= MOST && !steps.program.uncertain, "the count", graph->count, MOST);
        make_model(&model, graph);
        compare_order(&model);
        compare_dominators(&model);
        compare_sites(&model, steps.program.arena);
        compare_loops(&model);
        const struct ptxc_lattice lattice = {sizeof(uint32_t), &model, NULL, add_block, keep_common, NULL, false};
        expect(ptxc_dataflow_run(graph, &lattice), "the end", 0, 0);
        steps_free(&steps);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_functions),
    };
    const char *given = getenv("SEED");
    seed = given ? strtoul(given, NULL, 10) : (unsigned long)time(NULL) * 1000 + (unsigned long)getpid() % 1000;
    sequence = seed;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
