/* Availability: which gate keeps an instruction from the PTX version and the target at hand. Where the form itself is
 * closed nothing else is said.
 */
#include "check.h"

/* "PTX 8.6" or "one of sm_90a, …" alone, where the other half is fulfilled. */
static void add_need(const struct ptxc_subject *subject, enum ptxc_gate gate, struct ptxc_finding *finding) {
    char needs[400];
    struct ptxc_environment newest = subject->environment;
    newest.ptx = 0;
    if (subject->environment.target && ptxc_gate_open(gate, newest))
        return; /* the version alone is missing, and the message has said which one */
    ptxc_gate_describe(gate, needs, sizeof(needs));
    finding->notes[0] = ptxc_arena_format(&subject->report->arena, "it needs %s", needs);
}

static void raise_gate(const struct ptxc_subject *subject, uint8_t gate, struct ptxc_span span, const char *name) {
    const struct ptxc_gate_row *row = &ptxc_gates[gate];
    struct ptxc_environment here = subject->environment, newest = here;
    newest.ptx = 0;
    struct ptxc_arena *arena = &subject->report->arena;
    struct ptxc_finding finding = {.rule = PTXC_RULE_UNAVAILABLE, .span = span, .opcode = subject->instruction->opcode};
    unsigned major = here.ptx / 100, minor = here.ptx % 100;
    if (row->last && here.ptx > row->last)
        finding.message = ptxc_arena_format(arena, "%s is not accepted after PTX %u.%u, and this is PTX %u.%u", name,
                                            row->last / 100u, row->last % 100u, major, minor);
    else if (here.ptx && here.ptx < row->first && ptxc_gate_open((enum ptxc_gate)gate, newest))
        finding.message = ptxc_arena_format(arena, "%s requires PTX %u.%u, and this is PTX %u.%u", name,
                                            row->first / 100u, row->first % 100u, major, minor);
    else
        finding.message = ptxc_arena_format(arena, "%s is not available on %s", name,
                                            here.target  ? ptxc_targets[here.target].name
                                            : here.among ? "any target that this code is for"
                                                         : "any target");
    add_need(subject, (enum ptxc_gate)gate, &finding);
    if (!row->confirmed)
        finding.notes[1] = "from the ISA text: no assembler at hand has confirmed it";
    ptxc_report_add(subject->report, &finding);
}

/* ".shared::cta as destination": a state space may be fine in the other place. */
static const char *qualifier_name(const struct ptxc_subject *subject, const struct ptxc_qualifier_use *use) {
    const char *spelling = ptxc_qualifiers[use->id].spelling;
    if (use->slot != PTXC_SLOT_DESTINATION && use->slot != PTXC_SLOT_SOURCE)
        return spelling;
    return ptxc_arena_format(&subject->report->arena, "%s as %s", spelling, ptxc_slots[use->slot].name);
}

/* Each part is available somewhere, and all of them together nowhere. The gates are those of the form, the qualifiers
 * and the operands. */
static void raise_nowhere(const struct ptxc_subject *subject, const uint8_t *gates) {
    const struct ptxc_instruction *instruction = subject->instruction;
    struct ptxc_finding finding = {
        .rule = PTXC_RULE_NEVER, .span = instruction->opcode_span, .opcode = instruction->opcode};
    size_t notes = 0;
    finding.message = subject->environment.among ? "no target that this code is for has all of these qualifiers"
                                                 : "no target has all of these qualifiers";
    for (size_t i = 0; i < instruction->qualifier_count && notes < PTXC_COUNT(finding.notes); i++) {
        char needs[400];
        if (gates[1 + i] == PTXC_GATE_NONE)
            continue;
        ptxc_gate_describe((enum ptxc_gate)gates[1 + i], needs, sizeof(needs));
        finding.notes[notes++] = ptxc_arena_format(&subject->report->arena, "%s needs %s",
                                                   ptxc_qualifiers[instruction->qualifiers[i].id].spelling, needs);
    }
    ptxc_report_add(subject->report, &finding);
}

bool ptxc_available(const struct ptxc_subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const struct ptxc_match *match = subject->match;
    const struct ptxc_form_row *form = &ptxc_forms[match->form];
    uint8_t gates[PTXC_MAX_QUALIFIERS + PTXC_MAX_OPERANDS + 1] = {(uint8_t)form->gate};
    size_t count = 1, before = subject->report->count;
    if (!ptxc_gate_open(form->gate, subject->environment)) {
        raise_gate(subject, (uint8_t)form->gate, instruction->opcode_span, ptxc_opcodes[form->opcode].mnemonic);
        return true;
    }
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = ptxc_form_entry(form, use, match->filled);
        uint8_t gate = gates[count++] = entry ? entry->gate : PTXC_GATE_NONE;
        if (!ptxc_gate_open((enum ptxc_gate)gate, subject->environment))
            raise_gate(subject, gate, use->span, qualifier_name(subject, use));
    }
    for (size_t i = 0; i < instruction->operand_count; i++) {
        uint8_t gate = gates[count++] = ptxc_form_argument(form, match->filled, i)->gate;
        if (!ptxc_gate_open((enum ptxc_gate)gate, subject->environment))
            raise_gate(subject, gate, instruction->operands[i].span, ptxc_roles[match->roles[i]].name);
    }
    if (subject->report->count == before && !ptxc_gates_open_somewhere(gates, count, subject->environment)) {
        raise_nowhere(subject, gates);
        return false;
    }
    return true;
}
