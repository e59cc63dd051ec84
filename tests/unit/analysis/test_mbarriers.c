/* Phases of mbarriers (ISA 9.7.13.15): when they complete, and what their waits tell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/mbarriers.h"
#include "stage.h"

enum { ADDRESS = 1024, INIT = 0, ARRIVE = 1, EXPECT = 2, COPY = 3, WAIT = 4 };

/* What is done to the one mbarrier, word by word: `arrive:N`, `expect:N`, `complete:N` bytes, `drop:N`, `copy:N` starts
 * one of N bytes (0: not known), `land` completes the oldest. */
static void perform(struct stage *stage, const char *events) {
    struct ptxc_machine *machine = &stage->machine;
    struct ptxc_warp *warp = &machine->warps[0];
    for (const char *at = events; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const char *colon = at + strcspn(at, ": ");
        const uint64_t number = *colon == ':' ? (uint64_t)strtoull(colon + 1, NULL, 10) : 0;
        machine->steps++;
        switch (at[1]) {
        case 'r':
            if (at[0] == 'a')
                ptxc_mbarrier_arrive(machine, warp, ARRIVE, 0, number);
            else
                ptxc_mbarrier_drop(machine, 0, number);
            break;
        case 'x': ptxc_mbarrier_expect(machine, EXPECT, 0, number); break;
        case 'a': ptxc_mbarrier_async_complete(machine, machine->under_way[machine->under_way_first++]); break;
        default:
            if (at[2] == 'm') {
                ptxc_mbarrier_complete_tx(machine, 0, number);
                break;
            }
            const uint32_t copy = ptxc_copy_start(machine, warp, &stage->ops[COPY], 1, PTXC_BY_BARRIER);
            machine->copies[copy].barrier = 0;
            machine->copies[copy].bytes = (uint32_t)number;
            ptxc_mbarrier_async_start(machine, copy);
            break;
        }
    }
}

/* How many phases are complete after some events, of an mbarrier that counts so many arrivals. */
static const struct {
    uint32_t count;
    const char *events;
    uint32_t phases;
} rows[] = {
    {1, "", 0},
    {1, "arrive:1", 1},
    {2, "arrive:1", 0},
    {2, "arrive:1 arrive:1", 1},
    {2, "arrive:2 arrive:2", 2},
    {1, "arrive:3", 3},
    {1, "expect:16", 0},
    {1, "expect:16 arrive:1", 0},
    {1, "expect:16 arrive:1 complete:16", 1},
    {1, "expect:16 complete:16", 0}, /* bytes alone end no phase */
    {1, "expect:16 complete:16 arrive:1", 1},
    {1, "complete:16 arrive:1", 0}, /* more came than was announced so far */
    {1, "complete:16 expect:16 arrive:1", 1},
    {1, "expect:16 arrive:1 complete:8", 0},
    {1, "expect:16 arrive:1 complete:8 complete:8", 1},
    {1, "expect:16 expect:16 arrive:1 complete:16", 0},
    {2, "drop:1 arrive:1", 0}, /* the phase under way counts as before, the next one less */
    {2, "drop:1 arrive:2 arrive:1", 2},
    {1, "expect:16 copy:16 arrive:1", 0},
    {1, "expect:16 copy:16 arrive:1 land", 1},
    {1, "expect:32 copy:16 copy:16 arrive:1 land", 0},
    {1, "expect:32 copy:16 copy:16 arrive:1 land land", 1},
    {1, "expect:99 copy:0 arrive:1", 0}, /* the bytes of a tensor map are what is expected */
    {1, "expect:99 copy:0 arrive:1 land", 1},
    {1, "expect:99 copy:0 copy:0 arrive:1 land", 0},
    {1, "copy:0 arrive:1", 1}, /* without bytes that are expected, nothing holds the phase */
};

static void phases(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct stage stage;
        stage_make(&stage, "init arrive expect copy wait ret", 32, 1);
        ptxc_mbarrier_init(&stage.machine, &stage.machine.warps[0], INIT, 0, ADDRESS, rows[i].count);
        perform(&stage, rows[i].events);
        if (stage.machine.mbarriers[0].phase != rows[i].phases)
            fail_msg("count %u, \"%s\": %u phases, not %u", rows[i].count, rows[i].events,
                     stage.machine.mbarriers[0].phase, rows[i].phases);
        for (uint32_t phase = 0; phase <= rows[i].phases; phase++)
            assert_int_equal(ptxc_mbarrier_test(&stage.machine, 0, phase, false), phase < rows[i].phases);
        assert_int_equal(ptxc_mbarrier_test(&stage.machine, 0, 0, true), rows[i].phases & 1);
        assert_int_equal(ptxc_mbarrier_test(&stage.machine, 0, 1, true), !(rows[i].phases & 1));
        stage_free(&stage);
    }
}

/* One that is made again begins a new first phase: nothing of the old ones is complete by its parity. */
static void made_again(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 32, 1);
    struct ptxc_warp *warp = &stage.machine.warps[0];
    for (int i = 0; i < 2; i++) {
        ptxc_mbarrier_init(&stage.machine, warp, INIT, 0, ADDRESS, 1);
        assert_int_equal(stage.machine.mbarrier_count, 1);
        assert_false(ptxc_mbarrier_test(&stage.machine, 0, 0, true));
        perform(&stage, "arrive:1");
        assert_true(ptxc_mbarrier_test(&stage.machine, 0, 0, true));
    }
    assert_int_equal(ptxc_mbarrier_find(&stage.machine, 0, ADDRESS), 0);
    assert_int_equal(ptxc_mbarrier_find(&stage.machine, 0, ADDRESS + 8), PTXC_MOST_MBARRIERS);
    stage_free(&stage);
}

/* Who passes a wait knows what those did who arrived in that phase, and nothing of the next one. */
static void waits_acquire(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 64, 1);
    struct ptxc_warp *sender = &stage.machine.warps[0], *receiver = &stage.machine.warps[1];
    ptxc_mbarrier_init(&stage.machine, sender, INIT, 0, ADDRESS, 1);
    const uint32_t before = sender->clock.clocks[0];
    ptxc_mbarrier_arrive(&stage.machine, sender, ARRIVE, 0, 1);
    const uint32_t after = sender->clock.clocks[0];
    assert_true(after > before);
    ptxc_mbarrier_arrive(&stage.machine, sender, ARRIVE, 0, 1);
    stage.machine.mbarriers[0].phase = 1; /* the second phase is not complete as far as this wait knows */
    assert_true(receiver->clock.clocks[0] < before);
    ptxc_mbarrier_pass(&stage.machine, receiver, WAIT, 0);
    assert_true(receiver->clock.clocks[0] >= before);
    stage_free(&stage);
}

/* One warp makes it; another may use it only once it knows that. */
static void publication(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 64, 1);
    struct ptxc_warp *warps = stage.machine.warps;
    ptxc_mbarrier_init(&stage.machine, &warps[0], INIT, 0, ADDRESS, 1);
    ptxc_mbarrier_use(&stage.machine, &warps[0], WAIT, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 0);
    ptxc_mbarrier_use(&stage.machine, &warps[1], WAIT, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_INIT_UNPUBLISHED), 1);
    assert_int_equal(stage.violations.list[0].violation.copy, INIT);
    warps[1].clock.clocks[0] = warps[0].clock.clocks[0];
    ptxc_mbarrier_use(&stage.machine, &warps[1], ARRIVE, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
    stage_free(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases),
        cmocka_unit_test(made_again),
        cmocka_unit_test(waits_acquire),
        cmocka_unit_test(publication),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
