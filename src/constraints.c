/* The constraints of rules.def: one evaluator for each kind. They run on an instruction whose form is known and whose
 * operands fit, and look at values, alignment and spelling.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "text.h"

/* One rule on its way over one instruction. */
struct evaluation {
    const struct ptxc_instruction *instruction;
    const struct ptxc_match *match;
    struct ptxc_environment environment;
    const char *source;
    struct ptxc_report *report;
    enum ptxc_rule_id rule;
    const struct ptxc_constraint *constraint;
    size_t before; /* findings before this instruction */
};

/* The requirement, and after it what was found. */
static void raise(const struct evaluation *evaluation, struct ptxc_span span, const char *detail) {
    struct ptxc_finding finding = {
        .rule = evaluation->rule,
        .opcode = evaluation->instruction->opcode,
        .span = span,
        .message = ptxc_arena_format(&evaluation->report->arena, "%s%s", ptxc_rules[evaluation->rule].summary,
                                     detail ? detail : ""),
    };
    const struct ptxc_qualifier_use *cause =
        ptxc_instruction_qualifier(evaluation->instruction, evaluation->constraint->because);
    if (cause && evaluation->constraint->caused)
        finding.cause = cause->span;
    ptxc_report_add(evaluation->report, &finding);
}

/* Whether an earlier rule has found fault with this very value: one mistake, one diagnostic. */
static bool raised_already(const struct evaluation *evaluation, struct ptxc_span span) {
    const struct ptxc_report *report = evaluation->report;
    return report->count > evaluation->before &&
           report->diagnostics[report->count - 1].span.offset == ptxc_report_locate(report, span).offset;
}

/* "24", or "16+8 = 24" where the constant is not written plainly. */
static const char *constant_text(const struct evaluation *evaluation, const struct ptxc_value *value) {
    struct ptxc_span span = value->span;
    const char *text = evaluation->source + span.offset;
    int length = span.length > 40 ? 40 : (int)span.length;
    char plain[32];
    int size = snprintf(plain, sizeof(plain), "%lld", (long long)value->integer);
    if (value->kind != PTXC_VALUE_INTEGER || (size == (int)span.length && memcmp(text, plain, span.length) == 0))
        return ptxc_arena_format(&evaluation->report->arena, "%.*s", length, text);
    return ptxc_arena_format(&evaluation->report->arena, "%.*s = %s", length, text, plain);
}

/* "…, not 24", or for a requirement that says what must not be, "…, and is -1". */
static void raise_value(const struct evaluation *evaluation, const struct ptxc_value *value) {
    const struct ptxc_constraint *constraint = evaluation->constraint;
    bool negative = strstr(ptxc_rules[evaluation->rule].summary, " not ") != NULL;
    bool only = constraint->kind == PTXC_CONSTRAINT_NOT_IN_RANGE && constraint->values[0] == constraint->values[1];
    const char *detail = "";
    if (raised_already(evaluation, value->span))
        return;
    if (!only && !evaluation->report->silent) /* a question about an instruction has no source */
        detail = ptxc_arena_format(&evaluation->report->arena, "%s%s", negative ? ", and is " : ", not ",
                                   constant_text(evaluation, value));
    raise(evaluation, value->span, detail);
}

static int64_t value_of(const struct evaluation *evaluation, const struct ptxc_value *value) {
    return evaluation->constraint->low_32_bits ? (int64_t)(uint32_t)value->integer : value->integer;
}

/* Whether a constant satisfies the constraint; those that do not look at single values are satisfied. */
static bool satisfied(const struct evaluation *evaluation, int64_t value) {
    const int64_t *values = evaluation->constraint->values;
    switch (evaluation->constraint->kind) {
    case PTXC_CONSTRAINT_VALUE_IN:
        for (size_t i = 0; i < evaluation->constraint->value_count; i++)
            if (values[i] == value)
                return true;
        return false;
    case PTXC_CONSTRAINT_MULTIPLE_OF: return value % values[0] == 0;
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE: return value >= values[0] && value <= values[1];
    case PTXC_CONSTRAINT_NOT_IN_RANGE: return value < values[0] || value > values[1];
    default: return true;
    }
}

/* Roles that a constraint names are among the first 64: rules.def does not compile otherwise. */
static bool has_role(uint64_t roles, uint8_t role) {
    return role < 64 && (roles >> role & 1);
}

static bool concerns(const struct evaluation *evaluation, size_t operand) {
    return has_role(evaluation->constraint->roles, evaluation->match->roles[operand]);
}

/* A floating-point constant, rounded to 32 bits. */
static float real_of(const struct ptxc_value *value) {
    uint64_t bits = (uint64_t)value->integer;
    uint32_t low = (uint32_t)bits;
    double wide;
    float narrow;
    memcpy(&wide, &bits, sizeof(wide));
    memcpy(&narrow, &low, sizeof(narrow));
    return value->type == PTXC_TYPE_F32 ? narrow : (float)wide;
}

/* Whether a constant is one that the constraint forbids. */
static bool is_forbidden(const struct evaluation *evaluation, const struct ptxc_value *value) {
    if (evaluation->constraint->kind == PTXC_CONSTRAINT_UNIT_FRACTION)
        return value->kind == PTXC_VALUE_REAL && !(real_of(value) > 0.0F && real_of(value) <= 1.0F);
    return value->kind == PTXC_VALUE_INTEGER && !satisfied(evaluation, value_of(evaluation, value));
}

static void check_values(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        bool vector = ptxc_roles[evaluation->match->roles[i]].shapes & PTXC_SHAPE_VECTOR &&
                      instruction->operands[i].shape == PTXC_OPERAND_VECTOR; /* taken, and not looked into */
        if (concerns(evaluation, i) && !vector && is_forbidden(evaluation, value))
            raise_value(evaluation, value);
    }
}

static void check_elements(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        size_t base = operand->shape == PTXC_OPERAND_TENSOR ? 1 : 0; /* the tensor map comes before its coordinates */
        if (!concerns(evaluation, i))
            continue;
        for (size_t j = base; j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            int element = evaluation->constraint->element;
            if ((element == PTXC_ELEMENT_ALL || (size_t)element == j - base) && value->kind == PTXC_VALUE_INTEGER &&
                !satisfied(evaluation, value->integer))
                raise_value(evaluation, value);
        }
    }
}

/* The first operand in one of these roles that is a constant, or NULL. */
static const struct ptxc_value *find_constant(const struct evaluation *evaluation, uint64_t roles) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        if (has_role(roles, evaluation->match->roles[i]) && value->kind == PTXC_VALUE_INTEGER)
            return value;
    }
    return NULL;
}

static void check_bound(const struct evaluation *evaluation) {
    const struct ptxc_value *value = find_constant(evaluation, evaluation->constraint->roles);
    const struct ptxc_value *bound = find_constant(evaluation, evaluation->constraint->other);
    if (value && bound &&
        (value_of(evaluation, value) < 0 || value_of(evaluation, value) > value_of(evaluation, bound)))
        raise_value(evaluation, value);
}

/* ".xor needs .b32 or .b64 in .global, not .s32", ".add.f16 is written .add.noftz.f16" */
static void raise_reduction(const struct evaluation *evaluation, bool other_noftz, const uint8_t *types) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    const struct ptxc_qualifier_use *type = ptxc_instruction_qualifier(instruction, PTXC_SLOT_TYPE);
    const struct ptxc_qualifier_use *operation = ptxc_instruction_qualifier(instruction, PTXC_SLOT_REDUCTION);
    const struct ptxc_qualifier_use *noftz = ptxc_instruction_qualifier(instruction, PTXC_SLOT_NOFTZ);
    const char *name = ptxc_qualifiers[operation->id].spelling, *wrong = ptxc_qualifiers[type->id].spelling;
    struct ptxc_arena *arena = &evaluation->report->arena;
    struct ptxc_finding finding = {
        .rule = evaluation->rule, .opcode = instruction->opcode, .span = type->span, .cause = operation->span};
    if (other_noftz && noftz) {
        finding.span = noftz->span;
        finding.message = ptxc_arena_format(arena, "%s%s takes no .noftz", name, wrong);
    } else if (other_noftz) {
        finding.span = operation->span;
        finding.cause = type->span;
        finding.message = ptxc_arena_format(arena, "%s%s must be written %s.noftz%s", name, wrong, name, wrong);
        finding.replacement = ptxc_arena_format(arena, "%s.noftz", name);
    } else {
        char list[200] = "";
        struct ptxc_text text = {list, sizeof(list), 0};
        for (size_t i = 0; types && i < sizeof(((struct ptxc_reduction_row *)0)->types) && types[i]; i++)
            ptxc_text_add(&text, "%s%s", i ? ", " : "", ptxc_qualifiers[types[i]].spelling);
        finding.message =
            ptxc_arena_format(arena, "%s to %s is defined for %s, not for %s", name,
                              ptxc_qualifiers[evaluation->match->choices[PTXC_SLOT_DESTINATION]].spelling, list, wrong);
    }
    ptxc_report_add(evaluation->report, &finding);
}

static void check_reduction(const struct evaluation *evaluation) {
    const uint8_t *choices = evaluation->match->choices;
    uint8_t type = choices[PTXC_SLOT_TYPE], operation = choices[PTXC_SLOT_REDUCTION];
    bool noftz = choices[PTXC_SLOT_NOFTZ] != PTXC_Q_NONE;
    if (!type || !operation)
        return;
    bool other_noftz = false, known = false;
    const uint8_t *types = NULL;
    for (size_t i = 0; i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        bool here = row->destination == PTXC_Q_NONE || row->destination == choices[PTXC_SLOT_DESTINATION];
        if (!(row->opcodes >> evaluation->instruction->opcode & 1))
            continue;
        known = true;
        if (!here || row->operation != operation || !ptxc_gate_open(row->gate, evaluation->environment))
            continue;
        bool listed = memchr(row->types, type, sizeof(row->types)) != NULL;
        if (listed && row->noftz == noftz)
            return;
        other_noftz |= listed;
        if (!types)
            types = row->types;
    }
    if (known)
        raise_reduction(evaluation, other_noftz, types);
}

/* The alignment in bytes that operand `i` asks for, or 0. */
static uint32_t alignment_of(const struct evaluation *evaluation, size_t i) {
    const uint64_t sizes = PTXC_BIT(PTXC_ARG_CP_SIZE) | PTXC_BIT(PTXC_ARG_CP_SIZE_16);
    uint32_t alignment = ptxc_roles[evaluation->match->roles[i]].alignment;
    if (alignment != PTXC_ALIGNMENT_CP_SIZE)
        return alignment;
    const struct ptxc_value *size = find_constant(evaluation, sizes);
    bool power = size && (size->integer == 4 || size->integer == 8 || size->integer == 16);
    return power ? (uint32_t)size->integer : 0;
}

static void raise_underaligned(const struct evaluation *evaluation, const struct ptxc_value *value, uint32_t wanted) {
    struct ptxc_finding finding = {
        .rule = evaluation->rule, .opcode = evaluation->instruction->opcode, .span = value->span};
    finding.message =
        ptxc_arena_format(&evaluation->report->arena, "'%.*s' should be declared .align %u or more, and is .align %u",
                          (int)value->span.length, evaluation->source + value->span.offset, wanted, value->alignment);
    ptxc_report_add(evaluation->report, &finding);
}

/* ALIGNED: an offset that no placement of the symbol can mend. ALIGNED_SYMBOL: a symbol that may be placed badly. */
static void check_alignment(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    bool certain = evaluation->constraint->kind == PTXC_CONSTRAINT_ALIGNED;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        uint32_t wanted = alignment_of(evaluation, i);
        if (!wanted || value->kind != PTXC_VALUE_VARIABLE || (value->flags & PTXC_FLAG_EXTERNAL) || !value->alignment)
            continue;
        uint32_t declared = value->alignment < wanted ? value->alignment : wanted;
        bool misplaced = (uint64_t)value->integer % declared != 0;
        bool doubtful = !misplaced && declared < wanted && !(value->flags & PTXC_FLAG_REGISTER_INDEX);
        if (certain && misplaced)
            raise(evaluation, value->span,
                  ptxc_arena_format(&evaluation->report->arena, " to %u bytes; the offset %lld breaks it", wanted,
                                    (long long)value->integer));
        else if (!certain && doubtful)
            raise_underaligned(evaluation, value, wanted);
    }
}

static bool is_address_role(const struct ptxc_role_row *role) {
    return role->shapes & PTXC_SHAPE_ADDRESS;
}

static void check_brackets(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++)
        if (is_address_role(&ptxc_roles[evaluation->match->roles[i]]) &&
            instruction->operands[i].shape == PTXC_OPERAND_SCALAR)
            raise_value(evaluation, &instruction->values[instruction->operands[i].first]);
}

static void check_address_width(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        const struct ptxc_role_row *role = &ptxc_roles[evaluation->match->roles[i]];
        const struct ptxc_value *value = &instruction->values[operand->first];
        const struct ptxc_type_row *type = &ptxc_types[value->type];
        bool address = is_address_role(role) || operand->shape == PTXC_OPERAND_TENSOR;
        bool named = evaluation->match->choices[PTXC_SLOT_DESTINATION] != PTXC_Q_NONE;
        unsigned least = ptxc_match_wants_shared(evaluation->match, role) ? 32 : 64;
        bool odd = type->width < least || type->kind == PTXC_KIND_FLOATING || type->kind == PTXC_KIND_PREDICATE;
        if (address && value->kind == PTXC_VALUE_REGISTER && odd)
            raise(evaluation, value->span,
                  ptxc_arena_format(&evaluation->report->arena, "; this one is %s%s", type->spelling,
                                    named ? "" : ", and without a state space the address is generic"));
    }
}

static void check_mixture(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        size_t base = operand->shape == PTXC_OPERAND_TENSOR ? 1 : 0;
        if (!ptxc_elements[evaluation->match->roles[i]].companions || operand->shape == PTXC_OPERAND_SCALAR)
            continue;
        for (size_t j = base; j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            enum ptxc_type_kind kind = ptxc_types[value->type].kind;
            bool typed = value->kind == PTXC_VALUE_REGISTER || value->kind == PTXC_VALUE_REAL;
            if (typed && (kind == PTXC_KIND_FLOATING || kind == PTXC_KIND_PREDICATE))
                raise_value(evaluation, value);
        }
    }
}

static const struct ptxc_form_slot *entry_of(const struct evaluation *evaluation,
                                             const struct ptxc_qualifier_use *use) {
    return ptxc_form_entry(&ptxc_forms[evaluation->match->form], use, evaluation->match->filled);
}

static const struct ptxc_qualifier_use *find_qualifier(const struct evaluation *evaluation, int64_t qualifier) {
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++)
        if ((int64_t)evaluation->instruction->qualifiers[i].id == qualifier)
            return &evaluation->instruction->qualifiers[i];
    return NULL;
}

static void check_required(const struct evaluation *evaluation) {
    const int64_t *values = evaluation->constraint->values;
    const struct ptxc_qualifier_use *use = find_qualifier(evaluation, values[0]);
    for (size_t i = 1; i < evaluation->constraint->value_count; i++)
        if (find_qualifier(evaluation, values[i]))
            return;
    if (use)
        raise(evaluation, use->span, NULL);
}

static void check_ignored(const struct evaluation *evaluation) {
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &evaluation->instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = entry_of(evaluation, use);
        if (entry->presence == PTXC_PRESENCE_IGNORED && ptxc_gate_open(entry->gate, evaluation->environment))
            raise(evaluation, use->span,
                  ptxc_arena_format(&evaluation->report->arena, ": the assembler ignores %s",
                                    ptxc_qualifiers[use->id].spelling));
    }
}

static void check_documented(const struct evaluation *evaluation) {
    if (ptxc_forms[evaluation->match->form].kind == PTXC_FORM_UNDOCUMENTED)
        raise(evaluation, evaluation->instruction->opcode_span, NULL);
}

/* The slots of a form stand in print order. */
static void check_order(const struct evaluation *evaluation) {
    const struct ptxc_form_slot *last = NULL;
    for (size_t i = 0; i < evaluation->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &evaluation->instruction->qualifiers[i];
        const struct ptxc_form_slot *entry = entry_of(evaluation, use);
        if (entry->presence == PTXC_PRESENCE_IGNORED)
            continue;
        if (last && entry < last) {
            raise(evaluation, use->span, NULL);
            return;
        }
        last = entry;
    }
}

static void check_slow(const struct evaluation *evaluation) {
    enum ptxc_gate gate = (enum ptxc_gate)evaluation->constraint->values[1];
    const struct ptxc_qualifier_use *use = find_qualifier(evaluation, evaluation->constraint->values[0]);
    if (use && !ptxc_gate_open(gate, evaluation->environment))
        raise(evaluation, use->span, NULL);
}

/* VALUE_FROM: whether operand `i` is a constant in the range. */
static bool is_gated_value(const struct evaluation *evaluation, size_t i) {
    const struct ptxc_value *value = &evaluation->instruction->values[evaluation->instruction->operands[i].first];
    return concerns(evaluation, i) && value->kind == PTXC_VALUE_INTEGER &&
           value->integer >= evaluation->constraint->values[0] && value->integer <= evaluation->constraint->values[1];
}

/* Constants in a range that not every target has. */
static void check_value_gate(const struct evaluation *evaluation) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    const int64_t *values = evaluation->constraint->values;
    char needs[400];
    if (ptxc_gate_open((enum ptxc_gate)values[2], evaluation->environment))
        return;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        if (!is_gated_value(evaluation, i))
            continue;
        ptxc_gate_describe((enum ptxc_gate)values[2], needs, sizeof(needs));
        raise(evaluation, instruction->values[instruction->operands[i].first].span,
              ptxc_arena_format(&evaluation->report->arena, "; this one needs %s", needs));
    }
}

static void evaluate(const struct evaluation *evaluation) {
    switch (evaluation->constraint->kind) {
    case PTXC_CONSTRAINT_STRUCTURE: break; /* the reader and the matcher have said it */
    case PTXC_CONSTRAINT_VALUE_IN:
    case PTXC_CONSTRAINT_MULTIPLE_OF:
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_NOT_IN_RANGE:
    case PTXC_CONSTRAINT_UNIT_FRACTION: check_values(evaluation); break;
    case PTXC_CONSTRAINT_VALUE_FROM: check_value_gate(evaluation); break;
    case PTXC_CONSTRAINT_UP_TO: check_bound(evaluation); break;
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE: check_elements(evaluation); break;
    case PTXC_CONSTRAINT_REDUCTION_TYPE: check_reduction(evaluation); break;
    case PTXC_CONSTRAINT_REQUIRES: check_required(evaluation); break;
    case PTXC_CONSTRAINT_ALIGNED:
    case PTXC_CONSTRAINT_ALIGNED_SYMBOL: check_alignment(evaluation); break;
    case PTXC_CONSTRAINT_UNBRACKETED: check_brackets(evaluation); break;
    case PTXC_CONSTRAINT_ADDRESS_WIDTH: check_address_width(evaluation); break;
    case PTXC_CONSTRAINT_MIXED_VECTOR: check_mixture(evaluation); break;
    case PTXC_CONSTRAINT_UNDOCUMENTED_FORM: check_documented(evaluation); break;
    case PTXC_CONSTRAINT_IGNORED_QUALIFIER: check_ignored(evaluation); break;
    case PTXC_CONSTRAINT_SLOW_OUTSIDE: check_slow(evaluation); break;
    case PTXC_CONSTRAINT_CANONICAL_ORDER: check_order(evaluation); break;
    }
}

/* A constraint that came with a later PTX version is silent where the version is not known. */
static bool holds(const struct evaluation *evaluation) {
    enum ptxc_gate gate = evaluation->constraint->gate;
    return gate == PTXC_GATE_NONE || (evaluation->environment.ptx && ptxc_gate_open(gate, evaluation->environment));
}

void ptxc_constraints_check(const struct ptxc_subject *subject) {
    const size_t before = subject->report->count;
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        struct evaluation evaluation = {
            .instruction = subject->instruction,
            .match = subject->match,
            .environment = subject->environment,
            .source = subject->source,
            .report = subject->report,
            .rule = (enum ptxc_rule_id)i,
            .constraint = &ptxc_rules[i].constraint,
            .before = before,
        };
        if (ptxc_report_wants(subject->report, evaluation.rule) && holds(&evaluation))
            evaluate(&evaluation);
    }
}

/* Reasons on their way to the caller. */
struct reasons {
    struct ptxc_reason *list;
    size_t count, capacity;
};

static void add_reason(struct reasons *reasons, struct ptxc_reason reason) {
    if (reasons->count < reasons->capacity)
        reasons->list[reasons->count] = reason;
    reasons->count++;
}

/* The gate of the row that has this reduction. */
static void add_reduction(const struct evaluation *evaluation, struct reasons *reasons) {
    const uint8_t *choices = evaluation->match->choices;
    const struct ptxc_qualifier_use *operation =
        ptxc_instruction_qualifier(evaluation->instruction, PTXC_SLOT_REDUCTION);
    bool noftz = choices[PTXC_SLOT_NOFTZ] != PTXC_Q_NONE;
    for (size_t i = 0; operation && choices[PTXC_SLOT_TYPE] && i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        bool here = row->destination == PTXC_Q_NONE || row->destination == choices[PTXC_SLOT_DESTINATION];
        if (!(row->opcodes >> evaluation->instruction->opcode & 1) || !here || row->operation != operation->id ||
            row->noftz != noftz || !memchr(row->types, choices[PTXC_SLOT_TYPE], sizeof(row->types)))
            continue;
        uint8_t index = (uint8_t)(operation - evaluation->instruction->qualifiers);
        if (row->gate != PTXC_GATE_NONE)
            add_reason(reasons, (struct ptxc_reason){PTXC_REASON_REDUCTION, index, (uint8_t)row->gate, 0});
        return;
    }
}

/* Constants that need a gate, and those that a constraint bars once its gate is open. */
static void add_values(const struct evaluation *evaluation, struct reasons *reasons) {
    const struct ptxc_instruction *instruction = evaluation->instruction;
    const struct ptxc_constraint *constraint = evaluation->constraint;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        bool barred = constraint->gate != PTXC_GATE_NONE && concerns(evaluation, i) &&
                      value->kind == PTXC_VALUE_INTEGER && !satisfied(evaluation, value_of(evaluation, value));
        if (constraint->kind == PTXC_CONSTRAINT_VALUE_FROM && is_gated_value(evaluation, i))
            add_reason(reasons, (struct ptxc_reason){PTXC_REASON_VALUE, (uint8_t)i, (uint8_t)constraint->values[2], 0});
        else if (barred)
            add_reason(reasons, (struct ptxc_reason){PTXC_REASON_VALUE, (uint8_t)i, (uint8_t)constraint->gate, 1});
    }
}

size_t ptxc_constraints_reasons(const struct ptxc_subject *subject, struct ptxc_reason *list, size_t capacity) {
    struct reasons reasons = {list, 0, capacity};
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        struct evaluation evaluation = {.instruction = subject->instruction,
                                        .match = subject->match,
                                        .rule = (enum ptxc_rule_id)i,
                                        .constraint = &ptxc_rules[i].constraint};
        if (ptxc_rules[i].rule_class != PTXC_CLASS_LEGALITY)
            continue;
        if (evaluation.constraint->kind == PTXC_CONSTRAINT_REDUCTION_TYPE)
            add_reduction(&evaluation, &reasons);
        else
            add_values(&evaluation, &reasons);
    }
    return reasons.count;
}
