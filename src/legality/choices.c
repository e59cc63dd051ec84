/* Questions about one instruction: which form it has, what its operands are for, and which qualifiers could fill a
 * slot.
 */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "legality/instruction.h"
#include "legality/verdict.h"
#include "report/options.h"
#include "tables/open.h"

/* Reaches the verdict with version and target left open. */
static struct ptxc_verdict verdict_anywhere(const struct ptxc_instruction *instruction) {
    return ptxc_verdict_find(instruction, (struct ptxc_environment){0}, NULL);
}

size_t ptxc_instruction_form(const struct ptxc_instruction *instruction) {
    if (!ptxc_instruction_is_valid(instruction))
        return PTXC_FORM_COUNT;
    const struct ptxc_verdict verdict = verdict_anywhere(instruction);
    return verdict.complete ? (size_t)verdict.match.form : (size_t)PTXC_FORM_COUNT;
}

const char *ptxc_instruction_operand_name(const struct ptxc_instruction *instruction, size_t index) {
    if (!ptxc_instruction_is_valid(instruction))
        return NULL;
    const struct ptxc_verdict verdict = verdict_anywhere(instruction);
    bool known = verdict.complete && index < instruction->operand_count;
    return known ? ptxc_form_operand_name(&ptxc_forms[verdict.match.form], verdict.match.filled, index) : NULL;
}

/* Whether the form can have all qualifiers of the instruction but the one in `slot`. */
static bool takes_others(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                         enum ptxc_slot slot, ptxc_wide filled) {
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = use->slot == slot ? NULL : ptxc_form_entry(form, use, filled);
        if (use->slot != slot && (!entry || !ptxc_form_offers(entry, use->id)))
            return false;
    }
    return true;
}

/* Adds a choice unless it is there already; returns the count of choices, which may be above `capacity`. */
static size_t add_choice(enum ptxc_qualifier *choices, size_t count, size_t capacity, uint8_t choice) {
    for (size_t i = 0; i < count && i < capacity; i++)
        if (choices[i] == (enum ptxc_qualifier)choice)
            return count;
    if (count < capacity)
        choices[count] = (enum ptxc_qualifier)choice;
    return count + 1;
}

size_t ptxc_instruction_choices(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                const struct ptxc_options *options, enum ptxc_qualifier *choices, size_t capacity) {
    struct ptxc_options given;
    if ((unsigned)slot >= PTXC_SLOT_COUNT || !ptxc_instruction_is_valid(instruction) ||
        ptxc_options_read(options, &given) != PTXC_OK)
        return 0;
    struct ptxc_environment environment = {.ptx = given.ptx, .assembler = given.assembler};
    if (given.target)
        environment.target = ptxc_target_find(given.target, strlen(given.target));
    enum ptxc_qualifier all[PTXC_Q_COUNT];
    ptxc_wide filled = PTXC_WIDE_BIT(slot);
    size_t count = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        filled |= instruction->qualifiers[i].id ? PTXC_WIDE_BIT(instruction->qualifiers[i].slot) : 0;
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        /* A form counts if the other qualifiers fit it; an undocumented one is not suggested. */
        const struct ptxc_form_row *form = &ptxc_forms[i];
        if (form->opcode != instruction->opcode || form->kind == PTXC_FORM_UNDOCUMENTED ||
            !ptxc_gate_open(form->gate, environment) || !takes_others(form, instruction, slot, filled))
            continue;
        for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++) {
            const struct ptxc_form_slot *entry = &form->slots[j];
            if (ptxc_form_slot(form, j) != slot || entry->presence == PTXC_PRESENCE_IGNORED ||
                !ptxc_form_applies(form, j, filled) || !ptxc_gate_open((enum ptxc_gate)entry->gate, environment))
                continue;
            for (size_t k = 0; k < sizeof(entry->choices) && entry->choices[k]; k++)
                count = add_choice(all, count, PTXC_Q_COUNT, entry->choices[k]);
        }
    }
    if (choices && capacity > 0)
        memcpy(choices, all, (count < capacity ? count : capacity) * sizeof(*choices));
    return count;
}
