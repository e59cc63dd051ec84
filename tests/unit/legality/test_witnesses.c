/* The witness pair of every rule: the wrong text raises this rule and no other, the right one raises nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "module.h"
#include "rules.h"
#include "tables.h"

static char *pattern;

enum { TARGETS = 4 };

/* The targets of a first line "// options: --portable=sm_90,sm_100"; `line` holds them. */
static size_t witness_portable(const char *text, char *line, size_t size, const char **targets) {
    const char *head = "// options: --portable=";
    size_t count = 0;
    if (strncmp(text, head, strlen(head)) != 0)
        return 0;
    snprintf(line, size, "%.*s", (int)strcspn(text + strlen(head), "\n"), text + strlen(head));
    for (char *name = strtok(line, ","); name && count < TARGETS; name = strtok(NULL, ","))
        targets[count++] = name;
    return count;
}

static char *witness_module(const char *text) {
    return strncmp(text, ".version", 8) == 0 || strncmp(text, ".target", 7) == 0 || strncmp(text, "// options", 10) == 0
               ? strdup(text)
               : module_fill(pattern, "", "", text);
}

/* How many findings the text has; every one must be of rule `id`. */
static size_t findings(const char *id, const char *witness) {
    struct ptxc_override on = {id, PTXC_SEVERITY_ERROR}; /* a rule that is off by default is tried too */
    struct ptxc_options options = {.size = sizeof(options), .overrides = &on, .override_count = 1};
    const char *targets[TARGETS];
    char line[200];
    options.portable_count = witness_portable(witness, line, sizeof(line), targets);
    options.portable = targets;
    struct ptxc_report *report;
    char *text = witness_module(witness);
    if (strncmp(witness, "void ", 5) == 0)
        assert_int_equal(ptxc_check_host("witness.cu", witness, strlen(witness), &options, &report), PTXC_OK);
    else
        assert_int_equal(ptxc_check(text, strlen(text), &options, &report), PTXC_OK);
    size_t count = ptxc_report_count(report);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(ptxc_report_get(report, i)->rule, id) != 0)
            print_error("%s: raises %s: %s\n%s\n", id, ptxc_report_get(report, i)->rule,
                        ptxc_report_get(report, i)->message, witness);
        assert_string_equal(ptxc_report_get(report, i)->rule, id);
    }
    ptxc_report_free(report);
    free(text);
    return count;
}

static void witnesses(void **state) {
    struct ptxc_rule rule;
    (void)state;
    for (size_t i = 0; ptxc_rule_get(i, &rule); i++) {
        size_t wrong = findings(rule.id, rule.wrong), right = findings(rule.id, rule.right);
        if (wrong != 1 || right != 0)
            print_error("%s: %zu findings in the wrong text, %zu in the right one\n", rule.id, wrong, right);
        assert_int_equal(wrong, 1);
        assert_int_equal(right, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(witnesses),
    };
    pattern = file_text(TESTS_DIRECTORY "/unit/legality/witness.txt");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(pattern);
    return failed;
}
