/* Rewrites an instruction to ask for less: without a qualifier, or with another one in its place.
 *
 * A qualifier can be left out only where the form says that it is optional. Others may depend on it (a scope on
 * .relaxed), and so may operands (a cache policy on .L2::cache_hint); they go with it. The result is then judged like
 * any instruction: no rewriting is given that fits no form.
 */
#include "ptxcheck/instruction.h"

#include <string.h>

#include "legality/instruction.h"
#include "legality/verdict.h"
#include "tables/spaces.h"

/* Whether the instruction means the same without what fills the entry, apart from the effect of the qualifier
 * itself. A state space is optional in some forms, but without it the address is a generic one. */
static bool is_optional(const struct ptxc_form_row *form, const struct ptxc_form_slot *entry) {
    /* Further choices (ALSO_FROM) share the presence of the row that they extend. */
    while (entry > form->slots && entry->presence == PTXC_PRESENCE_ALSO)
        entry--;
    bool space = ptxc_slot_is_space(entry->slot);
    return (entry->presence == PTXC_PRESENCE_MAY && !space) || entry->presence == PTXC_PRESENCE_IGNORED;
}

/* Whether a qualifier means with the slots of `left` filled what it meant with those of `filled`: the form
 * still takes it, and does not now ignore it. */
static bool keeps_meaning(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use, ptxc_wide filled,
                          ptxc_wide left) {
    const struct ptxc_form_slot *before = ptxc_form_entry(form, use, filled), *after = ptxc_form_entry(form, use, left);
    return after && ptxc_form_offers(after, use->id) &&
           (after->presence != PTXC_PRESENCE_IGNORED || before->presence == PTXC_PRESENCE_IGNORED);
}

/* Returns the slots that stay filled without this one: those that ask for it go too, and those that ask for them. */
static ptxc_wide slots_left(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                            ptxc_wide filled, enum ptxc_slot slot) {
    ptxc_wide left = filled & ~PTXC_WIDE_BIT(slot);
    for (size_t i = 0; i < instruction->qualifier_count;) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i++];
        if (!(left >> use->slot & 1) || keeps_meaning(form, use, filled, left))
            continue;
        left &= ~PTXC_WIDE_BIT(use->slot);
        i = 0; /* start again: others may have asked for this one */
    }
    return left;
}

/* Appends an operand of the instruction, with its values, to the reduced one. */
static void copy_operand(const struct ptxc_instruction *instruction, size_t index, struct ptxc_instruction *reduced) {
    struct ptxc_operand operand = instruction->operands[index];
    memcpy(&reduced->values[reduced->value_count], &instruction->values[operand.first],
           operand.count * sizeof(instruction->values[0]));
    operand.first = reduced->value_count;
    reduced->value_count = (uint8_t)(reduced->value_count + operand.count);
    reduced->operands[reduced->operand_count++] = operand;
}

/* Copies the operands that the form has with fewer slots filled. They are told by their names in the ISA, because the
 * place of an operand depends on the optional ones before it. False where the form then has an operand that the
 * instruction lacks. */
static bool copy_operands(const struct ptxc_form_row *form, const struct ptxc_instruction *instruction,
                          ptxc_wide filled, ptxc_wide left, struct ptxc_instruction *reduced) {
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

/* Whether the changed instruction fits a form. An undocumented form counts only if the unchanged instruction
 * had one too. */
static bool is_usable(const struct ptxc_instruction *changed, const struct ptxc_form_row *before) {
    const struct ptxc_verdict verdict = ptxc_verdict_find(changed, (struct ptxc_environment){0}, NULL);
    return verdict.complete &&
           (ptxc_forms[verdict.match.form].kind != PTXC_FORM_UNDOCUMENTED || before->kind == PTXC_FORM_UNDOCUMENTED);
}

enum ptxc_status ptxc_instruction_without(const struct ptxc_instruction *instruction, enum ptxc_slot slot,
                                          struct ptxc_instruction *reduced) {
    if (!ptxc_instruction_is_valid(instruction) || !reduced)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, slot);
    const struct ptxc_verdict verdict = ptxc_verdict_find(instruction, (struct ptxc_environment){0}, NULL);
    if (!use || !verdict.complete)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_form_row *form = &ptxc_forms[verdict.match.form];
    if (!is_optional(form, ptxc_form_entry(form, use, verdict.match.filled)))
        return PTXC_BAD_ARGUMENT;
    ptxc_wide left = slots_left(form, instruction, verdict.match.filled, slot);
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
    return copied && is_usable(reduced, form) ? PTXC_OK : PTXC_BAD_ARGUMENT;
}

/* The rows of replacements.def: qualifiers that mean the same in a slot. */
static const struct {
    uint8_t qualifier, replacement, slot;
    const char *why;
} replacements[] = {
#define REPLACEMENT(qualifier, replacement, slot, why) {qualifier, replacement, slot, why},
#include "replacements.def"
};

enum ptxc_status ptxc_instruction_replace(const struct ptxc_instruction *instruction, enum ptxc_slot slot, size_t index,
                                          struct ptxc_instruction *replaced, const char **why) {
    if (!ptxc_instruction_is_valid(instruction) || !replaced)
        return PTXC_BAD_ARGUMENT;
    enum ptxc_qualifier qualifier = ptxc_instruction_get(instruction, slot);
    const struct ptxc_verdict verdict = ptxc_verdict_find(instruction, (struct ptxc_environment){0}, NULL);
    for (size_t i = 0; verdict.complete && i < PTXC_COUNT(replacements); i++) {
        if (replacements[i].slot != slot || replacements[i].qualifier != qualifier)
            continue;
        *replaced = *instruction;
        enum ptxc_qualifier other = (enum ptxc_qualifier)replacements[i].replacement;
        if (ptxc_instruction_set(replaced, slot, other) != PTXC_OK ||
            !is_usable(replaced, &ptxc_forms[verdict.match.form]) || index-- > 0)
            continue;
        if (why)
            *why = replacements[i].why;
        return PTXC_OK;
    }
    return PTXC_BAD_ARGUMENT;
}
