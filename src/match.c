/* The matcher: which form an instruction has. Every form of the mnemonic is tried; the one with the fewest problems is
 * the one that was meant, and its problems are what is reported. Qualifiers are matched as a set, the two state
 * spaces in order.
 */
#include <string.h>

#include "check.h"
#include "describe.h"
#include "suggest.h"
#include "text.h"

struct matcher {
    const struct ptxc_instruction *instruction;
    struct ptxc_environment environment;
    const char *source;
    struct ptxc_report *report;
};

static bool offers(const struct ptxc_form_slot *entry, enum ptxc_qualifier qualifier) {
    return memchr(entry->choices, (int)qualifier, sizeof(entry->choices)) != NULL;
}

/* What the form has for this slot, or NULL: the row that offers the qualifier, if one does. */
static const struct ptxc_form_slot *find_entry(const struct ptxc_form_row *form, enum ptxc_slot slot,
                                               enum ptxc_qualifier qualifier) {
    const struct ptxc_form_slot *found = NULL;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        if (ptxc_entry_slot(form, i) != slot)
            continue;
        if (offers(&form->slots[i], qualifier))
            return &form->slots[i];
        if (!found)
            found = &form->slots[i];
    }
    return found;
}

static const struct ptxc_qualifier_use *find_use(const struct ptxc_instruction *instruction, enum ptxc_slot slot) {
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        if (instruction->qualifiers[i].slot == slot)
            return &instruction->qualifiers[i];
    return NULL;
}

static bool misplaced(const struct ptxc_form_row *form, const struct ptxc_qualifier_use *use) {
    const struct ptxc_form_slot *entry = find_entry(form, use->slot, use->id);
    return use->id != PTXC_Q_NONE && (!entry || !offers(entry, use->id));
}

/* Whether the form wants entry `index` and it is not there. */
static bool missing(const struct ptxc_instruction *instruction, const struct ptxc_form_row *form, size_t index) {
    const struct ptxc_form_slot *entry = &form->slots[index];
    bool needed = entry->presence == PTXC_PRESENCE_NEED ||
                  (entry->presence == PTXC_PRESENCE_WITH && find_use(instruction, (enum ptxc_slot)entry->partner));
    return needed && !find_use(instruction, ptxc_entry_slot(form, index));
}

static unsigned count_qualifier_problems(const struct ptxc_instruction *instruction, const struct ptxc_form_row *form) {
    unsigned problems = 0;
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        problems += misplaced(form, &instruction->qualifiers[i]);
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        problems += missing(instruction, form, i);
    return problems;
}

enum ptxc_role ptxc_form_role(enum ptxc_form form, uint64_t filled, size_t index, enum ptxc_gate *gate) {
    const struct ptxc_form_argument *argument = ptxc_forms[form].arguments;
    for (; argument->role; argument++) {
        bool there = (filled & argument->with) == argument->with && !(filled & argument->without);
        if (there && index-- == 0)
            break;
    }
    *gate = (enum ptxc_gate)argument->gate;
    return (enum ptxc_role)argument->role;
}

/* The role as the target sees it: forms that become calls are stricter there. */
static enum ptxc_role target_role(const struct matcher *matcher, enum ptxc_form form, enum ptxc_role role) {
    unsigned number = ptxc_targets[matcher->environment.target].number;
    bool call = ptxc_forms[form].expanded && number >= 120 && number <= 121;
    return call && ptxc_expanded_roles[role] ? (enum ptxc_role)ptxc_expanded_roles[role] : role;
}

static size_t form_arguments(enum ptxc_form form, uint64_t filled) {
    enum ptxc_gate gate;
    size_t count = 0;
    while (ptxc_form_role(form, filled, count, &gate) != PTXC_ARG_NONE)
        count++;
    return count;
}

static unsigned count_operand_problems(const struct matcher *matcher, enum ptxc_form form,
                                       const struct ptxc_match *match) {
    const struct ptxc_instruction *instruction = matcher->instruction;
    unsigned problems = 0;
    size_t wanted = form_arguments(form, match->filled);
    for (size_t i = 0; i < instruction->operand_count && i < wanted; i++) {
        enum ptxc_gate gate;
        enum ptxc_role role = target_role(matcher, form, ptxc_form_role(form, match->filled, i, &gate));
        if (!ptxc_operand_fits(instruction, &instruction->operands[i], role, match->choices, matcher->report, NULL))
            problems++;
    }
    size_t got = instruction->operand_count;
    return problems + 4 * (unsigned)(got > wanted ? got - wanted : wanted - got);
}

/* The form with the fewest problems; qualifiers weigh more than operands. */
static enum ptxc_form nearest(const struct matcher *matcher, struct ptxc_match *match, unsigned *qualifier_problems,
                              unsigned *operand_problems) {
    enum ptxc_form best = PTXC_FORM_COUNT;
    unsigned least = ~0u;
    for (int i = 0; i < PTXC_FORM_COUNT && least > 0; i++) {
        if (ptxc_forms[i].opcode != matcher->instruction->opcode)
            continue;
        unsigned qualifiers = count_qualifier_problems(matcher->instruction, &ptxc_forms[i]);
        if (qualifiers * 64 >= least)
            continue;
        unsigned operands = count_operand_problems(matcher, (enum ptxc_form)i, match);
        if (qualifiers * 64 + operands >= least)
            continue;
        least = qualifiers * 64 + operands;
        best = (enum ptxc_form)i;
        *qualifier_problems = qualifiers;
        *operand_problems = operands;
    }
    return best;
}

/* ".a, .b or .c": all that the form offers for the slot. */
static const char *choices_text(const struct matcher *matcher, const struct ptxc_form_row *form, enum ptxc_slot slot) {
    char buffer[200];
    struct ptxc_text text = {buffer, sizeof(buffer), 0};
    uint8_t choices[4 * sizeof(form->slots[0].choices)];
    size_t count = 0;
    for (size_t i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++)
        for (const uint8_t *choice = form->slots[i].choices;
             ptxc_entry_slot(form, i) == slot && *choice && count < sizeof(choices); choice++)
            choices[count++] = *choice;
    for (size_t i = 0; i < count; i++)
        ptxc_text_add(&text, "%s%s",
                      i == 0           ? ""
                      : i + 1 == count ? " or "
                                       : ", ",
                      ptxc_qualifiers[choices[i]].spelling);
    return ptxc_arena_format(&matcher->report->arena, "%s", buffer);
}

static const char *form_note(const struct matcher *matcher, enum ptxc_form form) {
    char syntax[600];
    ptxc_form_syntax((size_t)form, syntax, sizeof(syntax));
    return ptxc_arena_format(&matcher->report->arena, "the nearest form is %s", syntax);
}

static void raise_wrong_qualifier(const struct matcher *matcher, enum ptxc_form form,
                                  const struct ptxc_qualifier_use *use) {
    struct ptxc_arena *arena = &matcher->report->arena;
    const struct ptxc_form_slot *entry = find_entry(&ptxc_forms[form], use->slot, use->id);
    const char *spelling = ptxc_qualifiers[use->id].spelling;
    struct ptxc_finding finding = {
        .rule = PTXC_RULE_QUALIFIER, .span = use->span, .cause = matcher->instruction->opcode_span};
    if (entry && entry->presence != PTXC_PRESENCE_IGNORED) {
        finding.message = ptxc_arena_format(arena, "the %s must be %s here, not %s", ptxc_slots[use->slot].name,
                                            choices_text(matcher, &ptxc_forms[form], use->slot), spelling);
        if (entry->choices[1] == PTXC_Q_NONE && entry[1].presence != PTXC_PRESENCE_ALSO)
            finding.replacement = ptxc_qualifiers[entry->choices[0]].spelling;
    } else {
        finding.message = ptxc_arena_format(arena, "%s does not go with the other qualifiers of this %s", spelling,
                                            ptxc_opcodes[matcher->instruction->opcode].mnemonic);
    }
    finding.notes[0] = form_note(matcher, form);
    ptxc_report_add(matcher->report, &finding);
}

static void raise_missing_qualifier(const struct matcher *matcher, enum ptxc_form form, size_t index) {
    const struct ptxc_form_row *row = &ptxc_forms[form];
    const struct ptxc_instruction *instruction = matcher->instruction;
    enum ptxc_slot slot = ptxc_entry_slot(row, index);
    struct ptxc_finding finding = {.rule = PTXC_RULE_MISSING_QUALIFIER, .span = instruction->opcode_span};
    finding.message =
        ptxc_arena_format(&matcher->report->arena, "%s needs a %s: %s", ptxc_opcodes[instruction->opcode].mnemonic,
                          ptxc_slots[slot].name, choices_text(matcher, row, slot));
    finding.notes[0] = form_note(matcher, form);
    ptxc_report_add(matcher->report, &finding);
}

static void raise_qualifier_problems(const struct matcher *matcher, enum ptxc_form form) {
    const struct ptxc_instruction *instruction = matcher->instruction;
    const struct ptxc_form_row *row = &ptxc_forms[form];
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        if (misplaced(row, &instruction->qualifiers[i]))
            raise_wrong_qualifier(matcher, form, &instruction->qualifiers[i]);
    }
    for (size_t i = 0; row->slots[i].presence != PTXC_PRESENCE_END; i++)
        if (missing(instruction, row, i))
            raise_missing_qualifier(matcher, form, i);
}

static void raise_operand_count(const struct matcher *matcher, enum ptxc_form form, size_t wanted) {
    const struct ptxc_instruction *instruction = matcher->instruction;
    size_t got = instruction->operand_count;
    struct ptxc_span span = instruction->opcode_span;
    if (got > wanted && wanted < PTXC_MAX_OPERANDS)
        span = instruction->operands[wanted].span;
    else if (got > 0)
        span = instruction->operands[got - 1].span;
    struct ptxc_finding finding = {.rule = PTXC_RULE_OPERAND_COUNT, .span = span, .cause = instruction->opcode_span};
    finding.message =
        ptxc_arena_format(&matcher->report->arena, "%s takes %zu operand%s with these qualifiers, not %zu",
                          ptxc_opcodes[instruction->opcode].mnemonic, wanted, wanted == 1 ? "" : "s", got);
    finding.notes[0] = form_note(matcher, form);
    ptxc_report_add(matcher->report, &finding);
}

static void raise_operand_problems(const struct matcher *matcher, enum ptxc_form form, const struct ptxc_match *match) {
    const struct ptxc_instruction *instruction = matcher->instruction;
    size_t wanted = form_arguments(form, match->filled);
    if (instruction->operand_count != wanted) {
        raise_operand_count(matcher, form, wanted);
        return;
    }
    for (size_t i = 0; i < wanted; i++) {
        struct ptxc_finding finding = {.cause = instruction->opcode_span};
        if (!ptxc_operand_fits(instruction, &instruction->operands[i], (enum ptxc_role)match->roles[i],
                               match->choices, matcher->report, &finding))
            ptxc_report_add(matcher->report, &finding);
    }
}

static void raise_gate(const struct matcher *matcher, uint8_t gate, struct ptxc_span span, const char *name) {
    char needs[400];
    struct ptxc_environment environment = matcher->environment;
    struct ptxc_arena *arena = &matcher->report->arena;
    const struct ptxc_gate_row *row = &ptxc_gates[gate];
    bool version = environment.ptx && environment.ptx < row->first;
    ptxc_gate_describe((enum ptxc_gate)gate, needs, sizeof(needs));
    struct ptxc_finding finding = {.rule = PTXC_RULE_UNAVAILABLE, .span = span};
    const char *target = environment.target ? ptxc_targets[environment.target].name : "any target";
    struct ptxc_environment newest = {0, environment.target};
    if (version && ptxc_gate_open((enum ptxc_gate)gate, newest))
        finding.message =
            ptxc_arena_format(arena, "%s requires PTX %u.%u, and this is PTX %u.%u", name, row->first / 100u,
                              row->first % 100u, environment.ptx / 100, environment.ptx % 100);
    else
        finding.message = ptxc_arena_format(arena, "%s is not available on %s", name, target);
    finding.notes[0] = ptxc_arena_format(arena, "it needs %s", needs);
    if (!row->confirmed)
        finding.notes[1] = "from the ISA text: no assembler at hand has confirmed it";
    ptxc_report_add(matcher->report, &finding);
}

/* Gates of the form, of its qualifiers and of its operands. Where the form itself is closed nothing else is said. */
static void check_gates(const struct matcher *matcher, enum ptxc_form form, const struct ptxc_match *match) {
    const struct ptxc_instruction *instruction = matcher->instruction;
    const struct ptxc_form_row *row = &ptxc_forms[form];
    uint8_t gates[PTXC_MAX_QUALIFIERS + PTXC_MAX_OPERANDS + 1] = {(uint8_t)row->gate};
    size_t count = 1, before = matcher->report->count;
    if (!ptxc_gate_open(row->gate, matcher->environment)) {
        raise_gate(matcher, (uint8_t)row->gate, instruction->opcode_span, ptxc_opcodes[row->opcode].mnemonic);
        return;
    }
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = find_entry(row, use->slot, use->id);
        uint8_t gate = gates[count++] = entry ? entry->gate : PTXC_GATE_NONE;
        if (!ptxc_gate_open((enum ptxc_gate)gate, matcher->environment))
            raise_gate(matcher, gate, use->span, ptxc_qualifiers[use->id].spelling);
    }
    for (size_t i = 0; i < instruction->operand_count; i++) {
        enum ptxc_gate gate = PTXC_GATE_NONE;
        if (ptxc_form_role(form, match->filled, i, &gate) == PTXC_ARG_NONE)
            break;
        gates[count++] = (uint8_t)gate;
        if (!ptxc_gate_open(gate, matcher->environment))
            raise_gate(matcher, (uint8_t)gate, instruction->operands[i].span, ptxc_roles[match->roles[i]].name);
    }
    if (matcher->report->count == before && !ptxc_gates_open_somewhere(gates, count, matcher->environment))
        ptxc_report_raise(matcher->report, PTXC_RULE_UNAVAILABLE, instruction->opcode_span,
                          "no target has all the qualifiers of this instruction");
}

static bool raise_unknown_qualifiers(const struct matcher *matcher) {
    bool unknown = false;
    for (size_t i = 0; i < matcher->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &matcher->instruction->qualifiers[i];
        if (use->id != PTXC_Q_NONE)
            continue;
        unknown = true;
        const char *text = matcher->source + use->span.offset;
        bool certain;
        enum ptxc_qualifier meant = ptxc_suggest_qualifier(text, use->span.length, &certain);
        struct ptxc_finding finding = {.rule = PTXC_RULE_UNKNOWN_QUALIFIER, .span = use->span};
        finding.message = ptxc_arena_format(&matcher->report->arena, "%s has no qualifier %.*s%s%s",
                                            ptxc_opcodes[matcher->instruction->opcode].mnemonic, (int)use->span.length,
                                            text, meant ? "; did you mean " : "", ptxc_qualifiers[meant].spelling);
        if (certain)
            finding.replacement = ptxc_qualifiers[meant].spelling;
        ptxc_report_add(matcher->report, &finding);
    }
    return unknown;
}

static void fill_match(const struct ptxc_instruction *instruction, struct ptxc_match *match) {
    memset(match, 0, sizeof(*match));
    match->form = PTXC_FORM_COUNT;
    for (size_t i = 0; i < instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &instruction->qualifiers[i];
        if (use->id == PTXC_Q_NONE)
            continue;
        match->choices[use->slot] = (uint8_t)use->id;
        match->filled |= PTXC_BIT(use->slot);
    }
}

void ptxc_match(const struct ptxc_instruction *instruction, struct ptxc_environment environment, const char *source,
                struct ptxc_report *report, struct ptxc_match *match) {
    struct matcher matcher = {instruction, environment, source, report};
    unsigned qualifier_problems = 0, operand_problems = 0;
    fill_match(instruction, match);
    if (raise_unknown_qualifiers(&matcher))
        return;
    match->form = nearest(&matcher, match, &qualifier_problems, &operand_problems);
    if (match->form == PTXC_FORM_COUNT)
        return;
    if (qualifier_problems > 0) {
        raise_qualifier_problems(&matcher, match->form);
        return;
    }
    for (size_t i = 0; i < instruction->operand_count; i++) {
        enum ptxc_gate gate;
        match->roles[i] =
            (uint8_t)target_role(&matcher, match->form, ptxc_form_role(match->form, match->filled, i, &gate));
    }
    if (operand_problems > 0)
        raise_operand_problems(&matcher, match->form, match);
    check_gates(&matcher, match->form, match);
    match->complete = operand_problems == 0;
}
