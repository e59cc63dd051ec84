/* Availability: which gate keeps an instruction from the PTX version and the target that it is checked for.
 *
 * An instruction has a gate for its form, and one for each qualifier, operand and special register that came later or
 * that only some targets have. Where the form itself is closed nothing else is said, since the rest follows from it. Of
 * the others those are reported that ask for most: what opens them opens the rest, too. All gates may be open in some
 * environment each and in none together; that is the rule never-assembles.
 */
#include "legality/available.h"

#include "tables/spaces.h"
#include "tables/open.h"

/* Adds a note that says what the gate needs, unless only the PTX version is too low: the message has named that version
 * already. */
static void add_need(const struct ptxc_subject *subject, enum ptxc_gate gate, struct ptxc_finding *finding) {
    char needs[400];
    struct ptxc_environment newest = subject->environment;
    newest.ptx = newest.assembler = 0;
    if (subject->environment.target && ptxc_gate_open(gate, newest) && !ptxc_gate_alternatives[gate])
        return;
    ptxc_gate_describe(gate, needs, sizeof(needs));
    ptxc_finding_note(finding, ptxc_arena_format(subject->sink->arena, "it needs %s", needs), (struct ptxc_span){0, 0});
}

/* Returns the row of the gate that a person can act on here: the alternative where that is open on the target in some
 * version and the gate itself is open in none. */
static const struct ptxc_gate_row *row_of(const struct ptxc_subject *subject, uint8_t gate) {
    const uint8_t other = ptxc_gate_alternatives[gate];
    struct ptxc_environment newest = subject->environment;
    newest.ptx = ptxc_newest_ptx();
    bool late = other && !ptxc_gate_open((enum ptxc_gate)gate, newest);
    newest.ptx = 0;
    return &ptxc_gates[late && ptxc_gate_open((enum ptxc_gate)other, newest) ? other : gate];
}

/* Returns why the assembler refuses `name`: it is too old or too new for it; NULL where that is not the reason. */
static const char *assembler_text(const struct ptxc_subject *subject, const struct ptxc_gate_row *row,
                                  const char *name) {
    struct ptxc_arena *arena = subject->sink->arena;
    const struct ptxc_environment *here = &subject->environment;
    const unsigned followed = ptxc_assembler_followed(*here);
    const char *judge = here->assembler
                            ? ptxc_arena_format(arena, "this is ptxas %u.%u", followed / 100, followed % 100)
                            : ptxc_arena_format(arena, "PTX %u.%u is judged as by ptxas %u.%u", here->ptx / 100,
                                                here->ptx % 100, followed / 100, followed % 100);
    if (here->ptx && here->ptx < row->first)
        return NULL;
    if (followed && followed < row->oldest)
        return ptxc_arena_format(arena, "%s is not accepted before ptxas %u.%u, and %s", name, row->oldest / 100u,
                                 row->oldest % 100u, judge);
    if (row->newest && followed > row->newest)
        return ptxc_arena_format(arena, "%s is not accepted after ptxas %u.%u, and %s", name, row->newest / 100u,
                                 row->newest % 100u, judge);
    return NULL;
}

/* Reports that `name` is not available here. The message gives the reason that a person can act on: the assembler or
 * the version is too new, or it is too old and the target would do, or else the target lacks it. */
static void raise_gate(const struct ptxc_subject *subject, uint8_t gate, struct ptxc_span span, const char *name) {
    const struct ptxc_gate_row *row = row_of(subject, gate);
    struct ptxc_environment here = subject->environment, newest = here;
    newest.ptx = newest.assembler = 0;
    struct ptxc_arena *arena = subject->sink->arena;
    struct ptxc_finding finding = {.rule = PTXC_RULE_UNAVAILABLE, .span = span, .opcode = subject->instruction->opcode};
    unsigned major = here.ptx / 100, minor = here.ptx % 100;
    finding.message = assembler_text(subject, row, name);
    if (finding.message) {
        ptxc_sink_give(subject->sink, &finding);
        return;
    }
    if (row->last && here.ptx > row->last)
        finding.message = ptxc_arena_format(arena, "%s is not accepted after PTX %u.%u, but this is PTX %u.%u", name,
                                            row->last / 100u, row->last % 100u, major, minor);
    else if (here.ptx && here.ptx < row->first && ptxc_gate_open((enum ptxc_gate)gate, newest))
        finding.message = ptxc_arena_format(arena, "%s requires PTX %u.%u, but this is PTX %u.%u", name,
                                            row->first / 100u, row->first % 100u, major, minor);
    else
        finding.message = ptxc_arena_format(arena, "%s is not available on %s", name,
                                            here.target  ? ptxc_targets[here.target].name
                                            : here.among ? "any target that this code is for"
                                                         : "any target");
    add_need(subject, (enum ptxc_gate)gate, &finding);
    ptxc_sink_give(subject->sink, &finding);
}

/* Returns what the message calls a qualifier. A state space may be legal in the other place, so its place is named too:
 * ".shared::cta as destination". */
static const char *qualifier_name(const struct ptxc_subject *subject, const struct ptxc_qualifier_use *use) {
    const char *spelling = ptxc_qualifiers[use->id].spelling;
    if (!ptxc_slot_is_space(use->slot))
        return spelling;
    return ptxc_arena_format(subject->sink->arena, "%s as %s", spelling, ptxc_slots[use->slot].words);
}

/* Returns the value that a reason of kind PTXC_REASON_SPECIAL speaks of. */
static const struct ptxc_value *special_value(const struct ptxc_instruction *instruction, size_t index) {
    return index == PTXC_MAX_VALUES ? &instruction->guard : &instruction->values[index];
}

/* Adds the gate of a value that is a special register, if it has one; returns how many reasons there are then. */
static size_t add_special(const struct ptxc_instruction *instruction, size_t index, struct ptxc_reason *reasons,
                          size_t count) {
    const struct ptxc_value *value = special_value(instruction, index);
    const struct ptxc_special_row *row;
    if (value->kind != PTXC_VALUE_SPECIAL)
        return count;
    row = ptxc_special_of(value);
    if (row && row->gate != PTXC_GATE_NONE)
        reasons[count++] = (struct ptxc_reason){PTXC_REASON_SPECIAL, (uint8_t)index, (uint8_t)row->gate, 0};
    return count;
}

/* Lists the gates that the instruction must pass if it has the form of the match; returns how many there are. */
static size_t reasons_of(const struct ptxc_instruction *instruction, const struct ptxc_match *match,
                         struct ptxc_reason *reasons) {
    const struct ptxc_form_row *form = &ptxc_forms[match->form];
    const ptxc_wide filled = match->filled;
    const struct ptxc_form_argument *arguments[PTXC_FORM_ARGUMENTS];
    const size_t taken = ptxc_form_arguments(form, filled, arguments);
    size_t count = 0;
    reasons[count++] = (struct ptxc_reason){PTXC_REASON_FORM, 0, (uint8_t)form->gate, 0};
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_form_slot *entry = ptxc_match_entry(instruction, match, i);
        /* While unknown text may fill further slots, the condition of an entry may hold or not, and its gate is left
         * out. */
        bool sure = entry && (!(filled & PTXC_MORE_FILLED) || (!entry->with && !entry->without));
        if (sure && entry->gate != PTXC_GATE_NONE)
            reasons[count++] = (struct ptxc_reason){PTXC_REASON_QUALIFIER, (uint8_t)i, entry->gate, 0};
    }
    for (size_t i = 0; !instruction->open && i < instruction->operand_count && i < taken; i++)
        if (arguments[i]->gate != PTXC_GATE_NONE)
            reasons[count++] = (struct ptxc_reason){PTXC_REASON_OPERAND, (uint8_t)i, arguments[i]->gate, 0};
    for (size_t i = 0; i < instruction->value_count; i++)
        count = add_special(instruction, i, reasons, count);
    return instruction->guarded ? add_special(instruction, PTXC_MAX_VALUES, reasons, count) : count;
}

size_t ptxc_available_reasons(const struct ptxc_subject *subject, struct ptxc_reason *reasons) {
    return reasons_of(subject->instruction, subject->match, reasons);
}

/* Reports a special register that is not available here, by its name. */
static void raise_special(const struct ptxc_subject *subject, const struct ptxc_reason *reason) {
    const struct ptxc_value *value = special_value(subject->instruction, reason->index);
    raise_gate(subject, reason->gate, value->span,
               ptxc_arena_format(subject->sink->arena, "%.*s", (int)value->name_length, value->name));
}

/* Reports one closed gate, at the place of what needs it. */
static void raise_reason(const struct ptxc_subject *subject, const struct ptxc_reason *reason) {
    const struct ptxc_instruction *instruction = subject->instruction;
    if (!ptxc_sink_wants(subject->sink, PTXC_RULE_UNAVAILABLE))
        return;
    if (reason->kind == PTXC_REASON_FORM)
        raise_gate(subject, reason->gate, instruction->opcode_span, ptxc_opcodes[instruction->opcode].mnemonic);
    else if (reason->kind == PTXC_REASON_QUALIFIER)
        raise_gate(subject, reason->gate, instruction->qualifiers[reason->index].span,
                   qualifier_name(subject, &instruction->qualifiers[reason->index]));
    else if (reason->kind == PTXC_REASON_SPECIAL)
        raise_special(subject, reason);
    else
        raise_gate(subject, reason->gate, instruction->operands[reason->index].span,
                   ptxc_form_operand_title(&ptxc_forms[subject->match->form], subject->match->filled, reason->index));
}

/* Reports that each part is available somewhere, but no environment has them all; a note for each qualifier says what
 * it needs. */
static void raise_nowhere(const struct ptxc_subject *subject, const struct ptxc_reason *reasons, size_t count) {
    const struct ptxc_instruction *instruction = subject->instruction;
    struct ptxc_finding finding = {
        .rule = PTXC_RULE_NEVER, .span = instruction->opcode_span, .opcode = instruction->opcode};
    if (!ptxc_sink_wants(subject->sink, PTXC_RULE_NEVER))
        return;
    finding.message = subject->environment.among ? "no target that this code is for has all of these qualifiers"
                                                 : "no target has all of these qualifiers";
    for (size_t i = 0; i < count; i++) {
        char needs[400];
        if (reasons[i].kind != PTXC_REASON_QUALIFIER)
            continue;
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[reasons[i].index];
        ptxc_gate_describe((enum ptxc_gate)reasons[i].gate, needs, sizeof(needs));
        ptxc_finding_note(
            &finding, ptxc_arena_format(subject->sink->arena, "%s needs %s", ptxc_qualifiers[use->id].spelling, needs),
            use->span);
    }
    ptxc_sink_give(subject->sink, &finding);
}

bool ptxc_available_as(const struct ptxc_subject *subject, const struct ptxc_form_row *form) {
    struct ptxc_reason reasons[PTXC_MAX_GATES];
    uint8_t gates[PTXC_MAX_GATES];
    const struct ptxc_match as = {.form = (enum ptxc_form)(form - ptxc_forms), .filled = subject->match->filled};
    size_t count = reasons_of(subject->instruction, &as, reasons);
    for (size_t i = 0; i < count; i++) {
        gates[i] = reasons[i].gate;
        if (!ptxc_gate_open((enum ptxc_gate)gates[i], subject->environment))
            return false;
    }
    return ptxc_gates_open_somewhere(gates, count, subject->environment);
}

/* Reports the closed gates among these, but none that opens wherever another one of them does, and where the form is
 * closed that alone; false where there are none. */
static bool report_closed(const struct ptxc_subject *subject, const struct ptxc_reason *reasons, size_t count) {
    struct ptxc_reason closed[PTXC_MAX_GATES];
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (!ptxc_gate_open((enum ptxc_gate)reasons[i].gate, subject->environment))
            closed[left++] = reasons[i];
    for (size_t i = 0; subject->sink && i < left; i++) {
        bool follows = false;
        for (size_t j = 0; j < left; j++) {
            bool enough = j != i && ptxc_gate_implies((enum ptxc_gate)closed[j].gate, (enum ptxc_gate)closed[i].gate);
            bool same = enough && ptxc_gate_implies((enum ptxc_gate)closed[i].gate, (enum ptxc_gate)closed[j].gate);
            follows |= enough && (!same || j < i); /* of equals the first is reported */
        }
        if (!follows || closed[i].kind == PTXC_REASON_FORM)
            raise_reason(subject, &closed[i]);
        if (closed[i].kind == PTXC_REASON_FORM) /* it is the first */
            break;
    }
    return left > 0;
}

enum ptxc_availability ptxc_available_check(const struct ptxc_subject *subject) {
    struct ptxc_reason reasons[PTXC_MAX_GATES];
    uint8_t gates[PTXC_MAX_GATES];
    const size_t count = ptxc_available_reasons(subject, reasons);
    if (report_closed(subject, reasons, count))
        return PTXC_UNAVAILABLE_HERE;
    if (subject->environment.ptx && subject->environment.target) /* here is somewhere */
        return PTXC_AVAILABLE;
    for (size_t i = 0; i < count; i++)
        gates[i] = reasons[i].gate;
    if (ptxc_gates_open_somewhere(gates, count, subject->environment))
        return PTXC_AVAILABLE;
    raise_nowhere(subject, reasons, count);
    return PTXC_AVAILABLE_NOWHERE;
}

bool ptxc_available_opcode(const struct ptxc_subject *subject) {
    enum ptxc_gate least = PTXC_GATE_COUNT;
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        const enum ptxc_gate gate = ptxc_forms[i].gate;
        if (ptxc_forms[i].opcode != subject->instruction->opcode)
            continue;
        if (ptxc_gate_open(gate, subject->environment))
            return true;
        if (least == PTXC_GATE_COUNT || ptxc_gate_implies(least, gate))
            least = gate;
    }
    if (least == PTXC_GATE_COUNT) /* there is no such mnemonic, and the reader has said so */
        return true;
    const struct ptxc_reason reason = {PTXC_REASON_FORM, 0, (uint8_t)least, 0};
    raise_reason(subject, &reason);
    return false;
}

/* Finds the gate that keeps a qualifier from every form of the instruction; PTXC_GATE_NONE where some form takes it
 * here, or none does anywhere. */
static enum ptxc_gate gate_of_word(const struct ptxc_subject *subject, const struct ptxc_qualifier_use *use) {
    enum ptxc_gate least = PTXC_GATE_NONE;
    for (int i = 0; i < PTXC_FORM_COUNT; i++) {
        const struct ptxc_form_row *form = &ptxc_forms[i];
        if (form->opcode != subject->instruction->opcode || !ptxc_gate_open(form->gate, subject->environment))
            continue;
        for (size_t j = 0; form->slots[j].presence != PTXC_PRESENCE_END; j++) {
            const enum ptxc_gate gate = (enum ptxc_gate)form->slots[j].gate;
            if (ptxc_form_slot(form, j) != use->slot || !ptxc_form_offers(&form->slots[j], use->id))
                continue;
            if (ptxc_gate_open(gate, subject->environment))
                return PTXC_GATE_NONE;
            if (least == PTXC_GATE_NONE || ptxc_gate_implies(least, gate))
                least = gate;
        }
    }
    return least;
}

bool ptxc_available_words(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    struct ptxc_reason reasons[PTXC_MAX_GATES];
    size_t count = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        /* A state space may only stand in the wrong one of two places. */
        bool space = ptxc_slot_is_space(instruction->qualifiers[i].slot);
        enum ptxc_gate gate = space ? PTXC_GATE_NONE : gate_of_word(subject, &instruction->qualifiers[i]);
        if (gate != PTXC_GATE_NONE)
            reasons[count++] = (struct ptxc_reason){PTXC_REASON_QUALIFIER, (uint8_t)i, (uint8_t)gate, 0};
    }
    return !report_closed(subject, reasons, count);
}

/* Whether the nearest form itself has what asks for the gate: the form, or a qualifier that it takes. */
static bool is_offered(const struct ptxc_subject *subject, const struct ptxc_reason *reason) {
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    if (reason->kind != PTXC_REASON_QUALIFIER)
        return reason->kind == PTXC_REASON_FORM;
    const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[reason->index];
    return ptxc_form_offers(ptxc_form_entry(form, use, subject->match->filled), use->id);
}

bool ptxc_available_nearest(const struct ptxc_subject *subject) {
    struct ptxc_reason reasons[PTXC_MAX_GATES], offered[PTXC_MAX_GATES];
    size_t count = ptxc_available_reasons(subject, reasons), left = 0;
    for (size_t i = 0; i < count; i++)
        if (is_offered(subject, &reasons[i]))
            offered[left++] = reasons[i];
    return !report_closed(subject, offered, left);
}
