/* The indices over the tables against a scan of the rows, for every row. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/rule_index.h"
#include "tables/form.h"
#include "tables/heads.h"
#include "tables/open.h"
#include "tables/spaces.h"
#include "tables/words.h"

/* The entry that an entry continues, if it is an ALSO row, else itself. */
static size_t head_of(const struct ptxc_form_row *form, size_t entry) {
    while (form->slots[entry].presence == PTXC_PRESENCE_ALSO)
        entry--;
    return entry;
}

static void forms_offer_what_their_entries_do(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        const struct ptxc_form_index *index = &ptxc_form_index[i];
        for (int q = 0; q < PTXC_Q_COUNT; q++) {
            size_t offering = 0, last = 0;
            for (size_t j = 0; q && form->slots[j].presence; j++)
                if (ptxc_form_offers(&form->slots[j], (enum ptxc_qualifier)q)) {
                    offering++;
                    last = j + 1;
                }
            assert_int_equal(index->sole[q], offering > 1 ? PTXC_SEVERAL : last);
        }
        for (int slot = 0; slot < PTXC_SLOT_COUNT; slot++) {
            bool fills = false, needs = false;
            for (size_t j = 0; form->slots[j].presence; j++) {
                const struct ptxc_form_slot *entry = &form->slots[j];
                const bool here = form->slots[head_of(form, j)].slot == slot;
                assert_int_equal(index->entries[slot] >> j & 1, here);
                fills |= here;
                needs |= here && entry->presence == PTXC_PRESENCE_NEED && !entry->with && !entry->without;
            }
            assert_int_equal(index->fills >> slot & 1, fills);
            assert_int_equal(index->needs >> slot & 1, needs);
        }
    }
}

static void entries_know_what_they_continue(void **state) {
    (void)state;
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
        for (size_t j = 0; ptxc_forms[i].slots[j].presence; j++) {
            const struct ptxc_form_slot *entry = &ptxc_forms[i].slots[j];
            const bool asks = entry->presence == PTXC_PRESENCE_NEED && (entry->with || entry->without);
            assert_int_equal(ptxc_form_index[i].heads[j], head_of(&ptxc_forms[i], j));
            assert_int_equal(ptxc_form_index[i].asks >> j & 1, asks);
        }
}

/* Gives a copy of the entries without their gates. */
static void without_gates(const struct ptxc_form_row *form, struct ptxc_form_slot slots[PTXC_FORM_SLOTS]) {
    memset(slots, 0, PTXC_FORM_SLOTS * sizeof(slots[0]));
    for (size_t i = 0; form->slots[i].presence; i++) {
        slots[i].presence = form->slots[i].presence;
        slots[i].slot = form->slots[i].slot;
        slots[i].with = form->slots[i].with;
        slots[i].without = form->slots[i].without;
        memcpy(slots[i].choices, form->slots[i].choices, sizeof(slots[i].choices));
    }
}

static void forms_know_the_first_with_their_entries(void **state) {
    struct ptxc_form_slot own[PTXC_FORM_SLOTS], other[PTXC_FORM_SLOTS];
    size_t alike = 0;
    (void)state;
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++) {
        size_t first = PTXC_FORM_COUNT;
        without_gates(&ptxc_forms[i], own);
        for (size_t j = 0; j < PTXC_FORM_COUNT && first == PTXC_FORM_COUNT; j++) {
            without_gates(&ptxc_forms[j], other);
            if (ptxc_forms[i].opcode == ptxc_forms[j].opcode && memcmp(own, other, sizeof(own)) == 0)
                first = j;
        }
        assert_int_equal(ptxc_form_index[i].like, first);
        alike += first != i;
    }
    assert_true(alike > 0);
}

/* Whether the forms have two slots in two orders. */
static bool disagree(const struct ptxc_form_row *a, const struct ptxc_form_row *b) {
    bool before[PTXC_SLOT_COUNT][PTXC_SLOT_COUNT] = {{false}}, has[2][PTXC_SLOT_COUNT] = {{false}};
    const struct ptxc_form_row *forms[] = {a, b};
    for (size_t each = 0; each < 2; each++)
        for (size_t i = 0; forms[each]->slots[i].presence; i++)
            has[each][forms[each]->slots[head_of(forms[each], i)].slot] = true;
    for (size_t each = 0; each < 2; each++)
        for (size_t i = 0; forms[each]->slots[i].presence; i++)
            for (size_t j = 0; j < i; j++) {
                const uint8_t first = forms[each]->slots[head_of(forms[each], j)].slot;
                const uint8_t second = forms[each]->slots[head_of(forms[each], i)].slot;
                before[first][second] |= has[0][first] && has[1][first] && has[0][second] && has[1][second];
                if (first != second && before[first][second] && before[second][first])
                    return true;
            }
    return false;
}

static void forms_settle_the_order_of_qualifiers(void **state) {
    size_t open = 0;
    (void)state;
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++) {
        bool settles = true;
        for (size_t j = i + 1; j < PTXC_FORM_COUNT; j++)
            if (ptxc_forms[i].opcode == ptxc_forms[j].opcode && ptxc_form_index[j].like != ptxc_form_index[i].like)
                settles &= !disagree(&ptxc_forms[i], &ptxc_forms[j]);
        assert_int_equal(ptxc_form_index[i].settles, settles);
        open += !settles;
    }
    assert_true(open > 0);
}

static void forms_of_a_mnemonic_stand_together(void **state) {
    (void)state;
    assert_int_equal(ptxc_forms_begin[0], 0);
    assert_int_equal(ptxc_forms_begin[PTXC_OP_COUNT], PTXC_FORM_COUNT);
    for (int opcode = 0; opcode < PTXC_OP_COUNT; opcode++) {
        size_t at = ptxc_forms_begin[opcode];
        for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
            if ((int)ptxc_forms[i].opcode == opcode)
                assert_int_equal(ptxc_forms_sorted[at++], i);
        assert_int_equal(at, ptxc_forms_begin[opcode + 1]);
    }
}

static void qualifiers_have_their_slots(void **state) {
    (void)state;
    for (int opcode = 0; opcode < PTXC_OP_COUNT; opcode++) {
        for (int q = 0; q < PTXC_Q_COUNT; q++) {
            enum ptxc_slot slot = ptxc_qualifiers[q].slot;
            for (size_t i = 0; i < ptxc_elsewhere_count; i++)
                if ((int)ptxc_elsewhere[i].opcode == opcode && (int)ptxc_elsewhere[i].qualifier == q)
                    slot = ptxc_elsewhere[i].slot;
            assert_int_equal(ptxc_opcode_slot((enum ptxc_opcode)opcode, (enum ptxc_qualifier)q), slot);
        }
        for (int slot = 0; slot < PTXC_SLOT_COUNT; slot++) {
            enum ptxc_slot second = ptxc_slots[slot].second;
            for (size_t i = 0; i < ptxc_second_count; i++)
                if ((int)ptxc_seconds[i].opcode == opcode && (int)ptxc_seconds[i].slot == slot)
                    second = ptxc_seconds[i].second;
            assert_int_equal(ptxc_opcode_second((enum ptxc_opcode)opcode, (enum ptxc_slot)slot), second);
        }
    }
    assert_int_equal(ptxc_opcode_second(PTXC_OP_CP_ASYNC, PTXC_SLOT_NONE), PTXC_SLOT_NONE);
}

static void qualifiers_are_found_by_their_spelling(void **state) {
    (void)state;
    for (int q = 1; q < PTXC_Q_COUNT; q++) {
        const char *spelling = ptxc_qualifiers[q].spelling;
        char other[80];
        assert_int_equal(ptxc_qualifier_find(spelling, strlen(spelling)), q);
        assert_true(strlen(spelling) + 1 < sizeof(other));
        strcpy(other, spelling);
        strcat(other, "q");
        assert_int_equal(ptxc_qualifier_find(other, strlen(other)), PTXC_Q_NONE);
        const enum ptxc_type type = ptxc_type_find(spelling, strlen(spelling));
        assert_int_equal(ptxc_qualifier_types[q], type);
    }
    assert_int_equal(ptxc_qualifier_find("", 0), PTXC_Q_NONE);
    assert_int_equal(ptxc_qualifier_types[PTXC_Q_NONE], PTXC_TYPE_NONE);
}

static void targets_are_found_by_their_name(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
        const char *name = ptxc_targets[i].name;
        assert_int_equal(ptxc_target_find(name, strlen(name)), i);
        assert_int_equal(ptxc_target_find(name + 1, strlen(name) - 1), PTXC_TARGET_NONE);
    }
    assert_int_equal(ptxc_target_find("", 0), PTXC_TARGET_NONE);
    assert_int_equal(ptxc_target_find("sm_9z", 5), PTXC_TARGET_NONE);
}

static void special_registers_are_found_by_their_name(void **state) {
    (void)state;
    for (size_t i = 0; i < ptxc_special_count; i++) {
        const struct ptxc_special_row *row = &ptxc_specials[i];
        assert_true(strlen(row->name) > 2);
        char name[80];
        assert_int_equal(row->name[0], '%');
        assert_true(strlen(row->name) + 1 < sizeof(name));
        strcpy(name, row->name);
        strcat(name, row->numbers ? "0" : "");
        assert_ptr_equal(ptxc_special_find(name, strlen(name)), row);
        strcat(name, "!");
        assert_null(ptxc_special_find(name, strlen(name)));
    }
    assert_null(ptxc_special_find("%", 1));
    assert_null(ptxc_special_find("", 0));
    assert_null(ptxc_special_find("%\xe9", 2));
}

static void types_go_with_others(void **state) {
    (void)state;
    for (int i = 0; i < PTXC_TYPE_COUNT; i++)
        for (int j = 1; j < PTXC_TYPE_COUNT; j++) {
            const struct ptxc_type_row *wanted = &ptxc_types[i], *type = &ptxc_types[j];
            const bool kinds = i == j || (ptxc_kinds_with[wanted->kind] >> type->kind & 1);
            const bool integers = ptxc_type_is_integer((enum ptxc_type)i) && ptxc_type_is_integer((enum ptxc_type)j);
            assert_int_equal(ptxc_types_with[i][0] >> j & 1, kinds && wanted->width == type->width);
            assert_int_equal(ptxc_types_with[i][1] >> j & 1,
                             (kinds || wanted->kind == type->kind) && type->kind != PTXC_KIND_PREDICATE);
            assert_int_equal(ptxc_types_wider[i] >> j & 1,
                             integers && type->width > wanted->width && type->width <= 64);
            assert_int_equal(ptxc_types_floating >> j & 1, type->kind == PTXC_KIND_FLOATING);
        }
}

static void versions_and_gates_are_those_of_the_rows(void **state) {
    size_t count = 0;
    (void)state;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx), count++) {
        assert_int_equal(ptxc_versions[count], ptx);
        assert_int_equal(ptxc_version_places[ptx], count + 1);
        bool known = false;
        for (size_t i = 0; ptxc_assembler(i); i++)
            known |= ptxc_assembler_knows(ptxc_assembler(i), ptx);
        assert_int_equal(ptxc_version_measured(ptx), known);
        assert_int_equal(ptxc_versions_measured >> count & 1, known);
        for (int target = 1; target < PTXC_TARGET_COUNT; target++)
            assert_int_equal(ptxc_target_index[target] >> count & 1,
                             ptxc_targets[target].asked && ptx >= ptxc_targets[target].first);
        for (int gate = 0; gate < PTXC_GATE_COUNT; gate++) {
            const struct ptxc_gate_index *index = &ptxc_gate_index[gate];
            const struct ptxc_gate_index *other = &ptxc_gate_index[ptxc_gate_alternatives[gate]];
            for (int target = 1; target < PTXC_TARGET_COUNT; target++) {
                const struct ptxc_environment here = {.ptx = ptx, .target = (enum ptxc_target)target};
                bool open = index->versions >> count & index->targets >> target & 1;
                if (ptxc_gate_alternatives[gate])
                    open |= other->versions >> count & other->targets >> target & 1;
                bool scanned = ptxc_gate_row_open(&ptxc_gates[gate], here);
                if (ptxc_gate_alternatives[gate])
                    scanned |= ptxc_gate_row_open(&ptxc_gates[ptxc_gate_alternatives[gate]], here);
                assert_int_equal(open, scanned);
                assert_int_equal(ptxc_gate_open((enum ptxc_gate)gate, here), scanned);
            }
        }
    }
    assert_int_equal(count, PTXC_VERSION_COUNT);
    for (uint32_t ptx = 0; ptx < PTXC_PTX_LIMIT; ptx++)
        assert_int_equal(ptxc_version_places[ptx] > 0, ptxc_version_exists(ptx));
}

/* The head of a mnemonic is the longest that the search in its text finds, and no other letter begins one. */
static void mnemonics_know_their_free_heads(void **state) {
    static const char *const heads[] = {
#define FREE_ORDER(head) head,
#include "opcodes.def"
    };
    uint32_t letters = 0;
    (void)state;
    for (size_t i = 0; i < PTXC_COUNT(heads); i++)
        letters |= UINT32_C(1) << (heads[i][0] - 'a');
    assert_int_equal(ptxc_free_letters, letters);
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        const struct ptxc_opcode_row *row = &ptxc_opcodes[i];
        const char *found = ptxc_head_find_free(row->mnemonic, row->length);
        const uint8_t place = ptxc_opcode_heads[i];
        assert_int_equal(place > 0, found != NULL);
        if (found)
            assert_string_equal(heads[place - 1], found);
    }
}

static bool has_rule(const struct ptxc_evaluated *rules, size_t bit) {
    return rules->words[bit / 64] >> bit % 64 & 1;
}

/* Every rule of an instruction is evaluated, in the order of the table, and legality is marked. */
static void rules_are_evaluated_in_order(void **state) {
    size_t bit = 0;
    (void)state;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        const enum ptxc_constraint_kind kind = ptxc_rules[i].constraint.kind;
        if (kind == PTXC_CONSTRAINT_STRUCTURE || kind >= PTXC_CONSTRAINT_FLOW)
            continue;
        assert_true(bit < PTXC_EVALUATED_MOST);
        assert_int_equal(ptxc_evaluated_rules[bit], i);
        assert_int_equal(has_rule(&ptxc_evaluated_legality, bit), ptxc_rules[i].rule_class == PTXC_CLASS_LEGALITY);
        bit++;
    }
    assert_true(bit > 0);
    for (; bit < PTXC_EVALUATED_MOST; bit++)
        assert_false(has_rule(&ptxc_evaluated_legality, bit) || has_rule(&ptxc_evaluated_always, bit));
}

/* A rule on constants is found by each of its roles, one on neighbours by its variables and registers, and one on a
 * qualifier by that. */
static void rules_are_found_by_what_breaks_them(void **state) {
    (void)state;
    for (size_t bit = 0; bit < PTXC_EVALUATED_MOST && (bit == 0 || ptxc_evaluated_rules[bit]); bit++) {
        const struct ptxc_constraint *constraint = &ptxc_rules[ptxc_evaluated_rules[bit]].constraint;
        const bool aligned =
            constraint->kind == PTXC_CONSTRAINT_ALIGNED || constraint->kind == PTXC_CONSTRAINT_ALIGNED_SYMBOL;
        const bool qualified =
            constraint->kind == PTXC_CONSTRAINT_REQUIRES || constraint->kind == PTXC_CONSTRAINT_SLOW_OUTSIDE;
        const bool beside = constraint->kind == PTXC_CONSTRAINT_NOT_BESIDE;
        const bool mixed = constraint->kind == PTXC_CONSTRAINT_MIXED_VECTOR;
        if (constraint->kind == PTXC_CONSTRAINT_ASSEMBLER_CRASH)
            continue;
        for (int role = 1; role < PTXC_ROLE_COUNT; role++) {
            const struct ptxc_role_rules *rules = &ptxc_role_rules[role];
            const bool has = ptxc_rule_has_role(&constraint->roles, (uint8_t)role);
            assert_int_equal(has_rule(&rules->constants, bit), has && !aligned && !beside && !mixed);
            assert_int_equal(has_rule(&rules->variables, bit), beside ? has : aligned && ptxc_roles[role].alignment);
            if (beside)
                assert_int_equal(has_rule(&rules->registers, bit), has);
            if (mixed)
                assert_int_equal(has_rule(&rules->any, bit), has);
        }
        for (int q = 1; qualified && q < PTXC_Q_COUNT; q++)
            assert_int_equal(has_rule(&ptxc_qualifier_rules[q], bit), constraint->values[0] == q);
    }
}

/* The place among the rules that are evaluated of the first one of this kind. */
static size_t bit_of(enum ptxc_constraint_kind kind) {
    size_t bit = 0;
    while (ptxc_rules[ptxc_evaluated_rules[bit]].constraint.kind != kind)
        bit++;
    return bit;
}

static bool is_ignored(const struct ptxc_form_row *form, enum ptxc_qualifier qualifier) {
    for (size_t i = 0; form->slots[i].presence; i++)
        if (form->slots[i].presence == PTXC_PRESENCE_IGNORED && ptxc_form_offers(&form->slots[i], qualifier))
            return true;
    return false;
}

/* A qualifier that some form ignores is asked about; one that none does is not. */
static void ignored_qualifiers_are_found(void **state) {
    const size_t bit = bit_of(PTXC_CONSTRAINT_IGNORED_QUALIFIER);
    (void)state;
    for (int q = 1; q < PTXC_Q_COUNT; q++) {
        bool ignored = false;
        for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
            ignored |= is_ignored(&ptxc_forms[i], (enum ptxc_qualifier)q);
        assert_int_equal(has_rule(&ptxc_qualifier_rules[q], bit), ignored);
    }
}

/* Whether what the row asks for lets the rule be found: its qualifier, its first operand, or any operand of its form;
 * for a tensor map, any role that takes one. */
static bool is_found(const struct ptxc_crash_row *row, size_t bit) {
    const uint8_t role = row->roles[0];
    bool found = true;
    if (row->qualifier)
        return has_rule(&ptxc_qualifier_rules[row->qualifier], bit);
    if (role)
        return has_rule(&ptxc_role_rules[role].any, bit) || has_rule(&ptxc_role_rules[role].variables, bit);
    for (int i = 1; row->some && i < PTXC_ROLE_COUNT; i++)
        found &= !(ptxc_roles[i].shapes & PTXC_SHAPE_TENSOR_ADDRESS) || has_rule(&ptxc_role_rules[i].any, bit);
    if (!row->some) {
        const struct ptxc_form_argument *arguments = ptxc_forms[row->form].arguments;
        found = arguments[0].role != PTXC_ROLE_NONE;
        for (size_t i = 0; arguments[i].role; i++)
            found &= has_rule(&ptxc_role_rules[arguments[i].role].any, bit);
    }
    return found;
}

static void crashes_are_found(void **state) {
    (void)state;
    for (size_t i = 0; i < ptxc_crash_count; i++)
        assert_true(is_found(&ptxc_crashes[i], bit_of(PTXC_CONSTRAINT_ASSEMBLER_CRASH)));
}

static void words_are_told_by_two_letters(void **state) {
    (void)state;
    for (int first = 0; first <= UINT8_MAX; first++)
        for (int second = 0; second <= UINT8_MAX; second++) {
            const char text[] = {(char)first, (char)second};
            if (ptxc_head_may_begin(text, sizeof(text)))
                assert_true(ptxc_head_begins(text[0], text[1]));
            else if (first >= 'a' && first <= 'z' && second >= 'a' && second <= 'z')
                assert_false(ptxc_head_begins(text[0], text[1]));
        }
}

static void words_with_a_dot_are_found_by_their_spelling(void **state) {
    static const struct {
        const char *word;
        enum ptxc_word_kind kind;
    } directives[] = {
#define DIRECTIVE(word, kind, place, header) {word, PTXC_WORD_##kind},
#include "directives.def"
    };
    (void)state;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        assert_int_equal(ptxc_type_find(ptxc_types[i].spelling, ptxc_types[i].length), i);
        assert_int_equal(ptxc_type_find(ptxc_types[i].spelling, ptxc_types[i].length - 1u), PTXC_TYPE_NONE);
    }
    for (size_t i = 0; i < PTXC_COUNT(directives); i++)
        assert_int_equal(ptxc_word_find(directives[i].word, strlen(directives[i].word))->kind, directives[i].kind);
    for (int i = PTXC_SPACE_NONE + 1; i < PTXC_SPACE_COUNT; i++)
        assert_int_equal(ptxc_space_declared(ptxc_spaces[i].spelling, strlen(ptxc_spaces[i].spelling)), i);
    assert_int_equal(ptxc_type_find("", 0), PTXC_TYPE_NONE);
    assert_int_equal(ptxc_word_find(".", 1)->kind, PTXC_WORD_OTHER);
    assert_int_equal(ptxc_space_declared(".s", 2), PTXC_SPACE_NONE);
}

static void mnemonics_know_their_heads(void **state) {
    (void)state;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        const struct ptxc_opcode_row *row = &ptxc_opcodes[i];
        const char *head = ptxc_head_find_free(row->mnemonic, row->length);
        assert_int_equal(ptxc_head_length((enum ptxc_opcode)i), head ? strlen(head) : row->length);
    }
}

static bool is_pair(unsigned first, unsigned second) {
    return ptxc_head_pairs[0][first & 15] & ptxc_head_pairs[1][first >> 4] & ptxc_head_pairs[2][second & 15] &
           ptxc_head_pairs[3][second >> 4];
}

/* All that may begin a word that matters, and a third of the other pairs of letters at most. */
static void pairs_have_what_may_begin_words(void **state) {
    unsigned others = 0;
    (void)state;
    for (unsigned first = 0; first <= UINT8_MAX; first++)
        for (unsigned second = 0; second <= UINT8_MAX; second++) {
            const char text[] = {(char)first, (char)second};
            if (ptxc_head_may_begin(text, sizeof(text)))
                assert_true(is_pair(first, second));
            else if (first >= 'a' && first <= 'z' && second >= 'a' && second <= 'z')
                others += is_pair(first, second);
        }
    assert_true(is_pair('c', 'a'));
    assert_true(others < PTXC_LETTERS * PTXC_LETTERS / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_with_a_dot_are_found_by_their_spelling),
        cmocka_unit_test(mnemonics_know_their_heads),
        cmocka_unit_test(pairs_have_what_may_begin_words),
        cmocka_unit_test(forms_offer_what_their_entries_do),
        cmocka_unit_test(entries_know_what_they_continue),
        cmocka_unit_test(forms_know_the_first_with_their_entries),
        cmocka_unit_test(forms_settle_the_order_of_qualifiers),
        cmocka_unit_test(forms_of_a_mnemonic_stand_together),
        cmocka_unit_test(qualifiers_have_their_slots),
        cmocka_unit_test(qualifiers_are_found_by_their_spelling),
        cmocka_unit_test(types_go_with_others),
        cmocka_unit_test(targets_are_found_by_their_name),
        cmocka_unit_test(special_registers_are_found_by_their_name),
        cmocka_unit_test(versions_and_gates_are_those_of_the_rows),
        cmocka_unit_test(mnemonics_know_their_free_heads),
        cmocka_unit_test(rules_are_evaluated_in_order),
        cmocka_unit_test(rules_are_found_by_what_breaks_them),
        cmocka_unit_test(ignored_qualifiers_are_found),
        cmocka_unit_test(crashes_are_found),
        cmocka_unit_test(words_are_told_by_two_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
