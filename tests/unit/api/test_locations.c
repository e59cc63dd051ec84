/* The public API: where findings stand in the source that PTX was compiled from, and what comments there allow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <ptxcheck/ptxcheck.h>
#include <ptxcheck/render.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define WRONG "cp.async.ca.shared.global [a], [b], 3;\n"
#define HEADER ".version 9.0\n.target sm_90\n"
#define KERNEL(name, body) ".entry " name "()\n{\n.reg .b32 a; .reg .b64 b;\n" body "ret;\n}\n"

/* What a source says, by the number of its file, and how often each was asked for. */
struct shelf {
    const char *texts[4];
    const char *names[4];
    size_t asked[4];
};

static void find(void *user, size_t number, struct ptxc_location *location) {
    struct shelf *shelf = user;
    assert_true(number < COUNT(shelf->texts));
    assert_non_null(location->file);
    assert_true(location->line > 0);
    assert_null(location->text);
    shelf->asked[number]++;
    if (shelf->names[number])
        location->file = shelf->names[number];
    location->text = shelf->texts[number];
    location->length = location->text ? strlen(location->text) : 0;
}

/* Checks a module that was compiled from the sources of the shelf. */
static struct ptxc_report *check(const char *source, struct shelf *shelf, uint32_t flags, size_t limit) {
    const struct ptxc_sources sources = {find, shelf};
    const struct ptxc_options options = {.size = sizeof(options), .sources = &sources, .flags = flags, .limit = limit};
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(source, strlen(source), &options, &report), PTXC_OK);
    return report;
}

static void assert_location(const struct ptxc_location *location, const char *file, uint32_t line, uint32_t column,
                            const char *function) {
    assert_string_equal(location->file, file);
    assert_int_equal(location->line, line);
    assert_int_equal(location->column, column);
    if (function)
        assert_string_equal(location->function, function);
    else
        assert_null(location->function);
}

/* The place of each finding, and of the header of its function. */
static void findings_have_places(void **state) {
    static const char source[] =
        HEADER KERNEL("first", WRONG
                      ".loc 2 4 0\n" WRONG "{ .loc 7 5 6\n" WRONG
                      "}\n" WRONG) ".func (.reg .b32 r) second()\n{\n.reg .b32 a; .reg .b64 b;\n" WRONG
                                   "/* .loc 7 1 1 */ .loc 7 8 9 // .loc 7 2 2\n" WRONG
                                   "}\n" KERNEL("third", WRONG) ".file 7 \"b.cu\", 12, 34\n.file 2 \"dir/a.cu\"\n";
    static const struct {
        const char *file;
        uint32_t line, column;
        const char *function;
    } places[] = {{NULL, 0, 0, NULL}, {"dir/a.cu", 4, 0, "first"}, {"c.cu", 5, 6, "first"}, {"c.cu", 5, 6, "first"},
                  {NULL, 0, 0, NULL}, {"c.cu", 8, 9, "second"},    {NULL, 0, 0, NULL}};
    struct shelf shelf = {.names = {NULL, "c.cu"}};
    struct ptxc_report *report = check(source, &shelf, 0, 0);
    struct ptxc_location place;
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < ptxc_report_count(report); i++) {
        const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, i);
        if (strcmp(diagnostic->rule, "cp-size") != 0)
            continue;
        assert_true(found < COUNT(places));
        assert_int_equal(ptxc_report_locate(report, diagnostic->span.offset, &place, 1), places[found].file != NULL);
        if (places[found].file)
            assert_location(&place, places[found].file, places[found].line, places[found].column,
                            places[found].function);
        found++;
    }
    assert_int_equal(found, COUNT(places));
    assert_int_equal(ptxc_report_locate(report, (size_t)(strstr(source, "first") - source), &place, 1), 1);
    assert_location(&place, "dir/a.cu", 4, 0, "first");
    assert_int_equal(ptxc_report_locate(report, 0, &place, 1), 0);
    assert_int_equal(ptxc_report_locate(report, SIZE_MAX, NULL, 0), 0);
    ptxc_report_free(report);
    assert_int_equal(ptxc_report_locate(NULL, 0, &place, 1), 0);
}

/* Calls that were inlined, each where the last .loc at its place says. */
static void calls_are_followed(void **state) {
    static const char source[] = HEADER KERNEL("other", ".loc 1 1 1\n.loc 1 2 2, function_name F1, inlined_at 1 1 1\n")
        KERNEL("kernel",
               ".loc 1 9 9\n.loc 1 2 2, inlined_at 1 9 9, function_name F2 + 1\n"
               ".loc 1 3 3, function_name F1, inlined_at 1 2 2\n" WRONG
               ".loc 1 4 4, function_name F3, inlined_at 1 1 1\n" WRONG) ".file 1 \"a.cu\"\n.section .debug_str {\nF1: "
                                                                         ".b8 97\n.b8 98,0\nF2:\n.b8 95, 99, 0 }\n";
    struct shelf shelf = {.texts = {NULL}};
    struct ptxc_report *report = check(source, &shelf, 0, 0);
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    (void)state;
    assert_int_equal(ptxc_report_count(report), 2);
    assert_int_equal(ptxc_report_locate(report, ptxc_report_get(report, 0)->span.offset, places, COUNT(places)), 3);
    assert_location(&places[0], "a.cu", 3, 3, "ab");
    assert_location(&places[1], "a.cu", 2, 2, "c");
    assert_location(&places[2], "a.cu", 9, 9, "kernel");
    places[1].line = 77;
    assert_int_equal(ptxc_report_locate(report, ptxc_report_get(report, 0)->span.offset, places, 1), 3);
    assert_int_equal(places[1].line, 77);
    assert_int_equal(ptxc_report_locate(report, ptxc_report_get(report, 1)->span.offset, places, COUNT(places)), 2);
    assert_location(&places[0], "a.cu", 4, 4, NULL);
    assert_location(&places[1], "a.cu", 1, 1, NULL); /* that of another function does not count */
    ptxc_report_free(report);
}

/* A chain of calls has an end, and one that is longer than can be told is cut. */
static void chains_are_bounded(void **state) {
    enum { LINES = 3000 };
    static char source[LINES * 64 + 400];
    struct shelf shelf = {.texts = {NULL}};
    struct ptxc_location places[PTXC_MAX_LOCATIONS];
    char *out =
        source + sprintf(source, HEADER ".file 1 \"a.cu\"\n.entry k()\n{\n.reg .b32 a; .reg .b64 b;\n.loc 1 1 1\n");
    (void)state;
    for (int i = 1; i < LINES; i++)
        out += sprintf(out, ".loc 1 %d 1, inlined_at 1 %d 1\n", i + 1, i);
    strcpy(out, ".loc 1 5 5, inlined_at 1 5 5\n.loc 1 5 5, inlined_at 1 5 5\n" WRONG "}\n");
    struct ptxc_report *report = check(source, &shelf, 0, 0);
    const size_t offset = ptxc_report_get(report, 0)->span.offset;
    assert_int_equal(ptxc_report_locate(report, offset, places, COUNT(places)), 3);
    const size_t last = (size_t)(strstr(source, ".loc 1 5 5") - source) - 1;
    assert_int_equal(ptxc_report_locate(report, last, places, COUNT(places)), PTXC_MAX_LOCATIONS);
    assert_int_equal(places[PTXC_MAX_LOCATIONS - 1].line, LINES - PTXC_MAX_LOCATIONS + 1);
    ptxc_report_free(report);
}

/* Nobody is asked where nothing was found, or where no .loc or no .file stands. */
static void nobody_is_asked_in_vain(void **state) {
    static const char *const sources[] = {
        HEADER KERNEL("k", ".loc 1 2 3\n") ".file 1 \"a.cu\"\n", HEADER KERNEL("k", ".loc 1 2 3\n" WRONG),
        HEADER KERNEL("k", WRONG) ".file 1 \"a.cu\"\n", HEADER KERNEL("k", ".loc 1 2 3\n" WRONG) ".file 1 \"a.cu\"\n"};
    (void)state;
    for (size_t i = 0; i < COUNT(sources); i++) {
        struct shelf shelf = {.texts = {NULL}};
        struct ptxc_report *report = check(sources[i], &shelf, PTXC_CHECK_ALLOW, 0);
        assert_int_equal(shelf.asked[0], i == COUNT(sources) - 1);
        ptxc_report_free(report);
    }
}

/* Comments of the source count where those of the module do, whatever the limit. */
static void comments_allow(void **state) {
    static const char source[] =
        HEADER KERNEL("k", ".loc 1 1 1\n" WRONG WRONG WRONG ".loc 1 3 1\n" WRONG ".loc 1 4 1, inlined_at 1 1 1\n" WRONG
                           ".loc 2 1 1\n" WRONG) ".file 1 \"a.cu\"\n.file 2 \"a.txt\"\n";
    struct shelf shelf = {
        .texts = {"one // ptxcheck: allow(cp-size)\ntwo\nthree\nfour\n", "// ptxcheck: allow-file(cp-size)"}};
    (void)state;
    for (size_t limit = 0; limit < 8; limit++) {
        struct ptxc_report *report = check(source, &shelf, PTXC_CHECK_ALLOW, limit);
        assert_int_equal(ptxc_report_count(report), limit == 1 ? 1 : 2);
        assert_int_equal(ptxc_report_total(report, PTXC_SEVERITY_ERROR), 2);
        assert_int_equal(ptxc_report_suppressed(report), 4);
        assert_true(ptxc_report_get(report, 0)->span.offset > (size_t)(strstr(source, ".loc 1 3 1") - source));
        ptxc_report_free(report);
        report = check(source, &shelf, 0, limit);
        assert_int_equal(ptxc_report_total(report, PTXC_SEVERITY_ERROR), 6);
        assert_int_equal(ptxc_report_suppressed(report), 0);
        ptxc_report_free(report);
    }
}

/* Lines and columns are found in any order, and what is not there is not. */
static void lines_are_found(void **state) {
    static const char text[] = "one\r\n\n\xc3\xa4\xf0\x9f\x98\x80 three\nlast";
    static const struct {
        size_t line, column, offset;
        int found;
    } cases[] = {{1, 1, 0, 1}, {4, 3, 21, 1}, {1, 9, 3, 1},   {3, 7, 12, 1}, {2, 5, 5, 1},        {5, 1, 5, 0},
                 {3, 0, 6, 1}, {0, 1, 6, 0},  {4, 99, 23, 1}, {1, 2, 1, 1},  {SIZE_MAX, 1, 1, 0}, {4, SIZE_MAX, 23, 1}};
    struct ptxc_lines lines;
    (void)state;
    ptxc_lines_init(&lines, text, strlen(text));
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(ptxc_lines_find(&lines, cases[i].line, cases[i].column), cases[i].found);
        assert_int_equal(lines.offset, cases[i].offset);
    }
    ptxc_lines_find(&lines, 3, 7);
    assert_int_equal(lines.utf16, 4);
    ptxc_lines_init(&lines, NULL, 0);
    assert_int_equal(ptxc_lines_find(&lines, 1, 1), 1);
    assert_int_equal(ptxc_lines_find(&lines, 2, 1), 0);
    assert_int_equal(ptxc_lines_find(NULL, 1, 1), 0);
}

/* What is rendered has its whole length at any size, and stands in the PTX where no report says more. */
static void places_are_rendered(void **state) {
    static const char source[] = HEADER KERNEL("k", ".loc 1 1 5\n" WRONG) ".file 1 \"a.cu\"\n";
    struct shelf shelf = {.texts = {"\tif (copy(a,\x1b b))\n"}};
    struct ptxc_report *report = check(source, &shelf, 0, 0);
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    struct ptxc_lines lines;
    char whole[2000], part[2000], bare[2000];
    (void)state;
    ptxc_lines_init(&lines, source, strlen(source));
    const size_t length = ptxc_report_render(report, diagnostic, 0, "k.ptx", &lines, 0, whole, sizeof(whole));
    assert_int_equal(length, strlen(whole));
    assert_int_equal(strncmp(whole, "a.cu:1:5: error: ", strlen("a.cu:1:5: error: ")), 0);
    assert_non_null(strstr(whole, "  \tif (copy(a,? b))\n  \t   ^\n  note: in the PTX: k.ptx:7:37\n  " WRONG));
    for (size_t size = 1; size <= length; size++) {
        assert_int_equal(ptxc_report_render(report, diagnostic, 0, "k.ptx", &lines, 0, part, size), length);
        assert_int_equal(strlen(part), size - 1);
        assert_memory_equal(part, whole, size - 1);
    }
    ptxc_report_render(NULL, diagnostic, 0, "k.ptx", &lines, 0, part, sizeof(part));
    ptxc_diagnostic_render(diagnostic, 0, "k.ptx", &lines, 0, bare, sizeof(bare));
    assert_string_equal(part, bare);
    ptxc_report_render(report, diagnostic, 0, "k.ptx", &lines, PTXC_RENDER_BRIEF, part, sizeof(part));
    assert_int_equal(strchr(part, '\n')[1], 0);
    assert_int_equal(ptxc_report_render(report, NULL, 0, "k.ptx", &lines, 0, part, sizeof(part)), 0);
    ptxc_report_free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_have_places), cmocka_unit_test(calls_are_followed),
        cmocka_unit_test(chains_are_bounded),   cmocka_unit_test(nobody_is_asked_in_vain),
        cmocka_unit_test(comments_allow),       cmocka_unit_test(lines_are_found),
        cmocka_unit_test(places_are_rendered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
