/* Out of memory while findings are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/ptxcheck.h"

/* Whichever request fails, the check gives PTXC_OUT_OF_MEMORY, no report, and all memory back. */
static void out_of_memory_is_a_status(void **state) {
    static char text[400000];
    (void)state;
    for (size_t i = 0; i + 32 < sizeof(text); i += 32)
        memcpy(text + i, "cp.async.cg.shared.global [a],1;", 32);
    for (long n = 0; n < 1000; n++) {
        struct counting counting = {0, n, 0};
        struct ptxc_allocator allocator = {counting_resize, &counting};
        struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
        struct ptxc_report *report;
        enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
        if (status == PTXC_OK) {
            ptxc_report_free(report);
            assert_int_equal(counting.live, 0);
            assert_true(n > 3);
            return;
        }
        assert_int_equal(status, PTXC_OUT_OF_MEMORY);
        assert_null(report);
        assert_int_equal(counting.live, 0);
    }
    fail_msg("the check never had enough memory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_memory_is_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
