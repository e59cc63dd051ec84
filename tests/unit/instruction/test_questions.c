/* Questions about one instruction: where it is legal, what its operands are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/instruction.h"
#include "ptxcheck/ptxcheck.h"

static struct ptxc_instruction parsed(const char *text) {
    struct ptxc_instruction instruction;
    assert_int_equal(ptxc_instruction_parse(text, strlen(text), &instruction, NULL), PTXC_OK);
    return instruction;
}

/* Decides whether there is such a PTX version, with such a target. */
static int is_version(const struct ptxc_options *options) {
    struct ptxc_report *report;
    if (ptxc_check("", 0, options, &report) != PTXC_OK)
        return 0;
    ptxc_report_free(report);
    return 1;
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

/* A form takes the qualifiers of an instruction exactly where the instruction is legal. */
static void form_takes_what_is_legal(void **state) {
    static const char *const texts[] = {
        "cp.async.ca.shared.global [a], [b], 16;",
        "cp.async.cg.shared::cta.global.L2::128B [a], [b], 16;",
        "cp.async.wait_all;",
        "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [a], [b], 16, [c];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [a], [b], 16, [c];",
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::1 [a], [b, {c, "
        "d}], "
        "[e];",
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes [a], [b, {c, d, e, "
        "f, "
        "g}], [h];",
        "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 p, [a], 1;",
        "st.bulk.weak.shared::cta [a], 16, 0;",
        "fence.proxy.async.shared::cta;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct ptxc_instruction instruction = parsed(texts[i]);
        struct ptxc_requirement requirement = {.size = sizeof(requirement)};
        enum ptxc_qualifier qualifiers[PTXC_MAX_QUALIFIERS];
        size_t form = ptxc_instruction_form(&instruction), count = instruction.qualifier_count;
        for (size_t j = 0; j < count; j++)
            qualifiers[j] = instruction.qualifiers[j].id;
        ptxc_instruction_requirement(&instruction, &requirement);
        assert_true(requirement.ptx > 0);
        for (int target = 1; ptxc_target_name((enum ptxc_target)target); target++)
            for (uint32_t ptx = 100; ptx <= ptxc_newest_ptx(); ptx++) {
                const struct ptxc_options options = {
                    .size = sizeof(options), .target = ptxc_target_name((enum ptxc_target)target), .ptx = ptx};
                int legal = requirement.first[target] && ptx >= requirement.first[target] &&
                            ptx <= requirement.last[target] && is_version(&options);
                assert_int_equal(ptxc_form_takes(form, qualifiers, count, (enum ptxc_target)target, ptx), legal);
            }
        assert_int_equal(ptxc_form_takes(form, qualifiers, count, PTXC_TARGET_NONE, requirement.ptx), 1);
        assert_int_equal(ptxc_form_takes(form, qualifiers, count, PTXC_TARGET_NONE, requirement.ptx - 1), 0);
        assert_int_equal(ptxc_form_takes(form, qualifiers, count, PTXC_TARGET_NONE, 0), 1);
    }
}

/* Values that are none, and qualifiers that the assembler ignores, are those of no form. */
static void form_takes_nothing_else(void **state) {
    const enum ptxc_qualifier twice[] = {PTXC_Q_2D, PTXC_Q_3D}, ignored[] = {PTXC_Q_FINITE};
    const enum ptxc_qualifier wrong[] = {PTXC_Q_NONE}, far[] = {(enum ptxc_qualifier)250};
    (void)state;
    for (size_t i = 0; i < ptxc_form_count(); i++) {
        assert_int_equal(ptxc_form_takes(i, NULL, 0, PTXC_TARGET_NONE, 0), 1);
        assert_int_equal(ptxc_form_takes(i, NULL, 1, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, twice, 2, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, ignored, 1, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, wrong, 1, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, far, 1, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, twice, 1000, PTXC_TARGET_NONE, 0), 0);
        assert_int_equal(ptxc_form_takes(i, NULL, 0, (enum ptxc_target)120, 0), 0);
        assert_int_equal(ptxc_form_takes(i, NULL, 0, PTXC_TARGET_NONE, 101 + 98), 0);
    }
    assert_int_equal(ptxc_form_takes(ptxc_form_count(), NULL, 0, PTXC_TARGET_NONE, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(form_takes_nothing_else),
        cmocka_unit_test(form_takes_what_is_legal),
        cmocka_unit_test(operands_have_names),
        cmocka_unit_test(requirement_reads_no_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
