/* How a source is gone through: the windows that callers are told of, and comments that come up late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

enum { SIZE = 3 << 20, ROOM = SIZE + 4096 };

static const char header[] = ".version 8.0\n.target sm_90\n.address_size 64\n";
static const char wrong[] = ".entry f() {\n.reg .b64 %rd<9>;\n.reg .b32 %r<9>;\n"
                            "cp.async.ca.shared.global [%r1], [%rd1], 5;\nret;\n}\n";
static const char filling[] = ".entry g() {\n.reg .b32 %r<9>;\nadd.s32 %r1, %r2, %r3;\nret;\n}\n";

/* Makes a module of SIZE bytes with a mistake at its beginning and these lines at its end; free it. */
static char *make_module(const char *end, size_t *length) {
    char *text = malloc(ROOM);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "%s%s", header, wrong);
    while (at + sizeof(filling) < SIZE) {
        memcpy(text + at, filling, sizeof(filling) - 1);
        at += sizeof(filling) - 1;
    }
    *length = at + (size_t)sprintf(text + at, "%s", end);
    return text;
}

struct seen {
    size_t until, length, passes;
};

static void note(void *user, size_t offset, size_t length) {
    struct seen *seen = user;
    if (offset == 0) {
        seen->passes++;
        seen->until = 0;
    }
    assert_int_equal(offset, seen->until);
    assert_true(length > 0);
    seen->until = offset + length;
    assert_true(seen->until <= seen->length);
}

/* All windows together are the source, in order, in a check and in a walk that ends early. */
static void windows(void **unused) {
    struct seen seen = {0};
    struct ptxc_options options = {.size = sizeof(options), .ahead = note, .ahead_user = &seen};
    struct ptxc_report *report;
    struct ptxc_module *module;
    struct ptxc_instruction instruction;
    (void)unused;
    char *text = make_module("", &seen.length);
    assert_int_equal(ptxc_check(text, seen.length, &options, &report), PTXC_OK);
    assert_int_equal(seen.passes, 1);
    assert_int_equal(seen.until, seen.length);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
    assert_int_equal(ptxc_module_open(text, seen.length, &options, &module), PTXC_OK);
    assert_int_equal(ptxc_module_next(module, &instruction), 1);
    assert_true(seen.until < seen.length);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_int_equal(seen.until, seen.length);
    free(text);
}

/* A comment far behind a finding takes it out, as one before it does; without the flag it does nothing. */
static void late_comment(void **unused) {
    struct seen seen = {0};
    struct ptxc_options options = {
        .size = sizeof(options), .flags = PTXC_CHECK_ALLOW, .ahead = note, .ahead_user = &seen};
    struct ptxc_report *report;
    (void)unused;
    char *text = make_module("// ptxcheck: allow-file(cp-size) of no use\n", &seen.length);
    assert_int_equal(ptxc_check(text, seen.length, &options, &report), PTXC_OK);
    assert_int_equal(seen.passes, 2);
    assert_int_equal(ptxc_report_count(report), 0);
    assert_int_equal(ptxc_report_suppressed(report), 1);
    ptxc_report_free(report);
    options.flags = 0;
    assert_int_equal(ptxc_check(text, seen.length, &options, &report), PTXC_OK);
    assert_int_equal(seen.passes, 3);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
    free(text);
}

/* A byte that PTX has not is reported wherever it is, once, and also where a walk does not come to it. */
static void late_byte(void **unused) {
    struct ptxc_options options = {.size = sizeof(options)};
    struct ptxc_report *report;
    struct ptxc_module *module;
    size_t length;
    (void)unused;
    char *text = make_module("// \xe9 \xe9\n", &length);
    assert_int_equal(ptxc_check(text, length, &options, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 2);
    assert_string_equal(ptxc_report_get(report, 1)->rule, "non-ascii");
    assert_int_equal(ptxc_report_get(report, 1)->span.offset, length - 4);
    ptxc_report_free(report);
    assert_int_equal(ptxc_module_open(text, length, &options, &module), PTXC_OK);
    assert_int_equal(ptxc_module_close(module, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    ptxc_report_free(report);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows),
        cmocka_unit_test(late_comment),
        cmocka_unit_test(late_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
