/* The links of `ptxcheck check` on a terminal: the name of a rule leads to its page, where the program was built with
 * the address of these pages, as this test is, and where the terminal takes links. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "cli/format/output.h"
#include "cli/system/environment.h"
#include "cli/system/memory.h"

/* Returns what is printed of a text with one finding, to be freed. */
static char *print(bool links, bool color) {
    static char text[] = "cp.async.cg.shared.global [%r1], [%rd1], 8;\n";
    const struct ptxc_options options = {.size = sizeof(options)};
    const struct source source = {.name = "a.ptx", .text = text, .length = sizeof(text) - 1};
    struct ptxc_report *report;
    struct memory_stream printed;
    assert_int_equal(ptxc_check(text, sizeof(text) - 1, &options, &report), PTXC_OK);
    const struct finding finding = {ptxc_report_get(report, 0), PTXC_SEVERITY_ERROR};
    const struct checked checked = {
        .name = "a.ptx", .read = true, .source = &source, .findings = &finding, .count = 1, .report = report};
    memory_open(&printed);
    struct output output = {.format = &format_text, .stream = printed.stream, .color = color, .links = links};
    format_text.file(&output, &checked);
    memory_close(&printed);
    ptxc_report_free(report);
    return printed.bytes;
}

static void test_links(void **state) {
    static const char link[] = " [\033]8;;https://example.org/docs/rules/cp-size-cg/\033\\cp-size-cg\033]8;;\033\\]\n";
    (void)state;
    for (int color = 0; color < 2; color++) {
        char *without = print(false, color), *with = print(true, color);
        const size_t head = strcspn(without, "\n") - strlen(" [cp-size-cg]");
        assert_null(strstr(without, "\033]8"));
        assert_memory_equal(with, without, head);
        assert_memory_equal(with + head, link, strlen(link));
        assert_string_equal(with + head + strlen(link), without + head + strlen(" [cp-size-cg]\n"));
        free(without);
        free(with);
    }
}

/* Which terminals take links. */
static void test_terminals(void **state) {
    static const char *const variables[] = {"FORCE_HYPERLINK", "TERM_PROGRAM", "TERM",
                                            "VTE_VERSION",     "WT_SESSION",   "KONSOLE_VERSION"};
    static const struct {
        const char *name, *value;
        bool terminal, file; /* whether there are links on a terminal, and in a file */
    } cases[] = {{"TERM", "xterm-256color", false, false},
                 {"TERM", "xterm-kitty", true, false},
                 {"TERM", "foot-extra", true, false},
                 {"TERM_PROGRAM", "vscode", true, false},
                 {"TERM_PROGRAM", "Apple_Terminal", false, false},
                 {"VTE_VERSION", "7200", true, false},
                 {"FORCE_HYPERLINK", "1", true, true},
                 {"FORCE_HYPERLINK", "", false, false}};
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    (void)state;
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        skip();
    FILE *terminal = fopen(ptsname(master), "w"), *file = tmpfile();
    assert_non_null(terminal);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        for (size_t j = 0; j < sizeof(variables) / sizeof(*variables); j++)
            unsetenv(variables[j]);
        setenv(cases[i].name, cases[i].value, 1);
        assert_int_equal(environment_has_links(terminal), cases[i].terminal);
        assert_int_equal(environment_has_links(file), cases[i].file);
    }
    setenv("TERM", "xterm-kitty", 1);
    setenv("FORCE_HYPERLINK", "0", 1);
    assert_false(environment_has_links(terminal));
    fclose(terminal);
    fclose(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_links), cmocka_unit_test(test_terminals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
