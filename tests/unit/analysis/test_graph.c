/* Blocks, order, dominators and loops of small functions; where branches go; very large functions; out of memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "analysis/program/graph.h"
#include "steps.h"

#define NONE PTXC_NO_BLOCK

static struct ptxc_graph *make(struct steps *steps, const char *text) {
    assert_true(steps_make(steps, text, NULL));
    struct ptxc_graph *graph = ptxc_graph_make(&steps->program);
    assert_non_null(graph);
    return graph;
}

static void expect_successors(const struct ptxc_graph *graph, uint32_t block, uint32_t fall, uint32_t branch) {
    assert_int_equal(graph->blocks[block].successors[0], fall);
    assert_int_equal(graph->blocks[block].successors[1], branch);
}

/* An if with an else: both ways are dominated by the branch, and so is where they meet. */
static void diamond(void **state) {
    struct steps steps;
    const struct ptxc_graph *graph = make(&steps, "a @bra=ELSE b bra=END ELSE: c END: ret");
    (void)state;
    assert_int_equal(graph->count, 4);
    assert_int_equal(graph->reachable, 4);
    expect_successors(graph, 0, 1, 2);
    expect_successors(graph, 1, NONE, 3);
    expect_successors(graph, 2, 3, NONE);
    expect_successors(graph, 3, NONE, NONE);
    assert_int_equal(ptxc_graph_block_of(graph, 0), 0);
    assert_int_equal(ptxc_graph_block_of(graph, 1), 0);
    assert_int_equal(ptxc_graph_block_of(graph, 2), 1);
    assert_int_equal(graph->blocks[3].predecessor_count, 2);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(graph->order[i], i);
        assert_int_equal(graph->blocks[i].dominator, 0);
        assert_true(ptxc_graph_dominates(graph, 0, i));
        assert_true(ptxc_graph_dominates(graph, i, i));
        assert_int_equal(graph->blocks[i].loop, NONE);
    }
    assert_false(ptxc_graph_dominates(graph, 1, 3));
    assert_false(graph->irreducible);
    assert_false(steps.program.uncertain);
    steps_free(&steps);
}

/* An outer loop with two inner ones, one after the other. */
static void nested_loops(void **state) {
    struct steps steps;
    const struct ptxc_graph *graph = make(&steps, "a OUT: b ONE: c @bra=ONE TWO: d @bra=TWO e @bra=OUT f");
    enum { A, OUT, ONE, TWO, E, F };
    (void)state;
    assert_int_equal(graph->count, 6);
    assert_int_equal(graph->loop_count, 3);
    const uint32_t outer = graph->blocks[OUT].loop, one = graph->blocks[ONE].loop, two = graph->blocks[TWO].loop;
    assert_int_equal(graph->loops[outer].header, OUT);
    assert_int_equal(graph->loops[outer].parent, NONE);
    assert_int_equal(graph->loops[one].header, ONE);
    assert_int_equal(graph->loops[one].parent, outer);
    assert_int_equal(graph->loops[two].parent, outer);
    assert_int_equal(graph->blocks[E].loop, outer);
    assert_int_equal(graph->blocks[F].loop, NONE);
    assert_true(ptxc_graph_in_loop(graph, ONE, outer));
    assert_true(ptxc_graph_in_loop(graph, TWO, two));
    assert_false(ptxc_graph_in_loop(graph, TWO, one));
    assert_false(ptxc_graph_in_loop(graph, OUT, one));
    assert_false(ptxc_graph_in_loop(graph, A, outer));
    assert_true(ptxc_graph_leaves_loop(graph, ONE, TWO));
    assert_true(ptxc_graph_leaves_loop(graph, E, F));
    assert_false(ptxc_graph_leaves_loop(graph, E, OUT));
    assert_false(ptxc_graph_leaves_loop(graph, OUT, ONE));
    assert_true(ptxc_graph_is_back_edge(graph, E, OUT));
    assert_true(ptxc_graph_is_back_edge(graph, ONE, ONE));
    assert_false(ptxc_graph_is_back_edge(graph, OUT, ONE));
    assert_false(ptxc_graph_is_back_edge(graph, ONE, TWO));
    assert_false(graph->irreducible);
    steps_free(&steps);
}

/* What ends a block; with a guard it falls through, too. A call ends none. */
static void endings(void **state) {
    struct steps steps;
    const struct ptxc_graph *graph = make(&steps, "@ret a @exit call b @trap @bra=NEXT NEXT: trap dead bra=NEXT");
    (void)state;
    assert_int_equal(graph->count, 6);
    assert_int_equal(graph->reachable, 5);
    expect_successors(graph, 0, 1, NONE);
    expect_successors(graph, 1, 2, NONE);
    expect_successors(graph, 2, 3, NONE);
    expect_successors(graph, 3, 4, NONE); /* the branch goes where it falls through to */
    expect_successors(graph, 4, NONE, NONE);
    expect_successors(graph, 5, NONE, 4);
    assert_int_equal(graph->blocks[4].predecessor_count, 1);
    assert_int_equal(graph->blocks[5].order, UINT32_MAX);
    assert_int_equal(graph->blocks[5].dominator, NONE);
    assert_false(ptxc_graph_dominates(graph, 0, 5));
    assert_false(ptxc_graph_dominates(graph, 5, 4));
    assert_false(ptxc_graph_dominates(graph, 5, 5));
    assert_false(steps.program.uncertain);
    steps_free(&steps);
}

/* A loop with two entries is told, and so is one that lies in a loop. A loop with two exits is nothing special. */
static void irreducible(void **state) {
    static const struct {
        const char *text;
        bool irreducible;
        uint32_t loops;
    } cases[] = {
        {"@bra=TWO ONE: a TWO: b @bra=ONE", true, 0},
        {"OUT: @bra=TWO ONE: a TWO: b @bra=ONE @bra=OUT", true, 1},
        {"LOOP: @bra=ONE a @bra=TWO bra=LOOP ONE: ret TWO: ret", false, 1},
        {"LOOP: a @bra=LOOP b @bra=LOOP", false, 1},
        {"LOOP: bra=LOOP dead", false, 1},
        {"bra=HEAD BODY: a HEAD: b @bra=BODY", false, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct steps steps;
        const struct ptxc_graph *graph = make(&steps, cases[i].text);
        assert_int_equal(graph->irreducible, cases[i].irreducible);
        assert_int_equal(graph->loop_count, cases[i].loops);
        steps_free(&steps);
    }
}

/* A function of no step, and functions of one. */
static void smallest(void **state) {
    static const char *const texts[] = {"a", "L:", "ret", "@exit"};
    struct steps steps;
    (void)state;
    assert_int_equal(make(&steps, "")->count, 0);
    steps_free(&steps);
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        const struct ptxc_graph *graph = make(&steps, texts[i]);
        assert_int_equal(graph->count, 1);
        assert_int_equal(graph->reachable, 1);
        expect_successors(graph, 0, NONE, NONE);
        steps_free(&steps);
    }
}

/* The target of the branch at each step; UINT32_MAX ends the list, and stands for no target, too. */
struct branches {
    const char *text;
    uint32_t from[3], to[3];
    const char *uncertain; /* where, or NULL */
};
static const struct branches BRANCHES[] = {
    /* one name in two scopes is two labels */
    {"{ W: a @bra=W } { W: b @bra=W }", {2, 5}, {0, 3}, NULL},
    {"{ @bra=W a W: } { @bra=W b W: }", {0, 3}, {2, 5}, NULL},
    /* from an inner scope outwards; the inner one hides the outer one, and no longer when it is closed */
    {"W: { { bra=W } }", {1}, {0}, NULL},
    {"{ { bra=W } bra=W } W:", {0, 1}, {2, 2}, NULL},
    {"W: { bra=W W: { bra=W } } bra=W", {1, 3, 4}, {2, 2, 0}, NULL},
    {"W: { X: { W: } bra=W } bra=W", {3, 4}, {0, 0}, NULL},
    /* no label of the name is around the branch */
    {"a bra=W", {1}, {PTXC_NO_STEP}, "bra=W"},
    {"{ W: } bra=W", {1}, {PTXC_NO_STEP}, "bra=W"},
    {"WW: bra=W", {1}, {PTXC_NO_STEP}, "bra=W"},
    {"bra", {0}, {PTXC_NO_STEP}, "bra"},
    /* two labels of one name in one scope */
    {"W: a W: bra=W { bra=W }", {3, 4}, {PTXC_NO_STEP, PTXC_NO_STEP}, "bra=W"},
    {"W: a W: { W: bra=W }", {4}, {3}, NULL},
    /* an indirect branch; the first place is told */
    {"@brx a bra=W brx", {2}, {PTXC_NO_STEP}, "@brx"},
    {"a call", {1}, {PTXC_NO_STEP}, NULL},
};

static void targets(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(BRANCHES) / sizeof(*BRANCHES); i++) {
        const struct branches *row = &BRANCHES[i];
        struct steps steps;
        make(&steps, row->text);
        for (size_t j = 0; j < 3 && (j == 0 || row->from[j] > 0); j++)
            if (steps.program.steps[row->from[j]].target != row->to[j])
                fail_msg("%s: step %u goes to %u", row->text, (unsigned)row->from[j],
                         (unsigned)steps.program.steps[row->from[j]].target);
        assert_int_equal(steps.program.uncertain, row->uncertain != NULL);
        if (row->uncertain) {
            const struct ptxc_span at = steps.program.uncertain_at;
            assert_int_equal(at.length, strlen(row->uncertain));
            assert_ptr_equal(row->text + at.offset, strstr(row->text, row->uncertain));
        }
        steps_free(&steps);
    }
}

/* A target that was set stays. A return that has one, of an inlined call, goes there. Labels of another frame count not
 * for the names of this one. */
static void targets_of_inlined_calls(void **state) {
    struct steps steps;
    (void)state;
    assert_true(steps_make(&steps, "bra=W a W: ret b c", NULL));
    steps.program.steps[0].target = 1;
    steps.program.steps[2].frame = 1;
    steps.program.steps[3].target = 5;
    const struct ptxc_graph *graph = ptxc_graph_make(&steps.program);
    assert_non_null(graph);
    assert_int_equal(steps.program.steps[0].target, 1);
    expect_successors(graph, ptxc_graph_block_of(graph, 3), NONE, ptxc_graph_block_of(graph, 5));
    assert_false(steps.program.uncertain);
    steps_free(&steps);
    assert_true(steps_make(&steps, "bra=W W:", NULL));
    steps.program.steps[1].frame = 1;
    assert_non_null(ptxc_graph_make(&steps.program));
    assert_true(steps.program.uncertain);
    steps_free(&steps);
}

/* ---- very large ---- */

enum { LARGE = 100000, WORD = 64 };

/* Adds formatted text to what `end` points into, and gives the new end. */
static char *add(char *end, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    end += vsnprintf(end, WORD, format, arguments);
    va_end(arguments);
    return end;
}

/* A chain of blocks, each of which may go to the end of all. */
static void long_chain(void **state) {
    char *text = malloc((size_t)LARGE * WORD), *end = text;
    struct steps steps;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < LARGE; i++)
        end = add(end, "a @bra=END ");
    add(end, "END: ret");
    const struct ptxc_graph *graph = make(&steps, text);
    assert_int_equal(graph->reachable, LARGE + 1);
    for (uint32_t i = 1; i < LARGE; i++)
        assert_int_equal(graph->blocks[i].dominator, i - 1);
    assert_int_equal(graph->blocks[LARGE].dominator, 0);
    assert_true(ptxc_graph_dominates(graph, 5, LARGE - 1));
    assert_false(ptxc_graph_dominates(graph, 5, LARGE));
    steps_free(&steps);
    free(text);
}

/* Loops in loops, each in a scope of its own with the same label; and from the innermost scope branches to the
 * outermost label. */
static void deep_nest(void **state) {
    char *text = malloc((size_t)3 * LARGE * WORD), *end = text;
    struct steps steps;
    (void)state;
    assert_non_null(text);
    end = add(end, "TOP: ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "{ L: a ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "@bra=TOP ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "@bra=L } ");
    const struct ptxc_graph *graph = make(&steps, text);
    assert_false(steps.program.uncertain);
    assert_int_equal(graph->loop_count, LARGE + 1);
    assert_int_equal(graph->reachable, graph->count);
    assert_false(graph->irreducible);
    uint32_t loop = graph->blocks[LARGE].loop;
    for (uint32_t i = LARGE; i > 0; i--) {
        assert_int_equal(graph->loops[loop].header, i);
        loop = graph->loops[loop].parent;
    }
    assert_int_equal(graph->loops[loop].header, 0);
    assert_int_equal(graph->loops[loop].parent, NONE);
    assert_true(ptxc_graph_in_loop(graph, LARGE, loop));
    steps_free(&steps);
    free(text);
}

/* A long chain and many places where it meets a short one: the way up to the common dominator is long each time. */
static void long_ladder(void **state) {
    char *text = malloc((size_t)6 * LARGE * WORD), *end = text;
    struct steps steps;
    (void)state;
    assert_non_null(text);
    end = add(end, "@bra=SHORT ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "A%d: a ", i);
    for (int i = 0; i < LARGE; i++)
        end = add(end, "@bra=M%d ", i);
    end = add(end, "ret SHORT: ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "@bra=M%d ", i);
    end = add(end, "ret ");
    for (int i = 0; i < LARGE; i++)
        end = add(end, "M%d: ret ", i);
    const struct ptxc_graph *graph = make(&steps, text);
    assert_int_equal(graph->reachable, graph->count);
    for (uint32_t i = graph->count - LARGE; i < graph->count; i++)
        assert_int_equal(graph->blocks[i].dominator, 0);
    steps_free(&steps);
    free(text);
}

/* Whichever request fails, there is no graph, the arena tells it, and all memory comes back. */
static void out_of_memory(void **state) {
    char *text = malloc((size_t)2 * LARGE * WORD), *end = text;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < LARGE / 10; i++)
        end = add(end, "L%d: a @bra=L%d b ", i, i);
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct steps steps;
        const bool made = steps_make(&steps, text, &allocator) && ptxc_graph_make(&steps.program);
        assert_int_equal(made, !steps.arena.failed);
        steps_free(&steps);
        assert_int_equal(counting.live, 0);
        if (made) {
            assert_true(n > 15);
            free(text);
            return;
        }
    }
    fail_msg("there never was enough memory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diamond),
        cmocka_unit_test(nested_loops),
        cmocka_unit_test(endings),
        cmocka_unit_test(irreducible),
        cmocka_unit_test(smallest),
        cmocka_unit_test(targets),
        cmocka_unit_test(targets_of_inlined_calls),
        cmocka_unit_test(long_chain),
        cmocka_unit_test(deep_nest),
        cmocka_unit_test(long_ladder),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
