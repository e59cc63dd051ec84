/* What a report does with findings that are not certain. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/keep.h"

/* Gives the severity of the one finding of this level that a report with these flags has; OFF where it has none. */
static enum ptxc_severity severity_with(uint32_t flags, enum ptxc_rule_id rule, enum ptxc_level level,
                                        const struct ptxc_override *override) {
    const struct ptxc_options options = {
        .size = sizeof(options), .flags = flags, .overrides = override, .override_count = override ? 1 : 0};
    const struct ptxc_finding finding = {.rule = rule, .span = {0, 1}, .message = "a message", .level = level};
    struct ptxc_report *made, *report;
    assert_int_equal(ptxc_report_make(&options, &made), PTXC_OK);
    ptxc_report_add(made, &finding);
    assert_int_equal(ptxc_report_close(made, &report), PTXC_OK);
    assert_in_range(ptxc_report_count(report), 0, 1);
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    const enum ptxc_severity severity = diagnostic ? diagnostic->severity : PTXC_SEVERITY_OFF;
    ptxc_report_free(report);
    return severity;
}

/* Each flag asks for what is less sure than what is reported without it. */
static void flags_ask_for_levels(void **state) {
    static const struct {
        uint32_t flags;
        enum ptxc_severity certain, likely, possible;
    } rows[] = {
        {0, PTXC_SEVERITY_ERROR, PTXC_SEVERITY_OFF, PTXC_SEVERITY_OFF},
        {PTXC_CHECK_FLOW, PTXC_SEVERITY_ERROR, PTXC_SEVERITY_OFF, PTXC_SEVERITY_OFF},
        {PTXC_CHECK_LIKELY, PTXC_SEVERITY_ERROR, PTXC_SEVERITY_WARNING, PTXC_SEVERITY_OFF},
        {PTXC_CHECK_PEDANTIC, PTXC_SEVERITY_ERROR, PTXC_SEVERITY_WARNING, PTXC_SEVERITY_NOTE},
        {PTXC_CHECK_LIKELY | PTXC_CHECK_PEDANTIC, PTXC_SEVERITY_ERROR, PTXC_SEVERITY_WARNING, PTXC_SEVERITY_NOTE},
    };
    const enum ptxc_rule_id error = PTXC_RULE_READ_BEFORE_WAIT;
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        assert_int_equal(severity_with(rows[i].flags, error, PTXC_CERTAIN, NULL), rows[i].certain);
        assert_int_equal(severity_with(rows[i].flags, error, PTXC_LIKELY, NULL), rows[i].likely);
        assert_int_equal(severity_with(rows[i].flags, error, PTXC_POSSIBLE, NULL), rows[i].possible);
    }
}

/* A level bounds the severity, and does not raise it. */
static void levels_are_bounds(void **state) {
    (void)state;
    assert_int_equal(severity_with(PTXC_CHECK_LIKELY, PTXC_RULE_EMPTY_GROUP, PTXC_LIKELY, NULL), PTXC_SEVERITY_NOTE);
    assert_int_equal(severity_with(PTXC_CHECK_PEDANTIC, PTXC_RULE_FENCE_AFTER_BARRIER, PTXC_CERTAIN, NULL),
                     PTXC_SEVERITY_WARNING);
}

/* Who gives a rule a severity asks for all of its findings, with this severity. */
static void a_severity_asks_for_all_levels(void **state) {
    const struct ptxc_override error = {"read-before-wait", PTXC_SEVERITY_ERROR};
    const struct ptxc_override off = {"read-before-wait", PTXC_SEVERITY_OFF};
    (void)state;
    assert_int_equal(severity_with(0, PTXC_RULE_READ_BEFORE_WAIT, PTXC_POSSIBLE, &error), PTXC_SEVERITY_ERROR);
    assert_int_equal(severity_with(0, PTXC_RULE_READ_BEFORE_WAIT, PTXC_LIKELY, &error), PTXC_SEVERITY_ERROR);
    assert_int_equal(severity_with(PTXC_CHECK_PEDANTIC, PTXC_RULE_READ_BEFORE_WAIT, PTXC_CERTAIN, &off),
                     PTXC_SEVERITY_OFF);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_ask_for_levels),
        cmocka_unit_test(levels_are_bounds),
        cmocka_unit_test(a_severity_asks_for_all_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
