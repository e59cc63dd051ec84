/* Writes the indices over the tables as C, when the library is built: tables/index.h and report/rule_index.h declare
 * them. It scans the rows as plainly as it can; the library then needs no scan.
 *
 * usage: make TABLES RULES
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "index/write.h"
#include "report/rule_index.h"
#include "tables/gate.h"
#include "tables/index.h"

_Static_assert(PTXC_FORM_COUNT <= UINT8_MAX, "an index names forms in bytes");
_Static_assert(PTXC_Q_COUNT <= UINT8_MAX, "an index names qualifiers in bytes");
_Static_assert(PTXC_RULE_COUNT <= UINT16_MAX, "an index names rules in 16 bits");

/* ---- forms ---- */

/* Gives the entry that an entry continues, if it is an ALSO row, else itself. */
static size_t head_of(const struct ptxc_form_row *form, size_t entry) {
    while (form->slots[entry].presence == PTXC_PRESENCE_ALSO)
        entry--;
    return entry;
}

/* Gives which entries must be filled, but only beside some others, and adds the slots of those that always must be. */
static uint32_t needs_of(const struct ptxc_form_row *form, ptxc_wide *always) {
    uint32_t asks = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        if (entry->presence != PTXC_PRESENCE_NEED)
            continue;
        if (entry->with || entry->without)
            asks |= UINT32_C(1) << i;
        else
            *always |= PTXC_WIDE_BIT(entry->slot);
    }
    return asks;
}

/* Decides whether two forms have the same entries, their gates aside: what fits one fits the other. */
static bool have_same_entries(const struct ptxc_form_row *a, const struct ptxc_form_row *b) {
    size_t i = 0;
    for (; a->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *one = &a->slots[i], *other = &b->slots[i];
        if (one->presence != other->presence || one->slot != other->slot || one->with != other->with ||
            one->without != other->without || memcmp(one->choices, other->choices, sizeof(one->choices)) != 0)
            return false;
    }
    return a->opcode == b->opcode && b->slots[i].presence == PTXC_PRESENCE_END;
}

/* Gives the first form of the mnemonic that has the same entries. */
static size_t first_like(const struct ptxc_form_row *form) {
    size_t first = 0;
    while (!have_same_entries(&ptxc_forms[first], form))
        first++;
    return first;
}

/* Whether the form has an entry of this slot. */
static bool has_slot(const struct ptxc_form_row *form, uint8_t slot) {
    size_t i = 0;
    while (form->slots[i].presence != PTXC_PRESENCE_END && form->slots[head_of(form, i)].slot != slot)
        i++;
    return form->slots[i].presence != PTXC_PRESENCE_END;
}

/* Whether two forms have their entries of two slots in the same order, whichever of these are filled. */
static bool order_alike(const struct ptxc_form_row *a, const struct ptxc_form_row *b, uint8_t one, uint8_t two) {
    bool before = false, after = false;
    for (int each = 0; each < 2; each++) {
        const struct ptxc_form_row *form = each == 0 ? a : b;
        for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
            for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++)
                if (form->slots[head_of(form, i)].slot == one && form->slots[head_of(form, j)].slot == two) {
                    before |= i < j;
                    after |= j < i;
                }
    }
    return !before || !after;
}

/* Whether two forms have the slots that both of them have in the same order. */
static bool agree(const struct ptxc_form_row *a, const struct ptxc_form_row *b) {
    for (size_t i = 0; a->slots[i].presence != PTXC_PRESENCE_END; i++)
        for (size_t j = 0; j < i; j++) {
            const uint8_t one = a->slots[head_of(a, i)].slot, two = a->slots[head_of(a, j)].slot;
            if (one != two && has_slot(b, one) && has_slot(b, two) && !order_alike(a, b, one, two))
                return false;
        }
    return true;
}

/* Whether all later forms of the mnemonic agree with the form. */
static bool settles(const struct ptxc_form_row *form) {
    for (const struct ptxc_form_row *other = form + 1; other < ptxc_forms + PTXC_FORM_COUNT; other++)
        if (other->opcode == form->opcode && !have_same_entries(form, other) && !agree(form, other))
            return false;
    return true;
}

static void write_form(const struct ptxc_form_row *form) {
    struct ptxc_form_index index = {.asks = 0};
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        const uint8_t slot = form->slots[head_of(form, i)].slot;
        index.heads[i] = (uint8_t)head_of(form, i);
        index.fills |= PTXC_WIDE_BIT(slot);
        index.entries[slot] |= UINT32_C(1) << i;
        for (size_t j = 0; j < sizeof(entry->choices) && entry->choices[j]; j++) {
            uint8_t *sole = &index.sole[entry->choices[j]];
            *sole = *sole ? PTXC_SEVERAL : (uint8_t)(i + 1);
        }
    }
    index.asks = needs_of(form, &index.needs);
    index_write("{{");
    for (size_t i = 0; i < PTXC_Q_COUNT; i++)
        index_number(index.sole[i]);
    index_write("},");
    index_wide(index.fills);
    index_wide(index.needs);
    index_write("0x%" PRIx32 ",{", index.asks);
    for (size_t i = 0; i < PTXC_SLOT_COUNT; i++)
        index_number(index.entries[i]);
    index_write("},{");
    for (size_t i = 0; i < PTXC_FORM_SLOTS; i++)
        index_number(index.heads[i]);
    index_write("},0x%zx,0x%x},\n", first_like(form), (unsigned)settles(form));
}

static void write_forms(void) {
    size_t before = 0;
    index_begin("struct ptxc_form_index ptxc_form_index[PTXC_FORM_COUNT]");
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
        write_form(&ptxc_forms[i]);
    index_end();
    index_begin("uint8_t ptxc_forms_sorted[PTXC_FORM_COUNT]");
    for (int opcode = 0; opcode < PTXC_OP_COUNT; opcode++)
        for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
            if ((int)ptxc_forms[i].opcode == opcode)
                index_number(i);
    index_end();
    index_begin("uint8_t ptxc_forms_begin[PTXC_OP_COUNT + 1]");
    for (int opcode = 0; opcode <= PTXC_OP_COUNT; opcode++) {
        index_number(before);
        for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
            before += (int)ptxc_forms[i].opcode == opcode;
    }
    index_end();
}

/* ---- qualifiers ---- */

static uint8_t first_slot(int opcode, int qualifier) {
    for (size_t i = 0; i < ptxc_elsewhere_count; i++)
        if ((int)ptxc_elsewhere[i].opcode == opcode && (int)ptxc_elsewhere[i].qualifier == qualifier)
            return (uint8_t)ptxc_elsewhere[i].slot;
    return (uint8_t)ptxc_qualifiers[qualifier].slot;
}

static uint8_t second_slot(int opcode, int slot) {
    for (size_t i = 0; i < ptxc_second_count; i++)
        if ((int)ptxc_seconds[i].opcode == opcode && (int)ptxc_seconds[i].slot == slot)
            return (uint8_t)ptxc_seconds[i].second;
    return (uint8_t)ptxc_slots[slot].second;
}

static void write_slots(void) {
    index_begin("uint8_t ptxc_slot_first[PTXC_OP_COUNT][PTXC_Q_COUNT]");
    for (int opcode = 0; opcode < PTXC_OP_COUNT; opcode++) {
        index_write("{");
        for (int qualifier = 0; qualifier < PTXC_Q_COUNT; qualifier++)
            index_number(first_slot(opcode, qualifier));
        index_write("},\n");
    }
    index_end();
    index_begin("uint8_t ptxc_slot_second[PTXC_OP_COUNT][PTXC_SLOT_COUNT]");
    for (int opcode = 0; opcode < PTXC_OP_COUNT; opcode++) {
        index_write("{");
        for (int slot = 0; slot < PTXC_SLOT_COUNT; slot++)
            index_number(second_slot(opcode, slot));
        index_write("},\n");
    }
    index_end();
}

/* ---- types ---- */

static bool is_integer(int type) {
    const enum ptxc_type_kind kind = ptxc_types[type].kind;
    return kind == PTXC_KIND_UNTYPED || kind == PTXC_KIND_SIGNED || kind == PTXC_KIND_UNSIGNED;
}

static uint64_t types_with(int wanted, bool offset) {
    const struct ptxc_type_row *row = &ptxc_types[wanted];
    uint64_t types = 0;
    for (int i = 1; i < PTXC_TYPE_COUNT; i++) {
        const struct ptxc_type_row *other = &ptxc_types[i];
        bool fits =
            i == wanted || (ptxc_kinds_with[row->kind] >> other->kind & 1) || (offset && other->kind == row->kind);
        if ((offset ? other->kind != PTXC_KIND_PREDICATE : other->width == row->width) && fits)
            types |= PTXC_BIT(i);
    }
    return types;
}

static uint64_t types_wider(int type) {
    uint64_t types = 0;
    for (int i = 1; is_integer(type) && i < PTXC_TYPE_COUNT; i++)
        if (is_integer(i) && ptxc_types[i].width > ptxc_types[type].width && ptxc_types[i].width <= 64)
            types |= PTXC_BIT(i);
    return types;
}

static void write_types(void) {
    uint64_t floating = 0;
    index_begin("uint64_t ptxc_types_with[PTXC_TYPE_COUNT][2]");
    for (int i = 0; i < PTXC_TYPE_COUNT; i++)
        index_write("{0x%" PRIx64 ",0x%" PRIx64 "},\n", types_with(i, false), types_with(i, true));
    index_end();
    index_begin("uint64_t ptxc_types_wider[PTXC_TYPE_COUNT]");
    for (int i = 0; i < PTXC_TYPE_COUNT; i++)
        index_number(types_wider(i));
    index_end();
    for (int i = 1; i < PTXC_TYPE_COUNT; i++)
        if (ptxc_types[i].kind == PTXC_KIND_FLOATING)
            floating |= PTXC_BIT(i);
    index_write("\nconst uint64_t ptxc_types_floating = 0x%" PRIx64 ";\n", floating);
}

/* ---- versions and gates ---- */

static void write_version_places(void) {
    uint8_t places[PTXC_PTX_LIMIT] = {0}, count = 0;
    for (uint32_t ptx = ptxc_next_ptx(0); ptx && ptx < PTXC_PTX_LIMIT; ptx = ptxc_next_ptx(ptx))
        places[ptx] = ++count;
    index_begin("uint8_t ptxc_version_places[PTXC_PTX_LIMIT]");
    for (size_t i = 0; i < PTXC_PTX_LIMIT; i++)
        index_number(places[i]);
    index_end();
}

static void write_gates(void) {
    uint64_t measured = 0, place = 1;
    index_begin("uint16_t ptxc_versions[PTXC_VERSION_COUNT]");
    for (uint32_t ptx = ptxc_next_ptx(0); ptx; ptx = ptxc_next_ptx(ptx), place <<= 1) {
        index_number(ptx);
        if (ptxc_version_measured(ptx))
            measured |= place;
    }
    index_end();
    index_write("\nconst uint64_t ptxc_versions_measured = 0x%" PRIx64 ";\n", measured);
    index_begin("struct ptxc_gate_index ptxc_gate_index[PTXC_GATE_COUNT]");
    for (int i = 0; i < PTXC_GATE_COUNT; i++) {
        index_write("{");
        index_number(ptxc_gate_versions((enum ptxc_gate)i, 0));
        index_wide(ptxc_gate_targets((enum ptxc_gate)i));
        index_write("},\n");
    }
    index_end();
    index_begin("uint64_t ptxc_target_index[PTXC_TARGET_COUNT]");
    for (int i = 0; i < PTXC_TARGET_COUNT; i++)
        index_number(i ? ptxc_target_versions((enum ptxc_target)i, 0) : 0);
    index_end();
}

/* ---- rules ---- */

/* What an instruction must have to break a rule of this kind. */
enum cause {
    NOT_EVALUATED,
    WHATEVER,
    ITS_QUALIFIER,
    A_REDUCTION,
    ITS_CONSTANT,
    AN_ALIGNMENT,
    AN_ADDRESS,
    AN_ELEMENT,
    ITS_OPERAND,
    AN_IGNORED_WORD,
    A_CRASH
};

static enum cause cause_of(enum ptxc_constraint_kind kind) {
    switch (kind) {
    case PTXC_CONSTRAINT_STRUCTURE: return NOT_EVALUATED;
    case PTXC_CONSTRAINT_VALUE_IN:
    case PTXC_CONSTRAINT_MULTIPLE_OF:
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_NOT_IN_RANGE:
    case PTXC_CONSTRAINT_UNIT_FRACTION:
    case PTXC_CONSTRAINT_VALUE_FROM:
    case PTXC_CONSTRAINT_UP_TO:
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE:
    case PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF: return ITS_CONSTANT;
    case PTXC_CONSTRAINT_NOT_BESIDE: return ITS_OPERAND;
    case PTXC_CONSTRAINT_REDUCTION_TYPE: return A_REDUCTION;
    case PTXC_CONSTRAINT_REQUIRES:
    case PTXC_CONSTRAINT_SLOW_OUTSIDE: return ITS_QUALIFIER;
    case PTXC_CONSTRAINT_ALIGNED:
    case PTXC_CONSTRAINT_ALIGNED_SYMBOL: return AN_ALIGNMENT;
    case PTXC_CONSTRAINT_UNBRACKETED:
    case PTXC_CONSTRAINT_ADDRESS_WIDTH: return AN_ADDRESS;
    case PTXC_CONSTRAINT_MIXED_VECTOR: return AN_ELEMENT;
    case PTXC_CONSTRAINT_IGNORED_QUALIFIER: return AN_IGNORED_WORD;
    case PTXC_CONSTRAINT_ASSEMBLER_CRASH: return A_CRASH;
    case PTXC_CONSTRAINT_UNDOCUMENTED_FORM:
    case PTXC_CONSTRAINT_CANONICAL_ORDER: return WHATEVER;
    case PTXC_CONSTRAINT_FLOW: /* in whole functions */
    case PTXC_CONSTRAINT_MAP_IN_RANGE:
    case PTXC_CONSTRAINT_MAP_MULTIPLE_OF:
    case PTXC_CONSTRAINT_MAP_ENUMERATED:
    case PTXC_CONSTRAINT_MAP_WITHOUT:
    case PTXC_CONSTRAINT_MAP_IN_SPAN:
    case PTXC_CONSTRAINT_MAP_IN_CORNER_LIMIT:
    case PTXC_CONSTRAINT_MAP_AREA:
    case PTXC_CONSTRAINT_MAP_APART: break; /* of tensor maps */
    }
    return NOT_EVALUATED;
}

struct rules {
    uint16_t list[PTXC_EVALUATED_MOST];
    size_t count;
    struct ptxc_evaluated legality, always;
    struct ptxc_role_rules roles[PTXC_ROLE_COUNT];
    struct ptxc_evaluated qualifiers[PTXC_Q_COUNT];
};

/* Adds the rule of this bit to a set. */
static void add(struct ptxc_evaluated *set, size_t bit) {
    set->words[bit / 64] |= PTXC_BIT(bit % 64);
}

/* Notes what the roles of a constraint, or the columns of operands.def, say of the rule with this bit. */
static void note_roles(struct rules *rules, const struct ptxc_constraint *constraint, enum cause cause, size_t bit) {
    const uint32_t in_brackets = PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST;
    for (int i = 1; i < PTXC_ROLE_COUNT; i++) {
        if (cause == ITS_CONSTANT && ptxc_rule_has_role(&constraint->roles, (uint8_t)i))
            add(&rules->roles[i].constants, bit);
        if (cause == AN_ALIGNMENT && ptxc_roles[i].alignment)
            add(&rules->roles[i].variables, bit);
        if (cause == AN_ADDRESS && (ptxc_roles[i].shapes & in_brackets))
            add(constraint->kind == PTXC_CONSTRAINT_ADDRESS_WIDTH ? &rules->roles[i].registers : &rules->roles[i].any,
                bit);
        if (cause == ITS_OPERAND && ptxc_rule_has_role(&constraint->roles, (uint8_t)i)) {
            add(&rules->roles[i].registers, bit);
            add(&rules->roles[i].variables, bit);
        }
        if (cause == AN_ELEMENT && ptxc_rule_has_role(&constraint->roles, (uint8_t)i))
            add(&rules->roles[i].any, bit);
    }
}

/* Whether some form ignores the qualifier. */
static bool is_ignored(int qualifier) {
    for (size_t i = 0; i < PTXC_FORM_COUNT; i++)
        for (const struct ptxc_form_slot *entry = ptxc_forms[i].slots; entry->presence != PTXC_PRESENCE_END; entry++)
            if (entry->presence == PTXC_PRESENCE_IGNORED && memchr(entry->choices, qualifier, sizeof(entry->choices)))
                return true;
    return false;
}

static void note_qualifiers(struct rules *rules, const struct ptxc_constraint *constraint, enum cause cause,
                            size_t bit) {
    for (int i = 1; i < PTXC_Q_COUNT; i++)
        if ((cause == ITS_QUALIFIER && constraint->values[0] == i) ||
            (cause == A_REDUCTION && ptxc_qualifiers[i].slot == PTXC_SLOT_REDUCTION) ||
            (cause == AN_IGNORED_WORD && is_ignored(i)))
            add(&rules->qualifiers[i], bit);
}

/* Adds a rule that the operands of a form can break, also in the roles that they get where the form becomes a call or a
 * newer assembler asks for others. */
static void add_form(struct rules *rules, const struct ptxc_form_row *form, size_t bit) {
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++)
        for (uint8_t role = argument->role; role; role = ptxc_newer_roles[role].role) {
            add(&rules->roles[role].any, bit);
            add(&rules->roles[ptxc_expanded_roles[role]].any, bit);
        }
}

/* Notes the first of what the row asks for: a qualifier, an operand, a tensor map with coordinates, or no more than a
 * form. */
static void note_crash(struct rules *rules, const struct ptxc_crash_row *row, size_t bit) {
    const uint32_t lists = PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST;
    struct ptxc_role_rules *role = &rules->roles[row->roles[0]];
    if (row->qualifier)
        add(&rules->qualifiers[row->qualifier], bit);
    else if (row->roles[0])
        add(row->kinds[0] == PTXC_CRASH_SYMBOL ? &role->variables : &role->any, bit);
    else if (!row->some && row->form < PTXC_FORM_COUNT)
        add_form(rules, &ptxc_forms[row->form], bit);
    for (int i = 1; row->some && i < PTXC_ROLE_COUNT; i++)
        if (ptxc_roles[i].shapes & lists)
            add(&rules->roles[i].any, bit);
}

/* Finds the rules that are evaluated; false where there are more than an index has bits. */
static bool find_rules(struct rules *rules) {
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        const struct ptxc_constraint *constraint = &ptxc_rules[i].constraint;
        const enum cause cause = cause_of(constraint->kind);
        if (cause == NOT_EVALUATED)
            continue;
        if (rules->count == PTXC_EVALUATED_MOST)
            return false;
        const size_t bit = rules->count++;
        rules->list[bit] = (uint16_t)i;
        if (ptxc_rules[i].rule_class == PTXC_CLASS_LEGALITY)
            add(&rules->legality, bit);
        if (cause == WHATEVER)
            add(&rules->always, bit);
        note_roles(rules, constraint, cause, bit);
        note_qualifiers(rules, constraint, cause, bit);
        for (size_t row = 0; cause == A_CRASH && row < ptxc_crash_count; row++)
            note_crash(rules, &ptxc_crashes[row], bit);
    }
    return true;
}

static void write_set(const struct ptxc_evaluated *set) {
    index_write("{{");
    for (size_t i = 0; i < PTXC_COUNT(set->words); i++)
        index_number(set->words[i]);
    index_write("}}");
}

static void write_rule_sets(const struct rules *rules) {
    index_begin("uint16_t ptxc_evaluated_rules[PTXC_EVALUATED_MOST]");
    for (size_t i = 0; i < PTXC_EVALUATED_MOST; i++)
        index_number(rules->list[i]);
    index_end();
    index_write("\nconst struct ptxc_evaluated ptxc_evaluated_legality = ");
    write_set(&rules->legality);
    index_write(";\nconst struct ptxc_evaluated ptxc_evaluated_always = ");
    write_set(&rules->always);
    index_write(";\n");
    index_begin("struct ptxc_role_rules ptxc_role_rules[PTXC_ROLE_COUNT]");
    for (size_t i = 0; i < PTXC_ROLE_COUNT; i++) {
        const struct ptxc_role_rules *role = &rules->roles[i];
        const struct ptxc_evaluated *const sets[] = {&role->any, &role->constants, &role->variables, &role->registers};
        index_write("{");
        for (size_t j = 0; j < PTXC_COUNT(sets); j++) {
            write_set(sets[j]);
            index_write(",");
        }
        index_write("},\n");
    }
    index_end();
    index_begin("struct ptxc_evaluated ptxc_qualifier_rules[PTXC_Q_COUNT]");
    for (size_t i = 0; i < PTXC_Q_COUNT; i++) {
        write_set(&rules->qualifiers[i]);
        index_write(",\n");
    }
    index_end();
}

static bool write_tables(const char *name) {
    if (!index_open(name, "tables/index.h"))
        return false;
    write_forms();
    write_slots();
    index_write_names();
    write_types();
    write_version_places();
    write_gates();
    return index_close();
}

static bool write_rules(const char *name, const struct rules *rules) {
    if (!index_open(name, "report/rule_index.h"))
        return false;
    write_rule_sets(rules);
    return index_close();
}

int main(int count, char **arguments) {
    struct rules rules = {.count = 0};
    if (count != 3 || !find_rules(&rules)) {
        fprintf(stderr, "%s\n",
                count != 3 ? "usage: make TABLES RULES" : "there are more rules than an index has bits");
        return 2;
    }
    if (!write_tables(arguments[1]) || !write_rules(arguments[2], &rules)) {
        perror("the indices");
        return 2;
    }
    return 0;
}
