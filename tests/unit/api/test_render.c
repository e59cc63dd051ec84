/* The public API: lines and columns, and diagnostics as text. */
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

enum { ROOM = 8192 };

/* Gives a diagnostic about a piece of a text. */
static struct ptxc_diagnostic about(uint32_t offset, uint32_t length) {
    return (struct ptxc_diagnostic){.rule = "cp-size",
                                    .severity = PTXC_SEVERITY_ERROR,
                                    .section = "",
                                    .message = "a message",
                                    .span = {offset, length}};
}

/* Fails unless the diagnostic is rendered as this. */
static void assert_rendered(const struct ptxc_diagnostic *diagnostic, const char *source, size_t length, uint32_t flags,
                            const char *wanted) {
    struct ptxc_lines lines;
    char text[ROOM];
    ptxc_lines_init(&lines, source, length);
    assert_int_equal(ptxc_diagnostic_render(diagnostic, PTXC_SEVERITY_OFF, "k.ptx", &lines, flags, text, sizeof(text)),
                     strlen(wanted));
    assert_string_equal(text, wanted);
}

/* Fails unless the first place of `word` in the source is marked so, in a line shown so. */
static void assert_marked(const char *source, const char *word, const char *line, const char *marks) {
    const char *place = strstr(source, word);
    char wanted[ROOM], head[64];
    assert_non_null(place);
    struct ptxc_diagnostic diagnostic = about((uint32_t)(place - source), (uint32_t)strlen(word));
    struct ptxc_lines lines;
    ptxc_lines_init(&lines, source, strlen(source));
    ptxc_lines_seek(&lines, diagnostic.span.offset);
    snprintf(head, sizeof(head), "k.ptx:%zu:%zu: error: a message [cp-size]\n", lines.line, lines.column);
    snprintf(wanted, sizeof(wanted), "%s%s%s%s%s%s", head, line ? "  " : "", line ? line : "", line ? "\n" : "", marks,
             *marks ? "\n" : "");
    assert_rendered(&diagnostic, source, strlen(source), 0, wanted);
}

/* Counts from the start of the text what the map should say. */
static void assert_place(const struct ptxc_lines *lines, const char *text, size_t length, size_t offset) {
    size_t line = 1, start = 0, utf16 = 1, points = 1;
    for (size_t i = 0; i < offset; i++)
        if (text[i] == '\n')
            line++, start = i + 1;
    for (size_t i = start; i < offset;) {
        const size_t size = ptxc_utf8_length(text + i, length - i);
        if (size > 0 && i + size > offset) /* the offset is inside a character */
            break;
        utf16 += size == 4 ? 2 : 1;
        points++;
        i += size ? size : 1;
    }
    assert_int_equal(lines->offset, offset);
    assert_int_equal(lines->line, line);
    assert_int_equal(lines->start, start);
    assert_int_equal(lines->column, offset - start + 1);
    assert_int_equal(lines->utf16, utf16);
    assert_int_equal(lines->points, points);
    const char *newline = memchr(text + offset, '\n', length - offset);
    size_t end = newline ? (size_t)(newline - text) : length;
    assert_int_equal(lines->end, newline && end > start && text[end - 1] == '\r' ? end - 1 : end);
}

/* From any place to any other the map says what counting from the start says. */
static void places_are_found_in_any_order(void **state) {
    static const char text[] = "a\n\r\n\tgr\xc3\xb6\xc3\x9f"
                               "e \xe5\xa4\xa7\xe5\xb0\x8f \xf0\x9f\x9a\x80!\r\n\xff\xc3 "
                               "\xe2\x82\n\n\xf0\x9f\x9a\x80\xf0\x9f\x9a\x80\r\nend\xe5\xa4";
    const size_t length = sizeof(text) - 1;
    (void)state;
    for (size_t from = 0; from <= length; from++) {
        for (size_t to = 0; to <= length; to++) {
            struct ptxc_lines lines;
            ptxc_lines_init(&lines, text, length);
            assert_place(&lines, text, length, 0);
            ptxc_lines_seek(&lines, from);
            assert_place(&lines, text, length, from);
            ptxc_lines_seek(&lines, to);
            assert_place(&lines, text, length, to);
            ptxc_lines_seek(&lines, from);
            assert_place(&lines, text, length, from);
        }
    }
}

static void places_beyond_the_text_are_its_end(void **state) {
    struct ptxc_lines lines;
    (void)state;
    ptxc_lines_init(&lines, "a\nbc", 4);
    ptxc_lines_seek(&lines, SIZE_MAX);
    assert_place(&lines, "a\nbc", 4, 4);
    ptxc_lines_init(&lines, "a\r", 2); /* no line end without "\n" */
    assert_place(&lines, "a\r", 2, 0);
    ptxc_lines_init(&lines, NULL, 9);
    ptxc_lines_seek(&lines, 5);
    assert_place(&lines, "", 0, 0);
    ptxc_lines_init(NULL, "a", 1);
    ptxc_lines_seek(NULL, 1);
    lines = (struct ptxc_lines){.text = NULL};
    ptxc_lines_seek(&lines, 1);
    assert_int_equal(lines.offset, 0);
}

static void marks_stand_below_their_text(void **state) {
    (void)state;
    assert_marked("one two three", "two", "one two three", "      ^^^");
    assert_marked("one\r\ntwo three\r\nfour", "three", "two three", "      ^^^^^");
    assert_marked("\tone\ttwo", "two", "\tone\ttwo", "  \t   \t^^^");
    assert_marked("/* \xc3\xb6\xc3\x9f */ two", "two", "/* \xc3\xb6\xc3\x9f */ two", "           ^^^");
    assert_marked("\xe5\xa4\xa7\xe5\xb0\x8f two", "two", "\xe5\xa4\xa7\xe5\xb0\x8f two", "       ^^^");
    assert_marked("\xe5\xa4\xa7 two", "\xe5\xa4\xa7", "\xe5\xa4\xa7 two", "  ^^");
    assert_marked("e\xcc\x81 two", "two", "e\xcc\x81 two", "    ^^^");
    assert_marked("\xf0\x9f\x9a\x80 two", "two", "\xf0\x9f\x9a\x80 two", "     ^^^");
}

/* What a terminal would obey, and what is no text, is shown as a '?' for each byte. */
static void what_is_obeyed_is_hidden(void **state) {
    (void)state;
    assert_marked("\x1b[31m \x7f two", "two", "?[31m ? two", "          ^^^");
    assert_marked("\xff\xc3 \xed\xa0\x80 two", "two", "?? ??? two", "         ^^^");
    assert_marked("\xc2\x85\xc2\x9b two", "two", "???? two", "       ^^^");
    assert_marked("\xe2\x80\xae\xe2\x81\xa6 two", "two", "?????? two", "         ^^^");
    assert_marked("\xef\xbb\xbftwo", "\xef", "???two", "  ^");
    struct ptxc_diagnostic diagnostic = about(0, 1);
    const struct ptxc_note note = {"a\nb\xe2\x80\xae", {0, 0}};
    const struct ptxc_fix fix = {"\x1b[0m", {0, 1}};
    diagnostic.message = "\x1b]0;title\a \xc3\xb6 \xe2\x80\xae";
    diagnostic.notes = &note, diagnostic.note_count = 1;
    diagnostic.fixes = &fix, diagnostic.fix_count = 1;
    assert_rendered(&diagnostic, "x", 1, 0,
                    "k.ptx:1:1: error: ?]0;title? \xc3\xb6 ??? [cp-size]\n  x\n  ^\n  note: a?b???\n"
                    "  note: perhaps write ?[0m\n");
    diagnostic.fix_use = PTXC_FIX_APPLIED;
    assert_rendered(&diagnostic, "x", 1, 0,
                    "k.ptx:1:1: error: ?]0;title? \xc3\xb6 ??? [cp-size]\n  x\n  ^\n  note: a?b???\n"
                    "  note: write ?[0m\n");
}

/* What is missing at the end is marked after it; an empty line is not shown. */
static void ends_are_marked(void **state) {
    struct ptxc_diagnostic end = about(3, 0), empty = about(4, 0), over = about(1, 9), after = about(900, 5);
    (void)state;
    assert_rendered(&end, "one\n\ntwo", 8, 0, "k.ptx:1:4: error: a message [cp-size]\n  one\n     ^\n");
    assert_rendered(&empty, "one\n\ntwo", 8, 0, "k.ptx:2:1: error: a message [cp-size]\n");
    assert_rendered(&over, "one\ntwo", 7, 0, "k.ptx:1:2: error: a message [cp-size]\n  one\n   ^^^\n");
    assert_rendered(&after, "one\ntwo", 7, 0, "k.ptx:2:4: error: a message [cp-size]\n  two\n     ^\n");
    assert_rendered(&after, "", 0, 0, "k.ptx:1:1: error: a message [cp-size]\n");
}

/* Of a long line a hundred characters are shown, however many bytes they have. */
static void long_lines_are_cut(void **state) {
    static const char *const fillers[] = {"-", "\xc3\xb6", "\xe2\x82\xac"};
    (void)state;
    for (size_t i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++) {
        char source[ROOM] = "", line[ROOM] = "...", marks[ROOM] = "     ";
        for (size_t j = 0; j < 200; j++)
            strcat(source, fillers[i]);
        strcat(source, "two");
        for (size_t j = 0; j < 200; j++)
            strcat(source, fillers[i]);
        for (size_t j = 0; j < 60; j++)
            strcat(line, fillers[i]), strcat(marks, " ");
        strcat(line, "two"), strcat(marks, "^^^");
        for (size_t j = 0; j < 37; j++)
            strcat(line, fillers[i]);
        strcat(line, "...");
        assert_marked(source, "two", line, marks);
    }
}

/* Gives the one diagnostic of a real report. */
static struct ptxc_report *check(const char *source) {
    struct ptxc_report *report;
    assert_int_equal(ptxc_check(source, strlen(source), NULL, &report), PTXC_OK);
    assert_int_equal(ptxc_report_count(report), 1);
    return report;
}

static const char source[] = "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [a], [b], 16;";

static void a_real_one_is_whole(void **state) {
    struct ptxc_report *report = check(source);
    char wanted[ROOM];
    (void)state;
    const char *head = "k.ptx:1:51: error: .add.f16 must be written .add.noftz.f16 [reduction-type]\n";
    snprintf(wanted, sizeof(wanted), "%s  %s\n%52s^^^^~~~~\n%s  note: PTX ISA %s, section 9.7.9.25.4.2\n", head, source,
             "", "  note: write .add.noftz\n", ptxc_isa_version());
    assert_rendered(ptxc_report_get(report, 0), source, strlen(source), 0, wanted);
    assert_rendered(ptxc_report_get(report, 0), source, strlen(source), PTXC_RENDER_BRIEF, head);
    assert_rendered(ptxc_report_get(report, 0), source, strlen(source), PTXC_RENDER_BRIEF | PTXC_RENDER_COLOR,
                    "\033[1mk.ptx:1:51: \033[31merror:\033[0m \033[1m.add.f16 must be written .add.noftz.f16\033[0m "
                    "[reduction-type]\n");
    ptxc_report_free(report);
}

static void a_severity_is_replaced(void **state) {
    struct ptxc_report *report = check(source);
    struct ptxc_lines lines;
    char text[ROOM];
    (void)state;
    ptxc_lines_init(&lines, source, strlen(source));
    for (int i = PTXC_SEVERITY_NOTE; i <= PTXC_SEVERITY_ERROR; i++) {
        char wanted[40];
        snprintf(wanted, sizeof(wanted), "k.ptx:1:51: %s: .add", ptxc_severity_name((enum ptxc_severity)i));
        ptxc_diagnostic_render(ptxc_report_get(report, 0), (enum ptxc_severity)i, "k.ptx", &lines, 0, text, ROOM);
        assert_memory_equal(text, wanted, strlen(wanted));
    }
    assert_int_equal(lines.offset, ptxc_report_get(report, 0)->span.offset);
    ptxc_report_free(report);
}

/* Every size gets as much of the text as fits, its NUL, and nothing after that. */
static void every_size_is_kept(void **state) {
    struct ptxc_report *report = check(source);
    const struct ptxc_diagnostic *diagnostic = ptxc_report_get(report, 0);
    struct ptxc_lines lines;
    char whole[ROOM], text[ROOM];
    (void)state;
    ptxc_lines_init(&lines, source, strlen(source));
    const size_t length = ptxc_diagnostic_render(diagnostic, 0, "k.ptx", &lines, PTXC_RENDER_COLOR, whole, ROOM);
    assert_int_equal(ptxc_diagnostic_render(diagnostic, 0, "k.ptx", &lines, PTXC_RENDER_COLOR, NULL, 0), length);
    for (size_t size = 1; size <= length + 2; size++) {
        const size_t kept = size <= length ? size - 1 : length;
        memset(text, 7, sizeof(text));
        assert_int_equal(ptxc_diagnostic_render(diagnostic, 0, "k.ptx", &lines, PTXC_RENDER_COLOR, text, size), length);
        assert_memory_equal(text, whole, kept);
        assert_int_equal(text[kept], 0);
        for (size_t i = kept + 1; i < length + 4; i++)
            assert_int_equal(text[i], 7);
        memset(text, 7, sizeof(text));
        assert_int_equal(ptxc_text_clean("a\tb\xff", 4, text, size), 4);
        assert_memory_equal(text, "a?b?", size <= 4 ? size - 1 : 5);
        assert_int_equal(text[size <= 4 ? size - 1 : 4], 0);
    }
    ptxc_report_free(report);
}

static void a_null_does_no_harm(void **state) {
    struct ptxc_diagnostic diagnostic = about(0, 1);
    struct ptxc_lines lines, none = {.text = NULL};
    char text[4] = "abc";
    (void)state;
    ptxc_lines_init(&lines, "x", 1);
    assert_int_equal(ptxc_diagnostic_render(NULL, 0, "k", &lines, 0, text, sizeof(text)), 0);
    assert_string_equal(text, "");
    assert_int_equal(ptxc_diagnostic_render(&diagnostic, 0, NULL, &lines, 0, text, sizeof(text)), 0);
    assert_int_equal(ptxc_diagnostic_render(&diagnostic, 0, "k", NULL, 0, text, sizeof(text)), 0);
    assert_int_equal(ptxc_diagnostic_render(&diagnostic, 0, "k", &none, 0, text, sizeof(text)), 0);
    assert_int_equal(ptxc_diagnostic_render(&diagnostic, (enum ptxc_severity)9, "k", &lines, 0, text, 4), 0);
    assert_int_equal(ptxc_diagnostic_render(&diagnostic, 0, "k", &lines, 4, text, sizeof(text)), 0);
    assert_int_equal(ptxc_text_clean(NULL, 5, text, sizeof(text)), 0);
    assert_int_equal(ptxc_utf8_length(NULL, 5), 0);
    assert_int_equal(ptxc_utf8_length("a", 0), 0);
}

static void characters_are_told_from_bytes(void **state) {
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"a", 1},        {"\xc3\xb6", 2},     {"\xe5\xa4\xa7", 3}, {"\xf0\x9f\x9a\x80", 4}, {"\x80", 0},
        {"\xc0\x80", 0}, {"\xe0\x80\x80", 0}, {"\xed\xa0\x80", 0}, {"\xf4\x90\x80\x80", 0}, {"\xf5\x80\x80\x80", 0},
        {"\xc3", 0},     {"\xe5\xa4", 0},     {"\xe5\xa4z", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        assert_int_equal(ptxc_utf8_length(cases[i].text, strlen(cases[i].text)), cases[i].length);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_found_in_any_order),
        cmocka_unit_test(places_beyond_the_text_are_its_end),
        cmocka_unit_test(marks_stand_below_their_text),
        cmocka_unit_test(what_is_obeyed_is_hidden),
        cmocka_unit_test(ends_are_marked),
        cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(a_real_one_is_whole),
        cmocka_unit_test(a_severity_is_replaced),
        cmocka_unit_test(every_size_is_kept),
        cmocka_unit_test(a_null_does_no_harm),
        cmocka_unit_test(characters_are_told_from_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
