/* What is wrong with the operands of an instruction whose qualifiers fit, in words.
 *
 * Where a single edit makes all operands fit (two change places, a bracket closes too early, one is missing or too
 * many), that is reported and nothing else. Otherwise each operand is held against the nearest form.
 */
#include "legality/explain/mismatch.h"

#include "legality/available.h"
#include "legality/constraints.h"
#include "legality/explain/edit.h"
#include "legality/match.h"
#include "legality/explain/meaning.h"
#include "legality/explain/fix.h"
#include "legality/operand_fit.h"
#include "legality/verdict.h"
#include "legality/wording.h"
#include "tables/open.h"

/* Whether the operands fit when the one at `skipped` is left out, or when one is `missing` there. This finds
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

/* Returns the slot whose qualifier asks for the operand, or PTXC_SLOT_NONE: an operand with a condition on several
 * slots is told by the first. */
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
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_OPERAND_COUNT, span);
    const char *name = ptxc_operand_names[argument->name].title;
    if (use) {
        finding.cause = use->span;
        finding.message = ptxc_arena_format(subject->sink->arena, "%s is missing: %s needs it", name,
                                            ptxc_qualifiers[use->id].spelling);
    } else {
        finding.message = ptxc_arena_format(subject->sink->arena, "%s is missing", name);
    }
    ptxc_finding_note(&finding, ptxc_wording_form(subject, subject->match), (struct ptxc_span){0, 0});
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
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_OPERAND_COUNT, operand->span);
    const char *text = ptxc_wording_excerpt(subject, operand->span);
    if (opener)
        finding.message =
            ptxc_arena_format(subject->sink->arena, "%s '%s' needs %s", name, text, ptxc_qualifiers[opener].spelling);
    else
        finding.message = ptxc_arena_format(subject->sink->arena, "unexpected operand '%s'", text);
    ptxc_finding_note(&finding, ptxc_wording_form(subject, subject->match), (struct ptxc_span){0, 0});
    ptxc_sink_give(subject->sink, &finding);
}

/* Judges an instruction with other operands: whether it fits a form that the version and the target have. */
static bool fits_changed(const struct ptxc_subject *subject, const struct ptxc_instruction *changed,
                         struct ptxc_match *match) {
    *match = ptxc_match_find(changed, subject->environment);
    const struct ptxc_subject question = {changed, subject->environment, match, NULL};
    return ptxc_match_fits(changed, match) && ptxc_available_as(&question, &ptxc_forms[match->form]);
}

/* Takes operand `index` out; its values stay. */
static void take_out(struct ptxc_instruction *changed, size_t index) {
    for (size_t i = index + 1; i < changed->operand_count; i++)
        changed->operands[i - 1] = changed->operands[i];
    changed->operand_count--;
}

/* Puts an operand of which nothing is known before the one at `index`; false where there is no room. */
static bool put_in(struct ptxc_instruction *changed, size_t index) {
    if (changed->operand_count == PTXC_MAX_OPERANDS || changed->value_count == PTXC_MAX_VALUES)
        return false;
    for (size_t i = changed->operand_count++; i > index; i--)
        changed->operands[i] = changed->operands[i - 1];
    changed->operands[index] =
        (struct ptxc_operand){.shape = PTXC_OPERAND_SCALAR, .first = changed->value_count, .count = 1};
    changed->values[changed->value_count++] = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN};
    return true;
}

/* Returns a piece of the source as a text of its own. */
static const char *text_of(const struct ptxc_subject *subject, struct ptxc_span span) {
    return ptxc_arena_format(subject->sink->arena, "%.*s", (int)span.length, subject->sink->source + span.offset);
}

/* Whether the operands are all there, as far as can be told: neither one more nor one less would fit. */
static bool is_complete(const struct ptxc_subject *subject) {
    struct ptxc_match match;
    for (size_t i = 0; i <= subject->instruction->operand_count; i++) {
        struct ptxc_instruction more = *subject->instruction, less = *subject->instruction;
        if (put_in(&more, i) && fits_changed(subject, &more, &match))
            return false;
        if (i == less.operand_count)
            continue;
        take_out(&less, i);
        if (fits_changed(subject, &less, &match))
            return false;
    }
    return true;
}

/* Whether all operands fit once two of them have changed places. */
static bool fits_swapped(const struct ptxc_subject *subject, size_t i, size_t j, struct ptxc_match *match) {
    struct ptxc_instruction changed = *subject->instruction;
    changed.operands[i] = subject->instruction->operands[j];
    changed.operands[j] = subject->instruction->operands[i];
    return fits_changed(subject, &changed, match);
}

/* Counts the pairs of operands that may change places. */
static size_t count_swaps(const struct ptxc_subject *subject) {
    struct ptxc_match match;
    size_t count = 0;
    for (size_t i = 0; i < subject->instruction->operand_count; i++)
        for (size_t j = i + 1; j < subject->instruction->operand_count; j++)
            count += fits_swapped(subject, i, j, &match);
    return count;
}

/* Whether two operands that stand in another order than before may as well keep it, in the spaces that they show: then
 * it is not known which of them is which. */
static bool may_keep_order(const struct ptxc_subject *subject, const struct ptxc_instruction *changed) {
    struct ptxc_match match;
    for (size_t i = 0; i < changed->operand_count; i++)
        for (size_t j = i + 1; j < changed->operand_count; j++) {
            struct ptxc_instruction kept = *changed;
            kept.operands[i] = changed->operands[j];
            kept.operands[j] = changed->operands[i];
            if (changed->operands[i].first > changed->operands[j].first && fits_changed(subject, &kept, &match) &&
                ptxc_meaning_stays(subject->instruction, &kept, &match))
                return true;
        }
    return false;
}

/* Reports two operands that stand in each other's place. */
static void report_swapped(const struct ptxc_subject *subject, size_t i, size_t j, const struct ptxc_match *match) {
    const struct ptxc_operand *first = &subject->instruction->operands[i], *second = &subject->instruction->operands[j];
    struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_OPERAND_KIND, first->span);
    const char *earlier = text_of(subject, second->span), *later = text_of(subject, first->span);
    finding.cause = second->span;
    finding.message =
        ptxc_arena_format(subject->sink->arena, "%s must come before %s: '%s' and '%s' stand in each other's place",
                          ptxc_form_operand_title(&ptxc_forms[match->form], match->filled, i),
                          ptxc_form_operand_title(&ptxc_forms[match->form], match->filled, j),
                          ptxc_wording_excerpt(subject, first->span), ptxc_wording_excerpt(subject, second->span));
    ptxc_finding_note(&finding, ptxc_wording_form(subject, match), (struct ptxc_span){0, 0});
    struct ptxc_instruction changed = *subject->instruction;
    changed.operands[i] = *second;
    changed.operands[j] = *first;
    if (count_swaps(subject) == 1 && is_complete(subject) && ptxc_fix_suffices(subject, &changed)) {
        finding.offer = may_keep_order(subject, &changed) || !ptxc_meaning_stays(subject->instruction, &changed, match);
        ptxc_finding_fix(&finding, first->span, earlier);
        ptxc_finding_fix(&finding, second->span, later);
    }
    ptxc_sink_give(subject->sink, &finding);
}

/* Reports two operands that stand in each other's place, if exchanging them makes all fit. */
static bool find_swapped(const struct ptxc_subject *subject) {
    struct ptxc_match match;
    for (size_t i = 0; i < subject->instruction->operand_count; i++)
        for (size_t j = i + 1; j < subject->instruction->operand_count; j++)
            if (fits_swapped(subject, i, j, &match)) {
                report_swapped(subject, i, j, &match);
                return true;
            }
    return false;
}

/* Reports coordinates that stand after the brackets of their tensor map, or have none, if they fit inside. */
static bool find_split(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    struct ptxc_match match;
    for (size_t i = 0; i + 1 < instruction->operand_count; i++) {
        struct ptxc_instruction changed = *instruction;
        struct ptxc_operand *map = &changed.operands[i];
        const struct ptxc_operand *vector = &instruction->operands[i + 1];
        const bool bare = map->shape == PTXC_OPERAND_SCALAR;
        if ((map->shape != PTXC_OPERAND_ADDRESS && !bare) || vector->shape != PTXC_OPERAND_VECTOR ||
            map->first + map->count != vector->first)
            continue;
        struct ptxc_span name = map->span;
        map->shape = PTXC_OPERAND_TENSOR;
        map->count = (uint8_t)(map->count + vector->count);
        take_out(&changed, i + 1);
        if (!fits_changed(subject, &changed, &match))
            continue;
        struct ptxc_finding finding = ptxc_wording_finding(
            subject, PTXC_RULE_OPERAND_KIND,
            (struct ptxc_span){name.offset, vector->span.offset + vector->span.length - name.offset});
        finding.message = "the coordinates must stand in the brackets of the tensor map: [tensorMap, {coordinates}]";
        name.length -= !bare; /* of [map] the last bracket goes, of a bare name there is none */
        if (ptxc_fix_suffices(subject, &changed)) {
            ptxc_finding_fix(&finding, instruction->operands[i].span,
                             ptxc_arena_format(subject->sink->arena, "%s%s", bare ? "[" : "", text_of(subject, name)));
            ptxc_finding_fix(&finding, vector->span,
                             ptxc_arena_format(subject->sink->arena, "%s]", text_of(subject, vector->span)));
        }
        ptxc_sink_give(subject->sink, &finding);
        return true;
    }
    return false;
}

/* Reports the operand that is missing, if with it the others fit a form. */
static bool find_missing(const struct ptxc_subject *subject) {
    struct ptxc_match match;
    const struct ptxc_subject other = {subject->instruction, subject->environment, &match, subject->sink};
    for (size_t i = subject->instruction->operand_count + 1u; i-- > 0;) {
        struct ptxc_instruction changed = *subject->instruction;
        if (!put_in(&changed, i) || !fits_changed(subject, &changed, &match))
            continue;
        raise_missing_operand(&other, changed.operand_count);
        return true;
    }
    return false;
}

/* Reports the operand that is too many, if without it the others fit a form. */
static bool find_extra(const struct ptxc_subject *subject) {
    struct ptxc_match match;
    const struct ptxc_subject other = {subject->instruction, subject->environment, &match, subject->sink};
    for (size_t i = subject->instruction->operand_count; i-- > 0;) {
        struct ptxc_instruction changed = *subject->instruction;
        take_out(&changed, i);
        if (!fits_changed(subject, &changed, &match))
            continue;
        raise_extra_operand(&other, changed.operand_count);
        return true;
    }
    return false;
}

/* Adds the fix that puts an operand into brackets, or takes them away, if the instruction assembles then. In brackets
 * a variable has no index. */
static void fix_brackets(const struct ptxc_subject *subject, size_t index, struct ptxc_finding *finding) {
    struct ptxc_instruction changed = *subject->instruction;
    struct ptxc_operand *operand = &changed.operands[index];
    const char *text = text_of(subject, operand->span);
    const bool bare = operand->shape == PTXC_OPERAND_SCALAR;
    struct ptxc_match match;
    if (bare ? changed.values[operand->first].flags & PTXC_FLAG_INDEX : operand->shape != PTXC_OPERAND_ADDRESS)
        return;
    operand->shape = bare ? PTXC_OPERAND_ADDRESS : PTXC_OPERAND_SCALAR;
    if (!fits_changed(subject, &changed, &match) || !ptxc_verdict_is_legal(&changed, subject->environment) ||
        !is_complete(subject))
        return;
    /* The assembler takes an address without brackets; but they may be in the wrong place, and not the operand. */
    const struct ptxc_subject question = {&changed, subject->environment, &match, NULL};
    finding->offer = !ptxc_constraints_hold(&question, PTXC_RULE_UNBRACKETED);
    ptxc_finding_fix(finding, operand->span,
                     bare ? ptxc_arena_format(subject->sink->arena, "[%s]", text)
                          : ptxc_arena_format(subject->sink->arena, "%.*s", (int)operand->span.length - 2, text + 1));
}

/* Reports each operand that does not fit the nearest form. */
static void report_unfit(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    /* One operand of another mnemonic, as a phase parity is: it has one word more. */
    bool certain = false;
    const enum ptxc_opcode meant =
        subject->match->operand_problems == 1 ? ptxc_edit_mnemonic(subject, &certain) : PTXC_OP_NONE;
    for (size_t i = 0; i < instruction->operand_count; i++) { /* ptxc_operand_fits names the rule */
        struct ptxc_finding finding = ptxc_wording_finding(subject, PTXC_RULE_COUNT, instruction->operands[i].span);
        if (ptxc_operand_fits(subject, &instruction->operands[i], (enum ptxc_role)subject->match->roles[i], &finding))
            continue;
        finding.message = ptxc_arena_format(subject->sink->arena, "%s%s", finding.message,
                                            ptxc_wording_mnemonic_meant(subject, meant));
        if (meant && certain && is_complete(subject))
            ptxc_finding_fix(&finding, instruction->opcode_span, ptxc_opcodes[meant].mnemonic);
        else if (!meant)
            fix_brackets(subject, i, &finding);
        ptxc_sink_give(subject->sink, &finding);
    }
}

void ptxc_mismatch_operands(const struct ptxc_subject *subject) {
    const size_t count = subject->instruction->operand_count;
    const size_t wanted = ptxc_form_operands(&ptxc_forms[subject->match->form], subject->match->filled);
    const bool one = count == wanted && subject->match->operand_problems == 1;
    if (!one && (find_split(subject) || find_swapped(subject)))
        return;
    if (!one && ((count <= wanted && find_missing(subject)) || (count >= wanted && find_extra(subject))))
        return;
    if (count < wanted)
        raise_missing_operand(subject, wanted);
    else if (count > wanted)
        raise_extra_operand(subject, wanted);
    else
        report_unfit(subject);
}
