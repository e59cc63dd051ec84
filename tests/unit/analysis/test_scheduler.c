/* The scheduler: splits that reconverge, barriers of a CTA, ends, deadlocks and bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/execution/scheduler.h"
#include "stage.h"

enum { LOW = 0xffff };

/* What comes of a program of so many threads, where the guard of warp 0 holds in some lanes, and that of warp 1 in
 * none; `ops` are executed by one warp or another. */
static const struct {
    const char *text;
    uint32_t threads, guard;
    uint64_t ops;
    const char *stopped;
} rows[] = {
    {"a ret", 32, 0, 2, NULL},
    {"a ret", 64, 0, 4, NULL},
    {"bar ret", 64, 0, 4, NULL},
    {"bar bar ret", 96, 0, 9, NULL},
    {"@bra=L a L: b ret", 32, UINT32_MAX, 4, NULL},     /* all lanes jump: bra, L:, b, ret */
    {"@bra=L a L: b ret", 32, 0, 5, NULL},              /* none does */
    {"@bra=L a L: b ret", 32, LOW, 5, NULL},            /* half do; the splits reconverge at L */
    {"@bra=L a bra=M L: b M: c ret", 32, LOW, 8, NULL}, /* an if with an else */
    {"@ret bar ret", 64, UINT32_MAX, 4, NULL},          /* the barrier waits for those that have not ended */
    {"@ret bar ret", 64, 0, 4, NULL},                   /* also where it has waited before they end */
    {"@ret bar ret", 32, LOW, 3, NULL},
    {"@bra=L bar L: ret", 64, UINT32_MAX, 7, NULL}, /* warp 0 passes it by, and ends */
    {"L: a bra=L", 32, 0, 101, "it takes too long"},
};

static void programs(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct stage stage;
        stage_make(&stage, rows[i].text, rows[i].threads, 1);
        stage_guard(&stage, 0, rows[i].guard);
        if (stage.machine.warp_count > 1)
            stage_guard(&stage, 1, ~rows[i].guard);
        stage.machine.most_steps = 100;
        ptxc_scheduler_run(&stage.machine);
        if ((stage.machine.stopped == NULL) != (rows[i].stopped == NULL) ||
            (stage.machine.stopped && strcmp(stage.machine.stopped, rows[i].stopped) != 0))
            fail_msg("%s, %u threads: %s", rows[i].text, rows[i].threads, stage.machine.stopped);
        if (stage.machine.steps != rows[i].ops)
            fail_msg("%s, %u threads: %u ops, not %u", rows[i].text, rows[i].threads, (unsigned)stage.machine.steps,
                     (unsigned)rows[i].ops);
        for (uint32_t warp = 0; warp < stage.machine.warp_count && !rows[i].stopped; warp++)
            assert_int_equal(stage.machine.warps[warp].alive, 0);
        assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 0);
        stage_free(&stage);
    }
}

/* A barrier that counts its threads: with too few nobody can go on. */
static void counted_barriers(void **state) {
    (void)state;
    for (int64_t count = 32; count <= 128; count += 32) {
        const int64_t inputs[] = {1, count};
        struct stage stage;
        stage_make(&stage, "bar ret", 64, 1);
        stage_inputs(&stage, 0, 2, inputs);
        ptxc_scheduler_run(&stage.machine);
        assert_int_equal(stage.machine.deadlocked, count > 64);
        assert_int_equal(stage.machine.stopped != NULL, count > 64);
        stage_free(&stage);
    }
}

/* After a barrier each warp knows what all did before it. */
static void barriers_order(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "bar ret", 64, 1);
    const uint32_t before[] = {stage.machine.warps[0].clock.clocks[0], stage.machine.warps[1].clock.clocks[1]};
    assert_true(stage.machine.warps[1].clock.clocks[0] < before[0]);
    ptxc_scheduler_run(&stage.machine);
    assert_true(stage.machine.warps[1].clock.clocks[0] >= before[0]);
    assert_true(stage.machine.warps[0].clock.clocks[1] >= before[1]);
    stage_free(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs),
        cmocka_unit_test(counted_barriers),
        cmocka_unit_test(barriers_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
