/* Async-groups in an execution: which copies a wait for N groups waits for, and which it leaves pending. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/rings.h"
#include "stage.h"

#define ALL UINT32_MAX

enum { COPY = 0, WAIT = 1 };

static uint32_t start(struct stage *stage, uint32_t lanes) {
    struct ptxc_warp *warp = &stage->machine.warps[0];
    const uint32_t copy = ptxc_copy_start(&stage->machine, warp, &stage->ops[COPY], lanes, PTXC_BY_GROUP);
    ptxc_groups_add(&stage->machine, warp, PTXC_GROUPS_ASYNC, copy);
    return copy;
}

/* A letter each: c starts a copy, g commits, a digit waits so that as many groups may be pending, r waits likewise for
 * sources alone, with the digit after it, w waits for all; `complete` has of each copy whether it is then. */
static const struct {
    const char *events, *complete, *read;
} rows[] = {
    {"c", "-", "-"},       {"cg", "-", "-"},   {"c0", "-", "-"}, /* it is in no group */
    {"cw", "x", "x"},                                            /* wait_all commits */
    {"cg0", "x", "x"},     {"cg1", "-", "-"},  {"cgcg1", "x-", "x-"},     {"cgcg0", "xx", "xx"},
    {"ccg0", "xx", "xx"},  {"cgg1", "x", "x"}, /* an empty group counts */
    {"cggg2", "x", "x"},   {"cgg2", "-", "-"}, {"cgcgcg2", "x--", "x--"}, {"cgcg1cg1", "xx-", "xx-"},
    {"cgcg2", "--", "--"}, {"cgr0", "-", "x"}, {"cgcgr1", "--", "x-"},    {"cgr0c0", "x-", "x-"},
    {"cgc0", "x-", "x-"},
};

static void waits(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct stage stage;
        stage_make(&stage, "copy wait ret", 32, 1);
        struct ptxc_warp *warp = &stage.machine.warps[0];
        for (const char *at = rows[i].events; *at; at++) {
            const bool sources = *at == 'r';
            at += sources;
            if (*at == 'c')
                start(&stage, ALL);
            else if (*at == 'g')
                ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
            if (*at == 'w')
                ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
            if (*at == 'w' || (*at >= '0' && *at <= '9'))
                ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, *at == 'w' ? 0 : (uint64_t)(*at - '0'),
                                 sources, *at == 'w', WAIT);
        }
        assert_int_equal(stage.machine.copy_count, strlen(rows[i].complete));
        for (size_t copy = 0; copy < stage.machine.copy_count; copy++)
            if (ptxc_copy_is_known(warp, &stage.machine.copies[copy]) != (rows[i].complete[copy] == 'x') ||
                ptxc_copy_has_read(warp, &stage.machine.copies[copy]) != (rows[i].read[copy] == 'x'))
                fail_msg("%s: copy %zu", rows[i].events, copy);
        stage_free(&stage);
    }
}

/* Each lane counts its own groups, and waits for its own copies. */
static void lanes(void **state) {
    enum { LOW = 0xffff };
    struct stage stage;
    (void)state;
    stage_make(&stage, "copy wait ret", 32, 1);
    struct ptxc_warp *warp = &stage.machine.warps[0];
    const uint32_t low = start(&stage, LOW), high = start(&stage, ~(uint32_t)LOW);
    ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, LOW, 0);
    assert_true(ptxc_copy_is_committed(&stage.machine, &stage.machine.copies[low]));
    assert_false(ptxc_copy_is_committed(&stage.machine, &stage.machine.copies[high]));
    ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0, false, false, WAIT);
    assert_true(ptxc_copy_is_known(warp, &stage.machine.copies[low]));
    assert_false(ptxc_copy_is_known(warp, &stage.machine.copies[high]));
    assert_int_equal(stage.machine.copies[high].left_by, WAIT + 1);
    const uint32_t later = start(&stage, ~(uint32_t)LOW); /* in the first group of its lanes, and not in their second */
    ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ~(uint32_t)LOW, 0);
    ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, LOW, 0, false, true, WAIT);
    assert_int_equal(stage.machine.copies[later].left_by, 0); /* that wait was not about its lanes */
    assert_false(ptxc_copy_is_known(warp, &stage.machine.copies[later]));
    ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0, false, false, WAIT);
    assert_true(ptxc_copy_is_known(warp, &stage.machine.copies[high]));
    assert_true(ptxc_copy_is_known(warp, &stage.machine.copies[later]));
    stage_free(&stage);
}

/* Starts a copy of a group of its own to an address. */
static void fill(struct stage *stage, uint32_t address) {
    const uint32_t started = start(stage, ALL);
    stage->machine.copies[started].address = address;
    ptxc_groups_commit(&stage->machine, &stage->machine.warps[0], PTXC_GROUPS_ASYNC, ALL, 0);
}

/* The slots of a ring have their numbers in the order of their addresses, however they are filled first. Of too
 * many nothing is known. */
static void slots(void **state) {
    struct stage stage;
    struct ptxc_rings rings;
    (void)state;
    stage_make(&stage, "copy wait ret", 32, 1);
    fill(&stage, 1024 + 16);
    ptxc_rings_find(&stage.machine, 0, &rings);
    assert_int_equal(ptxc_rings_slot(&rings, 1024 + 16, false).slots, 1);
    fill(&stage, 1024);
    ptxc_rings_find(&stage.machine, 0, &rings);
    assert_int_equal(ptxc_rings_slot(&rings, 1024 + 16, false).slot, 1);
    assert_int_equal(ptxc_rings_slot(&rings, 1024 + 16, false).first, 1024);
    assert_int_equal(ptxc_rings_slot(&rings, 1024, true).slots, 0);
    for (uint32_t i = 2; i <= PTXC_MOST_SLOTS; i++) {
        fill(&stage, 1024 + 16 * i);
        ptxc_rings_find(&stage.machine, 0, &rings);
        assert_int_equal(ptxc_rings_slot(&rings, 1024, false).slots, i < PTXC_MOST_SLOTS ? i + 1 : 0);
    }
    stage_free(&stage);
}

/* What one warp has waited for, another one knows when it knows of that time. */
static void others(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "copy wait ret", 64, 1);
    struct ptxc_warp *warp = &stage.machine.warps[0], *other = &stage.machine.warps[1];
    const uint32_t started = start(&stage, ALL);
    const struct ptxc_async_copy *copy = &stage.machine.copies[started];
    ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
    ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0, false, false, WAIT);
    assert_true(ptxc_copy_is_known(warp, copy));
    assert_false(ptxc_copy_is_known(other, copy));
    other->clock.clocks[0] = warp->clock.clocks[0];
    assert_true(ptxc_copy_is_known(other, copy));
    stage_free(&stage);
}

/* A wait that leaves a copy pending says how many groups it could have left. */
static void newer_groups(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "copy wait ret", 32, 1);
    struct ptxc_warp *warp = &stage.machine.warps[0];
    const uint32_t copy = start(&stage, ALL);
    assert_int_equal(ptxc_copy_newer_groups(&stage.machine, &stage.machine.copies[copy]), UINT32_MAX);
    for (uint32_t i = 0; i < 3; i++) {
        ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
        assert_int_equal(ptxc_copy_newer_groups(&stage.machine, &stage.machine.copies[copy]), i);
    }
    ptxc_groups_wait(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 3, false, false, WAIT);
    assert_int_equal(stage.machine.copies[copy].leave, 2);
    stage_free(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits),  cmocka_unit_test(lanes),        cmocka_unit_test(slots),
        cmocka_unit_test(others), cmocka_unit_test(newer_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
