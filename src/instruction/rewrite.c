/* Writing an instruction otherwise, to ask for less: without a qualifier, or with another one in its place. */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "instruction/sound.h"
#include "legality/verdict.h"
#include "tables/spaces.h"

/* Whether the entry of a qualifier may stay empty and leaves the same instruction: without its state space an address
 * is a generic one. */
static bool is_optional(const struct ptxc_form_row *form, const struct ptxc_form_slot *entry) {
    while (entry > form->slots && entry->presence == PTXC_PRESENCE_ALSO)
        entry--;
    bool space = ptxc_slot_is_space(entry->slot);
    return (entry->presence == PTXC_PRESENCE_MAY && !space) || entry->presence == PTXC_PRESENCE_IGNORED;
}

/* Whether a qualifier still means with the slots of `left` filled what it meant with those of `filled`. */
static bool keeps_meaning(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use, uint64_t filled,
                          uint64_t left) {
    const struct ptxc_form_slot *before = ptxc_form_entry(form, use, filled), *after = ptxc_form_entry(form, use, left);
    return after && ptxc_form_offers(after, use->id) &&
           (after->presence != PTXC_PRESENCE_IGNORED || before->presence == PTXC_PRESENCE_IGNORED);
}

/* The slots that stay filled: without the one, and without those that ask for it. */
static uint64_t slots_left(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                           uint64_t filled, enum ptxc_slot slot) {
    uint64_t left = filled & ~PTXC_BIT(slot);
    for (size_t i = 0; i < instruction->qualifier_count;) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i++];
        if (!(left >> use->slot & 1) || keeps_meaning(form, use, filled, left))
            continue;
        left &= ~PTXC_BIT(use->slot);
        i = 0; /* others may have asked for this one */
    }
    return left;
}

static void copy_operand(const struct ptxc_instruction *instruction, size_t index, struct ptxc_instruction *reduced) {
    struct ptxc_operand operand = instruction->operands[index];
    memcpy(&reduced->values[reduced->value_count], &instruction->values[operand.first],
           operand.count * sizeof(instruction->values[0]));
    operand.first = reduced->value_count;
    reduced->value_count = (uint8_t)(reduced->value_count + operand.count);
    reduced->operands[reduced->operand_count++] = operand;
}

/* Copies the operands that the form has with fewer slots filled, told by what the ISA calls them; false where it has
 * others. */
static bool copy_operands(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction, uint64_t filled,
                          uint64_t left, struct ptxc_instruction *reduced) {
    size_t next = 0;
    for (size_t i = 0; i < ptxc_form_operands(form, left); i++) {
        const uint8_t wanted = ptxc_form_argument(form, left, i)->name;
        while (next < instruction->operand_count && ptxc_form_argument(form, filled, next)->name != wanted)
            next++;
        if (next == instruction->operand_count)
            return false;
        copy_operand(instruction, next++, reduced);
    }
    return true;
}

/* Whether the changed instruction fits a form, and one that the ISA has where the other has one. */
static bool is_sound(const struct ptxc_instruction *changed, const struct ptxc_form_row *before) {
    const struct ptxc_verdict verdict = ptxc_verdict_reach(changed, (struct ptxc_environment){0}, NULL);
    return verdict.complete &&
           (ptxc_forms[verdict.match.form].kind != PTXC_FORM_UNDOCUMENTED || before->kind == PTXC_FORM_UNDOCUMENTED);
}

enum ptxc_status ptxc_instruction_without(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                          struct ptxc_instruction *reduced) {
    if (!ptxc_instruction_sound(instruction) || !reduced)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, slot);
    const struct ptxc_verdict verdict = ptxc_verdict_reach(instruction, (struct ptxc_environment){0}, NULL);
    if (!use || !verdict.complete)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_form_row *form = &ptxc_forms[verdict.match.form];
    if (!is_optional(form, ptxc_form_entry(form, use, verdict.match.filled)))
        return PTXC_BAD_ARGUMENT;
    uint64_t left = slots_left(form, instruction, verdict.match.filled, slot);
    ptxc_instruction_init(reduced, instruction->opcode);
    reduced->span = instruction->span;
    reduced->opcode_span = instruction->opcode_span;
    reduced->guarded = instruction->guarded;
    reduced->guard = instruction->guard;
    reduced->damaged = instruction->damaged;
    reduced->incomplete = instruction->incomplete;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (left >> instruction->qualifiers[i].slot & 1)
            reduced->qualifiers[reduced->qualifier_count++] = instruction->qualifiers[i];
    bool copied = copy_operands(form, instruction, verdict.match.filled, left, reduced);
    return copied && is_sound(reduced, form) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}

static const struct {
    uint8_t qualifier, replacement, slot;
    const char *why;
} replacements[] = {
#define REPLACEMENT(qualifier, replacement, slot, why) {qualifier, replacement, slot, why},
#include "replacements.def"
};

enum ptxc_status ptxc_instruction_replace(const struct ptxc_instruction *instruction, enum ptxc_slot slot, size_t index,
                                          struct ptxc_instruction *replaced, const char **why) {
    if (!ptxc_instruction_sound(instruction) || !replaced)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_qualifier qualifier = ptxc_instruction_get(instruction, slot);
    const struct ptxc_verdict verdict = ptxc_verdict_reach(instruction, (struct ptxc_environment){0}, NULL);
    for (size_t i = 0; verdict.complete && i < PTXC_COUNT(replacements); i++) {
        if (replacements[i].slot != slot || replacements[i].qualifier != qualifier)
            continue;
        *replaced = *instruction;
        enum ptxc_qualifier other = (enum ptxc_qualifier)replacements[i].replacement;
        if (ptxc_instruction_set(replaced, slot, other) != PTXC_OK ||
            !is_sound(replaced, &ptxc_forms[verdict.match.form]) || index-- > 0)
            continue;
        if (why)
            *why = replacements[i].why;
        return PTXC_OK;
    }
    return PTXC_BAD_ARGUMENT;
}
