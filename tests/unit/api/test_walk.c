/* The public API: a walk that checks each instruction in its place finds what a check of the module finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>

static struct ptxc_module *open_module(const char *text) {
    struct ptxc_module *module;
    assert_int_equal(ptxc_module_open(text, strlen(text), NULL, &module), PTXC_OK);
    return module;
}

/* A module with a mistake of each stage: of the reader, of the matcher, of values, and of the header. */
static const char mistakes[] = ".version 9.0\n"
                               ".target sm_90\n"
                               ".visible .entry first(.param .u64 p)\n"
                               "{\n"
                               "    .reg .b64 %rd<3>;\n"
                               "    .reg .b32 %r<3>;\n"
                               "    .shared .align 16 .b8 tile[64];\n"
                               "    cp.async.cg.shared.global.L2::128 [tile], [%rd1], 16;\n"
                               "    cp.async.cg.cg.shared.global [tile], [%rd1], 16;\n"
                               "    cp.async.commit.group;\n"
                               "    cp.async.ca.shared.global [tile], [%rd1], 12;\n"
                               "    cp.async.ca.shared.global [tile+2], [%rd1], 4;\n"
                               "    cp.async.ca.shared.global [nowhere], [%rd1], 4;\n"
                               "    cp.async.cg.shared.global [%rd1], tile, 16;\n"
                               "    @%r1 cp.async.wait_all;\n"
                               "    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [tile], 16, 1;\n"
                               "    cp.async.wait_group\n"
                               "}\n";

static void collect(const struct ptxc_report *report, const struct ptxc_diagnostic **found, size_t *count) {
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        found[(*count)++] = ptxc_report_get(report, i);
}

/* A walk that checks each instruction finds what ptxc_check finds, at the same places in the source. */
static void walk_finds_what_check_finds(void **state) {
    enum { MOST = 32 };
    struct ptxc_instruction instruction;
    struct ptxc_report *whole, *reports[MOST];
    const struct ptxc_diagnostic *found[MOST];
    struct ptxc_module *module = open_module(mistakes);
    size_t count = 0, walked = 0;
    (void)state;
    assert_int_equal(ptxc_check(mistakes, strlen(mistakes), NULL, &whole), PTXC_OK);
    while (ptxc_module_next(module, &instruction)) {
        assert_int_equal(ptxc_instruction_check(&instruction, NULL, module, &reports[walked]), PTXC_OK);
        assert_null(ptxc_report_text(reports[walked]));
        collect(reports[walked++], found, &count);
    }
    assert_int_equal(walked, 9);
    assert_int_equal(ptxc_module_close(module, &reports[walked]), PTXC_OK);
    collect(reports[walked++], found, &count);
    assert_int_equal(count, 10);
    assert_int_equal(count, ptxc_report_count(whole));
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_diagnostic *each = ptxc_report_get(whole, i);
        size_t same = 0;
        for (size_t j = 0; j < count; j++)
            same += found[j]->span.offset == each->span.offset && found[j]->span.length == each->span.length &&
                    strcmp(found[j]->rule, each->rule) == 0 && strcmp(found[j]->message, each->message) == 0;
        assert_int_equal(same, 1);
    }
    for (size_t i = 0; i < walked; i++)
        ptxc_report_free(reports[i]);
    ptxc_report_free(whole);
}

/* The place counts only for the instruction as the walk gave it: a changed one has a text of its own. */
static void changed_instruction_has_a_text(void **state) {
    struct ptxc_instruction instruction;
    struct ptxc_report *report;
    struct ptxc_module *module = open_module(mistakes);
    (void)state;
    assert_true(ptxc_module_next(module, &instruction));
    for (int i = 0; i < 3; i++)
        assert_true(ptxc_module_next(module, &instruction));
    assert_int_equal(ptxc_instruction_set(&instruction, PTXC_SLOT_CACHE, PTXC_Q_CG), PTXC_OK);
    assert_int_equal(ptxc_instruction_check(&instruction, NULL, module, &report), PTXC_OK);
    assert_string_equal(ptxc_report_text(report), "cp.async.cg.shared.global [tile], [%rd1], 12;");
    assert_int_equal(ptxc_report_count(report), 1);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "cp-size-cg");
    assert_int_equal(ptxc_report_get(report, 0)->span.offset, 42);
    ptxc_report_free(report);
    ptxc_module_close(module, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(walk_finds_what_check_finds),
                                       cmocka_unit_test(changed_instruction_has_a_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
