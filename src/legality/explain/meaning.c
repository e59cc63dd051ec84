/* What an edit leaves as it is: see meaning.h. Which qualifiers say what stands in the column `fix` of qualifiers.def.
 */
#include "legality/explain/meaning.h"

#include "tables/spaces.h"

enum { SPACES = 2 }; /* that of the destination, and that of the source */

/* Whether an operand of this role is an address. */
static bool is_address(uint8_t role) {
    return ptxc_roles[role].shapes & (PTXC_SHAPE_REGISTER_ADDRESS | PTXC_SHAPE_SYMBOL_ADDRESS |
                                      PTXC_SHAPE_TENSOR_ADDRESS | PTXC_SHAPE_TENSOR_LIST);
}

/* Returns the space that an operand shows to lie in, without the qualifiers: a variable that of its declaration, a
 * register that is too narrow for other addresses .shared, and what a tensor map describes .global. */
static enum ptxc_space shown_space(const struct ptxc_instruction *instruction, const struct ptxc_operand *operand) {
    const struct ptxc_value *value = &instruction->values[operand->first];
    if (operand->shape == PTXC_OPERAND_TENSOR || operand->shape == PTXC_OPERAND_LIST)
        return PTXC_SPACE_GLOBAL;
    if (value->kind == PTXC_VALUE_VARIABLE)
        return value->space;
    const unsigned width = ptxc_types[value->type].width;
    const bool narrow = value->kind == PTXC_VALUE_REGISTER && width == ptxc_spaces[PTXC_SPACE_SHARED].address &&
                        width < ptxc_spaces[PTXC_SPACE_GLOBAL].address;
    return narrow ? PTXC_SPACE_SHARED : PTXC_SPACE_NONE;
}

/* Lists the state spaces that are written, PTXC_Q_NONE where there is none; returns how many there are. */
static size_t list_spaces(const struct ptxc_instruction *instruction, enum ptxc_qualifier spaces[SPACES]) {
    const enum ptxc_slot slots[SPACES] = {PTXC_SLOT_DESTINATION, PTXC_SLOT_SOURCE};
    size_t count = 0;
    for (size_t i = 0; i < SPACES; i++) {
        const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, slots[i]);
        spaces[i] = use ? use->id : PTXC_Q_NONE;
        count += use != NULL;
    }
    return count;
}

/* Whether the space of an address has become another, which its operand must show; `*same` is false where it became
 * another part of the same one, which no operand shows. */
static bool space_differs(enum ptxc_qualifier old, enum ptxc_qualifier new, bool *same) {
    const bool differs = !ptxc_space_within(old, new);
    *same &= !differs || ptxc_qualifier_space(old) != ptxc_qualifier_space(new);
    return differs;
}

/* Whether the copy goes from where to where it went. Where an address changes its space, an operand must show that it
 * lies there; none may show another. Of a space that stood alone where there must be two, it is not known whose it was.
 */
static bool direction_stays(const struct ptxc_instruction *before, const struct ptxc_instruction *after,
                            const struct ptxc_match *match) {
    enum ptxc_qualifier old[SPACES], new[SPACES];
    const bool complete = list_spaces(before, old) >= list_spaces(after, new);
    bool differs = false, shown = false, same = true;
    size_t place = 0;
    for (size_t i = 0; i < after->operand_count && place < SPACES; i++) {
        if (!is_address(match->roles[i]))
            continue;
        const enum ptxc_space space = shown_space(after, &after->operands[i]);
        const enum ptxc_space named = ptxc_qualifier_space(new[place]);
        if (space != PTXC_SPACE_NONE && named != PTXC_SPACE_NONE && space != named)
            return false;
        const bool other = complete && space_differs(old[place], new[place], &same);
        differs |= other;
        shown |= other && space != PTXC_SPACE_NONE && space == named;
        place++;
    }
    return same && (!differs || shown);
}

/* Whether the other qualifiers are all there, and stand for the same. One that may stand in either place of its kind
 * means another thing in the other. */
static bool qualifiers_stay(const struct ptxc_instruction *before, const struct ptxc_instruction *after) {
    for (size_t i = 0; i < before->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &before->qualifiers[i], *kept = NULL, *instead = NULL;
        if (use->id == PTXC_Q_NONE || (unsigned)use->slot >= PTXC_SLOT_COUNT ||
            ptxc_slots[use->slot].fix == PTXC_SLOT_FIX_FREELY || ptxc_slots[use->slot].fix == PTXC_SLOT_FIX_AS_OPERANDS)
            continue;
        for (size_t j = 0; j < after->qualifier_count; j++) {
            kept = after->qualifiers[j].id == use->id ? &after->qualifiers[j] : kept;
            instead = after->qualifiers[j].slot == use->slot ? &after->qualifiers[j] : instead;
        }
        if (kept && kept->slot != use->slot && before->opcode == after->opcode &&
            ptxc_opcode_offers_in(before->opcode, use->slot, use->id))
            return false;
        if (!kept && (ptxc_slots[use->slot].fix != PTXC_SLOT_FIX_ONLY_ONE || !instead ||
                      !ptxc_opcode_offers_alone(after->opcode, use->slot, instead->id)))
            return false;
    }
    return true;
}

bool ptxc_meaning_stays(const struct ptxc_instruction *before, const struct ptxc_instruction *after,
                        const struct ptxc_match *match) {
    return qualifiers_stay(before, after) && direction_stays(before, after, match);
}
