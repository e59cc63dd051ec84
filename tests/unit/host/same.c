/* Two reports of one source that say the same: see same.h. */
#include "same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

void assert_uncounted_same(const char *path, const char *source, size_t length, const struct ptxc_options *options,
                           const struct ptxc_report *report) {
    struct ptxc_options given = *options;
    struct ptxc_report *other;
    given.flags |= PTXC_CHECK_UNCOUNTED;
    assert_int_equal(ptxc_check_host(path, source, length, &given, &other), PTXC_OK);
    assert_int_equal(ptxc_report_statements(other), 0);
    assert_int_equal(ptxc_report_instructions(other), ptxc_report_instructions(report));
    assert_int_equal(ptxc_report_count(other), ptxc_report_count(report));
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *one = ptxc_report_get(report, i), *two = ptxc_report_get(other, i);
        assert_string_equal(one->message, two->message);
        assert_int_equal(one->span.offset, two->span.offset);
        assert_int_equal(one->span.length, two->span.length);
        assert_int_equal(one->note_count, two->note_count);
    }
    ptxc_report_free(other);
}
