/* The constraints of rules.def. There is one evaluator for each kind of constraint; it gives whether the constraint
 * holds and, if there is a sink, says what breaks it. They run on an instruction whose form is known and whose operands
 * fit, and look at values, alignment and spelling.
 *
 * An evaluator goes on after the first violation, so that each wrong operand is reported; evaluation.h keeps one
 * operand from being reported twice.
 */
#include "legality/constraints.h"

#include "base/bits.h"
#include "legality/crashes.h"
#include "legality/evaluation.h"
#include "legality/reductions.h"
#include "legality/fit.h"
#include "legality/values.h"
#include "report/rule_index.h"
#include "tables/spaces.h"
#include "tables/open.h"

/* Whether a size is one of those that the constraint lists. */
static bool is_listed(const struct ptxc_constraint *constraint, int64_t size) {
    for (size_t i = 0; i < constraint->value_count; i++)
        if (constraint->values[i] == size)
            return true;
    return false;
}

/* Returns the alignment in bytes that operand `i` asks for, or 0 for none. That of cp.async is its cp-size, which is
 * the constant operand in the roles of the constraint; a size that the constraint does not list is another rule's
 * finding and asks for nothing here. */
static uint32_t alignment_of(const struct ptxc_evaluation *evaluation, size_t i) {
    uint32_t alignment = ptxc_roles[evaluation->match->roles[i]].alignment;
    if (alignment != PTXC_ALIGNMENT_CP_SIZE)
        return alignment;
    const struct ptxc_value *size = ptxc_values_find_constant(evaluation, &evaluation->constraint->roles);
    return size && is_listed(evaluation->constraint, size->integer) ? (uint32_t)size->integer : 0;
}

/* Warns that the declaration of a symbol does not guarantee the alignment. The message replaces the summary of the
 * rule, as it names the symbol and both alignments. */
static bool raise_underaligned(const struct ptxc_evaluation *evaluation, const struct ptxc_value *value,
                               uint32_t wanted) {
    struct ptxc_finding finding = {
        .rule = evaluation->rule, .opcode = evaluation->instruction->opcode, .span = value->span};
    if (!evaluation->sink)
        return false;
    finding.message =
        ptxc_arena_format(evaluation->sink->arena, "'%.*s' should be declared .align %u or more, but is .align %u",
                          (int)value->name_length, value->name, wanted, value->alignment);
    return ptxc_evaluation_break(evaluation, &finding);
}

/* ALIGNED finds an offset that is wrong wherever the symbol is placed; ALIGNED_SYMBOL finds a symbol whose declared
 * alignment is too small, so that it may be placed wrongly. A register offset or an extern symbol tells nothing. */
static bool check_alignment(const struct ptxc_evaluation *evaluation) {
    bool certain = evaluation->constraint->kind == PTXC_CONSTRAINT_ALIGNED, holds = true;
    for (size_t i = 0; i < evaluation->instruction->operand_count; i++) {
        const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
        uint32_t wanted = alignment_of(evaluation, i);
        if (!wanted || value->kind != PTXC_VALUE_VARIABLE || (value->flags & PTXC_FLAG_EXTERNAL) || !value->alignment)
            continue;
        /* Modulo this alignment the address is known: the symbol itself is a multiple of it. */
        uint32_t declared = value->alignment < wanted ? value->alignment : wanted;
        bool misplaced = (uint64_t)value->integer % declared != 0;
        /* An address that is certainly wrong is not also called doubtful. */
        bool doubtful = !misplaced && declared < wanted && !(value->flags & PTXC_FLAG_REGISTER_INDEX);
        if (certain && misplaced)
            holds = PTXC_BREAK(evaluation, value->span, " to %u bytes; the offset %lld breaks it", wanted,
                               (long long)value->integer);
        else if (!certain && doubtful)
            holds = raise_underaligned(evaluation, value, wanted);
    }
    return holds;
}

/* Whether the role takes an address in brackets. */
static bool is_address_role(const struct ptxc_role_row *role) {
    return role->shapes & PTXC_SHAPE_REGISTER_ADDRESS;
}

/* UNBRACKETED finds an address that is written without its brackets, which the assembler accepts. */
static bool check_brackets(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    bool holds = true;
    for (size_t i = 0; i < instruction->operand_count; i++)
        if (is_address_role(&ptxc_roles[evaluation->match->roles[i]]) &&
            instruction->operands[i].shape == PTXC_OPERAND_SCALAR &&
            !ptxc_is_hidden(ptxc_evaluation_value(evaluation, i)))
            holds = ptxc_values_break(evaluation, ptxc_evaluation_value(evaluation, i));
    return holds;
}

/* Reports a register that is not as wide as its address. Where the GPU uses the 32 bits that it has, the program works,
 * and it is no more than a note. */
static bool raise_width(const struct ptxc_evaluation *evaluation, enum ptxc_role role, const struct ptxc_value *value) {
    const enum ptxc_gate gate = (enum ptxc_gate)ptxc_low_word_gates[role];
    const struct ptxc_type_row *type = &ptxc_types[value->type];
    const bool named = evaluation->match->choices[PTXC_SLOT_DESTINATION] != PTXC_Q_NONE;
    const bool lucky =
        gate && type->width == 32 && ptxc_type_is_integer(value->type) && ptxc_gate_open(gate, evaluation->environment);
    struct ptxc_finding finding = {
        .rule = evaluation->rule, .opcode = evaluation->instruction->opcode, .span = value->span, .mild = lucky};
    if (!ptxc_sink_wants(evaluation->sink, evaluation->rule))
        return false;
    finding.message =
        ptxc_arena_format(evaluation->sink->arena, "%s; this one is %s%s%s", ptxc_rules[evaluation->rule].summary,
                          type->spelling, named ? "" : ", and without a state space the address is generic",
                          lucky ? "; it works by luck, as today the GPU uses the low 32 bits alone" : "");
    return ptxc_evaluation_break(evaluation, &finding);
}

/* ADDRESS_WIDTH finds a register that is too narrow for an address of its state space, or that is no integer. */
static bool check_address_width(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    bool holds = true;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_role_row *role = &ptxc_roles[evaluation->match->roles[i]];
        const struct ptxc_value *value = ptxc_evaluation_value(evaluation, i);
        const struct ptxc_type_row *type = &ptxc_types[value->type];
        const enum ptxc_space space = ptxc_fit_address_space(evaluation->match, role);
        const bool of_tensor_memory = role->spaces == 0 && space == PTXC_SPACE_NONE; /* which is no state space */
        bool address =
            (is_address_role(role) && !of_tensor_memory) || instruction->operands[i].shape == PTXC_OPERAND_TENSOR;
        unsigned least = ptxc_spaces[space].address;
        bool odd = type->width < least || !ptxc_type_is_integer(value->type);
        if (address && value->kind == PTXC_VALUE_REGISTER && odd)
            holds = raise_width(evaluation, (enum ptxc_role)evaluation->match->roles[i], value);
    }
    return holds;
}

/* Returns the entry of the form that qualifier `index` belongs to. There is one, since the qualifiers fit the form. */
static const struct ptxc_form_slot *entry_of(const struct ptxc_evaluation *evaluation, size_t index) {
    return ptxc_match_entry(evaluation->instruction, evaluation->match, index);
}

/* Finds the use of this qualifier in the instruction, or NULL. */
static const struct ptxc_qualifier_use *find_qualifier(const struct ptxc_evaluation *evaluation, int64_t qualifier) {
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++)
        if ((int64_t)evaluation->instruction->qualifiers[i].id == qualifier)
            return &evaluation->instruction->qualifiers[i];
    return NULL;
}

/* REQUIRES finds a qualifier (the first value) that stands without any of those that it needs (the others). */
static bool check_required(const struct ptxc_evaluation *evaluation) {
    const int64_t *values = evaluation->constraint->values;
    const struct ptxc_qualifier_use *use = find_qualifier(evaluation, values[0]);
    for (size_t i = 1; i < evaluation->constraint->value_count; i++)
        if (find_qualifier(evaluation, values[i]))
            return true;
    return !use || ptxc_evaluation_report(evaluation, use->span, NULL);
}

/* IGNORED_QUALIFIER finds qualifiers that the assembler accepts here without effect, as the form lists them. */
static bool check_ignored(const struct ptxc_evaluation *evaluation) {
    bool holds = true;
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &evaluation->instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = entry_of(evaluation, i);
        if (entry->presence == PTXC_PRESENCE_IGNORED &&
            ptxc_gate_open((enum ptxc_gate)entry->gate, evaluation->environment))
            holds = PTXC_BREAK(evaluation, use->span, ": the assembler ignores %s", ptxc_qualifiers[use->id].spelling);
    }
    return holds;
}

/* UNDOCUMENTED_FORM finds an instruction that the assembler accepts, but that the ISA does not describe. */
static bool check_documented(const struct ptxc_evaluation *evaluation) {
    return ptxc_forms[evaluation->match->form].kind != PTXC_FORM_UNDOCUMENTED ||
           ptxc_evaluation_report(evaluation, evaluation->instruction->opcode_span, NULL);
}

/* ASSEMBLER_CRASH finds an instruction that the assembler accepts, and crashes on. */
static bool check_crash(const struct ptxc_evaluation *evaluation) {
    const uint64_t rows = ptxc_crashes_of(evaluation->instruction, evaluation->match);
    return !ptxc_crashes_there(rows, evaluation->environment) ||
           ptxc_evaluation_report(evaluation, evaluation->instruction->opcode_span, NULL);
}

/* Adds the fix that puts the qualifiers in the order of the form: each place gets the word that belongs there. One that
 * the assembler ignores keeps its place. */
static void fix_order(const struct ptxc_evaluation *evaluation, struct ptxc_finding *finding) {
    const struct ptxc_qualifier_use *uses = evaluation->instruction->qualifiers;
    size_t order[PTXC_MAX_QUALIFIERS], places[PTXC_MAX_QUALIFIERS], count = 0;
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++) {
        const struct ptxc_form_slot *entry = entry_of(evaluation, i);
        size_t at = count;
        if (entry->presence == PTXC_PRESENCE_IGNORED)
            continue;
        for (; at > 0 && entry_of(evaluation, order[at - 1]) > entry; at--)
            order[at] = order[at - 1];
        order[at] = i;
        places[count++] = i;
    }
    for (size_t i = 0; i < count; i++)
        if (order[i] != places[i])
            ptxc_finding_fix(finding, uses[places[i]].span, ptxc_qualifiers[uses[order[i]].id].spelling);
}

/* CANONICAL_ORDER finds the first qualifier that is not in the order of the ISA, which is the order of the entries in
 * the form. Ignored qualifiers have no place in the ISA. */
static bool check_order(const struct ptxc_evaluation *evaluation) {
    const struct ptxc_form_slot *last = NULL;
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &evaluation->instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = entry_of(evaluation, i);
        if (entry->presence == PTXC_PRESENCE_IGNORED)
            continue;
        if (last && entry < last) {
            struct ptxc_finding finding = {.rule = evaluation->rule, .span = use->span};
            finding.opcode = evaluation->instruction->opcode;
            finding.message = ptxc_rules[evaluation->rule].summary;
            fix_order(evaluation, &finding);
            return ptxc_evaluation_break(evaluation, &finding);
        }
        last = entry;
    }
    return true;
}

/* SLOW_OUTSIDE finds a qualifier that is legal everywhere, but slow where a gate is closed. */
static bool check_slow(const struct ptxc_evaluation *evaluation) {
    enum ptxc_gate gate = (enum ptxc_gate)evaluation->constraint->values[1];
    const struct ptxc_qualifier_use *use = find_qualifier(evaluation, evaluation->constraint->values[0]);
    return !use || ptxc_gate_open(gate, evaluation->environment) || ptxc_evaluation_report(evaluation, use->span, NULL);
}

/* Runs the evaluator of the constraint. Those that are found elsewhere have none. */
static bool evaluate(const struct ptxc_evaluation *evaluation) {
    switch (evaluation->constraint->kind) {
    case PTXC_CONSTRAINT_STRUCTURE:
    case PTXC_CONSTRAINT_FLOW:
    case PTXC_CONSTRAINT_MAP_IN_RANGE:
    case PTXC_CONSTRAINT_MAP_MULTIPLE_OF:
    case PTXC_CONSTRAINT_MAP_ENUMERATED:
    case PTXC_CONSTRAINT_MAP_WITHOUT:
    case PTXC_CONSTRAINT_MAP_IN_SPAN:
    case PTXC_CONSTRAINT_MAP_IN_CORNER_LIMIT:
    case PTXC_CONSTRAINT_MAP_AREA:
    case PTXC_CONSTRAINT_MAP_APART: break;
    case PTXC_CONSTRAINT_VALUE_IN:
    case PTXC_CONSTRAINT_MULTIPLE_OF:
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_NOT_IN_RANGE:
    case PTXC_CONSTRAINT_UNIT_FRACTION: return ptxc_values_check(evaluation);
    case PTXC_CONSTRAINT_VALUE_FROM: return ptxc_values_check_gate(evaluation);
    case PTXC_CONSTRAINT_UP_TO: return ptxc_values_check_bound(evaluation);
    case PTXC_CONSTRAINT_NOT_BESIDE: return ptxc_values_check_neighbours(evaluation);
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE:
    case PTXC_CONSTRAINT_ELEMENT_MULTIPLE_OF: return ptxc_values_check_elements(evaluation);
    case PTXC_CONSTRAINT_MIXED_VECTOR: return ptxc_values_check_mixture(evaluation);
    case PTXC_CONSTRAINT_REDUCTION_TYPE: return ptxc_reduction_check(evaluation);
    case PTXC_CONSTRAINT_REQUIRES: return check_required(evaluation);
    case PTXC_CONSTRAINT_ALIGNED:
    case PTXC_CONSTRAINT_ALIGNED_SYMBOL: return check_alignment(evaluation);
    case PTXC_CONSTRAINT_UNBRACKETED: return check_brackets(evaluation);
    case PTXC_CONSTRAINT_ADDRESS_WIDTH: return check_address_width(evaluation);
    case PTXC_CONSTRAINT_UNDOCUMENTED_FORM: return check_documented(evaluation);
    case PTXC_CONSTRAINT_ASSEMBLER_CRASH: return check_crash(evaluation);
    case PTXC_CONSTRAINT_IGNORED_QUALIFIER: return check_ignored(evaluation);
    case PTXC_CONSTRAINT_SLOW_OUTSIDE: return check_slow(evaluation);
    case PTXC_CONSTRAINT_CANONICAL_ORDER: return check_order(evaluation);
    }
    return true;
}

/* Whether the constraint is in force. One that came with a later PTX version or assembler is not while that is
 * unknown, since then the instruction is legal in some version. */
static bool applies(const struct ptxc_constraint *constraint, struct ptxc_environment environment) {
    return constraint->gate == PTXC_GATE_NONE || ptxc_gate_open_surely(constraint->gate, environment);
}

/* Returns an evaluation of the instruction without its rule, which `holds` fills in. */
static struct ptxc_evaluation evaluation_of(const struct ptxc_subject *subject, struct ptxc_last_finding *last) {
    return (struct ptxc_evaluation){.instruction = subject->instruction,
                                    .match = subject->match,
                                    .environment = subject->environment,
                                    .last = last};
}

/* Decides whether the rule holds, and says it to the sink where it does not. */
static bool holds(struct ptxc_evaluation *evaluation, enum ptxc_rule_id rule, const struct ptxc_sink *sink) {
    evaluation->sink = sink;
    evaluation->rule = rule;
    evaluation->constraint = &ptxc_rules[rule].constraint;
    return !applies(evaluation->constraint, evaluation->environment) || evaluate(evaluation);
}

/* Adds rules to a set. */
static void add_rules(struct ptxc_evaluated *rules, const struct ptxc_evaluated *more) {
    for (size_t i = 0; i < PTXC_COUNT(rules->words); i++)
        rules->words[i] |= more->words[i];
}

/* Adds which rules the operand can break, by its role and what it has in it. */
static void add_operand(struct ptxc_evaluated *found, const struct ptxc_instruction *instruction, size_t operand,
                        uint8_t role) {
    const struct ptxc_role_rules *rules = &ptxc_role_rules[role];
    const struct ptxc_operand *written = &instruction->operands[operand];
    add_rules(found, &rules->any);
    for (size_t i = 0; i < written->count; i++) {
        switch (instruction->values[written->first + i].kind) {
        case PTXC_VALUE_INTEGER:
        case PTXC_VALUE_REAL: add_rules(found, &rules->constants); break;
        case PTXC_VALUE_VARIABLE: add_rules(found, &rules->variables); break;
        case PTXC_VALUE_REGISTER: add_rules(found, &rules->registers); break;
        default: break;
        }
    }
}

struct ptxc_evaluated ptxc_constraints_concerning(const struct ptxc_instruction *instruction,
                                                  const struct ptxc_match *match) {
    struct ptxc_evaluated rules = ptxc_evaluated_always;
    for (size_t i = 0; i < instruction->operand_count; i++)
        add_operand(&rules, instruction, i, match->roles[i]);
    for (size_t i = 0; i < instruction->qualifier_count; i++)
        add_rules(&rules, &ptxc_qualifier_rules[instruction->qualifiers[i].id]);
    return rules;
}

bool ptxc_constraints_check(const struct ptxc_subject *subject) {
    struct ptxc_last_finding last = {false, 0};
    struct ptxc_evaluation evaluation = evaluation_of(subject, &last);
    bool legal = true;
    const struct ptxc_evaluated rules = ptxc_constraints_concerning(subject->instruction, subject->match);
    for (size_t word = 0; word < PTXC_COUNT(rules.words); word++) {
        const uint64_t legality = ptxc_evaluated_legality.words[word];
        for (uint64_t left = rules.words[word] & (subject->sink ? UINT64_MAX : legality); left; left &= left - 1) {
            const unsigned bit = ptxc_lowest_bit(left);
            const enum ptxc_rule_id rule = (enum ptxc_rule_id)ptxc_evaluated_rules[word * 64 + bit];
            const bool wanted = ptxc_sink_wants(subject->sink, rule), decides = legality >> bit & 1;
            /* A rule of legality is evaluated even when nobody wants its findings: the verdict depends on it. */
            if ((wanted || decides) && !holds(&evaluation, rule, wanted ? subject->sink : NULL))
                legal &= !decides;
        }
    }
    return legal;
}

bool ptxc_constraints_hold(const struct ptxc_subject *subject, enum ptxc_rule_id rule) {
    struct ptxc_last_finding last = {false, 0};
    struct ptxc_evaluation evaluation = evaluation_of(subject, &last);
    return holds(&evaluation, rule, subject->sink);
}

void ptxc_constraints_report(const struct ptxc_subject *subject, const enum ptxc_rule_id *rules, size_t count) {
    struct ptxc_last_finding last = {false, 0};
    struct ptxc_evaluation evaluation = evaluation_of(subject, &last);
    for (size_t i = 0; i < count; i++)
        holds(&evaluation, rules[i], subject->sink);
}
