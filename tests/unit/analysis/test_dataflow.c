/* Data flow to a fixpoint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "analysis/program/dataflow.h"
#include "steps.h"

static struct ptxc_graph *make(struct steps *steps, const char *text) {
    assert_true(steps_make(steps, text, NULL));
    struct ptxc_graph *graph = ptxc_graph_make(&steps->program);
    assert_non_null(graph);
    return graph;
}

/* The first letter of a step. */
static char letter(const struct steps *steps, uint32_t step) {
    return steps->program.source[steps->program.steps[step].statement->span.offset];
}

/* ---- data flow: which capital letters were passed on every way ---- */

struct passed {
    uint32_t letters; /* a bit for each */
    uint32_t edges;   /* as edge() adds them */
};

struct tracking {
    const struct steps *steps;
    struct passed before[64]; /* each step, as the last pass says */
    uint32_t last_order[64];  /* the steps of the last pass */
    uint32_t last_count, calls;
    bool never_ends;
};

static void entry(void *context, void *state) {
    struct passed *passed = state;
    (void)context;
    assert_int_equal(passed->letters, 0);
    passed->letters = 1; /* as if an A had been passed */
}

static void transfer(void *context, void *state, uint32_t step, bool last) {
    struct tracking *tracking = context;
    struct passed *passed = state;
    const char at = letter(tracking->steps, step);
    tracking->calls++;
    if (last) {
        tracking->before[step] = *passed;
        tracking->last_order[tracking->last_count++] = step;
    } else {
        assert_int_equal(tracking->last_count, 0);
    }
    if (at >= 'A' && at <= 'Z')
        passed->letters |= 1u << (at - 'A');
    passed->letters += tracking->never_ends;
}

static bool meet(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const struct tracking *tracking = context;
    struct passed *passed = into;
    const struct passed *other = state, old = *passed;
    (void)from;
    (void)to;
    passed->edges |= other->edges;
    if (tracking->never_ends)
        passed->letters = other->letters > old.letters ? other->letters : old.letters;
    else
        passed->letters &= other->letters;
    return passed->letters != old.letters || passed->edges != old.edges;
}

static void edge(void *context, void *state, uint32_t from, uint32_t to) {
    const struct tracking *tracking = context;
    (void)tracking;
    ((struct passed *)state)->edges |= 1u << from | 1u << (16 + to);
}

static bool solve(const struct ptxc_graph *graph, struct tracking *tracking, bool with_edges) {
    const struct ptxc_lattice lattice = {.size = sizeof(struct passed),
                                         .context = tracking,
                                         .entry = entry,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .edge = with_edges ? edge : NULL};
    return ptxc_dataflow_run(graph, &lattice);
}

/* What stands before the step `z`, as letters. */
static void passed_on_every_way(void **state) {
    static const char *const cases[][2] = {
        {"B C z", "ABC"},
        {"B @bra=L C L: z", "ABL"},
        {"B @bra=M C bra=N M: C N: z", "ABCN"},
        {"B L: z C @bra=L", "ABL"}, /* the way around has C, the first one has not */
        {"B @bra=L C ret L: D z", "ABDL"},
        {"bra=L dead C L: z", "AL"}, /* what cannot be reached does not count */
        {"L: M: z C @bra=M D @bra=L", "ALM"},
        {"@bra=L B K: C bra=M L: D @bra=K bra=N M: E N: z", "AN"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct steps steps;
        struct tracking tracking = {.steps = &steps};
        uint32_t expected = 0, z = 0;
        assert_true(solve(make(&steps, cases[i][0]), &tracking, false));
        for (const char *at = cases[i][1]; *at; at++)
            expected |= 1u << (*at - 'A');
        while (letter(&steps, z) != 'z')
            z++;
        if (tracking.before[z].letters != expected)
            fail_msg("%s: %x, not %x", cases[i][0], (unsigned)tracking.before[z].letters, (unsigned)expected);
        steps_free(&steps);
    }
}

/* In the last pass each step that can be reached comes once, in the order of the blocks. */
static void last_pass(void **state) {
    static const uint32_t expected[] = {0, 1, 2, 3, 4, 6};
    struct steps steps;
    struct tracking tracking = {.steps = &steps};
    (void)state;
    assert_true(solve(make(&steps, "a L: b @bra=L ret dead c"), &tracking, false));
    assert_int_equal(tracking.last_count, 5);
    assert_memory_equal(tracking.last_order, expected, 5 * sizeof(*expected));
    steps_free(&steps);
}

/* Who asks for steps that act is not told of labels, unless one is the last step. */
static void acting_steps(void **state) {
    static const uint32_t expected[] = {0, 2, 3, 5};
    struct steps steps;
    struct tracking tracking = {.steps = &steps};
    const struct ptxc_lattice lattice = {.size = sizeof(struct passed),
                                         .context = &tracking,
                                         .entry = entry,
                                         .transfer = transfer,
                                         .meet = meet,
                                         .acting = true};
    (void)state;
    assert_true(ptxc_dataflow_run(make(&steps, "a L: b @bra=L M: N:"), &lattice));
    assert_int_equal(tracking.last_count, 4);
    assert_memory_equal(tracking.last_order, expected, sizeof(expected));
    steps_free(&steps);
}

/* What flows along an edge is changed for that edge alone. */
static void edges(void **state) {
    struct steps steps;
    struct tracking tracking = {.steps = &steps};
    (void)state;
    /* blocks: 0 to the branch, 1 c, 2 from L on */
    assert_true(solve(make(&steps, "a @bra=L c L: d"), &tracking, true));
    assert_int_equal(tracking.before[2].edges, 1u << 0 | 1u << 17);
    assert_int_equal(tracking.before[4].edges, 1u << 0 | 1u << 1 | 1u << 17 | 1u << 18);
    steps_free(&steps);
}

/* Where it does not come to an end, or a state is too large, there is no last pass. */
static void nothing_is_known(void **state) {
    struct steps steps;
    struct tracking tracking = {.steps = &steps, .never_ends = true};
    (void)state;
    struct ptxc_graph *graph = make(&steps, "a L: b @bra=L c");
    assert_false(solve(graph, &tracking, false));
    assert_int_equal(tracking.last_count, 0);
    assert_true(tracking.calls > 64);
    assert_true(tracking.calls < 64 * steps.program.count + 1);
    tracking.never_ends = false;
    tracking.calls = 0;
    struct ptxc_lattice lattice = {(size_t)12 << 20, &tracking, entry, transfer, meet, NULL, false};
    assert_int_equal(graph->reachable, 3);
    assert_false(ptxc_dataflow_run(graph, &lattice));
    lattice.size = SIZE_MAX;
    assert_false(ptxc_dataflow_run(graph, &lattice));
    assert_int_equal(tracking.calls, 0);
    lattice.size = (size_t)10 << 20;
    assert_true(ptxc_dataflow_run(graph, &lattice));
    assert_false(steps.arena.failed);
    steps_free(&steps);
    assert_true(solve(make(&steps, ""), &tracking, false));
    steps_free(&steps);
}

/* How often steps were passed, before the last pass and in it. */
struct counts {
    uint32_t calls, last_calls;
};

static void count(void *context, void *state, uint32_t step, bool last) {
    struct counts *counts = context;
    counts->calls += !last;
    counts->last_calls += last;
    *(uint32_t *)state = step;
}

static bool lesser(void *context, void *into, const void *state, uint32_t from, uint32_t to) {
    const uint32_t value = *(const uint32_t *)state;
    (void)context;
    (void)from;
    (void)to;
    if (value >= *(uint32_t *)into)
        return false;
    *(uint32_t *)into = value;
    return true;
}

/* Loops in loops need no more passes for being deep. */
static void deep_nest(void **state) {
    enum { DEPTH = 20000 };
    char *text = malloc((size_t)DEPTH * 32), *end = text;
    struct steps steps;
    struct counts counts = {0, 0};
    const struct ptxc_lattice lattice = {sizeof(uint32_t), &counts, NULL, count, lesser, NULL, false};
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < DEPTH; i++)
        end += sprintf(end, "{ l: ");
    for (int i = 0; i < DEPTH; i++)
        end += sprintf(end, "a @bra=l } ");
    const struct ptxc_graph *graph = make(&steps, text);
    assert_int_equal(graph->loop_count, DEPTH);
    assert_true(ptxc_dataflow_run(graph, &lattice));
    assert_int_equal(counts.last_calls, steps.program.count);
    assert_true(counts.calls < 4 * steps.program.count);
    steps_free(&steps);
    free(text);
}

/* Asks for the data flow of a program; `false` where it has none. */
static bool ask(const struct ptxc_graph *graph, const struct steps *steps) {
    struct counts counts = {0, 0};
    const struct ptxc_lattice lattice = {5000, &counts, NULL, count, lesser, NULL, false};
    const bool solved = ptxc_dataflow_run(graph, &lattice);
    assert_int_equal(counts.last_calls, solved ? steps->program.count : 0);
    return solved;
}

/* Whichever request fails, nothing is known, the arena tells it, and all memory comes back. */
static void out_of_memory(void **state) {
    enum { BLOCKS = 3000 };
    char *text = malloc((size_t)BLOCKS * 32), *end = text;
    bool known = false;
    long n = 0;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < BLOCKS; i++)
        end += sprintf(end, "l%d: a @bra=l%d ", i, i);
    for (; !known; n++) {
        struct counting counting = {0, -1, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct steps steps;
        assert_true(steps_make(&steps, text, &allocator));
        const struct ptxc_graph *graph = ptxc_graph_make(&steps.program);
        assert_non_null(graph);
        counting.fail_at = counting.requests + n;
        known = ask(graph, &steps);
        assert_int_equal(known, !steps.arena.failed);
        steps_free(&steps);
        assert_int_equal(counting.live, 0);
        assert_true(n < 1000);
    }
    assert_true(n > 1);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passed_on_every_way), cmocka_unit_test(last_pass),
        cmocka_unit_test(acting_steps),        cmocka_unit_test(edges),
        cmocka_unit_test(nothing_is_known),    cmocka_unit_test(deep_nest),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
