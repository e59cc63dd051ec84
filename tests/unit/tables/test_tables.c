/* What the tables must be for the code that walks them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/rules.h"
#include "tables/tables.h"

static void rule_ids_are_unique_and_well_formed(void **state) {
    (void)state;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        assert_int_equal(strspn(ptxc_rules[i].id, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(ptxc_rules[i].id));
        assert_int_equal(ptxc_rule_find(ptxc_rules[i].id), i);
    }
}

static void form_lists_are_closed(void **state) {
    (void)state;
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        assert_int_equal(ptxc_forms[i].slots[PTXC_FORM_SLOTS - 1].presence, PTXC_PRESENCE_END);
        assert_int_equal(ptxc_forms[i].arguments[PTXC_FORM_ARGUMENTS - 1].role, PTXC_ROLE_NONE);
        for (size_t j = 0; ptxc_forms[i].slots[j].presence; j++)
            for (size_t k = 1; k < sizeof(ptxc_forms[i].slots[j].choices) && ptxc_forms[i].slots[j].choices[k]; k++)
                assert_int_equal(ptxc_qualifiers[ptxc_forms[i].slots[j].choices[k]].slot,
                                 ptxc_qualifiers[ptxc_forms[i].slots[j].choices[0]].slot);
    }
}

static void mnemonics_put_the_longest_first(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_OP_COUNT; i++)
        assert_int_equal(ptxc_opcode_find(ptxc_opcodes[i].mnemonic, ptxc_opcodes[i].length), i);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_ids_are_unique_and_well_formed),
        cmocka_unit_test(form_lists_are_closed),
        cmocka_unit_test(mnemonics_put_the_longest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
