/* Shared memory as a race detector sees it: which access comes too early after which. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/granules.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/automata/proxies.h"
#include "analysis/automata/shadow.h"
#include "analysis/automata/vector_clock.h"
#include "stage.h"

#define ALL UINT32_MAX

enum { MOST_WORDS = 12 };

static const struct ptxc_shared_range piece = {0, 1024, 16};

/* Events, a word each: the first digit is the warp.
 *   0in  0same  0vague   starts a copy of cp.async into the piece: from anywhere, from one place each time, or to an
 *                        address that is not certain
 *   0load  0out  0mma    a bulk copy into it that completes on the mbarrier, one out of it, a read by the tensor core
 *   0commit  0wait  0drain   of the groups of cp.async; waits for bulk copies to have read
 *   0expect  0arrive  land  0pass   of the mbarrier, which counts one arrival and 16 bytes; land completes the oldest
 *   0read  0write  0strong  0fence   strong is a write by an access that orders others
 *   sync     a barrier of both warps
 */
static void start(struct stage *stage, struct ptxc_warp *warp, const char *what, uint32_t step) {
    static const struct {
        const char *what;
        enum ptxc_completion completion;
        uint32_t kind;
        uint64_t source;
        bool vague, reads, multiplies;
    } starts[] = {
        {"in", PTXC_BY_GROUP, PTXC_GROUPS_ASYNC, 0, false, false, false},
        {"same", PTXC_BY_GROUP, PTXC_GROUPS_ASYNC, 4096, false, false, false},
        {"vague", PTXC_BY_GROUP, PTXC_GROUPS_ASYNC, 0, true, false, false},
        {"load", PTXC_BY_BARRIER, PTXC_GROUP_KINDS, 0, false, false, false},
        {"out", PTXC_BY_BULK_GROUP, PTXC_GROUPS_BULK, 0, false, true, false},
        {"mma", PTXC_BY_NOTHING, PTXC_GROUPS_TENSOR, 0, false, true, true},
    };
    struct ptxc_machine *machine = &stage->machine;
    uint32_t i = 0;
    while (i < sizeof(starts) / sizeof(*starts) && strcmp(what, starts[i].what) != 0)
        i++;
    if (i == sizeof(starts) / sizeof(*starts))
        fail_msg("what is %s?", what);
    const uint32_t index = ptxc_copy_start(machine, warp, &stage->ops[step], ALL, starts[i].completion);
    struct ptxc_async_copy *copy = &machine->copies[index];
    copy->source = starts[i].source;
    copy->doubtful = starts[i].vague;
    copy->reads = starts[i].reads;
    copy->multiplies = starts[i].multiplies;
    copy->bytes = piece.bytes;
    copy->barrier = copy->completion == PTXC_BY_BARRIER ? 0 : PTXC_MOST_MBARRIERS;
    if (copy->completion == PTXC_BY_BARRIER)
        ptxc_mbarrier_async_start(machine, index);
    else
        ptxc_groups_add(machine, warp, starts[i].kind, index);
    if (copy->completion == PTXC_BY_BULK_GROUP)
        ptxc_groups_commit(machine, warp, PTXC_GROUPS_BULK, ALL, 0);
    if (copy->reads)
        ptxc_shadow_async_read(machine, warp, index, piece);
    else
        ptxc_shadow_async_write(machine, warp, index, piece);
}

/* What both warps did before, both know. */
static void synchronise(struct ptxc_machine *machine) {
    struct ptxc_vector_clock all = {.clocks = {0}};
    ptxc_clock_release(machine, &machine->warps[0], &all);
    ptxc_clock_release(machine, &machine->warps[1], &all);
    ptxc_clock_acquire(machine, &machine->warps[0].clock, &all);
    ptxc_clock_acquire(machine, &machine->warps[1].clock, &all);
}

/* An event of groups or of the mbarrier; false where it is none. */
static bool perform_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const char *what, uint32_t step) {
    if (strcmp(what, "commit") == 0)
        ptxc_groups_commit(machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
    else if (strcmp(what, "wait") == 0)
        ptxc_groups_wait(machine, warp, PTXC_GROUPS_ASYNC, ALL, 0, false, false, step);
    else if (strcmp(what, "drain") == 0)
        ptxc_groups_wait(machine, warp, PTXC_GROUPS_BULK, ALL, 0, true, false, step);
    else if (strcmp(what, "expect") == 0)
        ptxc_mbarrier_expect(machine, step, 0, piece.bytes);
    else if (strcmp(what, "arrive") == 0)
        ptxc_mbarrier_arrive(machine, warp, step, 0, 1);
    else if (strcmp(what, "pass") == 0)
        ptxc_mbarrier_pass(machine, warp, step, 0);
    else
        return false;
    return true;
}

/* An access at a step that orders nothing. */
#define weak(at) (&(struct ptxc_shared_access){.step = (at), .weak = true})

static void perform(struct stage *stage, const char *word, uint32_t step) {
    struct ptxc_machine *machine = &stage->machine;
    struct ptxc_warp *warp = &machine->warps[word[0] == '1'];
    const char *what = word + 1;
    if (strcmp(word, "sync") == 0) {
        synchronise(machine);
    } else if (strcmp(word, "land") == 0) {
        ptxc_mbarrier_async_complete(machine, machine->under_way[machine->under_way_first++]);
    } else if (strcmp(what, "read") == 0) {
        ptxc_shadow_read(machine, warp, weak(step), &piece, 1);
    } else if (strcmp(what, "write") == 0) {
        ptxc_shadow_write(machine, warp, weak(step), &piece, 1);
    } else if (strcmp(what, "strong") == 0) {
        ptxc_shadow_write(machine, warp, &(struct ptxc_shared_access){.step = step}, &piece, 1);
    } else if (strcmp(what, "fence") == 0) {
        ptxc_proxies_fence(machine, warp, step, ALL, true);
    } else if (!perform_wait(machine, warp, what, step)) {
        start(stage, warp, what, step);
    }
}

/* A copy that completes on the mbarrier, and whose phase is complete. */
#define LOADED "0expect", "0load", "0arrive", "land"

/* The events, and the one violation that is met, or PTXC_VIOLATION_COUNT. */
static const struct {
    const char *words[MOST_WORDS];
    enum ptxc_violation_kind kind;
} rows[] = {
    {{"0in", "0commit", "0wait", "0read"}, PTXC_VIOLATION_COUNT},
    {{"0in", "0commit", "0read"}, PTXC_VIOLATION_READ_NOT_WAITED},
    {{"0in", "0read"}, PTXC_VIOLATION_READ_UNGROUPED},
    {{"0in", "0wait", "0read"}, PTXC_VIOLATION_READ_UNCOMMITTED},
    {{"0in", "0wait", "0commit", "0read"}, PTXC_VIOLATION_READ_COMMITTED_LATE},
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
    {{"0write", "0fence", "sync", "1out"}, PTXC_VIOLATION_COUNT},
    {{"1write", "1fence", "0out"}, PTXC_VIOLATION_SOURCE_UNORDERED},
    {{"1write", "sync", "0out"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"1write", "sync", "0fence", "0out"}, PTXC_VIOLATION_FENCE_LATE},
    {{"1write", "sync", "0fence", "0mma"}, PTXC_VIOLATION_COUNT},
    /* one pair of accesses is reported, and not what comes after it */
    {{"0in", "0commit", "0write", "0read"}, PTXC_VIOLATION_WRITE_PENDING},
    {{"0in", "0commit", "0wait", "1in"}, PTXC_VIOLATION_COUNT},
    /* what was written is no longer there, but what was copied is */
    {{"0write", "0in", "0commit", "0wait", "0fence", "0out"}, PTXC_VIOLATION_COUNT},
    {{"0in", "0commit", "0fence", "0wait", "0out"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"0in", "0commit", "0wait", "0mma"}, PTXC_VIOLATION_MATRIX_UNFENCED},
    {{"0in", "0commit", "0out"}, PTXC_VIOLATION_READ_NOT_WAITED},
    {{"0in", "0commit", "0wait", "0out", "0drain"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"0vague", "0read"}, PTXC_VIOLATION_COUNT},
    /* copies of the same bytes cannot be told apart */
    {{"0same", "0same"}, PTXC_VIOLATION_COUNT},
    {{"0same", "0in"}, PTXC_VIOLATION_FILL_SAME_GROUP},
    {{"0same", "0commit", "0in"}, PTXC_VIOLATION_FILL_PENDING},
    {{"0same", "0commit", "0wait", "sync", "1read", "0same"}, PTXC_VIOLATION_COUNT},
    {{"0same", "0commit", "0wait", "sync", "1read", "0in"}, PTXC_VIOLATION_FILL_READ},
    /* the tensor core reads the piece until something tells that it has */
    {{"0write", "0fence", "0mma", "0write"}, PTXC_VIOLATION_WRITE_MULTIPLIED},
    {{"0write", "0fence", "0mma", "0in"}, PTXC_VIOLATION_FILL_MULTIPLIED},
    {{"0write", "0mma"}, PTXC_VIOLATION_SOURCE_UNFENCED},
    {{"0in", "0mma"}, PTXC_VIOLATION_READ_UNGROUPED},
    /* two warps without any copy */
    {{"0write", "1read"}, PTXC_VIOLATION_RACE_READ},
    {{"0write", "sync", "1read"}, PTXC_VIOLATION_COUNT},
    {{"sync", "0write", "1read"}, PTXC_VIOLATION_RACE_READ},
    {{"0write", "0read"}, PTXC_VIOLATION_COUNT},
    {{"0write", "sync", "1read", "0write"}, PTXC_VIOLATION_RACE_WRITE},
    {{"0write", "sync", "1read", "sync", "0write"}, PTXC_VIOLATION_COUNT},
    {{"0write", "sync", "0read", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0write", "1write", "0read", "1read"}, PTXC_VIOLATION_COUNT}, /* it may be the same that they write */
    {{"0write", "1write", "0write", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0write", "1write", "sync", "0write", "1read"}, PTXC_VIOLATION_RACE_READ},
    {{"0strong", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0write", "1strong", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0strong", "0write", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0write", "0arrive", "1pass", "1read"}, PTXC_VIOLATION_COUNT},
    {{"0arrive", "0write", "1pass", "1read"}, PTXC_VIOLATION_RACE_READ},
    {{"0write", "1read", "1write"}, PTXC_VIOLATION_RACE_READ},
    {{"0write", "1in"}, PTXC_VIOLATION_RACE_FILL},
    {{"0write", "sync", "1in"}, PTXC_VIOLATION_COUNT},
    {{"0write", "sync", "1in", "1commit", "1wait", "0read"}, PTXC_VIOLATION_READ_WITHOUT_BARRIER},
    /* copies that complete on the mbarrier */
    {{"0expect", "0load", "0read"}, PTXC_VIOLATION_READ_BEFORE_PHASE},
    {{"0expect", "0load", "land", "0read"}, PTXC_VIOLATION_READ_BEFORE_PHASE},
    {{LOADED, "0read"}, PTXC_VIOLATION_READ_BEFORE_PHASE},
    {{LOADED, "0pass", "0read"}, PTXC_VIOLATION_COUNT},
    {{LOADED, "0pass", "1read"}, PTXC_VIOLATION_READ_BEFORE_PHASE},
    {{LOADED, "1pass", "1read"}, PTXC_VIOLATION_COUNT},
    {{LOADED, "0pass", "0write"}, PTXC_VIOLATION_COUNT},
    {{LOADED, "1write"}, PTXC_VIOLATION_WRITE_BEFORE_PHASE},
    {{"0expect", "0load", "0load"}, PTXC_VIOLATION_FILL_UNRELEASED},
    {{LOADED, "0load"}, PTXC_VIOLATION_FILL_UNRELEASED},
    {{LOADED, "0pass", "0load"}, PTXC_VIOLATION_COUNT},
    {{LOADED, "1pass", "1read", "1arrive", "0pass", "0load"}, PTXC_VIOLATION_COUNT},
    {{LOADED, "1pass", "1read", "0pass", "0load"}, PTXC_VIOLATION_FILL_READ},
    {{LOADED, "0pass", "0expect", "0load", "0read"}, PTXC_VIOLATION_READ_OVERWRITTEN},
    {{LOADED, "0pass", "0read", "0expect", "0load", "0read"}, PTXC_VIOLATION_READ_BEFORE_PHASE},
    {{LOADED, "0pass", "0expect", "0load", "0pass", "0read"}, PTXC_VIOLATION_READ_STALE_PHASE},
};

static void accesses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct stage stage;
        stage_make(&stage, "a b c d e f g h i j k l ret", 64, 1);
        ptxc_mbarrier_init(&stage.machine, &stage.machine.warps[0], 0, 0, 2048, 1);
        for (uint32_t k = 0; k < MOST_WORDS && rows[i].words[k]; k++)
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
        ptxc_shadow_read(&stage.machine, warp, weak(1), &read, 1);
        if (stage_met(&stage, PTXC_VIOLATION_COUNT) != reads[i].meets)
            fail_msg("%u bytes at %u", reads[i].bytes, reads[i].address);
        stage_free(&stage);
    }
}

/* Ways in which an execution may have come to where nothing is certain: none of them is met. */
static void guesses(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct stage stage;
        stage_make(&stage, "a b c ret", 64, 1);
        bool *const flags[] = {&stage.machine.unsure, &stage.machine.forced, &stage.machine.loose,
                               &stage.machine.broken, &stage.machine.vague};
        *flags[i] = true;
        perform(&stage, "0write", 0);
        perform(&stage, "1read", 1);
        assert_int_equal(stage_met(&stage, PTXC_VIOLATION_RACE_READ), i == 4); /* how long a copy is does not matter */
        stage_free(&stage);
    }
}

/* Bytes are told apart, but of reads of parts of words that come first nothing is said. */
static void bytes_of_two_warps(void **state) {
    static const struct {
        struct ptxc_shared_range written, read;
        bool races, turned; /* what is executed first: the write, the read */
    } pairs[] = {{{0, 1024, 2}, {0, 1026, 2}, false, false}, {{0, 1024, 2}, {0, 1025, 1}, true, false},
                 {{0, 1028, 4}, {0, 1024, 4}, false, false}, {{0, 1028, 4}, {0, 1024, 8}, true, true},
                 {{0, 1036, 8}, {0, 1040, 1}, true, false},  {{0, 1036, 8}, {0, 1044, 1}, false, false}};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(pairs) / sizeof(*pairs); i++) {
        struct stage stage;
        stage_make(&stage, "a b c ret", 64, 1);
        struct ptxc_warp *warps = stage.machine.warps;
        if (i % 2 == 0)
            ptxc_shadow_write(&stage.machine, &warps[0], weak(0), &pairs[i / 2].written, 1);
        ptxc_shadow_read(&stage.machine, &warps[1], weak(1), &pairs[i / 2].read, 1);
        if (i % 2 == 1)
            ptxc_shadow_write(&stage.machine, &warps[0], weak(2), &pairs[i / 2].written, 1);
        if (stage_met(&stage, PTXC_VIOLATION_COUNT) != (i % 2 ? pairs[i / 2].turned : pairs[i / 2].races))
            fail_msg("pair %zu", i);
        stage_free(&stage);
    }
}

/* Writes a value that is known. */
static void write_value(struct stage *stage, uint32_t warp, uint32_t step, uint32_t value) {
    struct ptxc_cta *cta = &stage->machine.ctas[0];
    const struct ptxc_shared_range word = {0, 1024, sizeof(value)};
    ptxc_cta_prepare(cta, word.address + word.bytes);
    memcpy(cta->bytes + word.address, &value, sizeof(value));
    memset(cta->known + word.address, PTXC_BYTE_KNOWN, sizeof(value));
    const struct ptxc_shared_access access = {.step = step, .weak = true, .known = true};
    ptxc_shadow_write(&stage->machine, &stage->machine.warps[warp], &access, &word, 1);
}

/* What two warps write matters where it is known: the same disturbs nobody. */
static void values_of_two_warps(void **state) {
    (void)state;
    for (uint32_t other = 5; other < 7; other++)
        for (int between = 0; between < 2; between++) {
            struct stage stage;
            stage_make(&stage, "a b c d ret", 64, 1);
            write_value(&stage, 0, 0, 5);
            if (between) {
                synchronise(&stage.machine);
                perform(&stage, "0read", 1);
            }
            write_value(&stage, 1, 2, other);
            assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), other != 5);
            assert_int_equal(stage_met(&stage, between ? PTXC_VIOLATION_RACE_WRITE : PTXC_VIOLATION_RACE_WRITES),
                             other != 5);
            stage_free(&stage);
        }
}

/* Of two accesses that race the later one in the text is reported, whichever is executed first. */
static void order_of_races(void **state) {
    static const struct {
        struct ptxc_shared_access written, read;
        uint32_t step, iteration;
    } pairs[] = {{{.step = 1}, {.step = 2}, 2, 0},
                 {{.step = 2}, {.step = 1}, 2, 0},
                 {{.step = 2, .iteration = 1}, {.step = 1, .iteration = 2}, 1, 2},
                 {{.step = 1, .iteration = 4}, {.step = 2, .iteration = 3}, 1, 4}};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(pairs) / sizeof(*pairs); i++) {
        struct stage stage;
        struct ptxc_shared_access written = pairs[i / 2].written, read = pairs[i / 2].read;
        written.weak = read.weak = true;
        stage_make(&stage, "a b c ret", 64, 1);
        if (i % 2 == 0)
            ptxc_shadow_write(&stage.machine, &stage.machine.warps[0], &written, &piece, 1);
        ptxc_shadow_read(&stage.machine, &stage.machine.warps[1], &read, &piece, 1);
        if (i % 2 == 1)
            ptxc_shadow_write(&stage.machine, &stage.machine.warps[0], &written, &piece, 1);
        assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
        const struct ptxc_violation *met = &stage.violations.list[0].violation;
        assert_int_equal(met->kind, met->step == written.step ? PTXC_VIOLATION_RACE_WRITE : PTXC_VIOLATION_RACE_READ);
        assert_int_equal(met->step, pairs[i / 2].step);
        assert_int_equal(met->copy, written.step + read.step - met->step);
        assert_int_equal(met->iteration, pairs[i / 2].iteration);
        stage_free(&stage);
    }
}

/* The lanes of one copy may fill the same words, and are no copies that meet; what was written to one word by
 * hand does not hide the others. */
static void lanes_of_one_copy(void **state) {
    struct stage stage;
    (void)state;
    stage_make(&stage, "a b c ret", 32, 1);
    struct ptxc_warp *warp = &stage.machine.warps[0];
    const struct ptxc_shared_range words[] = {{0, 1024, 8}, {0, 1028, 4}};
    const uint32_t copy = ptxc_copy_start(&stage.machine, warp, &stage.ops[0], ALL, PTXC_BY_GROUP);
    ptxc_groups_add(&stage.machine, warp, PTXC_GROUPS_ASYNC, copy);
    ptxc_groups_commit(&stage.machine, warp, PTXC_GROUPS_ASYNC, ALL, 0);
    for (int i = 0; i < 2; i++)
        ptxc_shadow_async_write(&stage.machine, warp, copy, words[i]);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 0);
    ptxc_shadow_write(&stage.machine, warp, weak(1), &words[1], 1);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_WRITE_PENDING), 1);
    ptxc_shadow_read(&stage.machine, warp, weak(2), &words[1], 1);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
    ptxc_shadow_read(&stage.machine, warp, weak(2), &words[0], 1);
    assert_int_equal(stage_met(&stage, PTXC_VIOLATION_READ_NOT_WAITED), 1);
    stage_free(&stage);
}

/* Another warp writes without a barrier after the copy that has read the piece. Where its step stands before the copy,
 * it should have come before it. */
static void writes_of_others(void **state) {
    (void)state;
    for (uint32_t step = 0; step < 3; step += 2) {
        struct stage stage;
        stage_make(&stage, "a b c ret", 64, 1);
        perform(&stage, "0out", 1);
        perform(&stage, "0drain", 1);
        perform(&stage, "1write", step);
        assert_int_equal(stage_met(&stage, PTXC_VIOLATION_COUNT), 1);
        const struct ptxc_violation *met = &stage.violations.list[0].violation;
        assert_int_equal(met->kind, step == 0 ? PTXC_VIOLATION_SOURCE_UNORDERED : PTXC_VIOLATION_WRITE_DRAINED);
        assert_int_equal(met->step, step == 0 ? 1 : step);
        assert_int_equal(met->copy, step == 0 ? 0 : 1);
        stage_free(&stage);
    }
}

/* Reading what nothing has written starves the machine; a copy or a write feeds it. */
static void starved(void **state) {
    static const char *const before[] = {"0fence", "0write", "0in"};
    (void)state;
    for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++) {
        struct stage stage;
        stage_make(&stage, "a b c ret", 64, 1);
        perform(&stage, before[i], 0);
        perform(&stage, "0read", 1);
        assert_int_equal(stage.machine.starved, i == 0);
        stage_free(&stage);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accesses),
        cmocka_unit_test(edges),
        cmocka_unit_test(lanes_of_one_copy),
        cmocka_unit_test(writes_of_others),
        cmocka_unit_test(starved),
        cmocka_unit_test(guesses),
        cmocka_unit_test(bytes_of_two_warps),
        cmocka_unit_test(values_of_two_warps),
        cmocka_unit_test(order_of_races),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
