/* Comments that allow findings: what they cover, what is said of wrong and unused ones, in each language. The findings
 * are those of two rules, cp-size (an error) and asm-memory-clobber (of the whole asm statement).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "ptxcheck/ptxcheck.h"

#define BAD "cp.async.ca.shared.global [%0], [%1], 12;"
#define ALLOW "ptxcheck: allow(cp-size)"

/* What must come of a check: the findings as "rule line, rule line", then how many were suppressed. */
struct expected {
    const char *findings;
    size_t suppressed;
};

static size_t line_of(const char *source, uint32_t offset) {
    size_t line = 1;
    for (uint32_t i = 0; i < offset; i++)
        line += source[i] == '\n';
    return line;
}

/* Checks a source as the language of `path`, NULL for PTX, with these classes, and compares what comes of it. */
static void assert_classes(const char *path, const char *source, uint32_t classes, struct expected expected) {
    struct ptxc_options options = {.size = sizeof(options), .classes = classes, .flags = PTXC_CHECK_ALLOW};
    struct ptxc_report *report;
    char found[400] = "";
    const enum ptxc_status status = path ? ptxc_check_host(path, source, strlen(source), &options, &report)
                                         : ptxc_check(source, strlen(source), &options, &report);
    assert_int_equal(status, PTXC_OK);
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        const size_t length = strlen(found);
        snprintf(found + length, sizeof(found) - length, "%s%s %zu", length ? ", " : "", diagnostic->rule,
                 line_of(source, diagnostic->span.offset));
    }
    if (strcmp(found, expected.findings) != 0 || ptxc_report_suppressed(report) != expected.suppressed)
        print_error("%s\n%zu suppressed\n", source, ptxc_report_suppressed(report));
    assert_string_equal(found, expected.findings);
    assert_int_equal(ptxc_report_suppressed(report), expected.suppressed);
    ptxc_report_free(report);
}

static void assert_found(const char *path, const char *source, struct expected expected) {
    assert_classes(path, source, 0, expected);
}

#define PTX(text) "cp.async.ca.shared.global [%r1], [%rd1], " text

static void off_unless_asked_for(void **state) {
    static const char source[] = PTX("12; // " ALLOW "\n");
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_check(source, strlen(source), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_int_equal(ptxc_report_suppressed(report), 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_report_suppressed(NULL), 0);
}

static void lines_of_ptx(void **state) {
    (void)state;
    assert_found(NULL, PTX("12; // " ALLOW " a reason\n"), (struct expected){"", 1});
    assert_found(NULL, PTX("12; /* " ALLOW " */\n"), (struct expected){"", 1});
    assert_found(NULL, "// " ALLOW "\n" PTX("12;\n"), (struct expected){"", 1});
    assert_found(NULL, "/* words\n * " ALLOW "\n */\n" PTX("12;\n"), (struct expected){"", 1});
    assert_found(NULL, "// " ALLOW "\r\n" PTX("12;\r\n") PTX("12;\r\n"), (struct expected){"cp-size 3", 1});
    /* Other comments in between, and no blank line. */
    assert_found(NULL, "// " ALLOW "\n// since\n// ptxcheck: allow(qualifier-not-allowed)\n" PTX("12;\n"),
                 (struct expected){"unused-allow 3", 1});
    assert_found(NULL, "// " ALLOW "\n\n" PTX("12;\n"), (struct expected){"unused-allow 1, cp-size 3", 0});
    /* The line of the instruction, and the line of the finding. */
    assert_found(NULL, "// " ALLOW "\ncp.async.ca.shared.global\n[%r1],\n[%rd1], 12;\n", (struct expected){"", 1});
    assert_found(NULL, "cp.async.ca.shared.global\n[%r1],\n// " ALLOW "\n[%rd1], 12;\n", (struct expected){"", 1});
    assert_found(NULL, PTX("12; // " ALLOW "\n") PTX("12;\n"), (struct expected){"cp-size 2", 1});
    assert_found(NULL, PTX("12;\n") "// " ALLOW "\n", (struct expected){"cp-size 1, unused-allow 2", 0});
    assert_found(NULL, PTX("12; // note // " ALLOW), (struct expected){"", 1});
    /* A slip before the instruction does not belong to it. */
    assert_found(NULL, "cp.async.ca.shared.global [%r1] [%rd1], 4;\n// ptxcheck: allow(syntax-error)\n" PTX("4;\n"),
                 (struct expected){"syntax-error 1, unused-allow 2", 0});
}

static void whole_files(void **state) {
    (void)state;
    assert_found(NULL, PTX("12;\n") PTX("12;\n") "// ptxcheck: allow-file(cp-size) old\n", (struct expected){"", 2});
    assert_found(NULL, PTX("16;\n") "// ptxcheck: allow-file(cp-size)", (struct expected){"unused-allow 2", 0});
    /* One of a line is nearer. */
    assert_found(NULL, "// ptxcheck: allow-file(cp-size)\n" PTX("12; // " ALLOW "\n"),
                 (struct expected){"unused-allow 1", 1});
}

static void what_is_no_comment(void **state) {
    (void)state;
    assert_found(NULL, ".file 1 \"// " ALLOW "\"\n" PTX("12;\n"), (struct expected){"cp-size 2", 0});
    assert_found("a.cu",
                 "const char *s = \"// " ALLOW "\"; asm volatile(\"" BAD "\" :: \"r\"(a), \"l\"(b) : \"memory\");",
                 (struct expected){"cp-size 1", 0});
    assert_found("a.py", "s = '# " ALLOW "'; ptx = '" BAD "'\n", (struct expected){"cp-size 1", 0});
    /* Sentences about it. */
    assert_found(NULL, "// ptxcheck: checks this\n// see ptxcheck: allow(frob)\n", (struct expected){"", 0});
}

static void wrong_ones(void **state) {
    (void)state;
    assert_found(NULL, PTX("12; // ptxcheck: allow(cp-sise)\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; // ptxcheck: allow(cp-size, frob)\n"), (struct expected){"unknown-allow 1", 1});
    assert_found(NULL, PTX("12; // ptxcheck: allow(cp-size\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; // ptxcheck: allow()\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; // ptxcheck: allow cp-size\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; // ptxcheck: ignore\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; /* ptxcheck: ignore */\n"), (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, PTX("12; // ptxcheck: alow-file(cp-size)\n"),
                 (struct expected){"cp-size 1, unknown-allow 1", 0});
    assert_found(NULL, "// ptxcheck: allow", (struct expected){"unknown-allow 1", 0});
    assert_found(NULL, "// ptxcheck:", (struct expected){"", 0});
    assert_found(NULL, "// ptxcheck: allow(", (struct expected){"unknown-allow 1", 0});
    assert_found(NULL, "/* ptxcheck: allow(cp-size", (struct expected){"unterminated-comment 1, unknown-allow 1", 0});
    /* They can be allowed as any other. */
    assert_found(NULL, "// ptxcheck: allow-file(unknown-allow)\n" PTX("16; // ptxcheck: allow(frob)\n"),
                 (struct expected){"", 1});
}

static void unused_ones(void **state) {
    const uint32_t legality = 1u << PTXC_CLASS_LEGALITY, advice = 1u << PTXC_CLASS_ADVICE;
    (void)state;
    assert_found(NULL, PTX("16; // " ALLOW), (struct expected){"unused-allow 1", 0});
    assert_found(NULL, PTX("16; // ptxcheck: allow(cp-size, unused-allow)"), (struct expected){"", 1});
    assert_found(NULL, PTX("16; // ptxcheck: allow(unused-allow)"), (struct expected){"unused-allow 1", 0});
    /* A rule that was not looked for was not unused. */
    assert_found(NULL, PTX("16; // ptxcheck: allow(qualifier-order, not-portable)"), (struct expected){"", 0});
    assert_classes(NULL, PTX("16; // " ALLOW), legality, (struct expected){"", 0});
    assert_classes(NULL, PTX("12; // " ALLOW), legality, (struct expected){"", 1});
    assert_classes(NULL, PTX("16; // " ALLOW), advice, (struct expected){"", 0});
    assert_classes(NULL, PTX("16; // " ALLOW), legality | advice, (struct expected){"unused-allow 1", 0});
}

#define OPERANDS " :: \"r\"(a), \"l\"(b) : \"memory\");\n"

static void statements_of_cpp(void **state) {
    (void)state;
    assert_found("a.cu", "// " ALLOW "\nasm volatile(\n\"" BAD "\"" OPERANDS, (struct expected){"", 1});
    assert_found("a.cu", "asm volatile( /* " ALLOW " */\n\"" BAD "\"\n\"" BAD "\"" OPERANDS, (struct expected){"", 2});
    assert_found("a.cu", "asm volatile(\n\"" BAD "\" // " ALLOW "\n\"" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 3", 1});
    assert_found("a.cu", "asm volatile(\"" BAD "\" // " ALLOW "\n\"" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 2", 1});
    assert_found("a.cu", "asm volatile(\n// " ALLOW "\n\"" BAD "\"\n\"" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 4", 1});
    assert_found("a.cu", "asm volatile(\"cp.async.wait_all;\" ::\n); // ptxcheck: allow(asm-memory-clobber)\n",
                 (struct expected){"asm-memory-clobber 1, unused-allow 2", 0});
    assert_found("a.cu", "// ptxcheck: allow(asm-memory-clobber)\nasm volatile(\n\"cp.async.wait_all;\" ::);\n",
                 (struct expected){"", 1});
    /* Statements that are counted, and reported in one note: those that are allowed do not count. */
    assert_found("a.cu",
                 "asm volatile(\"cp.async.wait_all;\" ::); // ptxcheck: allow(asm-memory-clobber)\n"
                 "asm volatile(\"cp.async.wait_all;\" ::);\n",
                 (struct expected){"asm-memory-clobber 2", 1});
    assert_found("a.cu",
                 "// ptxcheck: allow-file(asm-memory-clobber)\nasm volatile(\"cp.async.wait_all;\" ::);\n"
                 "asm volatile(\"cp.async.wait_all;\" ::);\n",
                 (struct expected){"", 2});
    /* Comments in the PTX of the literals. */
    assert_found("a.cu", "asm volatile(\n\"" BAD " // " ALLOW "\\n\"\n\"" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 3", 1});
    assert_found("a.cu", "asm volatile(\n\"// " ALLOW "\\n\"\n\"" BAD "\\n\"\n\"" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 4", 1});
    assert_found("a.cu", "asm volatile(\"// " ALLOW "\\n" BAD "\\n" BAD "\"" OPERANDS,
                 (struct expected){"cp-size 1", 1});
    assert_found("a.cu", "asm volatile(R\"(\n// " ALLOW "\n" BAD "\n" BAD "\n)\"" OPERANDS,
                 (struct expected){"cp-size 4", 1});
    /* Code that is never compiled, and a statement that is read once for each branch. */
    assert_found("a.cu", "#if 0\nasm(\"cp.async.wait_all;\"); // " ALLOW "\n#endif\n", (struct expected){"", 0});
    assert_found("a.cu", "asm volatile(\n#if A\n\"nop;\"\n#else\n\"mov;\"\n#endif\n\"" BAD " // " ALLOW "\"" OPERANDS,
                 (struct expected){"", 1});
}

static void other_languages(void **state) {
    (void)state;
    assert_found("a.py", "# " ALLOW "\nptx = '''\n" BAD "\n'''\n", (struct expected){"", 1});
    assert_found("a.py", "ptx = '''\n// " ALLOW "\n" BAD "\n" BAD "'''\n", (struct expected){"cp-size 4", 1});
    assert_found("a.py", "cuda = '''\n// " ALLOW "\nasm volatile(\n\"" BAD "\"" OPERANDS "'''\n",
                 (struct expected){"", 1});
    assert_found("a.rs", "// " ALLOW "\nasm!(\n\"" BAD "\");\n/* /* */ " ALLOW "\n*/\nasm!(\"" BAD "\");\n",
                 (struct expected){"", 2});
    assert_found("a.py", "# " ALLOW "\nptx = (\n  '" BAD "'\n  '" BAD "'\n)\n", (struct expected){"", 2});
    assert_found("a.jl", "ptx = \"" BAD "\" # " ALLOW "\n#= " ALLOW "\n=#\nptx = \"" BAD "\"\n",
                 (struct expected){"", 2});
    assert_found("a.ll",
                 "; " ALLOW "\ncall void asm sideeffect \"cp.async.ca.shared.global [$0], [$1], 12;\", \"r,l\"()\n",
                 (struct expected){"", 1});
}

static void inline_asm_texts(void **state) {
    static const char text[] = BAD " // " ALLOW "\n" BAD;
    struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_ALLOW};
    struct ptxc_report *report;
    (void)state;
    assert_int_equal(ptxc_check_inline_asm(text, strlen(text), '%', "r,l,~{memory}", &options, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    assert_int_equal(ptxc_report_suppressed(report), 1);
    ptxc_report_free(report);
}

/* Many comments on one line, one below another, and of one place: the work stays near linear. */
static void many_comments(void **state) {
    enum { COUNT = 50000 };
    static const char *const shapes[] = {"/* " ALLOW " */", "// " ALLOW "\n", "// ptxcheck: allow(cp-sisee)\n",
                                         PTX("12; // " ALLOW "\n"), "// ptxcheck: allow-file(cp-size)\n"};
    const struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_ALLOW};
    (void)state;
    for (size_t shape = 0; shape < sizeof(shapes) / sizeof(shapes[0]); shape++) {
        const size_t size = strlen(shapes[shape]);
        char *text = malloc(COUNT * (size + 60));
        size_t length = 0;
        struct ptxc_report *report;
        assert_non_null(text);
        for (int i = 0; i < COUNT; i++, length += size)
            memcpy(text + length, shapes[shape], size);
        for (int i = 0; i < COUNT; i++, length += strlen(PTX("12;")))
            memcpy(text + length, PTX("12;"), strlen(PTX("12;")));
        assert_int_equal(ptxc_check(text, length, &options, &report), PTXC_OK);
        assert_int_equal(ptxc_report_suppressed(report), shape == 2 ? 0 : COUNT);
        ptxc_report_free(report);
        free(text);
    }
}

/* That there is no hazard to allow is said only where all of them were looked for. */
static void hazards_are_unused_where_all_are_sought(void **state) {
    static const char source[] = "cp.async.wait_all; // ptxcheck: allow(read-before-wait) it is not";
    static const struct {
        uint32_t flags;
        size_t findings;
    } rows[] = {{0, 0}, {PTXC_CHECK_FLOW, 0}, {PTXC_CHECK_PEDANTIC, 0}, {PTXC_CHECK_FLOW | PTXC_CHECK_PEDANTIC, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const struct ptxc_options options = {.size = sizeof(options), .flags = PTXC_CHECK_ALLOW | rows[i].flags};
        struct ptxc_report *report;
        assert_int_equal(ptxc_check(source, sizeof(source) - 1, &options, &report), PTXC_OK);
        assert_int_equal(ptxc_report_count(report), rows[i].findings);
        ptxc_report_free(report);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(off_unless_asked_for), cmocka_unit_test(lines_of_ptx),
        cmocka_unit_test(whole_files),          cmocka_unit_test(what_is_no_comment),
        cmocka_unit_test(wrong_ones),           cmocka_unit_test(unused_ones),
        cmocka_unit_test(statements_of_cpp),    cmocka_unit_test(other_languages),
        cmocka_unit_test(inline_asm_texts),     cmocka_unit_test(hazards_are_unused_where_all_are_sought),
        cmocka_unit_test(many_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
