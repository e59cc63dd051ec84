/* Assumptions: who makes them, for which part of a source, and what is said of wrong ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/comments.h"
#include "report/assume.h"
#include "report/keep.h"
#include "report/suppression.h"

static const struct ptxc_assumption given[] = {{"threads", 64}, {"threads", 96}, {"box(map)", 2048}};

static const char source[] = "// ptxcheck: assume cluster=2 as it is launched\n"
                             ".entry first() { here: /* ptxcheck: assume threads=128 */ { } there: }\n"
                             ".entry second() { second: }\n"
                             "// ptxcheck: assume threads=256\n"
                             ".entry third() { third: }\n";

/* Gives a report in which the comments of a source were read. */
static struct ptxc_report *read(const char *text, uint32_t flags) {
    const struct ptxc_options options = {
        .size = sizeof(options), .flags = flags, .assumptions = given, .assumption_count = 3};
    struct ptxc_report *report;
    assert_int_equal(ptxc_report_make(&options, &report), PTXC_OK);
    if (ptxc_suppression_begin(report, text, (uint32_t)strlen(text)))
        ptxc_comments_of_ptx(report, text, (uint32_t)strlen(text), NULL);
    return report;
}

/* Gives what is assumed under the name at the word, 0 where nothing is. */
static uint64_t assumed(const struct ptxc_report *report, const char *word, const char *name) {
    return ptxc_assume_value(report, (uint32_t)(strstr(source, word) - source), name, (uint32_t)strlen(name));
}

/* A comment counts for its function or, outside of one, from there on; and more than an option. */
static void the_nearest_counts(void **state) {
    struct ptxc_report *report = read(source, PTXC_CHECK_FLOW);
    (void)state;
    assert_int_equal(assumed(report, "here:", "threads"), 128);
    assert_int_equal(assumed(report, "there:", "threads"), 128);
    assert_int_equal(assumed(report, "second:", "threads"), 96);
    assert_int_equal(assumed(report, "third:", "threads"), 256);
    assert_int_equal(assumed(report, "second:", "cluster"), 2);
    assert_int_equal(assumed(report, "second:", "box(map)"), 2048);
    assert_int_equal(assumed(report, "second:", "box(other)"), 0);
    assert_int_equal(assumed(report, "second:", "thread"), 0);
    ptxc_report_free(report);
}

/* Where nobody looks for hazards the comments are read for what is wrong with them alone. */
static void comments_are_read_for_hazards(void **state) {
    struct ptxc_report *report = read(source, 0);
    (void)state;
    assert_int_equal(assumed(report, "here:", "threads"), 96);
    ptxc_report_free(report);
}

/* What is wrong with a comment is a finding, and nothing is assumed. */
static void wrong_comments_are_findings(void **state) {
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"// ptxcheck: assume thread=128", "what is assumed must be threads, cluster or box(NAME), not 'thread'"},
        {"// ptxcheck: assume threads=0", "threads must lie in [1, 1024], not 0"},
        {"// ptxcheck: assume threads=1025", "threads must lie in [1, 1024], not 1025"},
        {"// ptxcheck: assume box=64", "what is assumed must be threads, cluster or box(NAME), not 'box'"},
        {"// ptxcheck: assume box()=64", "what is assumed must be threads, cluster or box(NAME), not 'box()'"},
        {"// ptxcheck: assume box(a+)=64", "what is assumed must be threads, cluster or box(NAME), not 'box(a+)'"},
        {"// ptxcheck: assume box(+1)=64", "what is assumed must be threads, cluster or box(NAME), not 'box(+1)'"},
        {"// ptxcheck: assume box(a+b)=64", "what is assumed must be threads, cluster or box(NAME), not 'box(a+b)'"},
        {"// ptxcheck: assume box(a+1+2)=4", "what is assumed must be threads, cluster or box(NAME), not 'box(a+1+2)'"},
        {"// ptxcheck: assume threads=0x20",
         "an assume comment must be written 'ptxcheck: assume NAME=VALUE', with a decimal number as value"},
        {"// ptxcheck: assume threads = 32",
         "an assume comment must be written 'ptxcheck: assume NAME=VALUE', with a decimal number as value"},
        {"// ptxcheck: assume",
         "an assume comment must be written 'ptxcheck: assume NAME=VALUE', with a decimal number as value"},
        {"// ptxcheck: assume threads=18446744073709551680",
         "an assume comment must be written 'ptxcheck: assume NAME=VALUE', with a decimal number as value"},
        {"// ptxcheck: asume threads=32", "a comment to ptxcheck must be written 'ptxcheck: allow(RULE) REASON', "
                                          "'ptxcheck: allow-file(RULE) REASON' or 'ptxcheck: assume NAME=VALUE'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct ptxc_report *report = read(rows[i].text, PTXC_CHECK_FLOW | PTXC_CHECK_ALLOW), *closed;
        assert_int_equal(report->assumed.count, 0);
        assert_int_equal(ptxc_report_close(report, &closed), PTXC_OK);
        assert_int_equal(ptxc_report_count(closed), 1);
        assert_string_equal(ptxc_report_get(closed, 0)->message, rows[i].message);
        ptxc_report_free(closed);
    }
}

/* Without PTXC_CHECK_ALLOW comments that allow findings do not count, and are not judged. */
static void allow_comments_stay_out(void **state) {
    struct ptxc_report *report = read("// ptxcheck: allow(cp-sise)\n// ptxcheck: allow(cp-size)", PTXC_CHECK_FLOW);
    (void)state;
    assert_int_equal(report->allowed.count, 0);
    assert_int_equal(report->count, 0);
    ptxc_report_free(report);
}

/* The options are judged as the comments are. */
static void options_are_judged(void **state) {
    const struct ptxc_assumption wrong[] = {{"threads", 0}, {"box", 64}, {NULL, 64}};
    char why[200];
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        const struct ptxc_options options = {.size = sizeof(options), .assumptions = &wrong[i], .assumption_count = 1};
        struct ptxc_report *report;
        assert_int_equal(ptxc_check("", 0, &options, &report), PTXC_BAD_ARGUMENT);
        assert_true(ptxc_options_explain(&options, why, sizeof(why)) > 0);
    }
    assert_string_equal(why, "an assumption has a name, not NULL");
    const struct ptxc_options none = {.size = sizeof(none), .assumption_count = 1};
    ptxc_options_explain(&none, why, sizeof(why));
    assert_string_equal(why, "assumptions is NULL, and its count is 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_counts),          cmocka_unit_test(comments_are_read_for_hazards),
        cmocka_unit_test(wrong_comments_are_findings), cmocka_unit_test(allow_comments_stay_out),
        cmocka_unit_test(options_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
