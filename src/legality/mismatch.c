/* What keeps an instruction from its form, in words.
 *
 * A message states the requirement of the nearest form (match.c) and then the cause. Each mistake gives one finding. A
 * fix is offered only where a single choice is left and it leads to an instruction that assembles here.
 *
 * Several forms can be equally near: with one wrong qualifier, the forms that differ only in what they take there have
 * the same count of problems. Messages therefore list what all of them would take, not only what the first of them
 * takes.
 */
#include "legality/mismatch.h"

#include <string.h>

#include "base/buffer.h"
#include "legality/available.h"
#include "legality/match.h"
#include "legality/operand_fit.h"
#include "tables/describe.h"
#include "tables/spaces.h"
#include "tables/suggest.h"

/* Gives the mnemonic that messages begin with. */
static const char *mnemonic_of(const struct ptxc_subject *subject) {
    return ptxc_opcodes[subject->instruction->opcode].mnemonic;
}

/* Begins a finding about a part of the instruction. */
static struct ptxc_finding new_finding(const struct ptxc_subject *subject, enum ptxc_rule_id rule,
                                       struct ptxc_span span) {
    return (struct ptxc_finding){.rule = rule, .span = span, .opcode = subject->instruction->opcode};
}

/* Decides whether the instruction would assemble without this qualifier, as far as its form goes. The constraints on
 * values are not looked at. */
static bool fits_without(const struct ptxc_subject *subject, size_t index) {
    /* The matcher and the gates are asked again, about a copy without the qualifier. */
    struct ptxc_instruction rest = *subject->instruction;
    for (size_t i = index + 1; i < rest.qualifier_count; i++)
        rest.qualifiers[i - 1] = rest.qualifiers[i];
    rest.qualifier_count--;
    const struct ptxc_match match = ptxc_match_find(&rest, subject->environment);
    const struct ptxc_subject question = {&rest, subject->environment, &match, NULL};
    return ptxc_match_fits(&rest, &match) && ptxc_available_check(&question) == PTXC_AVAILABLE;
}

/* Gives the end of the message about an unknown qualifier: the right spelling, a qualifier or an instruction that may
 * be meant, or that it can be left out; "" where nothing is known. */
static const char *advice(const struct ptxc_subject *subject, size_t index, enum ptxc_qualifier meant, bool certain) {
    const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[index];
    struct ptxc_arena *arena = subject->sink->arena;
    uint32_t start = subject->instruction->opcode_span.offset;
    enum ptxc_opcode other = PTXC_OP_NONE;
    if (meant != PTXC_Q_NONE)
        return ptxc_arena_format(arena, certain ? ": it is spelt %s" : "; did you mean %s?",
                                 ptxc_qualifiers[meant].spelling);
    /* The first dotted word may belong to the mnemonic: cp.async.bluk is read as cp.async with .bluk. */
    if (index == 0)
        other = ptxc_suggest_opcode(subject->sink->source + start, use->span.offset + use->span.length - start, true);
    if (other != PTXC_OP_NONE && other != subject->instruction->opcode)
        return ptxc_arena_format(arena, "; did you mean %s?", ptxc_opcodes[other].mnemonic);
    return !subject->environment.newer && fits_without(subject, index) ? "; without it the instruction assembles" : "";
}

void ptxc_mismatch_unknown(const struct ptxc_subject *subject) {
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        if (use->id != PTXC_Q_NONE)
            continue;
        const char *text = subject->sink->source + use->span.offset;
        bool certain;
        enum ptxc_qualifier meant =
            ptxc_suggest_qualifier(subject->instruction->opcode, text, use->span.length, &certain);
        /* A module for a version after the tables may use qualifiers that came with it. */
        bool newer = subject->environment.newer && !certain;
        struct ptxc_finding finding =
            new_finding(subject, newer ? PTXC_RULE_NEWER_VERSION : PTXC_RULE_UNKNOWN_QUALIFIER, use->span);
        const char *suggestion = advice(subject, i, meant, certain);
        finding.message = newer ? ptxc_arena_format(subject->sink->arena,
                                                    "ptxcheck does not know qualifier %.*s of %s: it may be newer%s",
                                                    (int)use->span.length, text, mnemonic_of(subject), suggestion)
                                : ptxc_arena_format(subject->sink->arena, "%s has no qualifier %.*s%s",
                                                    mnemonic_of(subject), (int)use->span.length, text, suggestion);
        if (certain)
            ptxc_finding_fix(&finding, use->span, ptxc_qualifiers[meant].spelling);
        ptxc_sink_give(subject->sink, &finding);
    }
}

/* What the equally near forms take in one slot, each choice with its gate. */
struct choices {
    uint8_t qualifiers[24];
    uint8_t gates[24];
    size_t count;
};

/* Adds a choice unless it is there already. What does not fit is dropped: the list is for a message. */
static void add_choice(struct choices *choices, uint8_t qualifier, uint8_t gate) {
    for (size_t i = 0; i < choices->count; i++)
        if (choices->qualifiers[i] == qualifier)
            return;
    if (choices->count == PTXC_COUNT(choices->qualifiers))
        return;
    choices->qualifiers[choices->count] = qualifier;
    choices->gates[choices->count++] = gate;
}

/* Collects what could stand in `slot`, from every form that is as near as the best one. Undocumented forms are left
 * out, unless one of them is the best: nobody should be told to write one. */
static struct choices collect(const struct ptxc_subject *subject, enum ptxc_slot slot, unsigned problems) {
    struct choices choices = {.count = 0};
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        bool documented = form->kind != PTXC_FORM_UNDOCUMENTED || i == (int)subject->match->form;
        if (!documented || form->opcode != subject->instruction->opcode ||
            ptxc_match_qualifier_problems(subject->instruction, subject->match->filled, form) != problems)
            continue;
        for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++) {
            const struct ptxc_form_slot *entry = &form->slots[j];
            if (ptxc_form_slot(form, j) != slot || entry->presence == PTXC_PRESENCE_IGNORED)
                continue;
            for (size_t k = 0; k < sizeof(entry->choices) && entry->choices[k]; k++)
                add_choice(&choices, entry->choices[k], entry->gate);
        }
    }
    return choices;
}

/* Joins the choices with commas and "or". */
static const char *choices_text(const struct ptxc_subject *subject, const struct choices *choices) {
    char buffer[300] = "";
    struct ptxc_buffer text = {buffer, sizeof(buffer), 0};
    for (size_t i = 0; i < choices->count; i++)
        ptxc_buffer_add(&text, "%s%s",
                        i == 0                    ? ""
                        : i + 1 == choices->count ? " or "
                                                  : ", ",
                        ptxc_qualifiers[choices->qualifiers[i]].spelling);
    return ptxc_arena_format(subject->sink->arena, "%s", buffer);
}

/* Decides whether the form does not take this qualifier. */
static bool wrong(const struct ptxc_subject *subject, const struct ptxc_form_row *form,
                  const struct ptxc_qualifier_use *use) {
    const struct ptxc_form_slot *entry = ptxc_form_entry(form, use, subject->match->filled);
    return !entry || !ptxc_form_offers(entry, use->id);
}

/* Finds the qualifier that explains why another one is wrong in `slot`. Some slots decide more about a form than others
 * (the column `reason` of qualifiers.def); of the qualifiers that the form takes, the one in the first of those slots
 * is named. */
static const struct ptxc_qualifier_use *reason_for(const struct ptxc_subject *subject, enum ptxc_slot slot) {
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    const struct ptxc_qualifier_use *best = NULL;
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        /* Rank 1 explains best; a slot of rank 0 explains nothing. */
        const uint8_t rank = ptxc_slots[use->slot].reason;
        bool first = rank > 0 && (!best || rank < ptxc_slots[best->slot].reason);
        if (first && use->slot != slot && !wrong(subject, form, use))
            best = use;
    }
    return best;
}

/* Decides whether the qualifier is one of the choices. */
static bool offers(const struct choices *choices, enum ptxc_qualifier qualifier) {
    for (size_t i = 0; i < choices->count; i++)
        if (choices->qualifiers[i] == qualifier)
            return true;
    return false;
}

/* Reports a qualifier that the form does not take: what could stand there instead or, where nothing could, that the
 * instruction does not accept it. */
static void raise_wrong(const struct ptxc_subject *subject, const struct ptxc_qualifier_use *use, unsigned problems) {
    struct ptxc_arena *arena = subject->sink->arena;
    struct choices choices = collect(subject, use->slot, problems);
    const struct ptxc_qualifier_use *reason = reason_for(subject, use->slot);
    const char *spelling = ptxc_qualifiers[use->id].spelling;
    struct ptxc_finding finding = new_finding(subject, PTXC_RULE_QUALIFIER, use->span);
    const char *with = reason ? ptxc_arena_format(arena, " with %s", ptxc_qualifiers[reason->id].spelling) : "";
    if (reason)
        finding.cause = reason->span;
    /* Also where the same qualifier is offered: a condition on other qualifiers excludes it, so naming it would be no
     * help. */
    if (choices.count == 0 || offers(&choices, use->id)) {
        finding.message = ptxc_arena_format(arena, "%s does not accept %s%s", mnemonic_of(subject), spelling, with);
    } else {
        finding.message = ptxc_arena_format(arena, "the %s must be %s%s, not %s", ptxc_slots[use->slot].name,
                                            choices_text(subject, &choices), with, spelling);
        /* The fix repairs the instruction only if this qualifier is the only problem. */
        bool only = choices.count == 1 && problems == ptxc_slots[use->slot].weight;
        if (only && ptxc_gate_open((enum ptxc_gate)choices.gates[0], subject->environment))
            ptxc_finding_fix(&finding, use->span, ptxc_qualifiers[choices.qualifiers[0]].spelling);
    }
    ptxc_sink_give(subject->sink, &finding);
}

/* Gives the note with the syntax of the nearest form, in which the qualifiers that were written are filled in. */
static const char *form_note(const struct ptxc_subject *subject) {
    char syntax[700];
    ptxc_form_describe(subject->match->form, subject->match->choices, syntax, sizeof(syntax));
    return ptxc_arena_format(subject->sink->arena, "the form is %s", syntax);
}

/* Gives the indefinite article, told from the first letter: "an eviction priority". */
static const char *article_for(const char *word) {
    return strchr("aeio", word[0]) ? "an" : "a";
}

/* Reports a qualifier that entry `index` of the form requires, and lists what could stand there. */
static void raise_missing(const struct ptxc_subject *subject, size_t index, unsigned problems) {
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    enum ptxc_slot slot = ptxc_form_slot(form, index);
    struct choices choices = collect(subject, slot, problems);
    struct ptxc_finding finding = new_finding(subject, PTXC_RULE_MISSING_QUALIFIER, subject->instruction->opcode_span);
    finding.message =
        ptxc_arena_format(subject->sink->arena, "%s needs %s %s: %s", mnemonic_of(subject),
                          article_for(ptxc_slots[slot].name), ptxc_slots[slot].name, choices_text(subject, &choices));
    ptxc_finding_note(&finding, form_note(subject), (struct ptxc_span){0, 0});
    ptxc_sink_give(subject->sink, &finding);
}

void ptxc_mismatch_qualifiers(const struct ptxc_subject *subject) {
    const unsigned problems = subject->match->qualifier_problems;
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    bool spaces = false; /* the two state spaces are one choice: what is wrong with them is said once */
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        bool space = ptxc_slot_is_space(use->slot);
        if (!wrong(subject, form, use) || (space && spaces))
            continue;
        spaces |= space;
        raise_wrong(subject, use, problems);
    }
    /* Where further qualifiers may be in unknown text, none is missing for certain. */
    bool open = instruction->open & PTXC_OPEN_QUALIFIERS;
    for (size_t i = 0; !open && form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        enum ptxc_slot slot = ptxc_form_slot(form, i);
        bool space = ptxc_slot_is_space(slot);
        if (!ptxc_form_lacks(form, instruction, i, subject->match->filled) || (space && spaces))
            continue;
        spaces |= space;
        raise_missing(subject, i, problems);
    }
}

/* Decides whether the operands fit when the one at `skipped` is left out, or when one is `missing` there. This finds
 * the place of the mistake, so that the message is not about the operands after it. */
static bool rest_fits(const struct ptxc_subject *subject, size_t skipped, bool missing) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    for (size_t i = 0; i < instruction->operand_count; i++) {
        if (!missing && i == skipped)
            continue;
        size_t place = i < skipped ? i : missing ? i + 1 : i - 1;
        uint8_t role = ptxc_form_argument(form, subject->match->filled, place)->role;
        if (!ptxc_operand_fits(subject, &instruction->operands[i], (enum ptxc_role)role, NULL))
            return false;
    }
    return true;
}

/* Gives the slot whose qualifier asks for the operand, or PTXC_SLOT_NONE: an operand with a condition on several slots
 * is told by the first. */
static enum ptxc_slot slot_of(const struct ptxc_form_argument *argument) {
    unsigned slot = 0;
    while (slot < PTXC_SLOT_COUNT && !(argument->with >> slot & 1))
        slot++;
    return slot < PTXC_SLOT_COUNT ? (enum ptxc_slot)slot : PTXC_SLOT_NONE;
}

/* Reports the operand that is missing, with the qualifier that asks for it, if any. */
static void raise_missing_operand(const struct ptxc_subject *subject, size_t wanted) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    /* If a single operand is missing, it is the one that must be put in for the others to fit. The search starts at the
     * end, where optional operands are. If several are missing, or none makes the others fit, the first one that is
     * beyond those written is named. */
    size_t got = instruction->operand_count, place = got;
    while (place > 0 && !rest_fits(subject, place, true))
        place--;
    if (wanted != got + 1 || !rest_fits(subject, place, true))
        place = got;
    const struct ptxc_form_argument *argument = ptxc_form_argument(form, subject->match->filled, place);
    const struct ptxc_qualifier_use *use = ptxc_instruction_qualifier(instruction, slot_of(argument));
    struct ptxc_span span = instruction->opcode_span;
    if (got > 0)
        span = instruction->operands[place < got ? place : got - 1].span;
    struct ptxc_finding finding = new_finding(subject, PTXC_RULE_OPERAND_COUNT, span);
    const char *name = ptxc_operand_names[argument->name].title;
    if (use) {
        finding.cause = use->span;
        finding.message = ptxc_arena_format(subject->sink->arena, "%s is missing: %s needs it", name,
                                            ptxc_qualifiers[use->id].spelling);
    } else {
        finding.message = ptxc_arena_format(subject->sink->arena, "%s is missing", name);
    }
    ptxc_finding_note(&finding, form_note(subject), (struct ptxc_span){0, 0});
    ptxc_sink_give(subject->sink, &finding);
}

/* Finds the qualifier that would allow the operand: the form takes such an operand only with it, and it is not written.
 * `*name` is what messages call the operand then. */
static enum ptxc_qualifier opener_of(const struct ptxc_subject *subject, const struct ptxc_operand *operand,
                                     const char **name) {
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    for (const struct ptxc_form_argument *argument = form->arguments; argument->role; argument++) {
        enum ptxc_slot slot = slot_of(argument);
        if (slot == PTXC_SLOT_NONE || (subject->match->filled >> slot & 1) ||
            !ptxc_operand_fits(subject, operand, (enum ptxc_role)argument->role, NULL))
            continue;
        for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
            if (ptxc_form_slot(form, i) != slot ||
                !ptxc_gate_open((enum ptxc_gate)form->slots[i].gate, subject->environment))
                continue;
            *name = ptxc_operand_names[argument->name].title;
            return (enum ptxc_qualifier)form->slots[i].choices[0];
        }
    }
    return PTXC_Q_NONE;
}

/* Reports the first operand that is too many, or the qualifier that is missing for it. */
static void raise_extra_operand(const struct ptxc_subject *subject, size_t wanted) {
    const struct ptxc_instruction *instruction = subject->instruction;
    /* As above: the operand without which the others fit, or else the first one after those that the form has. */
    size_t place = instruction->operand_count - 1;
    while (place > 0 && !rest_fits(subject, place, false))
        place--;
    if (!rest_fits(subject, place, false))
        place = wanted;
    const struct ptxc_operand *operand = &instruction->operands[place];
    const char *name = "";
    enum ptxc_qualifier opener = opener_of(subject, operand, &name);
    struct ptxc_finding finding = new_finding(subject, PTXC_RULE_OPERAND_COUNT, operand->span);
    int length = operand->span.length > 60 ? 60 : (int)operand->span.length;
    const char *text = subject->sink->source + operand->span.offset;
    if (opener)
        finding.message = ptxc_arena_format(subject->sink->arena, "%s '%.*s' needs %s", name, length, text,
                                            ptxc_qualifiers[opener].spelling);
    else
        finding.message = ptxc_arena_format(subject->sink->arena, "unexpected operand '%.*s'", length, text);
    ptxc_finding_note(&finding, form_note(subject), (struct ptxc_span){0, 0});
    ptxc_sink_give(subject->sink, &finding);
}

void ptxc_mismatch_operands(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    size_t wanted = ptxc_form_operands(&ptxc_forms[subject->match->form], subject->match->filled);
    if (instruction->operand_count < wanted) {
        raise_missing_operand(subject, wanted);
        return;
    }
    if (instruction->operand_count > wanted) {
        raise_extra_operand(subject, wanted);
        return;
    }
    for (size_t i = 0; i < wanted; i++) { /* ptxc_operand_fits names the rule */
        struct ptxc_finding finding = new_finding(subject, PTXC_RULE_COUNT, instruction->operands[i].span);
        if (!ptxc_operand_fits(subject, &instruction->operands[i], (enum ptxc_role)subject->match->roles[i], &finding))
            ptxc_sink_give(subject->sink, &finding);
    }
}
