/* The texts of violations.def: each begins as the summary of its rule does, and asks for nothing else than a mistake
 * has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/rules.h"
#include "tables/tables.h"

static const struct mistake {
    const char *name;
    enum ptxc_rule_id rule;
    const char *texts[3]; /* message, note, advice */
} mistakes[] = {
#define VIOLATION(enumerator, rule, nature, level, needs, message, note, advice) \
    {#enumerator, rule, {message, note, advice}},
#include "analysis/automata/violations.def"
};

static void begin_as_the_rule(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(mistakes); i++) {
        const struct ptxc_rule_row *rule = &ptxc_rules[mistakes[i].rule];
        const char *message = mistakes[i].texts[0];
        const size_t length = strlen(rule->summary);
        assert_int_equal(rule->rule_class, PTXC_CLASS_HAZARD);
        if (strncmp(message, rule->summary, length) != 0 || strncmp(message + length, ", but", 5) != 0)
            fail_msg("%s: \"%s\" does not begin as %s, \"%s\"", mistakes[i].name, message, rule->id, rule->summary);
    }
}

/* %i, %j, %s, %n, %m, %x and %y, and no full stop at the end. */
static void letters(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(mistakes); i++)
        for (size_t k = 0; k < PTXC_COUNT(mistakes[i].texts); k++) {
            const char *text = mistakes[i].texts[k];
            for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%'))
                if (at[1] == '\0' || !strchr("ijsnmxy", at[1]))
                    fail_msg("%s: \"%s\" asks for %%%c", mistakes[i].name, text, at[1]);
            assert_false(*text && text[strlen(text) - 1] == '.');
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begin_as_the_rule),
        cmocka_unit_test(letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
