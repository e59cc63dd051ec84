/* What is wrong with the qualifiers of an instruction, in words.
 *
 * A message states the requirement and then the cause. It is about the one edit that mends the instruction (edit.c) or,
 * where no single edit does, about the nearest form (match.c); in both cases there is one finding, and what else is
 * wrong stands in its notes. A fix is offered only where a single choice is left and it leads to an instruction that
 * assembles here.
 *
 * Several forms can be equally near: with one wrong qualifier, the forms that differ only in what they take there have
 * the same count of problems. Messages therefore list what all of them would take, not only what the first of them
 * takes.
 */
#include "legality/explain/mismatch.h"

#include <string.h>

#include "base/buffer.h"
#include "legality/available.h"
#include "legality/explain/edit.h"
#include "legality/match.h"
#include "legality/wording.h"
#include "tables/spaces.h"
#include "tables/open.h"

/* Returns the indefinite article, told from the first letter: "an eviction priority". */
static const char *article_for(const char *word) {
    return strchr("aeio", word[0]) ? "an" : "a";
}

/* Adds a choice unless it is there already. What does not fit is dropped: the list is for a message. */
static void add_choice(struct ptxc_edit *edit, uint8_t qualifier) {
    if (edit->count < PTXC_EDIT_CHOICES && !memchr(edit->choices, qualifier, edit->count))
        edit->choices[edit->count++] = qualifier;
}

/* Collects what could stand in `slot`, from every form that is as near as the best one: what the version and the target
 * have or, where they have none of it, all. Undocumented forms are left out, unless one of them is the best: nobody
 * should be told to write one. */
static void collect(const struct ptxc_subject *subject, struct ptxc_edit *edit, bool here) {
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        bool documented = form->kind != PTXC_FORM_UNDOCUMENTED || i == (int)subject->match->form;
        if (!documented || form->opcode != subject->instruction->opcode ||
            ptxc_match_qualifier_problems(subject->instruction, subject->match->filled, form) !=
                subject->match->qualifier_problems)
            continue;
        for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++) {
            const struct ptxc_form_slot *entry = &form->slots[j];
            bool open = ptxc_gate_open(form->gate, subject->environment) &&
                        ptxc_gate_open((enum ptxc_gate)entry->gate, subject->environment);
            if (ptxc_form_slot(form, j) != edit->slot || entry->presence == PTXC_PRESENCE_IGNORED || (here && !open))
                continue;
            for (size_t k = 0; k < sizeof(entry->choices) && entry->choices[k]; k++)
                add_choice(edit, entry->choices[k]);
        }
    }
    if (here && edit->count == 0)
        collect(subject, edit, false);
}

/* Writes "a, b or c" piece by piece. */
static void add_listed(struct ptxc_buffer *text, size_t index, size_t count, const char *first, const char *second) {
    ptxc_buffer_add(text, "%s%s%s", index == 0 ? "" : index + 1 == count ? " or " : ", ", first, second);
}

/* Joins the choices with commas and "or"; with `pairs`, each as both state spaces of the instruction. */
static const char *choices_text(const struct ptxc_subject *subject, const struct ptxc_edit *edit, bool pairs) {
    char buffer[400] = "";
    struct ptxc_buffer text = {buffer, sizeof(buffer), 0};
    for (size_t i = 0; i < edit->count; i++)
        add_listed(&text, i, edit->count, ptxc_qualifiers[pairs ? edit->spaces[i][0] : edit->choices[i]].spelling,
                   pairs ? ptxc_qualifiers[edit->spaces[i][1]].spelling : "");
    return ptxc_arena_format(subject->sink->arena, "%s", buffer);
}

/* Whether the form of the match does not take this qualifier. */
static bool wrong(const struct ptxc_match *match, const struct ptxc_qualifier_use *use) {
    const struct ptxc_form_slot *entry = ptxc_form_entry(&ptxc_forms[match->form], use, match->filled);
    return !entry || !ptxc_form_offers(entry, use->id);
}

/* Finds the qualifier that explains why the one at `index` is wrong. Some slots decide more about a form than others
 * (the column `reason` of qualifiers.def); of the qualifiers that the form takes, the one in the first of those slots
 * is named. */
static const struct ptxc_qualifier_use *reason_for(const struct ptxc_subject *subject, const struct ptxc_match *match,
                                                   size_t index) {
    const struct ptxc_qualifier_use *best = NULL, *uses = subject->instruction->qualifiers;
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        /* Rank 1 explains best; a slot of rank 0 explains nothing. */
        const uint8_t rank = ptxc_slots[uses[i].slot].reason;
        bool first = rank > 0 && (!best || rank < ptxc_slots[best->slot].reason);
        if (first && uses[i].slot != uses[index].slot && !wrong(match, &uses[i]))
            best = &uses[i];
    }
    return best;
}

/* Finds a qualifier other than the one at `index` that the nearest form does not take: where that one is to change, it
 * is for the sake of this. */
static const struct ptxc_qualifier_use *served_by(const struct ptxc_subject *subject, size_t index) {
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++)
        if (i != index && wrong(subject->match, &subject->instruction->qualifiers[i]))
            return &subject->instruction->qualifiers[i];
    return NULL;
}

/* Returns " with .tile", and makes that qualifier the cause of the finding; "" where none explains it. */
static const char *because(const struct ptxc_subject *subject, const struct ptxc_match *match, size_t index,
                           struct ptxc_finding *finding) {
    const struct ptxc_qualifier_use *reason = reason_for(subject, match, index);
    if (match != subject->match && served_by(subject, index))
        reason = served_by(subject, index);
    if (!reason)
        return "";
    finding->cause = reason->span;
    return ptxc_arena_format(subject->sink->arena, " with %s", ptxc_qualifiers[reason->id].spelling);
}

/* Returns the requirement that a missing qualifier breaks: "a cache operator: .ca or .cg". Of a state space that stands
 * alone where there must be two, it is not known which of them it is. */
static const char *need_text(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    struct ptxc_arena *arena = subject->sink->arena;
    const struct ptxc_qualifier_use *alone = ptxc_instruction_qualifier(subject->instruction, PTXC_SLOT_DESTINATION);
    if (ptxc_slot_is_space(edit->slot) && edit->spaces[0][1] && alone)
        return ptxc_arena_format(arena, "two state spaces: %s, not %s alone", choices_text(subject, edit, true),
                                 ptxc_qualifiers[alone->id].spelling);
    const char *name = ptxc_slots[edit->place].words;
    return ptxc_arena_format(arena, "%s %s: %s", article_for(name), name, choices_text(subject, edit, false));
}

/* Reports a qualifier that must be one of several others. */
static void report_other(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[edit->index];
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_QUALIFIER, use->span);
    const char *with = because(subject, &edit->match, edit->index, &finding);
    finding.message =
        ptxc_arena_format(subject->sink->arena, "the %s must be %s%s, not %s", ptxc_slots[use->slot].words,
                          choices_text(subject, edit, false), with, ptxc_qualifiers[use->id].spelling);
    finding.offer = !edit->stays;
    if (edit->certain)
        ptxc_finding_fix(&finding, use->span, ptxc_qualifiers[edit->choices[0]].spelling);
    ptxc_sink_give(subject->sink, &finding);
}

/* Reports two qualifiers that stand in each other's place. */
static void report_swapped(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    const struct ptxc_qualifier_use *first = &subject->instruction->qualifiers[edit->index];
    const struct ptxc_qualifier_use *second = &subject->instruction->qualifiers[edit->other];
    const char *earlier = ptxc_qualifiers[second->id].spelling, *later = ptxc_qualifiers[first->id].spelling;
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_QUALIFIER, first->span);
    finding.cause = second->span;
    finding.message =
        ptxc_arena_format(subject->sink->arena, "the %s must be %s and the %s %s: %s comes first",
                          ptxc_slots[first->slot].words, earlier, ptxc_slots[second->slot].words, later, earlier);
    finding.offer = !edit->stays;
    if (edit->certain) {
        ptxc_finding_fix(&finding, first->span, earlier);
        ptxc_finding_fix(&finding, second->span, later);
    }
    ptxc_sink_give(subject->sink, &finding);
}

/* Finds the qualifier after which the one that is missing stands in the order of the form; NULL: none stands before it.
 * One that the missing one pushes into the second slot of its kind comes after it. */
static const struct ptxc_qualifier_use *place_before(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    const struct ptxc_form_row *form = &ptxc_forms[edit->match.form];
    const struct ptxc_qualifier_use added = {.id = (enum ptxc_qualifier)edit->choices[0], .slot = edit->place};
    const struct ptxc_form_slot *end = ptxc_form_entry(form, &added, edit->match.filled), *last = NULL;
    const struct ptxc_qualifier_use *before = NULL;
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = ptxc_form_entry(form, use, edit->match.filled);
        if (use->slot == edit->place || !entry || entry >= end || (last && entry < last))
            continue;
        before = use;
        last = entry;
    }
    return before;
}

/* Adds the fix that writes the missing qualifier in its place, if nothing else could stand there. It is written with
 * the word before it, since an edit replaces text. */
static void fix_missing(const struct ptxc_subject *subject, const struct ptxc_edit *edit,
                        struct ptxc_finding *finding) {
    const enum ptxc_qualifier missing = (enum ptxc_qualifier)edit->choices[0];
    if (!edit->certain)
        return;
    const struct ptxc_qualifier_use *before = place_before(subject, edit);
    if (!before && !ptxc_edit_mnemonic_is_whole(subject))
        return;
    const size_t index = before ? (size_t)(before - subject->instruction->qualifiers) + 1 : 0;
    if (ptxc_edit_judge(subject, index, 0, missing) != PTXC_EDIT_FITS_WELL)
        return;
    const char *word = before ? ptxc_qualifiers[before->id].spelling : ptxc_wording_mnemonic(subject);
    ptxc_finding_fix(finding, before ? before->span : subject->instruction->opcode_span,
                     ptxc_arena_format(subject->sink->arena, "%s%s", word, ptxc_qualifiers[missing].spelling));
}

/* Reports that a qualifier is missing, where `edit` lists what could stand there. */
static void report_missing(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    struct ptxc_finding finding =
        ptxc_wording_finding(subject, PTXC_RULE_MISSING_QUALIFIER, subject->instruction->opcode_span);
    finding.message = ptxc_arena_format(subject->sink->arena, "%s needs %s", ptxc_wording_mnemonic(subject),
                                        need_text(subject, edit));
    struct ptxc_match shown = edit->match;
    if (ptxc_slot_is_space(edit->slot) || edit->count > 1) /* a choice that was not made is shown as one */
        memcpy(shown.choices, subject->match->choices, sizeof(shown.choices));
    ptxc_finding_note(&finding, ptxc_wording_form(subject, &shown), (struct ptxc_span){0, 0});
    finding.offer = !edit->stays;
    fix_missing(subject, edit, &finding);
    ptxc_sink_give(subject->sink, &finding);
}

/* Reports a qualifier that the instruction does not take at all; `end` goes on with what would do, and `mnemonic` is
 * the one that certainly was meant, or NULL. */
static void report_refused(const struct ptxc_subject *subject, const struct ptxc_match *match, size_t index,
                           const char *end, const char *mnemonic) {
    const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[index];
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_QUALIFIER, use->span);
    const char *with = because(subject, match, index, &finding);
    finding.message = ptxc_arena_format(subject->sink->arena, "%s does not accept %s%s%s",
                                        ptxc_wording_mnemonic(subject), ptxc_qualifiers[use->id].spelling, with, end);
    if (mnemonic)
        ptxc_finding_fix(&finding, subject->instruction->opcode_span, mnemonic);
    ptxc_sink_give(subject->sink, &finding);
}

/* Begins the finding about a qualifier that the nearest form does not take. */
static struct ptxc_finding nearest_wrong(const struct ptxc_subject *subject, size_t index) {
    const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[index];
    struct ptxc_arena *arena = subject->sink->arena;
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_QUALIFIER, use->span);
    struct ptxc_edit edit = {.slot = use->slot};
    const char *with = because(subject, subject->match, index, &finding);
    collect(subject, &edit, true);
    /* Also where the same qualifier is offered: a condition on other qualifiers excludes it, so naming it would be no
     * help. */
    if (edit.count == 0 || memchr(edit.choices, (int)use->id, edit.count))
        finding.message = ptxc_arena_format(arena, "%s does not accept %s%s", ptxc_wording_mnemonic(subject),
                                            ptxc_qualifiers[use->id].spelling, with);
    else
        finding.message =
            ptxc_arena_format(arena, "the %s must be %s%s, not %s", ptxc_slots[use->slot].words,
                              choices_text(subject, &edit, false), with, ptxc_qualifiers[use->id].spelling);
    return finding;
}

/* Makes what is found first the finding, and of the rest notes. */
static void gather(struct ptxc_finding *all, bool *any, const struct ptxc_finding *more, const char *note) {
    if (*any)
        ptxc_finding_note(all, note, more->span);
    else
        *all = *more;
    *any = true;
}

/* Reports all that keeps the qualifiers from the nearest form, in one finding. */
static void report_nearest(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    struct ptxc_finding all;
    bool any = false, spaces = false; /* the two state spaces are one choice: what is wrong with them is said once */
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        bool space = ptxc_slot_is_space(instruction->qualifiers[i].slot);
        if (!wrong(subject->match, &instruction->qualifiers[i]) || (space && spaces))
            continue;
        spaces |= space;
        const struct ptxc_finding more = nearest_wrong(subject, i);
        gather(&all, &any, &more, more.message);
    }
    /* Where further qualifiers may be in unknown text, none is missing for certain. */
    bool open = instruction->open & PTXC_OPEN_QUALIFIERS;
    for (size_t i = 0; !open && form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        struct ptxc_edit edit = {.slot = ptxc_form_slot(form, i), .place = ptxc_form_slot(form, i)};
        bool space = ptxc_slot_is_space(edit.slot);
        if (!ptxc_form_lacks(form, instruction, i, subject->match->filled) || (space && spaces))
            continue;
        spaces |= space;
        collect(subject, &edit, true);
        struct ptxc_finding more = ptxc_wording_finding(subject, PTXC_RULE_MISSING_QUALIFIER, instruction->opcode_span);
        const char *need = need_text(subject, &edit);
        more.message = ptxc_arena_format(subject->sink->arena, "%s needs %s", ptxc_wording_mnemonic(subject), need);
        gather(&all, &any, &more, ptxc_arena_format(subject->sink->arena, "it needs %s", need));
    }
    if (!any)
        return;
    ptxc_finding_note(&all, ptxc_wording_form(subject, subject->match), (struct ptxc_span){0, 0});
    ptxc_sink_give(subject->sink, &all);
}

/* Reports that another mnemonic was meant, at the first qualifier that this one does not take. */
static void report_mnemonic(const struct ptxc_subject *subject, const struct ptxc_edit *edit) {
    const char *end = ptxc_wording_mnemonic_meant(subject, edit->opcode);
    const char *certain = edit->certain ? ptxc_opcodes[edit->opcode].mnemonic : NULL;
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        if (!wrong(subject->match, &subject->instruction->qualifiers[i]))
            continue;
        report_refused(subject, subject->match, i, end, certain);
        return;
    }
    struct ptxc_finding finding =
        ptxc_wording_finding(subject, PTXC_RULE_MISSING_QUALIFIER, subject->instruction->opcode_span);
    finding.message =
        ptxc_arena_format(subject->sink->arena, "%s needs more qualifiers%s", ptxc_wording_mnemonic(subject), end);
    if (certain)
        ptxc_finding_fix(&finding, finding.span, certain);
    ptxc_sink_give(subject->sink, &finding);
}

void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject) {
    struct ptxc_edit edit;
    if (!ptxc_edit_find(subject, &edit)) {
        if (ptxc_available_nearest(subject))
            report_nearest(subject);
        return;
    }
    switch (edit.kind) {
    case PTXC_EDIT_NONE: break;
    case PTXC_EDIT_SWAP: report_swapped(subject, &edit); break;
    case PTXC_EDIT_REPLACE: report_other(subject, &edit); break;
    case PTXC_EDIT_ADD: report_missing(subject, &edit); break;
    case PTXC_EDIT_MNEMONIC: report_mnemonic(subject, &edit); break;
    case PTXC_EDIT_REMOVE: report_refused(subject, &edit.match, edit.index, "", NULL); break;
    case PTXC_EDIT_INSTEAD:
        report_refused(subject, &edit.match, edit.index,
                       ptxc_arena_format(subject->sink->arena, "; it needs %s", need_text(subject, &edit)), NULL);
    }
}
