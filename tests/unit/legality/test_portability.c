/* The verdicts for several targets at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/instruction.h"

/* The check for portability uses the memory of the report for a second one, and gives all of it back. */
static void portability_gives_its_memory_back(void **state) {
    static char text[60000];
    const char *const portable[] = {"sm_120"};
    (void)state;
    strcpy(text, ".version 9.0\n.target sm_90\n.entry e() {\n.reg .b64 %rd<9>;\n.shared .b64 bar;\n");
    for (size_t i = 0; i < 500; i++)
        strcat(text, "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%laneid], [%rd1], 16, [bar];");
    strcat(text, "}\n");
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {
            .size = sizeof(options), .allocator = &allocator, .portable = portable, .portable_count = 1};
        struct ptxc_report *report;
        enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
        size_t found = ptxc_report_count(report);
        ptxc_report_free(report);
        assert_int_equal(counting.live, 0);
        if (status == PTXC_OK) {
            assert_int_equal(found, 500);
            assert_true(n > 3);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
    }
    fail_msg("the check never had enough memory");
}

/* An instruction without a module is checked for every portable target. */
static void a_single_instruction_is_held_to_all_targets(void **state) {
    const char *const portable[] = {"sm_90", "sm_120"};
    struct ptxc_options options = {
        .size = sizeof(options), .target = "sm_100a", .ptx = 900, .portable = portable, .portable_count = 2};
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    const char *text = "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], 16, %2;";
    (void)state;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    assert_int_equal(ptxc_instruction_check(&instruction, &options, NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "not-portable");
    assert_string_equal(ptxc_report_get(report, 0)->message, ".cp_mask is not available on sm_90");
    ptxc_report_free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portability_gives_its_memory_back),
        cmocka_unit_test(a_single_instruction_is_held_to_all_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
