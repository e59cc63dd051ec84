/* Phases of mbarriers (ISA 9.7.13.15): when they complete, and what their waits tell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/automata/cta_barriers.h"
#include "stage.h"

enum { ADDRESS = 1024, INIT = 0, ARRIVE = 1, EXPECT = 2, COPY = 3, WAIT = 4 };

/* Starts a copy of so many bytes (0: not known), with this tensor map (0: none that is known). */
static void start(struct stage *stage, uint32_t bytes, uint64_t map) {
    struct ptxc_machine *machine = &stage->machine;
    const uint32_t copy = ptxc_copy_start(machine, &machine->warps[0], &stage->ops[COPY], 1, PTXC_BY_BARRIER);
    machine->copies[copy].barrier = 0;
    machine->copies[copy].bytes = bytes;
    machine->copies[copy].map = map;
    ptxc_mbarrier_async_start(machine, copy);
}

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
            if (at[2] == 'm')
                ptxc_mbarrier_complete_tx(machine, 0, number);
            else
                start(stage, (uint32_t)number, 0);
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
    {3, "drop:2 arrive:3 arrive:1", 2},
    {1, "expect:16 copy:16 arrive:1", 0},
    {1, "expect:16 copy:16 arrive:1 land", 1},
    {1, "expect:32 copy:16 copy:16 arrive:1 land", 0},
    {1, "expect:32 copy:16 copy:16 arrive:1 land land", 1},
    {1, "expect:99 copy:0 arrive:1", 0}, /* the bytes of a tensor map are what is expected */
    {1, "expect:99 copy:0 arrive:1 land", 1},
    {1, "expect:99 copy:0 copy:0 arrive:1 land", 0},
    {1, "copy:0 arrive:1", 1}, /* without bytes that are expected, nothing holds the phase */
    {1, "expect:99 copy:0 arrive:1 land expect:16 arrive:1", 1}, /* and no longer in the next phase */
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
        perform(&stage, "arrive:1");
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

/* A lane makes it; others may use it only once they have synchronized, and another warp once it knows that. */
static void publication(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 64, 1);
    struct ptxc_warp *warps = stage.machine.warps;
    ptxc_mbarrier_init(&stage.machine, &warps[0], INIT, 0, ADDRESS, 1);
    stage.machine.mbarriers[0].init_lanes = 1;
    ptxc_mbarrier_use(&stage.machine, &warps[0], WAIT, 1, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 0);
    ptxc_mbarrier_use(&stage.machine, &warps[0], WAIT, 3, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_INIT_UNPUBLISHED), 1);
    assert_true(stage.violations.list[0].violation.doubtful);
    ptxc_warp_sync(&warps[0], false);
    ptxc_mbarrier_use(&stage.machine, &warps[0], ARRIVE, 3, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
    ptxc_mbarrier_use(&stage.machine, &warps[1], WAIT, 1, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_INIT_UNPUBLISHED), 1);
    assert_int_equal(stage.violations.list[0].violation.copy, INIT);
    assert_false(stage.violations.list[0].violation.doubtful);
    warps[1].clock.clocks[0] = warps[0].clock.clocks[0];
    ptxc_mbarrier_use(&stage.machine, &warps[1], ARRIVE, 1, 0);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
    stage_free(&stage);
}

/* What the arrivals of instructions say: phases that one instruction divides, that nobody has waited for, and waits
 * that tell nothing new. */
static void counts(void **state) {
    static const struct {
        uint32_t count;
        const char *events;
        bool split;
        uint32_t unwaited;
    } rows_here[] = {
        {2, "arrive:1 arrive:1 arrive:1", false, 0},
        {2, "arrive:1 arrive:2", true, 0},
        {2, "arrive:2 arrive:2", false, 1},
        {1, "arrive:3", true, 2},
        {1, "expect:16 arrive:1 complete:16 expect:16 arrive:1 complete:16", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows_here) / sizeof(*rows_here); i++) {
        struct stage stage;
        stage_make(&stage, "init arrive expect copy wait ret", 32, 1);
        ptxc_mbarrier_init(&stage.machine, &stage.machine.warps[0], INIT, 0, ADDRESS, rows_here[i].count);
        perform(&stage, rows_here[i].events);
        assert_int_equal(stage.machine.mbarriers[0].split != 0, rows_here[i].split);
        assert_int_equal(stage.machine.mbarriers[0].unwaited, rows_here[i].unwaited);
        stage_free(&stage);
    }
}

/* A lane each of one instruction: they are one arrival of the warp, and fall into one phase or into two. */
static void lanes_of_one_instruction(void **state) {
    (void)state;
    for (uint32_t count = 1; count <= 2; count++) {
        struct stage stage;
        stage_make(&stage, "init arrive expect copy wait ret", 32, 1);
        struct ptxc_warp *warp = &stage.machine.warps[0];
        ptxc_mbarrier_init(&stage.machine, warp, INIT, 0, ADDRESS, count);
        stage.machine.steps = 7;
        ptxc_mbarrier_arrive(&stage.machine, warp, ARRIVE, 0, 1);
        ptxc_mbarrier_arrive(&stage.machine, warp, ARRIVE, 0, 1);
        assert_int_equal(warp->rounds[0], 1);
        assert_int_equal(stage.machine.mbarriers[0].split, count == 1 ? ARRIVE + 1 : 0);
        stage_free(&stage);
    }
}

static void waits_that_say_nothing_new(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 64, 1);
    struct ptxc_mbarrier *barrier = &stage.machine.mbarriers[0];
    struct ptxc_warp *warp = &stage.machine.warps[1];
    ptxc_mbarrier_init(&stage.machine, &stage.machine.warps[0], INIT, 0, ADDRESS, 1);
    ptxc_mbarrier_pass(&stage.machine, warp, WAIT, 0); /* of the parity of a phase before the first */
    assert_int_equal(warp->last_waits[0], PTXC_WAIT_FRESH);
    for (uint32_t phase = 1; phase <= 2; phase++) {
        perform(&stage, "arrive:1");
        ptxc_mbarrier_pass(&stage.machine, warp, WAIT, 0);
        assert_int_equal(warp->last_waits[0], PTXC_WAIT_NEWS);
        assert_int_equal(barrier->waits, phase);
        ptxc_mbarrier_pass(&stage.machine, warp, WAIT, 0);
        assert_int_equal(warp->last_waits[0], PTXC_WAIT_STALE);
        assert_int_equal(barrier->waits, phase);
    }
    assert_int_equal(barrier->wait_step, WAIT + 1);
    assert_int_equal(barrier->unwaited, 0); /* somebody has waited for each phase before the next one was over */
    stage_free(&stage);
}

/* A commit of the tensor core tells of what its warp has started before; a commit to another mbarrier tells of it, too
 * (ISA 9.7.16.12.1). */
static void commits(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "init arrive expect copy wait ret", 64, 1);
    struct ptxc_machine *machine = &stage.machine;
    struct ptxc_warp *warp = &machine->warps[0], *other = &machine->warps[1];
    ptxc_mbarrier_init(machine, warp, INIT, 0, ADDRESS, 1);
    ptxc_mbarrier_init(machine, warp, INIT, 0, ADDRESS + 8, 1);
    const uint32_t copy = ptxc_copy_start(machine, warp, &stage.ops[COPY], 1, PTXC_BY_NOTHING);
    machine->copies[copy].multiplies = true;
    ptxc_groups_add(machine, warp, PTXC_GROUPS_TENSOR, copy);
    for (uint32_t barrier = 0; barrier < 2; barrier++) {
        const uint32_t commit = ptxc_copy_start(machine, warp, &stage.ops[ARRIVE], 1, PTXC_BY_NOTHING);
        machine->copies[commit].multiplies = true;
        machine->copies[commit].arrivals = 1;
        machine->copies[commit].barrier = barrier;
        ptxc_mbarrier_async_start(machine, commit);
        assert_int_equal(machine->copies[copy].barrier, 0); /* it completes on the first one */
        assert_false(ptxc_mbarrier_test(machine, barrier, 0, true));
        ptxc_mbarrier_async_complete(machine, commit);
        assert_true(ptxc_mbarrier_test(machine, barrier, 0, true));
    }
    assert_false(ptxc_copy_is_known(other, &machine->copies[copy]));
    ptxc_mbarrier_pass(machine, other, WAIT, 1);
    assert_true(ptxc_copy_is_known(other, &machine->copies[copy]));
    stage_free(&stage);
}

/* Two phases with copies of tensor maps, a letter each ('?': not known), and what they are expected to bring. */
static const struct {
    const char *maps[2];
    int64_t bytes[2];
    enum ptxc_violation_kind kind;
} equations[] = {
    {{"A", "A"}, {16, 16}, PTXC_VIOLATION_COUNT},
    {{"A", "A"}, {16, 32}, PTXC_VIOLATION_BYTES_DIFFER},
    {{"AB", "BA"}, {16, 16}, PTXC_VIOLATION_COUNT},
    {{"A", "B"}, {16, 32}, PTXC_VIOLATION_COUNT},
    {{"A", "AA"}, {16, 32}, PTXC_VIOLATION_COUNT},
    {{"A", "AA"}, {16, 16}, PTXC_VIOLATION_BYTES_NO_MORE},
    {{"A", "AB"}, {16, 8}, PTXC_VIOLATION_BYTES_NO_MORE},
    {{"AA", "A"}, {16, 16}, PTXC_VIOLATION_BYTES_NO_LESS},
    {{"AB", "B"}, {16, 32}, PTXC_VIOLATION_BYTES_NO_LESS},
    {{"AB", "B"}, {16, 8}, PTXC_VIOLATION_COUNT},
    {{"A", "?"}, {16, 32}, PTXC_VIOLATION_COUNT},
    {{"A", "A?"}, {16, 8}, PTXC_VIOLATION_COUNT},
    {{"ABCD", "ABCD"}, {16, 32}, PTXC_VIOLATION_BYTES_DIFFER},
    {{"ABCDE", "ABCDE"}, {16, 32}, PTXC_VIOLATION_COUNT}, /* too many kinds for one phase */
};

static void tensor_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(equations) / sizeof(*equations); i++) {
        struct stage stage;
        stage_make(&stage, "init arrive expect copy wait ret", 32, 1);
        ptxc_mbarrier_init(&stage.machine, &stage.machine.warps[0], INIT, 0, ADDRESS, 1);
        for (int phase = 0; phase < 2; phase++) {
            const char *maps = equations[i].maps[phase];
            ptxc_mbarrier_expect(&stage.machine, EXPECT, 0, (uint64_t)equations[i].bytes[phase]);
            for (size_t k = 0; maps[k]; k++)
                start(&stage, 0, maps[k] == '?' ? 0 : (uint64_t)maps[k]);
            perform(&stage, "arrive:1");
            while (stage.machine.under_way_first < stage.machine.under_way_count)
                perform(&stage, "land");
        }
        const uint32_t met = stage_met(&stage, PTXC_VIOLATION_COUNT);
        if (met != (equations[i].kind != PTXC_VIOLATION_COUNT) || met != stage_met(&stage, equations[i].kind))
            fail_msg("%s and %s", equations[i].maps[0], equations[i].maps[1]);
        stage_free(&stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phases),
        cmocka_unit_test(made_again),
        cmocka_unit_test(waits_acquire),
        cmocka_unit_test(publication),
        cmocka_unit_test(counts),
        cmocka_unit_test(lanes_of_one_instruction),
        cmocka_unit_test(waits_that_say_nothing_new),
        cmocka_unit_test(commits),
        cmocka_unit_test(tensor_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
