/* The public API: where notes and fixes stand, in PTX and in a source of another language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/instruction.h>
#include <ptxcheck/ptxcheck.h>

static const char *const portable[] = {"sm_90", "sm_120"};

/* Checks a source in the language that the extension of `path` says; NULL: in PTX. */
static struct ptxc_report *check(const char *path, const char *source, size_t portable_count) {
    struct ptxc_options options = {
        .size = sizeof(options), .portable = portable_count ? portable : NULL, .portable_count = portable_count};
    struct ptxc_report *report;
    assert_int_equal(path ? ptxc_check_host(path, source, strlen(source), &options, &report)
                          : ptxc_check(source, strlen(source), &options, &report),
                     PTXC_OK);
    return report;
}

/* Gives the first diagnostic of the rule. */
static const struct ptxc_diagnostic *find(const struct ptxc_report *report, const char *rule) {
    for (size_t i = 0; i < ptxc_report_count(report); i++)
        if (strcmp(ptxc_report_get(report, i)->rule, rule) == 0)
            return ptxc_report_get(report, i);
    fail_msg("no finding of the rule %s", rule);
    return NULL;
}

/* Fails unless the span is where the text stands first in the source, in C after "asm"; "": unless it is none. */
static void assert_span(struct ptxc_span span, const char *source, const char *text) {
    const char *statement = strstr(source, "asm"), *place = strstr(statement ? statement : source, text);
    assert_non_null(place);
    assert_int_equal(span.length, strlen(text));
    if (*text)
        assert_int_equal(span.offset, place - source);
}

/* Fails unless each note of the first diagnostic of the rule points at its text. */
static void assert_notes(const char *path, const char *source, const char *rule, const char *const *texts,
                         size_t count) {
    struct ptxc_report *report = check(path, source, strcmp(rule, "not-portable") == 0 ? 2 : 0);
    const struct ptxc_diagnostic *diagnostic = find(report, rule);
    assert_int_equal(diagnostic->note_count, count);
    for (size_t i = 0; i < count; i++)
        assert_span(diagnostic->notes[i].span, source, texts[i]);
    ptxc_report_free(report);
}

#define HEADER                                                                                                     \
    ".version 9.0\n.target sm_100a\n.entry e() {\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .b16 %h<3>;\n.shared " \
    ".b64 bar;\n"
#define C_STATEMENT(text, operands) \
    "void copy() { asm volatile(\"// \\n\" \"" text "\" :: " operands " : \"memory\"); }\n"

#define MASKED(dst, src, size, mask) \
    "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [" dst "], [" src "], " size ", " mask ";"
#define NARROW(dst, src, bar) \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" dst "], [" src "], 64, [" bar "];"
#define NOWHERE(dst, src, bar, mask)                                                                 \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::16b.gpu " \
    "[" dst "], [" src "], 16, [" bar "], " mask ";"

/* What the instruction needs is said part by part, and each note stands at its part. */
static void portability_notes_have_places(void **state) {
    static const char *const needs[] = {".cp_mask"}, *const addresses[] = {"%laneid"}, *const names[] = {"%1"};
    (void)state;
    assert_notes(NULL, HEADER MASKED("%rd1", "bar", "16", "%h1") "}", "not-portable", needs, 1);
    assert_notes("a.cu", C_STATEMENT(MASKED("%0", "%1", "16", "%2"), "\"l\"(a), \"r\"(b), \"h\"(c)"), "not-portable",
                 needs, 1);
    /* what no part needs and the check says: on sm_120 all addresses have 64 bits */
    assert_notes(NULL, HEADER NARROW("%laneid", "%rd1", "bar") "}", "not-portable", addresses, 1);
    assert_notes("a.cu", C_STATEMENT(NARROW("%0", "%1", "%2"), "\"r\"(a), \"r\"(b), \"r\"(c)"), "not-portable", names,
                 1);
}

static void notes_on_what_never_assembles_have_places(void **state) {
    static const char *const parts[] = {".multicast::cluster::16b", ".gpu"};
    (void)state;
    assert_notes(NULL, NOWHERE("a", "b", "c", "d"), "never-assembles", parts, 2);
    assert_notes("a.cu", C_STATEMENT(NOWHERE("%0", "%1", "%2", "%3"), "\"r\"(a), \"l\"(b), \"r\"(c), \"h\"(d)"),
                 "never-assembles", parts, 2);
}

/* A note on what is not there stands where it would be; one on no part of the source stands nowhere. */
static void other_notes(void **state) {
    static const char *const mnemonic[] = {"mbarrier.init"}, *const nothing[] = {""};
    (void)state;
    assert_notes(NULL, HEADER "mbarrier.init.b64 [%r1], 1; }", "register-type", mnemonic, 1);
    assert_notes(NULL, "cp.async.ca.shared.global [a], 4;", "operand-count", nothing, 1);
}

/* The text of the note stands in a macro's expansion: it points at the macro. */
static void notes_point_at_macros(void **state) {
    static const char source[] = "#define SCOPE \".gpu\"\n"
                                 "void copy() { asm volatile(\"cp.async.bulk.shared::cluster.global"
                                 ".mbarrier::complete_tx::bytes.multicast::cluster::16b\" SCOPE\n"
                                 "\" [%0], [%1], 16, [%2], %3;\" :: \"r\"(a), \"l\"(b), \"r\"(c), \"h\"(d)"
                                 " : \"memory\"); }\n";
    static const char *const parts[] = {".multicast::cluster::16b", "SCOPE"};
    (void)state;
    assert_notes("a.cu", source, "never-assembles", parts, 2);
}

/* Fails unless the first diagnostic of the rule has this fix; `place` NULL: unless it has none. */
static void assert_fix(const char *path, const char *source, const char *rule, const char *place, const char *text) {
    struct ptxc_report *report = check(path, source, 0);
    const struct ptxc_diagnostic *diagnostic = find(report, rule);
    assert_int_equal(diagnostic->fix_count, place ? 1 : 0);
    if (place) {
        assert_string_equal(diagnostic->fixes[0].text, text);
        assert_span(diagnostic->fixes[0].span, source, place);
    } else {
        assert_null(diagnostic->fixes);
    }
    ptxc_report_free(report);
}

#define REDUCTION(operation)                                                         \
    "asm volatile(\"cp.reduce.async.bulk.global.shared::cta.bulk_group\" " operation \
    " \".f16 [%0], [%1], 16;\" :: \"l\"(a), \"r\"(b) : \"memory\");\n"

static void fixes_have_places(void **state) {
    (void)state;
    assert_fix(NULL, "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [a], [b], 16;", "reduction-type",
               ".add", ".add.noftz");
    assert_fix("a.cu", REDUCTION("\".add\""), "reduction-type", ".add", ".add.noftz");
}

/* A fix stands where the text is written letter for letter, or nowhere. */
static void fixes_need_the_very_text(void **state) {
    (void)state;
    assert_fix("a.cu", "#define OPERATION \".add\"\n" REDUCTION("OPERATION"), "reduction-type", NULL, NULL);
    assert_fix("a.cu", "#define PLUS \".add\"\n" REDUCTION("PLUS"), "reduction-type", NULL, NULL); /* as long */
    assert_fix("a.cu", "#define P \"d\"\n" REDUCTION("\".ad\" P"), "reduction-type", NULL, NULL);
    assert_fix("a.cu", REDUCTION("\".a\" \"dd\""), "reduction-type", NULL, NULL);
    assert_fix("a.cu", REDUCTION("\".\\x61\" \"dd\""), "reduction-type", NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portability_notes_have_places),
        cmocka_unit_test(notes_on_what_never_assembles_have_places),
        cmocka_unit_test(other_notes),
        cmocka_unit_test(notes_point_at_macros),
        cmocka_unit_test(fixes_have_places),
        cmocka_unit_test(fixes_need_the_very_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
