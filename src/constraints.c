/* The constraints of rules.def: one evaluator for each kind. They run on an instruction whose form is known and whose
 * operands fit, and look at values, alignment and spelling.
 */
#include <string.h>

#include "check.h"

struct subject {
    const struct ptxc_instruction *instruction;
    const struct ptxc_match *match;
    struct ptxc_environment environment;
    const char *source;
    struct ptxc_report *report;
    enum ptxc_rule_id rule;
    const struct ptxc_constraint *constraint;
};

static void raise(const struct subject *subject, struct ptxc_span span, const char *detail) {
    struct ptxc_finding finding = {
        .rule = subject->rule,
        .span = span,
        .cause = subject->instruction->opcode_span,
        .message =
            ptxc_arena_format(&subject->report->arena, "%s%s", ptxc_rules[subject->rule].summary, detail ? detail : ""),
    };
    ptxc_report_add(subject->report, &finding);
}

/* "…, not 24" */
static void raise_value(const struct subject *subject, struct ptxc_span span) {
    int length = span.length > 40 ? 40 : (int)span.length;
    raise(subject, span,
          ptxc_arena_format(&subject->report->arena, ", not %.*s", length, subject->source + span.offset));
}

static int64_t value_of(const struct subject *subject, const struct ptxc_value *value) {
    return subject->constraint->low_32_bits ? (int64_t)(uint32_t)value->integer : value->integer;
}

/* Whether a constant satisfies the constraint; those that do not look at single values are satisfied. */
static bool satisfied(const struct subject *subject, int64_t value) {
    const int64_t *values = subject->constraint->values;
    switch (subject->constraint->kind) {
    case PTXC_CONSTRAINT_VALUE_IN:
        for (size_t i = 0; i < subject->constraint->value_count; i++)
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

static bool concerns(const struct subject *subject, size_t operand) {
    return has_role(subject->constraint->roles, subject->match->roles[operand]);
}

static void check_values(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        if (concerns(subject, i) && value->kind == PTXC_VALUE_INTEGER && !satisfied(subject, value_of(subject, value)))
            raise_value(subject, value->span);
    }
}

static void check_elements(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        size_t base = operand->shape == PTXC_OPERAND_TENSOR ? 1 : 0; /* the tensor map comes before its coordinates */
        if (!concerns(subject, i))
            continue;
        for (size_t j = base; j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            int element = subject->constraint->element;
            if ((element == PTXC_ELEMENT_ALL || (size_t)element == j - base) && value->kind == PTXC_VALUE_INTEGER &&
                !satisfied(subject, value->integer))
                raise_value(subject, value->span);
        }
    }
}

/* The first operand in one of these roles that is a constant, or NULL. */
static const struct ptxc_value *find_constant(const struct subject *subject, uint64_t roles) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        if (has_role(roles, subject->match->roles[i]) && value->kind == PTXC_VALUE_INTEGER)
            return value;
    }
    return NULL;
}

static void check_bound(const struct subject *subject) {
    const struct ptxc_value *value = find_constant(subject, subject->constraint->roles);
    const struct ptxc_value *bound = find_constant(subject, subject->constraint->other);
    if (value && bound && (value->integer < 0 || value->integer > bound->integer))
        raise_value(subject, value->span);
}

static void check_reduction(const struct subject *subject) {
    const uint8_t *choices = subject->match->choices;
    uint8_t type = choices[PTXC_SLOT_TYPE], operation = choices[PTXC_SLOT_REDUCTION];
    bool noftz = choices[PTXC_SLOT_NOFTZ] != PTXC_Q_NONE;
    bool other_noftz = false, listed = false;
    for (size_t i = 0; i < ptxc_reduction_count; i++) {
        const struct ptxc_reduction_row *row = &ptxc_reductions[i];
        bool here = row->destination == PTXC_Q_NONE || row->destination == choices[PTXC_SLOT_DESTINATION];
        if (row->opcode != subject->instruction->opcode)
            continue;
        listed = true;
        if (!here || row->operation != operation ||
            !memchr(row->types, type, sizeof(row->types)))
            continue;
        if (row->noftz == noftz)
            return;
        other_noftz = true;
    }
    const char *detail = other_noftz && noftz ? ": %s%s takes no .noftz"
                         : other_noftz        ? ": %s%s needs .noftz"
                                              : ": there is no %s%s with this destination";
    for (size_t i = 0; i < subject->instruction->qualifier_count && listed; i++)
        if (subject->instruction->qualifiers[i].slot == PTXC_SLOT_TYPE)
            raise(subject, subject->instruction->qualifiers[i].span,
                  ptxc_arena_format(&subject->report->arena, detail, ptxc_qualifiers[operation].spelling,
                                    ptxc_qualifiers[type].spelling));
}

/* The alignment in bytes that operand `i` asks for, or 0. */
static uint32_t alignment_of(const struct subject *subject, size_t i) {
    const uint64_t sizes = PTXC_BIT(PTXC_ARG_CP_SIZE) | PTXC_BIT(PTXC_ARG_CP_SIZE_16);
    uint32_t alignment = ptxc_roles[subject->match->roles[i]].alignment;
    if (alignment != PTXC_ALIGNMENT_CP_SIZE)
        return alignment;
    const struct ptxc_value *size = find_constant(subject, sizes);
    bool power = size && (size->integer == 4 || size->integer == 8 || size->integer == 16);
    return power ? (uint32_t)size->integer : 0;
}

/* ALIGNED: an offset that no placement of the symbol can mend. ALIGNED_SYMBOL: a symbol that may be placed badly. */
static void check_alignment(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    bool certain = subject->constraint->kind == PTXC_CONSTRAINT_ALIGNED;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        uint32_t wanted = alignment_of(subject, i);
        if (!wanted || value->kind != PTXC_VALUE_VARIABLE || (value->flags & PTXC_VALUE_EXTERNAL) || !value->alignment)
            continue;
        uint32_t declared = value->alignment < wanted ? value->alignment : wanted;
        bool misplaced = (uint64_t)value->integer % declared != 0;
        bool doubtful = !misplaced && declared < wanted && !(value->flags & PTXC_VALUE_UNKNOWN_INDEX);
        struct ptxc_arena *arena = &subject->report->arena;
        if (certain && misplaced)
            raise(
                subject, value->span,
                ptxc_arena_format(arena, " to %u bytes; the offset %lld breaks it", wanted, (long long)value->integer));
        else if (!certain && doubtful)
            raise(subject, value->span, ptxc_arena_format(arena, ": %u bytes, not %u", wanted, value->alignment));
    }
}

static bool is_address_role(const struct ptxc_role_row *role) {
    return role->shapes & PTXC_SHAPE_ADDRESS;
}

static void check_brackets(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++)
        if (is_address_role(&ptxc_roles[subject->match->roles[i]]) &&
            instruction->operands[i].shape == PTXC_OPERAND_SCALAR)
            raise_value(subject, instruction->operands[i].span);
}

static void check_address_width(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        const struct ptxc_role_row *role = &ptxc_roles[subject->match->roles[i]];
        const struct ptxc_value *value = &instruction->values[operand->first];
        const struct ptxc_type_row *type = &ptxc_types[value->type];
        bool address = is_address_role(role) || operand->shape == PTXC_OPERAND_TENSOR;
        unsigned least = role->spaces == PTXC_BIT(PTXC_SPACE_GLOBAL) ? 64 : 32;
        bool odd = type->width < least || type->kind == PTXC_KIND_FLOATING || type->kind == PTXC_KIND_PREDICATE;
        if (address && value->kind == PTXC_VALUE_REGISTER && odd)
            raise(subject, value->span, ptxc_arena_format(&subject->report->arena, "; this one is %s", type->spelling));
    }
}

static void check_mixture(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_operand *operand = &instruction->operands[i];
        size_t base = operand->shape == PTXC_OPERAND_TENSOR ? 1 : 0;
        if (!ptxc_elements[subject->match->roles[i]].companions || operand->shape == PTXC_OPERAND_SCALAR)
            continue;
        for (size_t j = base; j < operand->count; j++) {
            const struct ptxc_value *value = &instruction->values[operand->first + j];
            enum ptxc_type_kind kind = ptxc_types[value->type].kind;
            bool typed = value->kind == PTXC_VALUE_REGISTER || value->kind == PTXC_VALUE_REAL;
            if (typed && (kind == PTXC_KIND_FLOATING || kind == PTXC_KIND_PREDICATE))
                raise_value(subject, value->span);
        }
    }
}

/* The place of a qualifier in the print order of the form, or -1. */
static int print_place(const struct subject *subject, const struct ptxc_qualifier_use *use, bool *ignored) {
    const struct ptxc_form_row *form = &ptxc_forms[subject->match->form];
    int place = 0;
    for (int i = 0; form->slots[i].presence != PTXC_PRESENCE_END; i++) {
        const struct ptxc_form_slot *entry = &form->slots[i];
        if (entry->presence != PTXC_PRESENCE_ALSO)
            place = i;
        if (ptxc_entry_slot(form, (size_t)i) != use->slot || !memchr(entry->choices, (int)use->id, sizeof(entry->choices)))
            continue;
        *ignored = entry->presence == PTXC_PRESENCE_IGNORED;
        return place;
    }
    return -1;
}

static void check_ignored(const struct subject *subject) {
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        bool ignored = false;
        if (print_place(subject, use, &ignored) >= 0 && ignored)
            raise_value(subject, use->span);
    }
}

static void check_order(const struct subject *subject) {
    int last = -1;
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        bool ignored = false;
        int place = print_place(subject, use, &ignored);
        if (ignored)
            continue;
        if (place < last) {
            raise(subject, use->span, NULL);
            return;
        }
        last = place;
    }
}

static void check_slow(const struct subject *subject) {
    enum ptxc_gate gate = (enum ptxc_gate)subject->constraint->values[1];
    for (size_t i = 0; i < subject->instruction->qualifier_count; i++) {
        const struct ptxc_qualifier_use *use = &subject->instruction->qualifiers[i];
        if (use->id == (enum ptxc_qualifier)subject->constraint->values[0] &&
            !ptxc_gate_open(gate, subject->environment))
            raise(subject, use->span, NULL);
    }
}

/* Constants in a range that not every target has. */
static void check_value_gate(const struct subject *subject) {
    const struct ptxc_instruction *instruction = subject->instruction;
    const int64_t *values = subject->constraint->values;
    char needs[400];
    if (ptxc_gate_open((enum ptxc_gate)values[2], subject->environment))
        return;
    ptxc_gate_describe((enum ptxc_gate)values[2], needs, sizeof(needs));
    for (size_t i = 0; i < instruction->operand_count; i++) {
        const struct ptxc_value *value = &instruction->values[instruction->operands[i].first];
        if (concerns(subject, i) && value->kind == PTXC_VALUE_INTEGER && value->integer >= values[0] &&
            value->integer <= values[1])
            raise(subject, value->span, ptxc_arena_format(&subject->report->arena, "; this one needs %s", needs));
    }
}

static void evaluate(const struct subject *subject) {
    switch (subject->constraint->kind) {
    case PTXC_CONSTRAINT_STRUCTURE: break; /* the reader and the matcher have said it */
    case PTXC_CONSTRAINT_VALUE_IN:
    case PTXC_CONSTRAINT_MULTIPLE_OF:
    case PTXC_CONSTRAINT_IN_RANGE:
    case PTXC_CONSTRAINT_NOT_IN_RANGE: check_values(subject); break;
    case PTXC_CONSTRAINT_VALUE_FROM: check_value_gate(subject); break;
    case PTXC_CONSTRAINT_UP_TO: check_bound(subject); break;
    case PTXC_CONSTRAINT_ELEMENT_IN_RANGE: check_elements(subject); break;
    case PTXC_CONSTRAINT_REDUCTION_TYPE: check_reduction(subject); break;
    case PTXC_CONSTRAINT_ALIGNED:
    case PTXC_CONSTRAINT_ALIGNED_SYMBOL: check_alignment(subject); break;
    case PTXC_CONSTRAINT_UNBRACKETED: check_brackets(subject); break;
    case PTXC_CONSTRAINT_ADDRESS_WIDTH: check_address_width(subject); break;
    case PTXC_CONSTRAINT_MIXED_VECTOR: check_mixture(subject); break;
    case PTXC_CONSTRAINT_IGNORED_QUALIFIER: check_ignored(subject); break;
    case PTXC_CONSTRAINT_SLOW_OUTSIDE: check_slow(subject); break;
    case PTXC_CONSTRAINT_CANONICAL_ORDER: check_order(subject); break;
    }
}

void ptxc_constraints_check(const struct ptxc_instruction *instruction, const struct ptxc_match *match,
                            struct ptxc_environment environment, const char *source, struct ptxc_report *report) {
    for (int i = 0; i < PTXC_RULE_COUNT; i++) {
        struct subject subject = {
            instruction, match, environment, source, report, (enum ptxc_rule_id)i, &ptxc_rules[i].constraint};
        if (ptxc_report_wants(report, subject.rule))
            evaluate(&subject);
    }
}
