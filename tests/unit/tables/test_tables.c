/* What the tables must be for the code that walks them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/rules.h"
#include "tables/describe.h"
#include "tables/gate.h"
#include "tables/heads.h"
#include "tables/spaces.h"
#include "tables/suggest.h"
#include "tables/words.h"

static void rule_ids_are_unique_and_well_formed(void **state) {
    (void)state;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        assert_int_equal(strspn(ptxc_rules[i].id, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(ptxc_rules[i].id));
        assert_int_equal(ptxc_rule_find(ptxc_rules[i].id), i);
    }
}

/* The lists in a row of a form have a last entry, and all choices of an entry fill one slot. */
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

static void every_state_space_among_the_qualifiers_has_its_row(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_Q_COUNT; i++)
        assert_int_equal(ptxc_qualifier_space((enum ptxc_qualifier)i) != PTXC_SPACE_NONE,
                         ptxc_slot_is_space(ptxc_qualifiers[i].slot));
}

static void words_declare_in_their_spaces(void **state) {
    (void)state;
    assert_int_equal(ptxc_space_declared(".shared", strlen(".shared")), PTXC_SPACE_SHARED);
    assert_int_equal(ptxc_space_declared(".shared::cta", strlen(".shared::cta")), PTXC_SPACE_NONE);
    assert_int_equal(ptxc_space_declared(".shared::cluster", strlen(".shared::cluster")), PTXC_SPACE_NONE);
    assert_int_equal(ptxc_space_declared(".sreg", strlen(".sreg")), PTXC_SPACE_NONE);
    assert_int_equal(ptxc_space_declared("", 0), PTXC_SPACE_NONE);
}

static void directives_are_what_they_are(void **state) {
    (void)state;
    assert_int_equal(ptxc_word_find(".file", strlen(".file"))->kind, PTXC_WORD_LOCATION);
    assert_true(ptxc_word_find(".file", strlen(".file"))->ends_header);
    assert_int_equal(ptxc_word_find(".files", strlen(".files"))->kind, PTXC_WORD_OTHER);
    assert_int_equal(ptxc_word_find("", 0)->kind, PTXC_WORD_OTHER);
    assert_true(ptxc_word_begins_module(".target sm_90", strlen(".target sm_90")));
    assert_false(ptxc_word_begins_module(".version", strlen(".version")));
    assert_false(ptxc_word_begins_module(".func", strlen(".func")));
}

/* Words that were meant as mnemonics of the family, and others that are near to them. */
static void heads_know_what_was_meant(void **state) {
    static const char *const meant[] = {"mbarrier.x", "CP",       "cp_async",          "cpp.async.x",
                                        "c.reduce",   "mbarrier", "Fence_proxy.async", "async.cp"};
    static const char *const others[] = {"Cpp.async", "cpxx.async", "cpp.asyncs", "fence.sc", "async", ""};
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(meant); i++)
        assert_true(ptxc_head_resembles(meant[i], strlen(meant[i])));
    for (size_t i = 0; i < PTXC_COUNT(others); i++)
        assert_false(ptxc_head_resembles(others[i], strlen(others[i])));
    assert_string_equal(ptxc_head_find_free("fence.proxy.global", strlen("fence.proxy.global")), "fence.proxy");
    assert_string_equal(ptxc_head_find_free("fence.prox", strlen("fence.prox")), "fence");
    assert_null(ptxc_head_find_free("fences.proxy", strlen("fences.proxy")));
}

/* The words of a mnemonic are found in any order among others, and an unrelated word changes nothing. */
static void words_of_a_mnemonic_stand_in_any_order(void **state) {
    static const struct ptxc_text words[] = {{".tensormap", 10}, {".b2", 3}, {".const", 6}, {".release", 8}};
    (void)state;
    const char *head = ptxc_head_find_free("prefetch .x", strlen("prefetch .x"));
    assert_int_equal(ptxc_head_opcode(head, words, 4), PTXC_OP_PREFETCH_CONST_TENSORMAP);
    assert_int_equal(ptxc_head_opcode(head, words, 2), PTXC_OP_PREFETCH_TENSORMAP);
    assert_int_equal(ptxc_head_opcode(head, words + 1, 3), PTXC_OP_NONE);
    assert_int_equal(ptxc_head_length(PTXC_OP_PREFETCH_CONST_TENSORMAP), strlen("prefetch"));
    assert_int_equal(ptxc_head_length(PTXC_OP_MBARRIER_INIT), strlen("mbarrier.init"));
}

/* An instruction of another family is told from one that only begins alike. */
static void other_instructions_are_known_by_their_words(void **state) {
    size_t length = 0;
    (void)state;
    assert_int_equal(ptxc_other_find("multimem.st.weak", strlen("multimem.st.weak"), &length), PTXC_OTHER_KNOWN);
    assert_int_equal(length, strlen("multimem.st"));
    assert_int_equal(ptxc_other_find("multimem.sts", strlen("multimem.sts"), &length), PTXC_OTHER_UNKNOWN);
    assert_int_equal(ptxc_other_find("stx.global", strlen("stx.global"), &length), PTXC_OTHER_UNRELATED);
    assert_true(ptxc_other_takes("st", 2, ".global", 7));
    assert_false(ptxc_other_takes("st", 2, ".asynch", 7));
    assert_false(ptxc_other_takes("red", 3, ".weak", 5));
}

/* Words, options and suffixes of targets are recognised. */
static void targets_come_with_versions_that_exist(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        assert_true(ptxc_version_exists(ptxc_targets[i].first));
}

static void words_of_targets_are_told_apart(void **state) {
    (void)state;
    assert_true(ptxc_target_word("compute_90a", strlen("compute_90a")));
    assert_true(ptxc_target_word("90sm_", strlen("90sm_")));
    assert_false(ptxc_target_word("compute90", strlen("compute90")));
    assert_false(ptxc_target_word("sm", strlen("sm")));
    assert_non_null(ptxc_target_option("debug", strlen("debug")));
    assert_null(ptxc_target_option("sm_90", strlen("sm_90")));
    for (int i = 1; i < PTXC_TARGET_COUNT; i++)
        assert_int_equal(ptxc_target_suffix(ptxc_targets[i].name[strlen(ptxc_targets[i].name) - 1], 0),
                         ptxc_targets[i].suffix != PTXC_SUFFIX_PLAIN);
}

static void predefined_names_are_known(void **state) {
    (void)state;
    assert_int_equal(ptxc_constant_find("WARP_SZ", strlen("WARP_SZ"))->value, 32);
    assert_null(ptxc_constant_find("WARP_S", strlen("WARP_S")));
    assert_true(ptxc_is_component(".x", strlen(".x")));
    assert_false(ptxc_is_component(".q", strlen(".q")));
}

/* A slip is near to what was meant; what is merely the best guess is none. */
static void slips_are_told_from_guesses(void **state) {
    static const struct {
        const char *text;
        enum ptxc_qualifier meant;
        bool slip;
    } words[] = {
        {".globl", PTXC_Q_GLOBAL, true},
        {".GLOBAL", PTXC_Q_GLOBAL, true},
        {".global::cta", PTXC_Q_GLOBAL, false},
        {".glbl", PTXC_Q_GLOBAL, false},
        {".multicst::clustr", PTXC_Q_MULTICAST, true},
        {".mbarrier::complete", PTXC_Q_COMPLETE_TX, true},
    };
    static const struct {
        const char *text;
        enum ptxc_opcode meant;
        bool slip;
    } mnemonics[] = {
        {"cp.async.wait.group", PTXC_OP_CP_ASYNC_WAIT_GROUP, true},
        {"cp.async.wait_grp", PTXC_OP_CP_ASYNC_WAIT_GROUP, true},
        {"cp.async.bluk.tensor", PTXC_OP_CP_ASYNC_BULK_TENSOR, true},
        {"cp.async.tensor.bulk", PTXC_OP_CP_ASYNC_BULK_TENSOR, true},
        {"cp.async.arrive", PTXC_OP_CP_ASYNC_MBARRIER_ARRIVE, false},
        {"mbarrier.arrive.expect_copy", PTXC_OP_MBARRIER_ARRIVE_EXPECT_TX, false},
        {"cp.async.wait_group.all", PTXC_OP_CP_ASYNC_WAIT_ALL, false},
    };
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(words); i++)
        assert_int_equal(ptxc_suggest_slip(words[i].text, strlen(words[i].text), words[i].meant), words[i].slip);
    for (size_t i = 0; i < PTXC_COUNT(mnemonics); i++)
        assert_int_equal(ptxc_suggest_slip_opcode(mnemonics[i].text, strlen(mnemonics[i].text), mnemonics[i].meant),
                         mnemonics[i].slip);
}

/* A message says of an operand that does not fit what must stand there. */
static void roles_have_words_for_what_they_take(void **state) {
    (void)state;
    for (int role = PTXC_ROLE_NONE + 1; role < PTXC_ROLE_COUNT; role++)
        for (int type = PTXC_TYPE_NONE; type < PTXC_TYPE_COUNT; type++) {
            char words[240];
            const size_t length = ptxc_role_describe((enum ptxc_role)role, (enum ptxc_type)type, words, sizeof(words));
            assert_in_range(length, 1, sizeof(words) - 1);
            assert_int_equal(strlen(words), length);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_ids_are_unique_and_well_formed),
        cmocka_unit_test(form_lists_are_closed),
        cmocka_unit_test(mnemonics_put_the_longest_first),
        cmocka_unit_test(every_state_space_among_the_qualifiers_has_its_row),
        cmocka_unit_test(words_declare_in_their_spaces),
        cmocka_unit_test(directives_are_what_they_are),
        cmocka_unit_test(heads_know_what_was_meant),
        cmocka_unit_test(words_of_a_mnemonic_stand_in_any_order),
        cmocka_unit_test(other_instructions_are_known_by_their_words),
        cmocka_unit_test(targets_come_with_versions_that_exist),
        cmocka_unit_test(words_of_targets_are_told_apart),
        cmocka_unit_test(predefined_names_are_known),
        cmocka_unit_test(roles_have_words_for_what_they_take),
        cmocka_unit_test(slips_are_told_from_guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
