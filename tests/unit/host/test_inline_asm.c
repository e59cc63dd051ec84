/* Inline asm that a compiler hands over, without its source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/ptxcheck.h"

/* The places and the names of operands are those of the text that was given. */
static void inline_asm_names_its_operands(void **state) {
    static const char text[] = "cp.async.ca.shared.global [$0], [$1], 4, ${2:r};";
    struct ptxc_report *report = NULL;
    (void)state;
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '$', "r,l,l", NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    assert_non_null(strstr(diagnostic->message, "'${2:r}' is .b64"));
    assert_int_equal(diagnostic->span.offset, strstr(text, "${2") - text);
    assert_int_equal(diagnostic->span.length, strlen("${2:r}"));
    assert_int_equal(ptxc_report_statements(report), 0);
    ptxc_report_free(report);
}

/* The bytes by which the library marks placeholders and unknown text are no such signs where a program gives them. */
static void a_control_character_is_no_sign(void **state) {
    static const char *const texts[] = {("cp.async.wait_group \x02"
                                         "0;"),
                                        "cp.async.wait_group \x01;", "cp.async.wait_all \x01",
                                        "\x01 cp.async.wait_all;"};
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct ptxc_report *report = NULL;
        assert_int_equal(ptxc_check_inline_asm(texts[i], strlen(texts[i]), '%', "n", NULL, &report), PTXC_OK);
        assert_true(ptxc_report_count(report) > 0);
        assert_string_equal(ptxc_report_get(report, 0)->rule, "syntax-error");
        ptxc_report_free(report);
    }
}

/* Nor where an escape sequence makes them. */
static void an_escaped_control_character_is_no_sign(void **state) {
    static const char source[] = "void f() { asm volatile(\"cp.async.wait_group \\x01;\" ::: \"memory\"); }\n";
    struct ptxc_report *report = NULL;
    (void)state;
    assert_int_equal(ptxc_check_host("f.cu", source, strlen(source), NULL, &report), PTXC_OK);
    assert_true(ptxc_report_count(report) > 0);
    assert_string_equal(ptxc_report_get(report, 0)->rule, "syntax-error");
    ptxc_report_free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inline_asm_names_its_operands),
        cmocka_unit_test(a_control_character_is_no_sign),
        cmocka_unit_test(an_escaped_control_character_is_no_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
