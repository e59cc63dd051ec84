/* Forms: see form.h. */
#include "tables/form.h"

#include <string.h>

#include "base/bits.h"

/* What the index says of a form. */
static const struct ptxc_form_index *index_of(const struct ptxc_form_row *form) {
    return &ptxc_form_index[form - ptxc_forms];
}

/* The entry that the choices at `index` belong to: an ALSO row continues the row before it. */
static size_t head_of(const struct ptxc_form_row *form, size_t index) {
    return index_of(form)->heads[index];
}

enum ptxc_slot ptxc_form_slot(const struct ptxc_form_row *form, size_t index) {
    return (enum ptxc_slot)form->slots[head_of(form, index)].slot;
}

bool ptxc_form_offers(const struct ptxc_form_slot *entry, enum ptxc_qualifier qualifier) {
    return memchr(entry->choices, (int)qualifier, sizeof(entry->choices)) != NULL;
}

static bool applies(ptxc_wide with, ptxc_wide without, ptxc_wide filled) {
    return ((filled & with) == with || (filled & PTXC_MORE_FILLED)) && !(filled & without);
}

bool ptxc_form_applies(const struct ptxc_form_row *form, size_t index, ptxc_wide filled) {
    const struct ptxc_form_slot *head = &form->slots[head_of(form, index)];
    return applies(head->with, head->without, filled);
}

const struct ptxc_form_slot *ptxc_form_entry(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use,
                                             ptxc_wide filled) {
    const struct ptxc_form_slot *found = NULL;
    if ((unsigned)use->slot >= PTXC_SLOT_COUNT)
        return NULL;
    for (uint32_t left = index_of(form)->entries[use->slot]; left; left &= left - 1) {
        const unsigned i = ptxc_lowest_bit(left);
        if (!ptxc_form_applies(form, i, filled))
            continue;
        if (ptxc_form_offers(&form->slots[i], use->id))
            return &form->slots[i];
        if (!found)
            found = &form->slots[i];
    }
    return found;
}

/* Whether the entry at `index` is one of this slot, and its condition holds. */
static bool is_of(const struct ptxc_form_row *form, size_t index, enum ptxc_slot slot, ptxc_wide filled) {
    const struct ptxc_form_slot *head = &form->slots[head_of(form, index)];
    return head->slot == slot && applies(head->with, head->without, filled);
}

/* The place of the entry that offers this qualifier, given the slots that are filled, from 1; 0 where there is none.
 * Mostly the index knows the only one that may. */
static unsigned offering(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use, ptxc_wide filled) {
    const unsigned sole = index_of(form)->sole[use->id];
    if (sole != PTXC_SEVERAL)
        return sole && is_of(form, sole - 1, use->slot, filled) ? sole : 0;
    for (uint32_t left = index_of(form)->entries[use->slot]; left; left &= left - 1) {
        const unsigned i = ptxc_lowest_bit(left);
        if (ptxc_form_offers(&form->slots[i], use->id) && ptxc_form_applies(form, i, filled))
            return i + 1;
    }
    return 0;
}

/* Whether an entry that must be filled where its condition holds is not. */
static bool is_missing(const struct ptxc_form_slot *entry, ptxc_wide filled) {
    return applies(entry->with, entry->without, filled) && !(filled >> entry->slot & 1);
}

bool ptxc_form_fits(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, ptxc_wide filled,
                    uint8_t *entries) {
    const struct ptxc_form_index *index = index_of(form);
    const bool more = filled & PTXC_MORE_FILLED;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const unsigned entry = offering(form, &instruction->qualifiers[i], filled);
        if (entry == 0)
            return false;
        entries[i] = (uint8_t)(entry - 1);
    }
    for (uint32_t asks = more ? 0 : index->asks; asks; asks &= asks - 1)
        if (is_missing(&form->slots[ptxc_lowest_bit(asks)], filled))
            return false;
    return true;
}

bool ptxc_form_lacks(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, size_t index,
                     ptxc_wide filled) {
    const struct ptxc_form_slot *entry = &form->slots[index];
    return entry->presence == PTXC_PRESENCE_NEED && applies(entry->with, entry->without, filled) &&
           !ptxc_instruction_qualifier(instruction, ptxc_form_slot(form, index));
}

const struct ptxc_form_argument *ptxc_form_argument(const struct ptxc_form_row *form, ptxc_wide filled, size_t index) {
    const struct ptxc_form_argument *argument = form->arguments;
    for (; argument->role; argument++)
        if (applies(argument->with, argument->without, filled & ~PTXC_MORE_FILLED) && index-- == 0)
            break;
    return argument;
}

size_t ptxc_form_arguments(const struct ptxc_form_row *form, ptxc_wide filled,
                           const struct ptxc_form_argument *list[PTXC_FORM_ARGUMENTS]) {
    size_t count = 0;
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++)
        if (applies(argument->with, argument->without, filled & ~PTXC_MORE_FILLED))
            list[count++] = argument;
    return count;
}

const char *ptxc_form_operand_name(const struct ptxc_form_row *form, ptxc_wide filled, size_t index) {
    return ptxc_operand_names[ptxc_form_argument(form, filled, index)->name].name;
}

const char *ptxc_form_operand_title(const struct ptxc_form_row *form, ptxc_wide filled, size_t index) {
    return ptxc_operand_names[ptxc_form_argument(form, filled, index)->name].title;
}

size_t ptxc_form_operands(const struct ptxc_form_row *form, ptxc_wide filled) {
    const struct ptxc_form_argument *list[PTXC_FORM_ARGUMENTS];
    return ptxc_form_arguments(form, filled, list);
}

const struct ptxc_qualifier_use *ptxc_instruction_qualifier(const struct ptxc_instruction *instruction,
                                                            enum ptxc_slot slot) {
    size_t count = instruction->qualifier_count;
    for (size_t i = 0; i < count && i < PTXC_MAX_QUALIFIERS; i++) /* the count may be the caller's, and spoilt */
        if (instruction->qualifiers[i].slot == slot)
            return &instruction->qualifiers[i];
    return NULL;
}

enum ptxc_slot ptxc_opcode_slot(enum ptxc_opcode opcode, enum ptxc_qualifier qualifier) {
    const bool known = (unsigned)opcode < PTXC_OP_COUNT; /* it may be a caller's */
    return known ? (enum ptxc_slot)ptxc_slot_first[opcode][qualifier] : ptxc_qualifiers[qualifier].slot;
}

enum ptxc_slot ptxc_opcode_second(enum ptxc_opcode opcode, enum ptxc_slot slot) {
    if ((unsigned)slot >= PTXC_SLOT_COUNT)
        return PTXC_SLOT_NONE;
    return (unsigned)opcode < PTXC_OP_COUNT ? (enum ptxc_slot)ptxc_slot_second[opcode][slot] : ptxc_slots[slot].second;
}

bool ptxc_opcode_takes_pair(enum ptxc_opcode opcode, size_t index) {
    const uint32_t pairs = PTXC_SHAPE_PAIR | PTXC_SHAPE_SINK_PAIR | PTXC_SHAPE_PAIR_SINK;
    for (int i = 0; i < PTXC_FORM_COUNT && index < PTXC_FORM_ARGUMENTS; i++)
        if (ptxc_forms[i].opcode == opcode && (ptxc_roles[ptxc_forms[i].arguments[index].role].shapes & pairs))
            return true;
    return false;
}

bool ptxc_opcode_offers_in(enum ptxc_opcode opcode, enum ptxc_slot slot, enum ptxc_qualifier qualifier) {
    const size_t end = qualifier && (unsigned)opcode < PTXC_OP_COUNT ? ptxc_forms_begin[opcode + 1] : 0;
    for (size_t i = end > 0 ? ptxc_forms_begin[opcode] : 0; i < end; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[ptxc_forms_sorted[i]];
        for (size_t j = 0; form->slots[j].presence; j++)
            if (form->slots[j].presence != PTXC_PRESENCE_IGNORED && ptxc_form_offers(&form->slots[j], qualifier) &&
                (slot == PTXC_SLOT_NONE || ptxc_form_slot(form, j) == slot))
                return true;
    }
    return false;
}

bool ptxc_opcode_offers_alone(enum ptxc_opcode opcode, enum ptxc_slot slot, enum ptxc_qualifier qualifier) {
    for (int q = 1; q < PTXC_Q_COUNT; q++)
        if (q != (int)qualifier && ptxc_opcode_offers_in(opcode, slot, (enum ptxc_qualifier)q))
            return false;
    return true;
}

bool ptxc_opcode_offers(enum ptxc_opcode opcode, enum ptxc_qualifier qualifier) {
    return ptxc_opcode_offers_in(opcode, PTXC_SLOT_NONE, qualifier);
}

bool ptxc_opcode_extends(enum ptxc_opcode opcode, enum ptxc_opcode other) {
    const char *longer = ptxc_opcodes[opcode].mnemonic, *word = ptxc_opcodes[other].mnemonic;
    if (opcode == other)
        return false;
    while (*longer) {
        size_t size = strcspn(longer, "."), wanted = strcspn(word, ".");
        if (size == wanted && memcmp(longer, word, size) == 0)
            word += wanted + (word[wanted] == '.');
        longer += size + (longer[size] == '.');
    }
    return *word == 0;
}

bool ptxc_opcode_takes_operands(enum ptxc_opcode opcode) {
    for (int i = 0; i < PTXC_FORM_COUNT; i++)
        if (ptxc_forms[i].opcode == opcode && ptxc_forms[i].arguments[0].role != PTXC_ROLE_NONE)
            return true;
    return false;
}

bool ptxc_qualifier_ignored(enum ptxc_qualifier qualifier) {
    for (int i = 0; i < PTXC_FORM_COUNT && qualifier != PTXC_Q_NONE; i++)
        for (const struct ptxc_form_slot *slot = ptxc_forms[i].slots; slot->presence != PTXC_PRESENCE_END; slot++)
            if (slot->presence == PTXC_PRESENCE_IGNORED && slot->gate == PTXC_GATE_NONE &&
                ptxc_form_offers(slot, qualifier))
                return true;
    return false;
}
