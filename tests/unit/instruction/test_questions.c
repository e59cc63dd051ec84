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
    struct ptxc_requirement requirement = {.size = sizeof(requirement)};
    (void)state;
    for (size_t i = 0; i < far.value_count; i++)
        far.values[i].span.offset += 0x7fff0000;
    ptxc_instruction_requirement(&far, &requirement);
    assert_int_equal(requirement.ptx, 0);
    far.values[2].integer = 16;
    ptxc_instruction_requirement(&far, &requirement);
    assert_int_equal(requirement.ptx, 700);
}

/* The names are those of the syntax line, by the qualifiers that the instruction has. */
static void operands_have_names(void **state) {
    static const struct {
        const char *text, *names[4];
    } cases[] = {
        {"cp.async.ca.shared.global [a], [b], 16;", {"dst", "src", "cp-size"}},
        {"cp.async.ca.shared.global [a], [b], 16, 4;", {"dst", "src", "cp-size", "src-size"}},
        {"cp.async.ca.shared.global.L2::cache_hint [a], [b], 16, p;", {"dst", "src", "cp-size", "cache-policy"}},
        {"cp.async.bulk.prefetch.tensor.1d.L2.global.tile [a, {b}];", {"tensorMap"}},
        {"cp.async.wait_group 1;", {"N"}},
        {"cp.async.commit_group;", {0}},
        {"cp.async.cg.shared.global [a], [b];", {0}}, /* no form has two operands */
        {"cp.async.cg.shared.glob [a], [b], 16;", {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct ptxc_instruction instruction = parsed(cases[i].text);
        for (size_t j = 0; j < 4; j++) {
            const char *name = ptxc_instruction_operand_name(&instruction, j);
            assert_string_equal(name ? name : "", cases[i].names[j] ? cases[i].names[j] : "");
        }
        assert_null(ptxc_instruction_operand_name(&instruction, 1000));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_have_names),
        cmocka_unit_test(requirement_reads_no_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
