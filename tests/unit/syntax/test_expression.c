/* The values of constant expressions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/ptxcheck.h"

/* The value of an expression, found out the way ptxas was asked: cp-size must be 4, 8 or 16, so the constant
 * `value + 16 - expected` is accepted exactly when the expression has the expected value. */
static void assert_value(const char *expression, const char *expected) {
    char text[400];
    struct ptxc_report *report;
    snprintf(text, sizeof(text), "cp.async.cg.shared.global [a], [b], ((%s) == %s) * 16;", expression, expected);
    assert_int_equal(ptxc_check(text, strlen(text), NULL, &report), PTXC_OK);
    if (ptxc_report_count(report) != 0)
        print_error("%s is not %s: %s\n", expression, expected, ptxc_report_get(report, 0)->message);
    assert_int_equal(ptxc_report_count(report), 0);
    ptxc_report_free(report);
}

/* Every pair was asked of ptxas 13.0. */
static void expressions(void **state) {
    static const char *const pairs[][2] = {
        {"-7 % 3", "0"},
        {"-7/2", "-3"},
        {"0xffffffffffffffff/2", "9223372036854775807"},
        {"-16>>2", "-4"},
        {"1<<64", "1"},
        {"1<<65", "2"},
        {"-1>0", "0"},
        {"1U-2U", "-1"},
        {"(1U-2U)>>60", "15"},
        {"(.s64)-1>>3", "-1"},
        {"~0U>>60", "15"},
        {"9223372036854775808>>60", "8"},
        {"1?2:3?4:5", "2"},
        {"5&3==3", "1"},
        {"1|2^3&4", "3"},
        {"8/2/2", "2"},
        {"2+3*4", "14"},
        {"1<<2+1", "8"},
        {"WARP_SZ*2", "64"},
        {"0b11", "3"},
        {"017U", "15"},
        {"3>2>1", "0"},
        {"-1<0U", "0"},
        {"-1/2U", "9223372036854775807"},
        {"0x10000000000000000", "0"},
        {"18446744073709551617", "1"},
        {"30000000000000000000", "-6893488147419103232"},
        {"-9223372036854775808/-1", "0"},
        {"-9223372036854775808 % -1", "-9223372036854775808"},
        {"!~0", "0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_value(pairs[i][0], pairs[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
