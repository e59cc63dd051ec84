/* Edits: see edit.h.
 *
 * What was meant is not known. But a person who makes one mistake is one edit away from an instruction that assembles,
 * and the edit tells what the mistake was better than the nearest form does. So edits of the qualifiers are tried, each
 * on a copy, and the copy is judged as any instruction. This also keeps a message from offering what is refused then.
 */
#include "legality/explain/edit.h"

#include <stdio.h>
#include <string.h>

#include "legality/available.h"
#include "legality/constraints.h"
#include "legality/match.h"
#include "legality/explain/meaning.h"
#include "tables/spaces.h"

/* The search: the instruction, where it is judged, and the best edit so far. */
struct edit_search {
    const struct ptxc_subject *subject;
    struct ptxc_edit *best;
    bool keeps_spaces; /* only edits of other qualifiers count */
};

/* Fills the slots of the qualifiers anew, in the order in which they stand; false where one finds its slot taken. */
static bool place_qualifiers(struct ptxc_instruction *changed) {
    ptxc_wide filled = 0;
    for (size_t i = 0; i < changed->qualifier_count; i++) {
        struct ptxc_qualifier_use *use = &changed->qualifiers[i];
        use->slot = ptxc_opcode_slot(changed->opcode, use->id);
        if (filled >> use->slot & 1)
            use->slot = ptxc_opcode_second(changed->opcode, use->slot);
        if ((unsigned)use->slot >= PTXC_SLOT_COUNT || (filled >> use->slot & 1))
            return false;
        filled |= PTXC_WIDE_BIT(use->slot);
    }
    return true;
}

/* Whether the assembler takes the qualifier without ignoring it, as far as the form goes. */
static bool means_something(const struct ptxc_match *match, const struct ptxc_qualifier_use *use) {
    const struct ptxc_form_slot *entry = ptxc_form_entry(&ptxc_forms[match->form], use, match->filled);
    return entry && entry->presence != PTXC_PRESENCE_IGNORED;
}

/* Judges a changed instruction. One with an undocumented form, or with a new qualifier that is ignored, does not fit:
 * nobody should be told to write it. */
static enum ptxc_edit_fit judge(const struct ptxc_subject *subject, const struct ptxc_instruction *changed,
                                size_t added, struct ptxc_match *match) {
    *match = ptxc_match_find(changed, subject->environment);
    const struct ptxc_subject question = {changed, subject->environment, match, NULL};
    if (!match->known || match->form == PTXC_FORM_COUNT || match->qualifier_problems > 0 ||
        ptxc_forms[match->form].kind == PTXC_FORM_UNDOCUMENTED)
        return PTXC_EDIT_FITS_NOT;
    if (added < changed->qualifier_count && !means_something(match, &changed->qualifiers[added]))
        return PTXC_EDIT_FITS_NOT;
    if (!ptxc_available_as(&question, &ptxc_forms[match->form]) ||
        !ptxc_constraints_hold(&question, PTXC_RULE_REDUCTION))
        return PTXC_EDIT_FITS_NOT;
    if (!ptxc_match_fits(changed, match) || !ptxc_constraints_check(&question))
        return PTXC_EDIT_FITS_QUALIFIERS;
    for (size_t i = 0; i < changed->qualifier_count; i++)
        if (!means_something(match, &changed->qualifiers[i]))
            return PTXC_EDIT_FITS;
    return PTXC_EDIT_FITS_WELL;
}

/* Keeps an edit that is better than the best so far, or that is one more choice of it. `added` is the index of the new
 * qualifier in the changed instruction, if there is one. */
static void consider(struct edit_search *search, const struct ptxc_edit *edit, struct ptxc_instruction *changed,
                     size_t added) {
    struct ptxc_edit *best = search->best;
    struct ptxc_match match;
    if ((search->keeps_spaces && ptxc_slot_is_space(edit->slot)) || !place_qualifiers(changed))
        return;
    const enum ptxc_edit_fit judged = judge(search->subject, changed, added, &match);
    const enum ptxc_edit_fit fit = judged < PTXC_EDIT_FITS ? judged : PTXC_EDIT_FITS;
    if (fit < best->fit || fit == PTXC_EDIT_FITS_NOT)
        return;
    if (fit > best->fit) {
        *best = *edit;
        best->fit = fit;
        best->certain = judged == PTXC_EDIT_FITS_WELL;
        best->stays =
            judged == PTXC_EDIT_FITS_WELL && ptxc_meaning_stays(search->subject->instruction, changed, &match);
        best->match = match;
        best->place = added < changed->qualifier_count ? changed->qualifiers[added].slot : edit->slot;
        best->count = 0;
    }
    if (best->kind != edit->kind || best->index != edit->index || best->slot != edit->slot ||
        best->count == PTXC_EDIT_CHOICES)
        return;
    best->spaces[best->count][0] = match.choices[PTXC_SLOT_DESTINATION];
    best->spaces[best->count][1] = match.choices[PTXC_SLOT_SOURCE];
    best->choices[best->count++] = added < changed->qualifier_count ? (uint8_t)changed->qualifiers[added].id : 0;
}

/* Takes qualifier `index` out. */
static void take_out(struct ptxc_instruction *changed, size_t index) {
    for (size_t i = index + 1; i < changed->qualifier_count; i++)
        changed->qualifiers[i - 1] = changed->qualifiers[i];
    changed->qualifier_count--;
}

/* Puts a qualifier in before the one at `index`; false where there is no room. */
static bool put_in(struct ptxc_instruction *changed, size_t index, enum ptxc_qualifier qualifier) {
    if (changed->qualifier_count == PTXC_MAX_QUALIFIERS)
        return false;
    for (size_t i = changed->qualifier_count++; i > index; i--)
        changed->qualifiers[i] = changed->qualifiers[i - 1];
    changed->qualifiers[index] = (struct ptxc_qualifier_use){.id = qualifier};
    return true;
}

/* Lets two qualifiers change places of which one stands in the slot of a second one. */
static void try_swaps(struct edit_search *search) {
    const struct ptxc_instruction *instruction = search->subject->instruction;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        enum ptxc_slot second = ptxc_opcode_second(instruction->opcode, use->slot);
        for (size_t j = i + 1; second != PTXC_SLOT_NONE && j < instruction->qualifier_count; j++) {
            struct ptxc_instruction changed = *instruction;
            const struct ptxc_edit edit = {.kind = PTXC_EDIT_SWAP, .index = i, .other = j, .slot = use->slot};
            if (instruction->qualifiers[j].slot != second)
                continue;
            changed.qualifiers[i].id = instruction->qualifiers[j].id;
            changed.qualifiers[j].id = use->id;
            consider(search, &edit, &changed, PTXC_MAX_QUALIFIERS);
        }
    }
}

/* Puts another qualifier in the place of each: one of its kind, or one of another kind. */
static void try_others(struct edit_search *search, bool same) {
    const struct ptxc_instruction *instruction = search->subject->instruction;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        enum ptxc_slot slot = ptxc_opcode_slot(instruction->opcode, instruction->qualifiers[i].id);
        for (int q = 1; q < PTXC_Q_COUNT; q++) {
            enum ptxc_slot other = ptxc_opcode_slot(instruction->opcode, (enum ptxc_qualifier)q);
            struct ptxc_edit edit = {.kind = same ? PTXC_EDIT_REPLACE : PTXC_EDIT_INSTEAD, .index = i, .slot = other};
            if ((other == slot) != same || q == (int)instruction->qualifiers[i].id ||
                !ptxc_opcode_offers(instruction->opcode, (enum ptxc_qualifier)q))
                continue;
            struct ptxc_instruction changed = *instruction;
            changed.qualifiers[i].id = (enum ptxc_qualifier)q;
            consider(search, &edit, &changed, i);
        }
    }
}

/* Adds a qualifier; one of a kind of which there may be two, also before the one that is there. */
static void try_additions(struct edit_search *search) {
    const struct ptxc_instruction *instruction = search->subject->instruction;
    for (int q = 1; q < PTXC_Q_COUNT; q++) {
        struct ptxc_edit edit = {.kind = PTXC_EDIT_ADD,
                                 .slot = ptxc_opcode_slot(instruction->opcode, (enum ptxc_qualifier)q)};
        if (!ptxc_opcode_offers(instruction->opcode, (enum ptxc_qualifier)q))
            continue;
        bool filled = search->subject->match->filled >> edit.slot & 1;
        bool second = ptxc_opcode_second(instruction->opcode, edit.slot) != PTXC_SLOT_NONE;
        struct ptxc_instruction changed = *instruction;
        if ((!filled || second) && put_in(&changed, changed.qualifier_count, (enum ptxc_qualifier)q))
            consider(search, &edit, &changed, changed.qualifier_count - 1u);
        changed = *instruction;
        if (filled && second && put_in(&changed, 0, (enum ptxc_qualifier)q))
            consider(search, &edit, &changed, 0);
    }
}

/* Leaves each qualifier out. */
static void try_removals(struct edit_search *search) {
    for (size_t i = 0; i < search->subject->instruction->qualifier_count; i++) {
        struct ptxc_instruction changed = *search->subject->instruction;
        const struct ptxc_edit edit = {.kind = PTXC_EDIT_REMOVE, .index = i};
        take_out(&changed, i);
        consider(search, &edit, &changed, PTXC_MAX_QUALIFIERS);
    }
}

enum ptxc_edit_fit ptxc_edit_judge(const struct ptxc_subject *subject, size_t first, size_t count,
                                   enum ptxc_qualifier qualifier) {
    struct ptxc_instruction changed = *subject->instruction;
    struct ptxc_match match;
    for (size_t i = 0; i < count; i++)
        take_out(&changed, first);
    if (qualifier != PTXC_Q_NONE && !put_in(&changed, first, qualifier))
        return PTXC_EDIT_FITS_NOT;
    for (size_t i = 0; i < changed.qualifier_count; i++)
        if (changed.qualifiers[i].id == PTXC_Q_NONE)
            return PTXC_EDIT_FITS_NOT;
    const size_t added = qualifier == PTXC_Q_NONE ? PTXC_MAX_QUALIFIERS : first;
    return place_qualifiers(&changed) ? judge(subject, &changed, added, &match) : PTXC_EDIT_FITS_NOT;
}

bool ptxc_edit_place(struct ptxc_instruction *changed) {
    for (size_t i = 0; i < changed->qualifier_count; i++)
        if (changed->qualifiers[i].id == PTXC_Q_NONE)
            return false;
    return place_qualifiers(changed);
}

bool ptxc_edit_mnemonic_is_whole(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    return instruction->opcode_span.length == ptxc_opcodes[instruction->opcode].length;
}

enum ptxc_opcode ptxc_edit_mnemonic(const struct ptxc_subject *subject, bool *certain) {
    const struct ptxc_opcode_row *own = &ptxc_opcodes[subject->instruction->opcode];
    enum ptxc_opcode best = PTXC_OP_NONE;
    struct ptxc_match match;
    size_t count = 0;
    for (int i = 1; i < PTXC_OP_COUNT; i++) {
        struct ptxc_instruction changed = *subject->instruction;
        if (!ptxc_opcode_extends((enum ptxc_opcode)i, changed.opcode))
            continue;
        changed.opcode = (enum ptxc_opcode)i;
        const enum ptxc_edit_fit fit =
            place_qualifiers(&changed) ? judge(subject, &changed, PTXC_MAX_QUALIFIERS, &match) : PTXC_EDIT_FITS_NOT;
        if (fit < PTXC_EDIT_FITS)
            continue;
        *certain = ++count == 1 && fit == PTXC_EDIT_FITS_WELL && ptxc_edit_mnemonic_is_whole(subject) &&
                   strncmp(ptxc_opcodes[i].mnemonic, own->mnemonic, own->length) == 0;
        if (!best || ptxc_opcodes[i].length < ptxc_opcodes[best].length)
            best = (enum ptxc_opcode)i;
    }
    return best;
}

enum ptxc_edit_fit ptxc_edit_judge_mnemonic(const struct ptxc_subject *subject, enum ptxc_opcode opcode) {
    struct ptxc_instruction changed = *subject->instruction;
    struct ptxc_match match;
    changed.opcode = opcode;
    for (size_t i = changed.qualifier_count; i-- > 0;)
        if (changed.qualifiers[i].id == PTXC_Q_NONE)
            take_out(&changed, i);
    return place_qualifiers(&changed) ? judge(subject, &changed, PTXC_MAX_QUALIFIERS, &match) : PTXC_EDIT_FITS_NOT;
}

/* Whether the qualifier that gives way to another could as well be left out. */
static bool is_optional(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    return edit->kind == PTXC_EDIT_REPLACE && ptxc_edit_judge(subject, edit->index, 1, PTXC_Q_NONE) >= PTXC_EDIT_FITS;
}

/* Replaces an edit of the state spaces, unless the operands show that it is right, by one that keeps the direction of
 * the copy: a store may have the completion mechanism of a load. */
static void prefer_direction(const struct ptxc_subject *subject, struct ptxc_edit *edit) {
    struct ptxc_edit other = {.kind = PTXC_EDIT_NONE};
    struct edit_search search = {.subject = subject, .best = &other, .keeps_spaces = true};
    const bool spaces =
        edit->kind == PTXC_EDIT_SWAP || (edit->kind == PTXC_EDIT_REPLACE && ptxc_slot_is_space(edit->slot));
    if (!spaces || edit->stays)
        return;
    try_others(&search, true);
    if (other.kind == PTXC_EDIT_REPLACE)
        *edit = other;
}

/* Whether two qualifiers that stand together may be one that was cut in two, as .shared.cluster is. */
static bool may_be_one(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i + 1 < instruction->qualifier_count; i++) {
        char text[100];
        const char *first = ptxc_qualifiers[instruction->qualifiers[i].id].spelling;
        const char *second = ptxc_qualifiers[instruction->qualifiers[i + 1].id].spelling;
        const int length = second[0] ? snprintf(text, sizeof(text), "%s::%s", first, second + 1) : 0;
        const bool whole = length > 0 && (size_t)length < sizeof(text);
        const enum ptxc_qualifier one = whole ? ptxc_qualifier_find(text, (size_t)length) : PTXC_Q_NONE;
        if (one != PTXC_Q_NONE && ptxc_edit_judge(subject, i, 2, one) >= PTXC_EDIT_FITS)
            return true;
    }
    return false;
}

bool ptxc_edit_find(const struct ptxc_subject *subject, struct ptxc_edit *edit) {
    struct edit_search search = {.subject = subject, .best = edit};
    *edit = (struct ptxc_edit){.kind = PTXC_EDIT_NONE};
    try_swaps(&search);
    if (edit->fit < PTXC_EDIT_FITS)
        try_others(&search, true);
    /* Where a part of the qualifiers is unknown text, what is missing may be there. */
    if (edit->fit < PTXC_EDIT_FITS && !(subject->instruction->open & PTXC_OPEN_QUALIFIERS))
        try_additions(&search);
    bool certain = false;
    enum ptxc_opcode opcode = edit->fit < PTXC_EDIT_FITS ? ptxc_edit_mnemonic(subject, &certain) : PTXC_OP_NONE;
    if (opcode != PTXC_OP_NONE)
        *edit = (struct ptxc_edit){
            .kind = PTXC_EDIT_MNEMONIC, .fit = PTXC_EDIT_FITS, .opcode = opcode, .certain = certain, .stays = true};
    if (edit->fit < PTXC_EDIT_FITS)
        try_removals(&search);
    if (edit->fit < PTXC_EDIT_FITS)
        try_others(&search, false);
    prefer_direction(subject, edit);
    edit->certain = edit->certain && edit->count <= 1 && !is_optional(subject, edit) && !may_be_one(subject);
    return edit->kind != PTXC_EDIT_NONE;
}
