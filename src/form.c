/* Forms: see form.h. */
#include "form.h"

#include <string.h>

static bool is_space(uint8_t qualifier) {
    return ptxc_qualifiers[qualifier].slot == PTXC_SLOT_DESTINATION;
}

enum ptxc_slot ptxc_form_slot(const struct ptxc_form_row *form, size_t index) {
    uint8_t choice = form->slots[index].choices[0];
    if (!is_space(choice))
        return ptxc_qualifiers[choice].slot;
    for (size_t i = 0; i < index; i++)
        if (is_space(form->slots[i].choices[0]))
            return PTXC_SLOT_SOURCE;
    return PTXC_SLOT_DESTINATION;
}

bool ptxc_form_offers(const struct ptxc_form_slot *entry, enum ptxc_qualifier qualifier) {
    return memchr(entry->choices, (int)qualifier, sizeof(entry->choices)) != NULL;
}

static bool applies(uint32_t with, uint32_t without, uint32_t filled) {
    return (filled & with) == with && !(filled & without);
}

const struct ptxc_form_slot *ptxc_form_entry(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use,
                                             uint32_t filled) {
    const struct ptxc_form_slot *found = NULL;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        if (ptxc_form_slot(form, i) != use->slot || !applies(entry->with, entry->without, filled))
            continue;
        if (ptxc_form_offers(entry, use->id))
            return entry;
        if (!found)
            found = entry;
    }
    return found;
}

bool ptxc_form_lacks(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, size_t index,
                     uint32_t filled) {
    const struct ptxc_form_slot *entry = &form->slots[index];
    return entry->presence == PTXC_PRESENCE_NEED && applies(entry->with, entry->without, filled) &&
           !ptxc_instruction_qualifier(instruction, ptxc_form_slot(form, index));
}

const struct ptxc_form_argument *ptxc_form_argument(const struct ptxc_form_row *form, uint32_t filled, size_t index) {
    const struct ptxc_form_argument *argument = form->arguments;
    for (; argument->role; argument++)
        if (applies(argument->with, argument->without, filled) && index-- == 0)
            break;
    return argument;
}

size_t ptxc_form_operands(const struct ptxc_form_row *form, uint32_t filled) {
    size_t count = 0;
    while (ptxc_form_argument(form, filled, count)->role != PTXC_ARG_NONE)
        count++;
    return count;
}

const struct ptxc_qualifier_use *ptxc_instruction_qualifier(const struct ptxc_instruction *instruction,
                                                            enum ptxc_slot slot) {
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (instruction->qualifiers[i].slot == slot)
            return &instruction->qualifiers[i];
    return NULL;
}
