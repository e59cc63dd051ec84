/* The print order of qualifiers: see order.h.
 *
 * It is that of the entries of the form, which is the nearest one. To find it the operands are compared, too, but
 * mostly that is not needed: the forms that the qualifiers fit have them in one order, and one of these forms is the
 * nearest, as a qualifier weighs more than all operands (match.c).
 */
#include "instruction/order.h"

#include "instruction/sound.h"
#include "legality/match.h"

/* Where each qualifier stands: one with a lower place before one with a higher. */
struct places {
    size_t of[PTXC_MAX_QUALIFIERS];
};

/* Gives the index of the qualifier in this slot, which is filled. */
static size_t index_of(const struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    return (size_t)(ptxc_instruction_qualifier(instruction, slot) - instruction->qualifiers);
}

/* Makes places of the entries, which are places in the form, or after it for qualifiers that it does not have. A second
 * qualifier of a kind must not come before the first, or reading the text would exchange them; where that would move it
 * to the place of the first, their slots decide. */
static void place_all(const struct ptxc_instruction *instruction, const uint8_t *entries, struct places *places) {
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const enum ptxc_slot first = ptxc_opcode_slot(instruction->opcode, use->id);
        size_t place = entries[i];
        if (use->slot != first) {
            const size_t before = entries[index_of(instruction, first)];
            place = place < before ? before : place;
        }
        places->of[i] = place * PTXC_SLOT_COUNT + use->slot;
    }
}

/* Sorts the qualifiers by their places; by insertion, for there are few. */
static void sort(const struct places *places, size_t count, uint8_t *order) {
    for (size_t i = 0; i < count; i++) {
        size_t j = i;
        for (; j > 0 && places->of[order[j - 1]] > places->of[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
}

/* Decides whether the places are in this order, too. */
static bool agrees(const struct places *places, size_t count, const uint8_t *order) {
    for (size_t i = 1; i < count; i++)
        if (places->of[order[i - 1]] > places->of[order[i]])
            return false;
    return true;
}

/* Finds the order in which all forms that the qualifiers fit have them; false where there is none. */
static bool find_common(const struct ptxc_instruction *instruction, ptxc_wide filled, uint8_t *order) {
    const size_t count = instruction->qualifier_count;
    bool found = false;
    for (size_t i = ptxc_forms_begin[instruction->opcode]; i < ptxc_forms_begin[instruction->opcode + 1]; i++) {
        const uint8_t form = ptxc_forms_sorted[i];
        uint8_t entries[PTXC_MAX_QUALIFIERS];
        struct places places;
        if (ptxc_form_index[form].like != form || /* the other was asked before */
            !ptxc_form_has_slots(form, filled) || !ptxc_form_fits(&ptxc_forms[form], instruction, filled, entries))
            continue;
        place_all(instruction, entries, &places);
        if (found && !agrees(&places, count, order))
            return false;
        if (!found)
            sort(&places, count, order);
        found = true;
        if (ptxc_form_index[form].settles)
            break;
    }
    return found;
}

/* Finds the nearest form. What a name is declared as is left out of the comparison, since equal instructions must give
 * equal text. */
static struct ptxc_match match_bare(const struct ptxc_instruction *instruction) {
    struct ptxc_instruction bare;
    ptxc_instruction_take(&bare, instruction);
    for (size_t i = 0; i < bare.value_count; i++) {
        struct ptxc_value *value = &bare.values[i];
        value->flags &= PTXC_FLAGS_WRITTEN;
        if (ptxc_value_is_name(value))
            value->kind = PTXC_VALUE_UNKNOWN;
    }
    return ptxc_match_find(&bare, (struct ptxc_environment){0});
}

/* Sorts the qualifiers as the nearest form has them. Those that it does not have come last. */
static void sort_as_nearest(const struct ptxc_instruction *instruction, uint8_t *order) {
    const struct ptxc_match match = match_bare(instruction);
    uint8_t entries[PTXC_MAX_QUALIFIERS];
    struct places places;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_form_slot *entry =
            match.form == PTXC_FORM_COUNT ? NULL : ptxc_match_entry(instruction, &match, i);
        entries[i] = (uint8_t)(entry ? (size_t)(entry - ptxc_forms[match.form].slots)
                                     : PTXC_FORM_SLOTS + (size_t)instruction->qualifiers[i].slot);
    }
    place_all(instruction, entries, &places);
    sort(&places, instruction->qualifier_count, order);
}

_Static_assert(PTXC_FORM_SLOTS + PTXC_SLOT_COUNT <= UINT8_MAX, "a place in a form, or after it, is a byte");

void ptxc_order_qualifiers(const struct ptxc_instruction *instruction, uint8_t order[PTXC_MAX_QUALIFIERS]) {
    ptxc_wide filled = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= PTXC_WIDE_BIT(instruction->qualifiers[i].slot);
    order[0] = 0;
    if (instruction->qualifier_count > 1 && !find_common(instruction, filled, order))
        sort_as_nearest(instruction, order);
}
