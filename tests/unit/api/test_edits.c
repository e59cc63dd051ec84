/* The public API: lists of edits, fixes, and the canonical form of modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/edit.h>

static const char source[] = "0123456789";

static struct ptxc_edits *edits_of(const char *text) {
    struct ptxc_edits *edits;
    assert_int_equal(ptxc_edits_make(text, strlen(text), NULL, &edits), PTXC_OK);
    return edits;
}

/* Fails unless the edits make this text; frees them. */
static void assert_makes(struct ptxc_edits *edits, const char *expected) {
    char text[2000], part[8];
    const size_t length = strlen(expected);
    assert_int_equal(ptxc_edits_apply(edits, NULL, 0), length);
    assert_int_equal(ptxc_edits_apply(edits, text, sizeof(text)), length);
    assert_string_equal(text, expected);
    for (size_t size = 1; size <= sizeof(part); size++) { /* a buffer that is too small gets the beginning */
        memset(part, '#', sizeof(part));
        assert_int_equal(ptxc_edits_apply(edits, part, size), length);
        const size_t kept = length < size ? length : size - 1;
        assert_memory_equal(part, expected, kept);
        assert_int_equal(part[kept], 0);
        assert_true(kept + 1 == sizeof(part) || part[kept + 1] == '#');
    }
    ptxc_edits_free(edits);
}

static enum ptxc_status replace(struct ptxc_edits *edits, uint32_t offset, uint32_t length, const char *text) {
    return ptxc_edits_replace(edits, (struct ptxc_span){offset, length}, text, strlen(text));
}

static enum ptxc_status insert(struct ptxc_edits *edits, uint32_t offset, const char *text) {
    return ptxc_edits_insert(edits, offset, text, strlen(text));
}

static void edits_are_made(void **state) {
    struct ptxc_edits *edits = edits_of(source);
    (void)state;
    assert_int_equal(replace(edits, 8, 2, "end"), PTXC_OK); /* in any order */
    assert_int_equal(insert(edits, 0, "a"), PTXC_OK);
    assert_int_equal(insert(edits, 0, "b"), PTXC_OK);
    assert_int_equal(insert(edits, 10, "z"), PTXC_OK);
    assert_int_equal(replace(edits, 0, 1, "(0)"), PTXC_OK);
    assert_int_equal(ptxc_edits_remove(edits, (struct ptxc_span){3, 2}), PTXC_OK);
    assert_int_equal(insert(edits, 5, "|"), PTXC_OK); /* where a removal ends */
    assert_int_equal(insert(edits, 3, "!"), PTXC_OK); /* and where it begins */
    assert_int_equal(ptxc_edits_count(edits), 8);
    assert_string_equal(ptxc_edits_get(edits, 0)->text, "a");
    assert_string_equal(ptxc_edits_get(edits, 2)->text, "(0)");
    assert_int_equal(ptxc_edits_get(edits, 2)->span.length, 1);
    assert_null(ptxc_edits_get(edits, 8));
    assert_makes(edits, "ab(0)12!|567endz");
    assert_makes(edits_of(""), "");
    assert_makes(edits_of(source), source);
}

static void overlaps_are_refused(void **state) {
    struct ptxc_edits *edits = edits_of(source);
    (void)state;
    assert_int_equal(replace(edits, 3, 4, "x"), PTXC_OK);
    assert_int_equal(replace(edits, 3, 4, "x"), PTXC_OK); /* the same again */
    assert_int_equal(replace(edits, 3, 4, "y"), PTXC_OVERLAP);
    assert_int_equal(replace(edits, 2, 2, "y"), PTXC_OVERLAP);
    assert_int_equal(replace(edits, 6, 2, "y"), PTXC_OVERLAP);
    assert_int_equal(replace(edits, 4, 1, "y"), PTXC_OVERLAP);
    assert_int_equal(replace(edits, 0, 10, "y"), PTXC_OVERLAP);
    assert_int_equal(insert(edits, 4, "y"), PTXC_OVERLAP);
    assert_int_equal(replace(edits, 2, 1, "2"), PTXC_OK); /* they touch */
    assert_int_equal(replace(edits, 7, 1, "7"), PTXC_OK);
    assert_int_equal(insert(edits, 9, "i"), PTXC_OK);
    assert_int_equal(insert(edits, 9, "i"), PTXC_OK);
    assert_int_equal(replace(edits, 8, 2, "y"), PTXC_OVERLAP); /* over an insertion */
    assert_int_equal(ptxc_edits_count(edits), 4);
    assert_makes(edits, "012x78i9");
}

static void nonsense_is_refused(void **state) {
    struct ptxc_edits *edits = edits_of(source);
    struct ptxc_diagnostic empty = {.rule = "cp-size"};
    const struct ptxc_allocator none = {NULL, NULL};
    struct ptxc_edits *other;
    (void)state;
    assert_int_equal(replace(edits, 9, 2, "x"), PTXC_BAD_ARGUMENT);
    assert_int_equal(replace(edits, UINT32_MAX, UINT32_MAX, "x"), PTXC_BAD_ARGUMENT);
    assert_int_equal(replace(edits, 1, 0, "x"), PTXC_BAD_ARGUMENT);
    assert_int_equal(insert(edits, 11, "x"), PTXC_BAD_ARGUMENT);
    assert_int_equal(insert(edits, 1, ""), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_insert(edits, 1, NULL, 1), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_remove(edits, (struct ptxc_span){0, 0}), PTXC_BAD_ARGUMENT);
    assert_int_equal(replace(NULL, 0, 1, "x"), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_fix(edits, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_fix(NULL, &empty), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_fix(edits, &empty), PTXC_OK);
    assert_int_equal(ptxc_edits_instruction(edits, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_make(NULL, 1, NULL, &other), PTXC_BAD_ARGUMENT);
    assert_null(other);
    assert_int_equal(ptxc_edits_make(source, 1, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_make(source, 1, &none, &other), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_edits_make(source, (size_t)INT32_MAX + 1, NULL, &other), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_edits_count(NULL), 0);
    assert_null(ptxc_edits_get(NULL, 0));
    assert_int_equal(ptxc_edits_apply(NULL, NULL, 0), 0);
    assert_int_equal(ptxc_edits_apply(edits, NULL, 1), 0);
    assert_int_equal(ptxc_edits_remarks(NULL), 0);
    assert_null(ptxc_edits_remark(NULL, 0));
    assert_null(ptxc_edits_remark(edits, 0));
    ptxc_edits_free(NULL);
    assert_makes(edits, source);
}

/* Random edits: those that are taken change nothing outside their spans. */
static void nothing_else_changes(void **state) {
    uint32_t random = 1;
    (void)state;
    for (int round = 0; round < 2000; round++) {
        char expected[sizeof(source) + 40], made[sizeof(expected)];
        const char *instead[sizeof(source)] = {NULL}, *before[sizeof(source)] = {NULL};
        int ends[sizeof(source)] = {0};
        struct ptxc_edits *edits = edits_of(source);
        for (int i = 0; i < 6; i++) {
            static const char *const texts[] = {"", "A", "BB", "CCC"};
            random = random * 1664525 + 1013904223;
            const uint32_t offset = random >> 8 & 7, length = random >> 16 & 3;
            const char *text = texts[random >> 24 & 3];
            const enum ptxc_status status = length ? replace(edits, offset, length, text) : insert(edits, offset, text);
            if (status != PTXC_OK || (length ? instead[offset] : before[offset]))
                continue;
            *(length ? &instead[offset] : &before[offset]) = text;
            ends[offset] = length ? (int)(offset + length) : ends[offset];
        }
        /* Of several insertions at one place the model keeps the first alone; such rounds are left out. */
        size_t count = 0, known = 0;
        for (size_t i = 0; i < sizeof(source); i++)
            known += (instead[i] != NULL) + (before[i] != NULL);
        count = ptxc_edits_count(edits);
        expected[0] = 0;
        for (size_t i = 0; i < sizeof(source) - 1;) {
            strcat(expected, before[i] ? before[i] : "");
            if (instead[i])
                strcat(expected, instead[i]);
            else
                strncat(expected, source + i, 1);
            i = instead[i] ? (size_t)ends[i] : i + 1;
        }
        assert_true(count >= known);
        ptxc_edits_apply(edits, made, sizeof(made));
        if (count == known)
            assert_string_equal(made, expected);
        ptxc_edits_free(edits);
    }
}

static const char wrong[] = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n"
                            "    .reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
                            "    cp.async.cg.shared.global [%r1], [%rd1], 8; // eight\n"
                            "    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1],\n"
                            "        [%rd1], {%r2}, [%r3];\n"
                            "    cp.async.wait.group 0;\n}\n";
static const char right[] = ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n"
                            "    .reg .b32 %r<4>; .reg .b64 %rd<4>;\n"
                            "    cp.async.ca.shared.global [%r1], [%rd1], 8; // eight\n"
                            "    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1],\n"
                            "        [%rd1, {%r2}], [%r3];\n"
                            "    cp.async.wait_group 0;\n}\n";

/* Adds the fixes of all findings of `wrong`, the last finding first. */
static struct ptxc_edits *fixes_of_wrong(void) {
    struct ptxc_edits *edits = edits_of(wrong);
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(wrong, strlen(wrong), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 3);
    for (size_t i = ptxc_report_count(report); i-- > 0;) {
        assert_int_equal(ptxc_edits_fix(edits, ptxc_report_get(report, i)), PTXC_OK);
        assert_int_equal(ptxc_edits_fix(edits, ptxc_report_get(report, i)), PTXC_OK); /* once */
    }
    ptxc_report_free(report);
    return edits;
}

static void fixes_are_added(void **state) {
    (void)state;
    assert_makes(fixes_of_wrong(), right);
}

/* Of a finding whose second edit overlaps another one, the first is not made either. */
static void fixes_are_all_or_none(void **state) {
    const struct ptxc_fix fixes[] = {{"x", {1, 1}}, {"y", {5, 2}}}, crossed[] = {{"x", {1, 3}}, {"y", {3, 2}}};
    struct ptxc_diagnostic both = {.rule = "cp-size", .fixes = fixes, .fix_count = 2};
    struct ptxc_edits *edits = edits_of(source);
    (void)state;
    assert_int_equal(replace(edits, 6, 2, "#"), PTXC_OK);
    assert_int_equal(ptxc_edits_fix(edits, &both), PTXC_OVERLAP);
    assert_int_equal(ptxc_edits_count(edits), 1);
    both.fixes = crossed;
    assert_int_equal(ptxc_edits_fix(edits, &both), PTXC_OVERLAP);
    assert_makes(edits, "012345#89");
}

/* A rule says whether its fixes may be applied unseen. */
static void rules_say_what_is_certain(void **state) {
    struct ptxc_rule rule = {.size = sizeof(rule)};
    (void)state;
    assert_true(ptxc_rule_from_id("operand-kind", &rule));
    assert_int_equal(rule.fix, PTXC_FIX_APPLIED);
    assert_true(ptxc_rule_from_id("ignored-qualifier", &rule));
    assert_int_equal(rule.fix, PTXC_FIX_SHOWN);
    assert_true(ptxc_rule_from_id("cp-size", &rule));
    assert_int_equal(rule.fix, PTXC_FIX_NONE);
}

/* Returns what the fixes of the only finding about this instruction are good for. */
static enum ptxc_fix_use use_of_fixes(const char *instruction) {
    char text[500];
    struct ptxc_report *report;
    snprintf(text, sizeof(text), ".reg .b32 %%r<4>; .reg .b64 %%rd<4>; .shared .b64 s; .global .b64 g;\n%s\n",
             instruction);
    assert_int_equal(ptxc_check(text, strlen(text), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    const enum ptxc_fix_use use = ptxc_report_get(report, 0)->fix_use;
    ptxc_report_free(report);
    return use;
}

/* A finding says whether its own fixes may be, which they may not where they would say another thing. */
static void findings_say_what_is_certain(void **state) {
    (void)state;
    assert_int_equal(use_of_fixes("cp.async.ca.global.shared [%r1], [%rd1], 16;"), PTXC_FIX_APPLIED);
    assert_int_equal(use_of_fixes("cp.async.ca.global.shared [%rd1], [%r1], 16;"), PTXC_FIX_SHOWN);
    assert_int_equal(use_of_fixes("cp.async.ca.shared.global [g], [s], 8;"), PTXC_FIX_APPLIED);
    assert_int_equal(use_of_fixes("cp.async.bulk.shared::cta.global.bulk_group [g], [s], 16;"), PTXC_FIX_APPLIED);
    assert_int_equal(use_of_fixes("cp.async.bulk.shared::cta.global.bulk_group [%r1], [%rd1], 16;"), PTXC_FIX_NONE);
    assert_int_equal(use_of_fixes("cp.async.cg.shared.global [%r1], [%rd1], 8;"), PTXC_FIX_SHOWN);
    assert_int_equal(use_of_fixes("cp.async.ca.shared.global [%r1], [%rd1], 12;"), PTXC_FIX_NONE);
}

/* An instruction of a module is replaced by one that was changed. */
static void instructions_are_replaced(void **state) {
    static const char text[] = "cp.async.bulk.commit_group ;\ncp.async.wait_group\n  0x2 ;\n";
    struct ptxc_edits *edits = edits_of(text);
    struct ptxc_module *module;
    struct ptxc_instruction instruction, instead;
    (void)state;
    assert_int_equal(ptxc_module_open(text, strlen(text), NULL, &module), PTXC_OK);
    while (ptxc_module_next(module, &instruction)) {
        instead = instruction;
        if (instead.value_count > 0)
            instead.values[0].integer = 7;
        assert_int_equal(ptxc_edits_instruction(edits, &instruction, &instead), PTXC_OK);
    }
    instead.opcode = PTXC_OP_NONE;
    assert_int_equal(ptxc_edits_instruction(edits, &instruction, &instead), PTXC_UNREADABLE);
    assert_int_equal(ptxc_module_close(module, NULL), PTXC_OK);
    assert_makes(edits, "cp.async.bulk.commit_group ;\ncp.async.wait_group 7 ;\n");
}

static const char loose[] = "cp.async.shared.cg.global   [ a ],[b],0x10;\ncp.async.wait_group /* all */ 0 ;\n"
                            "cp.async.frob [a];\nst.asyncc [a];\n";

static struct ptxc_edits *format(const char *text, int keep_layout) {
    const struct ptxc_format_options options = {.size = sizeof(options), .keep_layout = keep_layout};
    struct ptxc_edits *edits;
    assert_int_equal(ptxc_format(text, strlen(text), &options, &edits), PTXC_OK);
    return edits;
}

static void modules_are_formatted(void **state) {
    static const enum ptxc_remark_kind kinds[] = {PTXC_REMARK_LEFT, PTXC_REMARK_WRONG, PTXC_REMARK_UNREADABLE};
    struct ptxc_edits *edits = format(loose, 0);
    (void)state;
    assert_int_equal(ptxc_edits_count(edits), 1);
    assert_int_equal(ptxc_edits_remarks(edits), 3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(ptxc_edits_remark(edits, i)->kind, kinds[i]);
    assert_string_equal(ptxc_edits_remark(edits, 0)->text, "it contains a comment");
    assert_memory_equal(loose + ptxc_edits_remark(edits, 1)->span.offset, ".frob", 5);
    assert_memory_equal(loose + ptxc_edits_remark(edits, 2)->span.offset, "st.asyncc", 9);
    assert_null(ptxc_edits_remark(edits, 3));
    assert_makes(edits, "cp.async.cg.shared.global [a], [b], 16;\ncp.async.wait_group /* all */ 0 ;\n"
                        "cp.async.frob [a];\nst.asyncc [a];\n");
    edits = format(loose, 1);
    assert_int_equal(ptxc_edits_remarks(edits), 2);
    assert_makes(edits, "cp.async.cg.shared.global   [ a ],[b],0x10;\ncp.async.wait_group /* all */ 0 ;\n"
                        "cp.async.frob [a];\nst.asyncc [a];\n");
}

/* Where blanks stand between the words, they stay, too. */
static void layout_is_kept(void **state) {
    (void)state;
    assert_makes(format("cp.async .shared /* x */ .cg\n.global [a] , [b],16;", 1),
                 "cp.async .cg /* x */ .shared\n.global [a] , [b],16;");
    assert_makes(format("cp.async.cg.shared.global [ a ] ,[b],0x10;", 1), "cp.async.cg.shared.global [ a ] ,[b],0x10;");
    /* A word of the mnemonic after the qualifiers is not said twice. */
    assert_makes(format("griddepcontrol.rank.launch_dependents/* x */;", 1),
                 "griddepcontrol.launch_dependents.rank/* x */;");
    assert_makes(format("fence.proxy.release.cluster.async::generic;", 1),
                 "fence.proxy.async::generic.release.cluster;");
    /* And an operand that begins with a dot is none. */
    assert_makes(format("mbarrier.arrive.expect_tx.shared::cta.1, [a];", 1),
                 "mbarrier.arrive.expect_tx.shared::cta.1, [a];");
    assert_makes(format("griddepcontrol .rank .launch_dependents;", 1), "griddepcontrol .rank .launch_dependents;");
}

static void format_refuses_nonsense(void **state) {
    struct ptxc_format_options options = {.size = 0};
    struct ptxc_edits *edits;
    (void)state;
    assert_int_equal(ptxc_format(loose, 3, &options, &edits), PTXC_BAD_ARGUMENT);
    assert_null(edits);
    assert_int_equal(ptxc_format(loose, 3, NULL, NULL), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_format(NULL, 3, NULL, &edits), PTXC_BAD_ARGUMENT);
    assert_int_equal(ptxc_format(loose, (size_t)INT32_MAX + 1, NULL, &edits), PTXC_TOO_LARGE);
    assert_int_equal(ptxc_format(NULL, 0, NULL, &edits), PTXC_OK);
    assert_makes(edits, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_are_made),
        cmocka_unit_test(overlaps_are_refused),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(nothing_else_changes),
        cmocka_unit_test(fixes_are_added),
        cmocka_unit_test(fixes_are_all_or_none),
        cmocka_unit_test(rules_say_what_is_certain),
        cmocka_unit_test(findings_say_what_is_certain),
        cmocka_unit_test(instructions_are_replaced),
        cmocka_unit_test(modules_are_formatted),
        cmocka_unit_test(layout_is_kept),
        cmocka_unit_test(format_refuses_nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
