/* Mutants of the forms: of the entries for qualifiers, of the operands, and of the form itself. */
#include <stdio.h>
#include <string.h>

#include "mutants.h"
#include "ptxcheck/instruction.h"
#include "tables/gate.h"

static const char *const presences[] = {"END", "NEED", "MAY", "ALSO", "IGNORED"};

static void set(struct mutants *mutants, const struct mutant *common, const void *at, size_t size, uint64_t value,
                const char *row, const char *what) {
    struct mutant mutant = *common;
    mutant.action = MUTANT_SET;
    mutant.at = (void *)(uintptr_t)at;
    mutant.size = size;
    mutant.value = value;
    mutants_add(mutants, &mutant, "%s, %s", row, what);
}

static void drop(struct mutants *mutants, const struct mutant *common, const void *at, size_t size, size_t rest,
                 const char *row, const char *what) {
    struct mutant mutant = *common;
    mutant.action = MUTANT_DROP;
    mutant.at = (void *)(uintptr_t)at;
    mutant.size = size;
    mutant.rest = rest;
    mutants_add(mutants, &mutant, "%s, %s", row, what);
}

/* The slots that can be filled and can be empty. */
static ptxc_wide slots_of(const struct ptxc_form_row *form) {
    ptxc_wide slots = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (form->slots[i].presence == PTXC_PRESENCE_MAY)
            slots |= PTXC_WIDE_BIT(form->slots[i].slot);
    return slots;
}

/* A condition: each slot less, and one more, which is the first of the form that is not there. */
static void add_condition(struct mutants *mutants, const struct mutant *common, const ptxc_wide *condition,
                          ptxc_wide others, const char *row, const char *name) {
    char what[100];
    bool more = false;
    for (unsigned slot = 0; slot < PTXC_SLOT_COUNT; slot++) {
        const bool there = *condition >> slot & 1;
        if (!there && (more || !(others >> slot & 1)))
            continue;
        more |= !there;
        snprintf(what, sizeof(what), "%s %s %s", name, there ? "less" : "and", ptxc_slots[slot].name);
        const uint8_t *half = (const uint8_t *)condition + slot / 64 * sizeof(uint64_t);
        uint64_t slots;
        memcpy(&slots, half, sizeof(slots));
        set(mutants, common, half, sizeof(slots), slots ^ PTXC_BIT(slot % 64), row, what);
    }
}

/* A gate: the next one that closes where the form is open, and none. */
static void add_gate(struct mutants *mutants, const struct mutant *common, const uint8_t *gate, size_t form,
                     const char *row) {
    char what[100];
    uint8_t next = *gate;
    do
        next = (uint8_t)((next + 1) % PTXC_GATE_COUNT);
    while (next != *gate && ptxc_gate_implies(ptxc_forms[form].gate, (enum ptxc_gate)next));
    snprintf(what, sizeof(what), "%s, not %s", mutants_gate_names[next], mutants_gate_names[*gate]);
    set(mutants, common, gate, 1, next, row, what);
    if (*gate) {
        snprintf(what, sizeof(what), "no gate, not %s", mutants_gate_names[*gate]);
        set(mutants, common, gate, 1, PTXC_GATE_NONE, row, what);
    }
}

/* The next qualifier of the same slot that no entry of the form takes, or none. */
static uint8_t another_qualifier(const struct ptxc_form_row *form, uint8_t qualifier) {
    for (int step = 1; step < PTXC_Q_COUNT; step++) {
        const uint8_t other = (uint8_t)((qualifier + step) % PTXC_Q_COUNT);
        bool taken = ptxc_qualifiers[other].slot != ptxc_qualifiers[qualifier].slot || other == PTXC_Q_NONE;
        for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
            taken |= memchr(form->slots[i].choices, other, sizeof(form->slots[i].choices)) != NULL;
        if (!taken)
            return other;
    }
    return PTXC_Q_NONE;
}

/* The qualifiers of an entry: each one less, and one more. */
static void add_choices(struct mutants *mutants, const struct mutant *common, const struct ptxc_form_row *form,
                        const struct ptxc_form_slot *entry, const char *row) {
    char what[100];
    size_t count = 0;
    for (; count < sizeof(entry->choices) && entry->choices[count]; count++) {
        snprintf(what, sizeof(what), "without %s", ptxc_qualifiers[entry->choices[count]].spelling);
        drop(mutants, common, &entry->choices[count], 1, sizeof(entry->choices) - count, row, what);
    }
    const uint8_t more = count > 0 ? another_qualifier(form, entry->choices[count - 1]) : PTXC_Q_NONE;
    if (more && count + 1 < sizeof(entry->choices)) {
        snprintf(what, sizeof(what), "with %s", ptxc_qualifiers[more].spelling);
        set(mutants, common, &entry->choices[count], 1, more, row, what);
    }
}

/* Whether a form before this one has an entry that is the same. */
static bool is_before(const struct ptxc_form_slot *entry, size_t form) {
    while (form-- > 0)
        for (size_t i = 0; ptxc_forms[form].slots[i].presence != PTXC_PRESENCE_END; i++)
            if (memcmp(&ptxc_forms[form].slots[i], entry, sizeof(*entry)) == 0)
                return true;
    return false;
}

/* What is ignored stands once in the table, in a macro of many forms: it changes in all of them. */
static void add_entry(struct mutants *mutants, const struct mutant *of_form, size_t form, size_t i) {
    const struct ptxc_form_row *row = &ptxc_forms[form];
    const struct ptxc_form_slot *entry = &row->slots[i];
    struct mutant shared = *of_form;
    const struct mutant *common = of_form;
    char name[150];
    if (entry->presence == PTXC_PRESENCE_IGNORED) {
        if (is_before(entry, form))
            return;
        shared.shared = entry;
        memset(shared.opcodes, 0xff, sizeof(shared.opcodes));
        common = &shared;
    }
    snprintf(name, sizeof(name), "%s, entry %zu, %s %s", ptxc_form_name(form), i, presences[entry->presence],
             ptxc_qualifiers[entry->choices[0]].spelling);
    drop(mutants, common, entry, sizeof(*entry), sizeof(row->slots) - i * sizeof(*entry), name, "removed");
    add_gate(mutants, common, &entry->gate, form, name);
    add_choices(mutants, common, row, entry, name);
    if (entry->presence == PTXC_PRESENCE_ALSO)
        return;
    const uint8_t other = entry->presence == PTXC_PRESENCE_MAY ? PTXC_PRESENCE_NEED : PTXC_PRESENCE_MAY;
    set(mutants, common, &entry->presence, 1, other, name, presences[other]);
    add_condition(mutants, common, &entry->with, slots_of(row) & ~PTXC_WIDE_BIT(entry->slot), name, "if");
    add_condition(mutants, common, &entry->without, slots_of(row) & ~PTXC_WIDE_BIT(entry->slot), name, "unless");
}

/* How many bits of two roles differ. */
static unsigned distance(const struct ptxc_role_row *a, const struct ptxc_role_row *b) {
    return (unsigned)(__builtin_popcountll(a->shapes ^ b->shapes) + __builtin_popcountll(a->brackets ^ b->brackets) +
                      __builtin_popcountll(a->specials ^ b->specials) + __builtin_popcountll(a->spaces ^ b->spaces) +
                      __builtin_popcountll(a->registers ^ b->registers) + (a->alignment != b->alignment));
}

/* The role that is most like another; of several the first after it. */
static uint8_t nearest(uint8_t role) {
    static uint8_t known[PTXC_ROLE_COUNT];
    uint8_t found = known[role];
    if (found)
        return found;
    for (int step = 1; step < PTXC_ROLE_COUNT; step++) {
        const uint8_t other = (uint8_t)((role + step) % PTXC_ROLE_COUNT);
        if (other && (!found || distance(&ptxc_roles[other], &ptxc_roles[role]) <
                                    distance(&ptxc_roles[found], &ptxc_roles[role])))
            found = other;
    }
    return known[role] = found;
}

static void add_argument(struct mutants *mutants, const struct mutant *common, size_t form, size_t i) {
    const struct ptxc_form_row *row = &ptxc_forms[form];
    const struct ptxc_form_argument *argument = &row->arguments[i];
    char name[150], what[100];
    snprintf(name, sizeof(name), "%s, operand %zu, %s", ptxc_form_name(form), i,
             ptxc_operand_names[argument->name].name);
    drop(mutants, common, argument, sizeof(*argument), sizeof(row->arguments) - i * sizeof(*argument), name, "removed");
    add_gate(mutants, common, &argument->gate, form, name);
    snprintf(what, sizeof(what), "%s, not %s", mutants_role_names[nearest(argument->role)],
             mutants_role_names[argument->role]);
    set(mutants, common, &argument->role, 1, nearest(argument->role), name, what);
    add_condition(mutants, common, &argument->with, slots_of(row), name, "if");
    add_condition(mutants, common, &argument->without, slots_of(row), name, "unless");
}

static void add_form(struct mutants *mutants, size_t form) {
    static const struct cell cells[] = {
        {"gate", offsetof(struct ptxc_form_row, gate), sizeof(enum ptxc_gate), CELL_CHOICE, PTXC_GATE_COUNT},
        {"kind", offsetof(struct ptxc_form_row, kind), sizeof(enum ptxc_form_kind), CELL_CHOICE, 3},
    };
    const struct ptxc_form_row *row = &ptxc_forms[form];
    struct mutant common = {.table = "forms"};
    common.opcodes[row->opcode / 64] |= PTXC_WIDE_BIT(row->opcode % 64);
    set(mutants, &common, &row->opcode, sizeof(row->opcode), PTXC_OP_NONE, ptxc_form_name(form), "removed");
    for (size_t i = 0; i < PTXC_COUNT(cells); i++)
        mutants_add_cell(mutants, &common, ptxc_form_name(form), row, &cells[i]);
    for (size_t i = 0; row->slots[i].presence != PTXC_PRESENCE_END; i++)
        add_entry(mutants, &common, form, i);
    for (size_t i = 0; row->arguments[i].role != PTXC_ROLE_NONE; i++)
        add_argument(mutants, &common, form, i);
}

void mutants_add_forms(struct mutants *mutants) {
    for (size_t form = 0; form < PTXC_FORM_COUNT; form++)
        add_form(mutants, form);
}
