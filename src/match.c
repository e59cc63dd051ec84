/* The matcher: which form an instruction has. Every form of the mnemonic is tried; the one with the fewest problems is
 * the one that was meant. Qualifiers are matched as a set, the two state spaces in order. What is wrong is said
 * elsewhere (mismatch.c, available.c).
 */
#include <string.h>

#include "check.h"

unsigned ptxc_match_qualifier_problems(const struct ptxc_subject *subject, const struct ptxc_form_row *form) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const uint64_t filled = subject->match->filled;
    unsigned problems = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = ptxc_form_entry(form, use, filled);
        if (!entry || !ptxc_form_offers(entry, use->id))
            problems += ptxc_slots[use->slot].weight;
    }
    bool more = filled & PTXC_MORE_FILLED; /* what is missing may be in the part that is unknown */
    for (size_t i = 0; !more && form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (ptxc_form_lacks(form, instruction, i, filled))
            problems += ptxc_slots[ptxc_form_slot(form, i)].weight;
    return problems;
}

bool ptxc_target_expands(enum ptxc_target target) {
    return ptxc_targets[target].calls;
}

/* The role as the PTX version and the target see it: forms that become calls are stricter there. */
static enum ptxc_role target_role(const struct ptxc_subject *subject, const struct ptxc_form_row *form, uint8_t role) {
    const struct ptxc_newer_row *newer = &ptxc_newer_roles[role];
    if (newer->role && subject->environment.ptx && ptxc_gate_open((enum ptxc_gate)newer->gate, subject->environment))
        role = newer->role;
    bool call = form->kind == PTXC_FORM_EXPANDED && ptxc_target_expands(subject->environment.target);
    return (enum ptxc_role)(call && ptxc_expanded_roles[role] ? ptxc_expanded_roles[role] : role);
}

static unsigned operand_problems(const struct ptxc_subject *subject, const struct ptxc_form_row *form) {
    const struct ptxc_instruction *instruction = subject->instruction;
    unsigned problems = 0;
    if (instruction->open) /* of several forms that it may have, one that is available */
        return !ptxc_available_all(subject, form);
    size_t wanted = ptxc_form_operands(form, subject->match->filled), got = instruction->operand_count;
    for (size_t i = 0; i < got && i < wanted; i++) {
        uint8_t role = ptxc_form_argument(form, subject->match->filled, i)->role;
        if (!ptxc_operand_fits(subject, &instruction->operands[i], target_role(subject, form, role), NULL))
            problems++;
    }
    return problems + 4 * (unsigned)(got > wanted ? got - wanted : wanted - got);
}

/* The form with the fewest problems; any qualifier weighs more than all operands. */
static void choose(struct ptxc_subject *subject, unsigned *qualifiers, unsigned *operands) {
    unsigned least = ~0u;
    for (int i = 0; i < PTXC_FORM_COUNT && least > 0; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        if (form->opcode != subject->instruction->opcode)
            continue;
        unsigned qualifier = ptxc_match_qualifier_problems(subject, form);
        if (qualifier * 64 >= least)
            continue;
        unsigned operand = operand_problems(subject, form);
        if (qualifier * 64 + operand >= least)
            continue;
        least = qualifier * 64 + operand;
        subject->match->form = (enum ptxc_form)i;
        *qualifiers = qualifier;
        *operands = operand;
    }
}

static bool note_qualifiers(const struct ptxc_instruction *instruction, struct ptxc_match *match) {
    bool known = true;
    match->filled = instruction->open & PTXC_OPEN_QUALIFIERS ? PTXC_MORE_FILLED : 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        if (use->id == PTXC_Q_NONE || (unsigned)use->slot >= PTXC_SLOT_COUNT) {
            known = false;
            continue;
        }
        match->choices[use->slot] = (uint8_t)use->id;
        match->filled |= PTXC_BIT(use->slot);
    }
    return known;
}

bool ptxc_match_wants_shared(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    static const char shared[] = ".shared";
    const char *space = ptxc_qualifiers[match->choices[PTXC_SLOT_DESTINATION]].spelling;
    if (role->spaces == PTXC_BIT(PTXC_SPACE_SHARED))
        return match->choices[PTXC_SLOT_DESTINATION] != PTXC_Q_NONE;
    bool may = role->spaces ? role->spaces >> PTXC_SPACE_SHARED & 1 : role->brackets != 0;
    return may && strncmp(space, shared, strlen(shared)) == 0;
}

uint32_t ptxc_match_spaces(const struct ptxc_match *match, const struct ptxc_role_row *role) {
    const char *named = ptxc_qualifiers[match->choices[PTXC_SLOT_DESTINATION]].spelling;
    for (unsigned i = PTXC_SPACE_NONE + 1; i <= PTXC_SPACE_PARAM; i++)
        if ((role->spaces >> i & 1) && strncmp(named, ptxc_space_names[i], strlen(ptxc_space_names[i])) == 0)
            return UINT32_C(1) << i;
    return role->spaces;
}

void ptxc_match(struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    struct ptxc_match *match = subject->match;
    unsigned qualifiers = 0, operands = 0;
    *match = (struct ptxc_match){.form = PTXC_FORM_COUNT};
    if (!note_qualifiers(instruction, match)) {
        if (!subject->report->silent)
            ptxc_mismatch_unknown(subject);
        return;
    }
    choose(subject, &qualifiers, &operands);
    if (match->form == PTXC_FORM_COUNT) /* the mnemonic is none */
        return;
    const struct ptxc_form_row *form = &ptxc_forms[match->form];
    if (qualifiers > 0) {
        if (!subject->report->silent)
            ptxc_mismatch_qualifiers(subject, qualifiers);
        return;
    }
    if (instruction->open) {
        ptxc_available(subject);
        return;
    }
    for (size_t i = 0; i < instruction->operand_count; i++)
        match->roles[i] = (uint8_t)target_role(subject, form, ptxc_form_argument(form, match->filled, i)->role);
    if (operands > 0 && !subject->report->silent)
        ptxc_mismatch_operands(subject);
    match->complete = ptxc_available(subject) && operands == 0;
}
