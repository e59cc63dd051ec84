/* The matcher: finds the form that an instruction has, or else the nearest one.
 *
 * Every form of the mnemonic is tried, and its problems are counted: each qualifier that the form does not take or that
 * is missing counts with the weight of its slot (qualifiers.def), then each operand that does not fit. The form with
 * the fewest problems is taken for the one that was meant, and messages speak of that form. Qualifiers are compared as
 * a set, since the assembler accepts them in any order; only the two state spaces are told apart by their order. What
 * is wrong is said elsewhere (mismatch.c, available.c).
 */
#include "legality/match.h"

#include <string.h>

#include "legality/available.h"
#include "legality/operand_fit.h"
#include "tables/open.h"

unsigned ptxc_match_qualifier_problems(const struct ptxc_instruction *instruction, ptxc_wide filled,
                                       const struct ptxc_form_row *form) {
    unsigned problems = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = ptxc_form_entry(form, use, filled);
        if (!entry || !ptxc_form_offers(entry, use->id))
            problems += ptxc_slots[use->slot].weight;
    }
    /* Where a part of the qualifiers is unknown text, what is missing may be there. */
    const bool more = filled & PTXC_MORE_FILLED;
    const struct ptxc_form_index *index = &ptxc_form_index[form - ptxc_forms];
    const bool complete = !(index->needs & ~filled) && !index->asks;
    for (size_t i = 0; !more && !complete && form->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (ptxc_form_lacks(form, instruction, i, filled))
            problems += ptxc_slots[ptxc_form_slot(form, i)].weight;
    return problems;
}

/* Returns the role that an operand has on the target: where the form becomes a call the operands are those of the call.
 */
static enum ptxc_role target_role(enum ptxc_target target, const struct ptxc_form_row *form, uint8_t role) {
    bool call = form->kind == PTXC_FORM_EXPANDED && ptxc_targets[target].calls;
    return (enum ptxc_role)(call && ptxc_expanded_roles[role] ? ptxc_expanded_roles[role] : role);
}

/* Returns the role that an operand has for this PTX version and target. A newer assembler may ask for another one
 * (NEWER in operands.def). Where the version is open, it is the one of the two that the operand fits: what one
 * assembler takes is legal somewhere. */
static enum ptxc_role operand_role(const struct ptxc_subject *subject, const struct ptxc_form_row *form, uint8_t role,
                                   size_t operand) {
    const enum ptxc_target target = subject->environment.target;
    const struct ptxc_operand *written = &subject->instruction->operands[operand];
    for (const struct ptxc_newer_row *newer = &ptxc_newer_roles[role]; newer->role; newer = &ptxc_newer_roles[role]) {
        const enum ptxc_gate gate = (enum ptxc_gate)newer->gate;
        if (!ptxc_gate_open(gate, subject->environment) ||
            (!ptxc_gate_open_surely(gate, subject->environment) &&
             ptxc_operand_fits(subject, written, target_role(target, form, role), NULL)))
            break;
        role = newer->role;
    }
    return target_role(target, form, role);
}

/* Counts what is wrong with the operands for this form. A wrong number of them weighs more than an operand that does
 * not fit, since then the others are compared at the wrong places. */
static unsigned operand_problems(const struct ptxc_subject *subject, const struct ptxc_form_row *form,
                                 ptxc_wide filled) {
    const struct ptxc_instruction *instruction = subject->instruction;
    unsigned problems = 0;
    /* The operands go on in unknown text and are not compared. Of several forms, one that is available is nearer. */
    if (instruction->open & PTXC_OPEN_OPERANDS)
        return !ptxc_available_as(subject, form);
    const struct ptxc_form_argument *arguments[PTXC_FORM_ARGUMENTS];
    size_t wanted = ptxc_form_arguments(form, filled, arguments), got = instruction->operand_count;
    for (size_t i = 0; i < got && i < wanted; i++)
        if (!ptxc_operand_fits(subject, &instruction->operands[i], operand_role(subject, form, arguments[i]->role, i),
                               NULL))
            problems++;
    if (instruction->open)
        problems += !ptxc_available_as(subject, form);
    return problems + 4 * (unsigned)(got > wanted ? got - wanted : wanted - got);
}

/* Counts what is wrong with the operands where unknown text may fill further slots: with those that ask for the
 * operands that are there. `*filled` becomes all slots that are filled then. */
static unsigned open_problems(const struct ptxc_subject *subject, const struct ptxc_form_row *form, ptxc_wide *filled) {
    const ptxc_wide seen = subject->match->filled;
    ptxc_wide slots = 0, more;
    unsigned least = ~0u;
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++)
        slots |= (ptxc_wide)argument->with | (ptxc_wide)argument->without;
    slots = seen & PTXC_MORE_FILLED ? slots & ~seen : 0;
    more = slots;
    do { /* each set of these slots, the empty one last */
        const unsigned problems = operand_problems(subject, form, seen | more);
        if (problems <= least)
            *filled = seen | more;
        least = problems < least ? problems : least;
    } while (more && (more = (more - 1) & slots, true));
    return least;
}

/* Whether a form is no nearer than the one chosen, but can be had here and that one cannot. */
static bool is_rather_meant(const struct ptxc_subject *subject, const struct ptxc_form_row *form) {
    return !ptxc_available_as(subject, &ptxc_forms[subject->match->form]) && ptxc_available_as(subject, form);
}

/* Whether every operand fits this form, and notes their roles. A role that is noted already, from a form that
 * was tried before, is one that the operand fits. */
static bool operands_fit(const struct ptxc_subject *subject, const struct ptxc_form_row *form, uint8_t *roles) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_form_argument *arguments[PTXC_FORM_ARGUMENTS];
    if (ptxc_form_arguments(form, subject->match->filled, arguments) != instruction->operand_count)
        return false;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const enum ptxc_role role = operand_role(subject, form, arguments[i]->role, i);
        if (roles[i] != role && !ptxc_operand_fits(subject, &instruction->operands[i], role, NULL))
            return false;
        roles[i] = (uint8_t)role;
    }
    return true;
}

/* Stores the first form of the mnemonic that fits, with the roles of its operands; false where none does. It is what
 * the search for the nearest one would find, too. */
static bool choose_fitting(const struct ptxc_subject *subject, struct ptxc_match *match) {
    const struct ptxc_instruction *instruction = subject->instruction;
    uint8_t roles[PTXC_MAX_OPERANDS] = {0};
    size_t tried = PTXC_FORM_COUNT;
    bool fits = false;
    if (instruction->open || (unsigned)instruction->opcode >= PTXC_OP_COUNT)
        return false;
    for (size_t i = ptxc_forms_begin[instruction->opcode]; i < ptxc_forms_begin[instruction->opcode + 1]; i++) {
        const uint8_t id = ptxc_forms_sorted[i], like = ptxc_form_index[id].like;
        if (like != tried)
            fits = ptxc_form_has_slots(id, match->filled) &&
                   ptxc_form_fits(&ptxc_forms[id], instruction, match->filled, match->entries);
        tried = like;
        if (!fits || !operands_fit(subject, &ptxc_forms[id], roles))
            continue;
        match->form = (enum ptxc_form)id;
        match->fits = true;
        memcpy(match->roles, roles, sizeof(roles));
        return true;
    }
    return false;
}

/* Stores the form with the fewest problems, of equally near ones the first that can be had here. The factor 64 makes
 * any qualifier weigh more than all operands, so operands are compared only where the qualifiers are not already worse.
 */
static void choose(const struct ptxc_subject *subject, struct ptxc_match *match) {
    unsigned least = ~0u;
    ptxc_wide filled = match->filled, best = filled;
    const unsigned opcode = (unsigned)subject->instruction->opcode;
    const size_t first = opcode < PTXC_OP_COUNT ? ptxc_forms_begin[opcode] : 0;
    const size_t end = opcode < PTXC_OP_COUNT ? ptxc_forms_begin[opcode + 1] : 0;
    for (size_t i = first; i < end && least > 0; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[ptxc_forms_sorted[i]];
        unsigned qualifiers = ptxc_match_qualifier_problems(subject->instruction, match->filled, form);
        if (qualifiers * 64 > least)
            continue;
        unsigned operands = open_problems(subject, form, &filled);
        if (qualifiers * 64 + operands > least ||
            (qualifiers * 64 + operands == least && !is_rather_meant(subject, form)))
            continue;
        least = qualifiers * 64 + operands;
        match->form = (enum ptxc_form)ptxc_forms_sorted[i];
        match->qualifier_problems = qualifiers;
        match->operand_problems = operands;
        best = filled;
    }
    match->filled = best;
}

/* Notes which qualifier fills which slot; false where one is not in the tables. */
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
        match->filled |= PTXC_WIDE_BIT(use->slot);
    }
    return known;
}

struct ptxc_match ptxc_match_find(const struct ptxc_instruction *instruction, struct ptxc_environment environment) {
    struct ptxc_match match = {.form = PTXC_FORM_COUNT};
    const struct ptxc_subject question = {instruction, environment, &match, NULL};
    match.known = note_qualifiers(instruction, &match);
    if (!match.known)
        return match;
    if (choose_fitting(&question, &match))
        return match;
    choose(&question, &match);
    /* With other qualifiers the operands might have other roles, so none is noted then. */
    if (match.form == PTXC_FORM_COUNT || match.qualifier_problems > 0 || (instruction->open & PTXC_OPEN_OPERANDS))
        return match;
    const struct ptxc_form_row *form = &ptxc_forms[match.form];
    for (size_t i = 0; i < instruction->operand_count; i++)
        match.roles[i] = (uint8_t)operand_role(&question, form, ptxc_form_argument(form, match.filled, i)->role, i);
    return match;
}

bool ptxc_match_fits(const struct ptxc_instruction *instruction, const struct ptxc_match *match) {
    return match->known && match->form != PTXC_FORM_COUNT && match->qualifier_problems == 0 &&
           match->operand_problems == 0 && !instruction->open;
}
