/* The texts of violations.def ask for nothing else than a violation has, and each rule is reported from one place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/rules.h"
#include "tables/tables.h"

static const struct violation {
    const char *name;
    enum ptxc_rule_id rule;
    const char *texts[5];
} violations[] = {
#define VIOLATION(enumerator, rule, nature, level, needs, at, clause, step, copy, wait, advice) \
    {#enumerator, rule, {clause, step, copy, wait, advice}},
#include "analysis/findings/violations.def"
};

static void belong_to_hazards(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(violations); i++)
        assert_int_equal(ptxc_rules[violations[i].rule].rule_class, PTXC_CLASS_HAZARD);
}

/* What is said of who has not arrived. */
static const char *const absences[][3] = {
#define ABSENCE(enumerator, here, arrival, advice) {here, arrival, advice},
#include "analysis/findings/absences.def"
};

/* What is said of what stands in a wrong place, or is missing, and of sums of bytes. */
static const char *const others[][3] = {
#define MISPLACED(enumerator, note, like, advice) {note, like, advice},
#include "analysis/findings/misplacements.def"
#define PART(enumerator, one, several) {one, several, ""},
#include "analysis/findings/parts.def"
};

/* A text asks for letters that there are, and has no full stop at the end. */
static void check_text(const char *name, const char *text, const char *letters) {
    for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%'))
        if (at[1] == '\0' || !strchr(letters, at[1]))
            fail_msg("%s: \"%s\" asks for %%%c", name, text, at[1]);
    assert_false(*text && text[strlen(text) - 1] == '.');
}

/* No other letters than violation.c replaces, and no full stop at the end; a clause goes on after ", but". */
static void letters(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(violations); i++) {
        const char *clause = violations[i].texts[0];
        assert_true(clause[0] == ' ' || (clause[0] == '%' && clause[1] == 'i'));
        for (size_t k = 0; k < PTXC_COUNT(violations[i].texts); k++)
            check_text(violations[i].name, violations[i].texts[k], "ijlsnmaexybpkcqtudhgvB");
    }
    for (size_t i = 0; i < PTXC_COUNT(absences); i++)
        for (size_t k = 0; k < PTXC_COUNT(absences[i]); k++)
            check_text("absence", absences[i][k], "nmbpwgfr");
    for (size_t i = 0; i < PTXC_COUNT(others); i++)
        for (size_t k = 0; k < PTXC_COUNT(others[i]); k++)
            check_text("other", others[i][k], "nmbpkcuvzgoB");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(belong_to_hazards),
        cmocka_unit_test(letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
