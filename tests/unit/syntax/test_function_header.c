/* Out of memory where a function begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "counting.h"
#include "ptxcheck/ptxcheck.h"

/* However full the memory is when a function begins, the block that its name and its scope need may be refused. */
static void out_of_memory_in_a_function_header(void **state) {
    static char text[8000];
    (void)state;
    for (int findings = 0; findings < 600; findings++) {
        char *out = text + sprintf(text, ".version 9.0\n.target sm_90\n");
        for (int i = 0; i < findings; i++)
            out += sprintf(out, "}\n");
        strcpy(out, ".visible .entry kernel(.param .u64 a) {\ncp.async.wait_all;\n}\n");
        for (long n = 1; n < 6; n++) {
            struct counting counting = {0, n, 0};
            struct ptxc_allocator allocator = {counting_resize, &counting};
            struct ptxc_options options = {.size = sizeof(options), .allocator = &allocator};
            struct ptxc_report *report;
            enum ptxc_status status = ptxc_check(text, strlen(text), &options, &report);
            assert_int_equal(status, counting.requests > n ? PTXC_OUT_OF_MEMORY : PTXC_OK);
            ptxc_report_free(report);
            assert_int_equal(counting.live, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_memory_in_a_function_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
