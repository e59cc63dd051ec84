/* Shared memory as a race detector sees it: which access comes too early after which. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/shadow.h"
#include "analysis/automata/vector_clock.h"
#include "stage.h"

#define ALL UINT32_MAX

/* Events, a word each: the first digit is the warp.
 *   0in  0out    starts a copy of cp.async into the piece, or a bulk copy out of it
 *   0commit  0wait  0drain   of the groups of cp.async; waits for bulk copies to have read
 *   0read  0write  0fence
 *   sync     a barrier of both warps
 */
static void perform(struct stage *stage, const char *word, uint32_t step) {
    struct ptxc_machine *machine = &stage->machine;
    const struct ptxc_shared_range piece = {0, 1024, 16};
    struct ptxc_warp *warp = &machine->warps[word[0] == '1'];
    const char *what = word + 1;
    if (strcmp(word, "sync") == 0) {
        struct ptxc_vector_clock all = {.clocks = {0}};
        ptxc_clock_release(&machine->warps[0], &all);
        ptxc_clock_release(&machine->warps[1], &all);
        ptxc_clock_acquire(&machine->warps[0].clock, &all);
        ptxc_clock_acquire(&machine->warps[1].clock, &all);
    } else if (strcmp(what, "in") == 0) {
        const uint32_t copy = ptxc_copy_start(machine, warp, &stage->ops[step], ALL, PTXC_BY_GROUP);
        ptxc_groups_add(machine, warp, PTXC_GROUPS_ASYNC, copy);
        ptxc_shadow_async_write(machine, warp, copy, piece);
    } else if (strcmp(what, "out") == 0) {
        const uint32_t copy = ptxc_copy_start(machine, warp, &stage->ops[step], ALL, PTXC_BY_BULK_GROUP);
        machine->copies[copy].reads = true;
        ptxc_groups_add(machine, warp, PTXC_GROUPS_BULK, copy);
        ptxc_groups_commit(machine, warp, PTXC_GROUPS_BULK, ALL);
        ptxc_shadow_async_read(machine, warp, copy, piece);
    } else if (strcmp(what, "commit") == 0) {
        ptxc_groups_commit(machine, warp, PTXC_GROUPS_ASYNC, ALL);
    } else if (strcmp(what, "wait") == 0) {
        ptxc_groups_wait(machine, warp, PTXC_GROUPS_ASYNC, ALL, 0, false, false, step);
    } else if (strcmp(what, "drain") == 0) {
        ptxc_groups_wait(machine, warp, PTXC_GROUPS_BULK, ALL, 0, true, false, step);
    } else if (strcmp(what, "read") == 0) {
        ptxc_shadow_read(machine, warp, step, &piece, 1);
    } else if (strcmp(what, "write") == 0) {
        ptxc_shadow_write(machine, warp, step, &piece, 1);
    } else if (strcmp(what, "fence") == 0) {
        memcpy(warp->clock.fenced, warp->clock.clocks, sizeof(warp->clock.fenced));
        warp->clock.clocks[warp->number]++;
    } else {
        fail_msg("what is %s?", word);
    }
}

/* The events, and the one violation that is met, or PTXC_VIOLATION_COUNT. */
static const struct {
    const char *words[9];
    enum ptxc_violation_kind kind;
} rows[] = {
    {{"0in", "0commit", "0wait", "0read"}, PTXC_VIOLATION_COUNT},
    {{"0in", "0commit", "0read"}, PTXC_VIOLATION_READ_NOT_WAITED},
    {{"0in", "0read"}, PTXC_VIOLATION_READ_UNGROUPED},
    {{"0in", "0wait", "0read"}, PTXC_VIOLATION_READ_UNCOMMITTED},
    {{"0in", "0wait", "0commit", "0read"}, PTXC_VIOLATION_READ_LEFT_PENDING},
    {{"0in", "0commit", "0wait", "1read"}, PTXC_VIOLATION_READ_WITHOUT_BARRIER},
    {{"0in", "0commit", "0wait", "sync", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0in", "0commit", "sync", "0wait", "1read"}, PTXC_VIOLATION_READ_WITHOUT_BARRIER},
    {{"0in", "0commit", "0write"}, PTXC_VIOLATION_WRITE_PENDING},
    {{"0in", "0commit", "0in"}, PTXC_VIOLATION_FILL_PENDING},
    {{"0in", "0commit", "0wait", "0write"}, PTXC_VIOLATION_COUNT},
    {{"0in", "0commit", "0wait", "1write"}, PTXC_VIOLATION_WRITE_FILLED},
    {{"0in", "0commit", "0wait", "sync", "1read", "0in"}, PTXC_VIOLATION_FILL_READ},
    {{"0in", "0commit", "0wait", "sync", "1read", "sync", "0in"}, PTXC_VIOLATION_COUNT},
    {{"0write", "0fence", "0out", "0drain", "0write"}, PTXC_VIOLATION_COUNT},
    {{"0write", "0out"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"0write", "0fence", "0out", "0write"}, PTXC_VIOLATION_WRITE_SOURCE},
    {{"0write", "0fence", "0out", "0drain", "1write"}, PTXC_VIOLATION_WRITE_DRAINED},
    {{"0write", "0fence", "0out", "0drain", "sync", "1write"}, PTXC_VIOLATION_COUNT},
    {{"0write", "0fence", "0out", "0in"}, PTXC_VIOLATION_FILL_SOURCE},
    {{"1write", "1fence", "sync", "0out"}, PTXC_VIOLATION_COUNT},
    {{"1write", "1fence", "0out"}, PTXC_VIOLATION_SOURCE_UNORDERED},
    {{"1write", "sync", "0out"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"1write", "sync", "0fence", "0out"}, PTXC_VIOLATION_COUNT},
};

static void accesses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct stage stage;
        stage_make(&stage, "a b c d e f g h i ret", 64, 1);
        for (uint32_t k = 0; k < 9 && rows[i].words[k]; k++)
            perform(&stage, rows[i].words[k], k);
        const uint32_t met = stage_met(&stage, PTXC_VIOLATION_COUNT);
        if (met != (rows[i].kind != PTXC_VIOLATION_COUNT) ||
            (met && stage.violations.list[0].violation.kind != rows[i].kind))
            fail_msg("row %zu: %u violations, the first of kind %d", i, met,
                     met ? (int)stage.violations.list[0].violation.kind : -1);
        stage_free(&stage);
    }
}

/* Words of four bytes are told apart, also within one granule of sixteen; bytes are not. */
static void edges(void **state) {
    static const struct {
        uint32_t address, bytes;
        bool meets;
    } reads[] = {{1020, 4, false}, {1024, 4, true}, {1028, 4, true},  {1032, 4, false},
                 {1036, 4, false}, {1031, 1, true}, {1016, 16, true}, {1032, 64, false}};
    (void)state;
    for (size_t i = 0; i < sizeof(reads) / sizeof(*reads); i++) {
        struct stage stage;
        stage_make(&stage, "a b ret", 32, 1);
        struct ptxc_warp *warp = &stage.machine.warps[0];
        const uint32_t copy = ptxc_copy_start(&stage.machine, warp, &stage.ops[0], ALL, PTXC_BY_GROUP);
        ptxc_shadow_async_write(&stage.machine, warp, copy, (struct ptxc_shared_range){0, 1024, 8});
        assert_false(ptxc_shadow_is_blank(&stage.machine, (struct ptxc_shared_range){0, 1024, 8}));
        assert_true(ptxc_shadow_is_blank(&stage.machine, (struct ptxc_shared_range){0, 2048, 8}));
        const struct ptxc_shared_range read = {0, reads[i].address, reads[i].bytes};
        ptxc_shadow_read(&stage.machine, warp, 1, &read, 1);
        if (stage_met(&stage, PTXC_VIOLATION_COUNT) != reads[i].meets)
            fail_msg("%u bytes at %u", reads[i].bytes, reads[i].address);
        stage_free(&stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses),
        cmocka_unit_test(edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
