/* Memory of the caller's: with it no memory is allocated for an instruction in which nothing is found, and with too
 * little of it, or at an odd place, all is as without.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/instruction.h"

enum { PLACES = 17, STEP = 97 };

static const char *const sound[] = {
    "cp.async.cg.shared.global [%r1], [%rd1], 16;",
    "@%p1 cp.async.ca.shared.global.L2::128B [s], [g+16], 4, 0;",
    "cp.async.wait_group 2;",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];",
    "cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_"
    "hint\n"
    "    [%r1], [%rd1, {%r1, %r2, %r3, %r4, %r5}], [%r2], {%h1, %h2, %h3}, %h4, %rd5;",
    "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd1, {%r1, %r2}], [%r3];",
    "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2;",
};
static const char *const wrong[] = {
    "cp.async.cg.shared.global [%r1], [%rd1], 15;",
    "cp.async.bulk.tensr.2d [x], 5;",
    "cp.async.cg.cg.global [%r1], [%rd1], 16, 3, 4;",
};

static unsigned char memory[PTXC_SCRATCH_SIZE + PLACES];

/* Parses and checks, and gives what is found in words, one finding a line. */
static enum ptxc_status work(const char *text, const struct ptxc_options *options, char *found, size_t size) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    found[0] = 0;
    enum ptxc_status status = ptxc_instruction_parse_with(text, strlen(text), options, &instruction, &report);
    for (int step = 0; step < 2; step++) {
        for (size_t i = 0; i < ptxc_report_count(report); i++) {
            strncat(found, ptxc_report_get(report, i)->message, size - strlen(found) - 2);
            strcat(found, "\n");
        }
        ptxc_report_free(report);
        report = NULL;
        if (status == PTXC_OK && step == 0)
            status = ptxc_instruction_check(&instruction, options, NULL, &report);
    }
    return status;
}

static void sound_instructions_allocate_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++) {
        for (size_t place = 0; place < PLACES; place++) {
            struct counting counting = {.fail_at = 0};
            const struct ptxc_allocator allocator = {counting_resize, &counting};
            const struct ptxc_options options = {.size = sizeof(options),
                                                 .ptx = 900,
                                                 .target = "sm_100a",
                                                 .allocator = &allocator,
                                                 .scratch = memory + place,
                                                 .scratch_size = PTXC_SCRATCH_SIZE};
            char found[4000];
            assert_int_equal(work(sound[i], &options, found, sizeof(found)), PTXC_OK);
            assert_string_equal(found, "");
            assert_int_equal(counting.requests, 0);
            assert_int_equal(counting.live, 0);
        }
    }
}

/* A source of one instruction: no request with scratch; without, one of no more than that. */
static void a_source_of_one_instruction_needs_one_request(void **state) {
    static const uint32_t flags[] = {0, PTXC_CHECK_ALLOW, PTXC_CHECK_FLOW,
                                     PTXC_CHECK_ALLOW | PTXC_CHECK_FLOW | PTXC_CHECK_LIKELY};
    (void)state;
    for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++) {
        for (size_t j = 0; j < 2 * sizeof(flags) / sizeof(flags[0]); j++) {
            struct counting counting = {.fail_at = -1};
            const struct ptxc_allocator allocator = {counting_resize, &counting};
            const bool lent = j % 2;
            const struct ptxc_options options = {.size = sizeof(options),
                                                 .flags = flags[j / 2],
                                                 .ptx = 900,
                                                 .target = "sm_100a",
                                                 .allocator = &allocator,
                                                 .scratch = lent ? memory : NULL,
                                                 .scratch_size = lent ? PTXC_SCRATCH_SIZE : 0};
            struct ptxc_report *report;
            assert_int_equal(ptxc_check(sound[i], strlen(sound[i]), &options, &report), PTXC_OK);
            assert_int_equal(ptxc_report_count(report), 0);
            assert_int_equal(ptxc_report_instructions(report), 1);
            ptxc_report_free(report);
            assert_int_equal(counting.requests, lent ? 0 : 1);
            assert_in_range(counting.bytes, 0, flags[j / 2] & PTXC_CHECK_FLOW ? PTXC_SCRATCH_SIZE : 8192);
            assert_int_equal(counting.live, 0);
        }
    }
}

/* Holds what is found with scratch of any size against what is found without. */
static void hold(const char *text) {
    const struct ptxc_options without = {.size = sizeof(without), .ptx = 900, .target = "sm_100a"};
    char wanted[4000], found[4000];
    const enum ptxc_status status = work(text, &without, wanted, sizeof(wanted));
    for (size_t size = 0; size <= PTXC_SCRATCH_SIZE; size += STEP) {
        struct counting counting = {.fail_at = -1};
        const struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = without;
        options.allocator = &allocator;
        options.scratch = memory + size % PLACES;
        options.scratch_size = size;
        memset(memory, 0xa5, sizeof(memory));
        assert_int_equal(work(text, &options, found, sizeof(found)), status);
        assert_string_equal(found, wanted);
        assert_int_equal(counting.live, 0);
        for (size_t i = size % PLACES + size; i < sizeof(memory); i++)
            assert_int_equal(memory[i], 0xa5);
    }
}

static void scratch_of_any_size_changes_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(sound) / sizeof(sound[0]); i++)
        hold(sound[i]);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        hold(wrong[i]);
}

/* Where the allocator fails, too, there is no report, and nothing is lost. */
static void too_little_scratch_and_no_memory_is_out_of_memory(void **state) {
    bool failed = false;
    (void)state;
    for (size_t size = 0; size <= PTXC_SCRATCH_SIZE; size += STEP) {
        struct counting counting = {.fail_at = 0};
        const struct ptxc_allocator allocator = {counting_resize, &counting};
        const struct ptxc_options options = {
            .size = sizeof(options), .allocator = &allocator, .scratch = memory, .scratch_size = size};
        char found[4000];
        const enum ptxc_status status = work(sound[0], &options, found, sizeof(found));
        assert_true(status == PTXC_OK || status == PTXC_OUT_OF_MEMORY);
        assert_int_equal(status == PTXC_OK, counting.requests == 0);
        failed |= status != PTXC_OK;
        assert_int_equal(counting.live, 0);
    }
    assert_true(failed);
}

static void a_size_without_memory_is_refused(void **state) {
    const struct ptxc_options options = {.size = sizeof(options), .scratch_size = 1};
    struct ptxc_report *report;
    char why[200];
    (void)state;
    assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
    assert_true(ptxc_options_explain(&options, why, sizeof(why)) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sound_instructions_allocate_nothing),
        cmocka_unit_test(a_source_of_one_instruction_needs_one_request),
        cmocka_unit_test(scratch_of_any_size_changes_nothing),
        cmocka_unit_test(too_little_scratch_and_no_memory_is_out_of_memory),
        cmocka_unit_test(a_size_without_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
