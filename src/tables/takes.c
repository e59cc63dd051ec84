/* Which forms take which qualifiers together, and where. The facts are in forms.def and availability.def. */
#include "ptxcheck/instruction.h"

#include "base/buffer.h"
#include "tables/describe.h"
#include "tables/form.h"
#include "tables/open.h"
#include "tables/spaces.h"

/* The entries of a form that the qualifiers fill, and the set of their slots. */
struct form_filling {
    const struct ptxc_form_row *form;
    size_t entries[PTXC_MAX_QUALIFIERS];
    size_t count;
    ptxc_wide filled;
};

/* Whether a gate is open; there may be none. */
static bool is_open(uint8_t gate, struct ptxc_environment environment) {
    return gate == PTXC_GATE_NONE || ptxc_gate_open((enum ptxc_gate)gate, environment);
}

/* Finds an entry for one more qualifier, from `first` on: one whose slot is free and that does not stand where another
 * one is filled. */
static bool fill(struct form_filling *filling, enum ptxc_qualifier qualifier, size_t first) {
    const struct ptxc_form_slot *slots = filling->form->slots, *head = slots;
    for (size_t i = 0; slots[i].presence != PTXC_PRESENCE_END; i++) {
        head = slots[i].presence == PTXC_PRESENCE_ALSO ? head : &slots[i];
        const enum ptxc_slot slot = ptxc_form_slot(filling->form, i);
        if (i < first || head->presence == PTXC_PRESENCE_IGNORED || (filling->filled >> slot & 1) ||
            (head->without & filling->filled) || !ptxc_form_offers(&slots[i], qualifier))
            continue;
        filling->filled |= PTXC_WIDE_BIT(slot);
        filling->entries[filling->count++] = i;
        return true;
    }
    return false;
}

/* Whether the form has all of the qualifiers. Those of one kind, such as state spaces, come in this order. */
static bool fill_all(struct form_filling *filling, const enum ptxc_qualifier *qualifiers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        if ((int)qualifiers[i] <= PTXC_Q_NONE || (int)qualifiers[i] >= PTXC_Q_COUNT)
            return false;
        for (size_t j = 0; j < i; j++)
            if (ptxc_qualifiers[qualifiers[j]].slot == ptxc_qualifiers[qualifiers[i]].slot)
                first = filling->entries[j] + 1;
        if (!fill(filling, qualifiers[i], first))
            return false;
    }
    return true;
}

/* Whether an entry that must be filled can be: one of its rows is open. */
static bool can_fill(const struct ptxc_form_slot *entry, struct ptxc_environment environment) {
    bool open = is_open(entry->gate, environment);
    for (entry++; entry->presence == PTXC_PRESENCE_ALSO; entry++)
        open |= is_open(entry->gate, environment);
    return open;
}

/* Whether a version and a target have the form, its qualifiers, and all that must be written with them. */
static bool is_available(const struct form_filling *filling, struct ptxc_environment environment) {
    const struct ptxc_form_row *form = filling->form;
    if (!ptxc_header_valid(environment) || !is_open(form->gate, environment))
        return false;
    for (size_t i = 0; i < filling->count; i++)
        if (!is_open(form->slots[filling->entries[i]].gate, environment))
            return false;
    for (const struct ptxc_form_slot *entry = form->slots; entry->presence != PTXC_PRESENCE_END; entry++)
        if (entry->presence == PTXC_PRESENCE_NEED && !entry->with && !entry->without &&
            !(filling->filled >> entry->slot & 1) && !can_fill(entry, environment))
            return false;
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++)
        if (!argument->with && !argument->without && !is_open(argument->gate, environment))
            return false;
    return true;
}

int ptxc_form_takes(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, enum ptxc_target target,
                    uint32_t ptx) {
    if (index >= PTXC_FORM_COUNT || count > PTXC_MAX_QUALIFIERS || (count > 0 && !qualifiers))
        return 0;
    struct form_filling filling = {.form = &ptxc_forms[index]};
    if (!fill_all(&filling, qualifiers, count))
        return 0;
    for (uint32_t version = ptxc_next_ptx(0); version; version = ptxc_next_ptx(version))
        for (int i = 1; i < PTXC_TARGET_COUNT; i++) {
            const struct ptxc_environment environment = {.ptx = version, .target = (enum ptxc_target)i};
            if ((!ptx || version == ptx) && (!target || target == environment.target) &&
                ptxc_target_measured(environment.target) && is_available(&filling, environment))
                return 1;
        }
    return 0;
}

/* ---- what a form looks like with them ---- */

/* Fills a form with qualifiers; `chosen` gets that of each slot. False where the form does not take them. */
static bool choose(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, uint8_t *chosen,
                   struct form_filling *filling) {
    if (index >= PTXC_FORM_COUNT || count > PTXC_MAX_QUALIFIERS || (count > 0 && !qualifiers))
        return false;
    *filling = (struct form_filling){.form = &ptxc_forms[index]};
    if (!fill_all(filling, qualifiers, count))
        return false;
    for (size_t i = 0; i < count; i++)
        chosen[ptxc_form_slot(filling->form, filling->entries[i])] = (uint8_t)qualifiers[i];
    return true;
}

size_t ptxc_form_signature(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, char *buffer,
                           size_t size) {
    struct form_filling filling;
    uint8_t chosen[PTXC_SLOT_COUNT] = {PTXC_Q_NONE};
    ptxc_buffer_begin(buffer, size);
    return choose(index, qualifiers, count, chosen, &filling)
               ? ptxc_form_describe((enum ptxc_form)index, chosen, buffer, size)
               : 0;
}

/* Adds the spaces of what a role points to, and how it is aligned. */
static void add_place(struct ptxc_buffer *text, const struct ptxc_role_row *role) {
    const char *before = "; in ";
    for (unsigned space = 1; space < PTXC_SPACE_COUNT; space++) {
        if (!(role->spaces >> space & 1))
            continue;
        ptxc_buffer_add(text, "%s%s", before, ptxc_spaces[space].spelling);
        before = " or ";
    }
    if (role->alignment == PTXC_ALIGNMENT_CP_SIZE)
        ptxc_buffer_add(text, "; aligned to cp-size");
    else if (role->alignment > 1)
        ptxc_buffer_add(text, "; aligned to %u bytes", role->alignment);
}

/* Returns the types of registers that a role has, where the type of the instruction is `type`. */
static uint64_t types_of(uint64_t registers, enum ptxc_type type) {
    if (registers & (PTXC_TYPES_OF_QUALIFIER | PTXC_TYPES_OF_SECOND))
        return ptxc_types_taken(registers, type, false);
    return registers & (PTXC_BIT(PTXC_TYPE_COUNT) - 1);
}

const char *ptxc_form_parameter(size_t index, const enum ptxc_qualifier *qualifiers, size_t count, size_t operand,
                                struct ptxc_parameter *parameter, char *buffer, size_t size) {
    struct form_filling filling;
    uint8_t chosen[PTXC_SLOT_COUNT] = {PTXC_Q_NONE};
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    char words[400];
    if (!choose(index, qualifiers, count, chosen, &filling) ||
        operand >= ptxc_form_operands(filling.form, filling.filled))
        return NULL;
    const struct ptxc_form_argument *argument = ptxc_form_argument(filling.form, filling.filled, operand);
    const struct ptxc_role_row *role = &ptxc_roles[argument->role];
    const char *spelling = ptxc_qualifier_name((enum ptxc_qualifier)chosen[PTXC_SLOT_TYPE]);
    const enum ptxc_type type = ptxc_type_from_name(spelling);
    ptxc_role_describe((enum ptxc_role)argument->role, type, words, sizeof(words));
    ptxc_buffer_add(&text, "%s", words);
    add_place(&text, role);
    if (parameter)
        *parameter =
            (struct ptxc_parameter){.types = types_of(role->brackets ? role->brackets : role->registers, type),
                                    .spaces = role->spaces,
                                    .alignment = role->alignment == PTXC_ALIGNMENT_CP_SIZE ? 0 : role->alignment};
    return ptxc_operand_names[argument->name].name;
}
