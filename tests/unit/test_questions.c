/* Questions about one instruction: where it is legal, what its operands are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/instruction.h"

static struct ptxc_instruction parsed(const char *text) {
    struct ptxc_instruction instruction;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    return instruction;
}

/* The values lie where a source of two gigabytes would have them: a question that reads there comes to its end. */
static void requirement_reads_no_source(void **state) {
    struct ptxc_instruction far = parsed("cp.async.cg.shared.global [a], [b], 8;");
    struct ptxc_requirement requirement;
    (void)state;
    for (size_t i = 0; i < far.value_count; i++)
        far.values[i].span.offset += 0x7fff0000;
    ptxc_instruction_requirement(&far, &requirement);
    assert_int_equal(requirement.ptx, 0);
    far.values[2].integer = 16;
    ptxc_instruction_requirement(&far, &requirement);
    assert_int_equal(requirement.ptx, 700);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requirement_reads_no_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
