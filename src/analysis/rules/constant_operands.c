/* Registers whose values are known, by the text or by an execution: the instruction is checked once more with these
 * values in their places, by the rules that hold for constants. So no fact about values stands here; folded.def says
 * how a finding is called then.
 */
#include "analysis/rules/rules.h"

#include "legality/constraints.h"

struct operand_row {
    enum ptxc_rule_id rule;
    enum ptxc_opcode opcode;
    enum ptxc_operand_name operand;
    enum ptxc_rule_id hazard;
    enum ptxc_level level;
};
static const struct operand_row rows[] = {
#define FOLDED(rule, opcode, operand, hazard, level) {rule, opcode, operand, hazard, PTXC_##level},
#include "folded.def"
};

/* The rules of the rows, each once, in their order. */
struct wanted {
    enum ptxc_rule_id rules[PTXC_COUNT(rows)];
    size_t count;
};

static struct wanted list_wanted(void) {
    struct wanted wanted = {.count = 0};
    bool in_rows[PTXC_RULE_COUNT] = {false};
    for (size_t i = 0; i < PTXC_COUNT(rows); i++)
        in_rows[rows[i].rule] = true;
    for (int i = 0; i < PTXC_RULE_COUNT; i++)
        if (in_rows[i])
            wanted.rules[wanted.count++] = (enum ptxc_rule_id)i;
    return wanted;
}

/* The check of one step: takes the findings about the instruction with constants in it. */
struct folding {
    const struct ptxc_flow *flow;
    uint32_t step;
    const struct ptxc_instruction *written; /* as the source has it */
    const struct ptxc_instruction *folded;  /* with what is known */
    bool changed[PTXC_MAX_VALUES];          /* the value is a constant that was put there */
    bool loose[PTXC_MAX_VALUES];            /* and an address that may be better aligned than it seems */
    bool executed;                          /* the values are those of one execution */
};

/* Returns the value that the place is in, as an index; PTXC_MAX_VALUES where there is none. */
static size_t value_at(const struct folding *folding, struct ptxc_span span) {
    size_t i = 0;
    while (i < folding->written->value_count && folding->written->values[i].span.offset != span.offset)
        i++;
    return i < folding->written->value_count ? i : PTXC_MAX_VALUES;
}

/* What the operand is called that the value belongs to. */
static enum ptxc_operand_name name_of(const struct folding *folding, size_t value) {
    const struct ptxc_step *step = ptxc_flow_step(folding->flow, folding->step);
    for (uint8_t i = 0; i < step->statement->operand_count; i++) {
        const struct ptxc_operand *operand = &step->statement->operands[i];
        if (value >= operand->first && value < (size_t)operand->first + operand->count)
            return (enum ptxc_operand_name)step->names[i];
    }
    return PTXC_NAME_NONE;
}

/* Adds what a register is known to hold, if that is an address. */
static void explain(const struct folding *folding, size_t value, struct ptxc_finding *finding) {
    const struct ptxc_value *written = &folding->written->values[value], *known = &folding->folded->values[value];
    const struct ptxc_flow *flow = folding->flow;
    const struct ptxc_symbol *symbol = ptxc_symbols_get(flow->program->symbols, known->symbol);
    if (written->kind != PTXC_VALUE_REGISTER || known->kind != PTXC_VALUE_VARIABLE || !symbol)
        return;
    ptxc_finding_note(finding,
                      ptxc_arena_format(flow->sink->arena, "%.*s is an address in '%.*s', %lld bytes from its start%s",
                                        (int)written->name_length, written->name, (int)symbol->length, symbol->name,
                                        (long long)(known->integer - written->integer),
                                        folding->executed       ? ", in some thread"
                                        : folding->loose[value] ? " and a number that is not known"
                                                                : ""),
                      (struct ptxc_span){0, 0});
}

/* Only rules of the rows are asked about. */
static bool wants(const void *taker, enum ptxc_rule_id rule) {
    (void)taker, (void)rule;
    return true;
}

static void take(void *taker, const struct ptxc_finding *finding) {
    const struct folding *folding = taker;
    const size_t value = value_at(folding, finding->span);
    if (value == PTXC_MAX_VALUES || (folding->loose[value] && finding->rule == PTXC_RULE_SYMBOL_ALIGNMENT))
        return;
    const enum ptxc_operand_name name = name_of(folding, value);
    for (size_t i = 0; i < PTXC_COUNT(rows); i++) {
        if (rows[i].rule != finding->rule ||
            (rows[i].opcode != PTXC_OP_NONE && rows[i].opcode != folding->written->opcode) ||
            (rows[i].operand != PTXC_NAME_NONE && rows[i].operand != name))
            continue;
        *folding->flow->explained |= rows[i].level == PTXC_CERTAIN;
        folding->flow->certain[folding->step] |= rows[i].level == PTXC_CERTAIN;
        if (!folding->changed[value]) { /* the rule itself speaks of constants as they are written */
            *folding->flow->reported |= rows[i].level == PTXC_CERTAIN;
            return;
        }
        struct ptxc_finding reported = *finding;
        reported.rule = rows[i].hazard;
        reported.level = rows[i].level;
        reported.opcode = folding->written->opcode;
        explain(folding, value, &reported);
        ptxc_sink_give(folding->flow->sink, &reported);
        return;
    }
}

/* Puts a variable with an offset in place of a value, where the address is aligned to so many bytes at most. */
static void put_variable(struct ptxc_value *value, const struct ptxc_symbol *symbol, uint32_t id, int64_t offset,
                         uint32_t alignment) {
    *value = (struct ptxc_value){.kind = PTXC_VALUE_VARIABLE,
                                 .space = symbol->space,
                                 .type = symbol->type,
                                 .alignment = symbol->alignment < alignment ? symbol->alignment : alignment,
                                 .symbol = id,
                                 .name = symbol->name,
                                 .name_length = symbol->length,
                                 .flags = PTXC_FLAG_OFFSET,
                                 .integer = offset,
                                 .span = value->span};
}

/* Puts a variable with an offset in place of an address in a register, as far as its alignment is known. */
static bool fold_address(const struct ptxc_flow *flow, ptxc_affine expression, struct ptxc_value *value, bool *loose) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    const struct ptxc_symbol *symbol = NULL;
    uint32_t known = 1024, id = 0;
    for (uint32_t i = 0; linear && i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        const uint32_t power = ptxc_alignment_of(linear->parts[i].coefficient);
        if (term->kind == PTXC_TERM_SYMBOL && linear->parts[i].coefficient == 1 && !symbol)
            symbol = ptxc_symbols_get(flow->program->symbols, id = term->a);
        else
            known = power < known ? power : known;
    }
    if (!symbol || !symbol->alignment)
        return false;
    *loose = symbol->external || known < symbol->alignment;
    put_variable(value, symbol, id, linear->constant, known);
    return true;
}

/* Puts what a register holds in its place; whether that is known. */
static bool fold(const struct folding *folding, struct ptxc_value *value, bool address, bool *loose) {
    const struct ptxc_flow *flow = folding->flow;
    const bool variable = value->kind == PTXC_VALUE_VARIABLE && (value->flags & PTXC_FLAG_EXTERNAL);
    int64_t constant;
    if (value->kind != PTXC_VALUE_REGISTER && !(address && variable))
        return false;
    enum ptxc_space space = PTXC_SPACE_NONE;
    const ptxc_affine read = ptxc_values_of(flow->values, folding->step, value);
    const ptxc_affine expression = address ? ptxc_address_in_space(flow->values, read, &space) : read;
    if (address)
        return fold_address(flow, expression, value, loose);
    if (!ptxc_affine_is_constant(ptxc_values_expressions(flow->values), expression, &constant))
        return false;
    *value = (struct ptxc_value){.kind = PTXC_VALUE_INTEGER, .integer = constant, .span = value->span};
    return true;
}

/* Checks the instruction with the values that were put into it. */
static void check_folded(struct folding *folding, const struct wanted *wanted) {
    const struct ptxc_flow *flow = folding->flow;
    const struct ptxc_sink sink = {flow->sink->arena, flow->sink->source, folding, wants, take};
    const struct ptxc_subject subject = {folding->folded, flow->environment, ptxc_flow_step(flow, folding->step)->match,
                                         &sink};
    ptxc_constraints_report(&subject, wanted->rules, wanted->count);
}

/* Puts the place that an operand was in an execution in its place; whether that is known. */
static bool put_executed(const struct ptxc_flow *flow, uint32_t symbol, uint32_t offset, struct ptxc_value *value) {
    const struct ptxc_symbol *variable = ptxc_symbols_get(flow->program->symbols, symbol);
    if (value->kind != PTXC_VALUE_REGISTER || !variable || !variable->alignment)
        return false;
    put_variable(value, variable, symbol, offset, variable->alignment);
    return true;
}

void ptxc_executed_operand_check(const struct ptxc_flow *flow, uint32_t index, enum ptxc_operand_name name,
                                 uint32_t symbol, uint32_t offset) {
    const struct wanted wanted = list_wanted();
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    struct ptxc_instruction written;
    struct folding folding = {.flow = flow, .step = index, .written = &written, .executed = true};
    if (flow->certain[index] || !step->names || step->event->results > 0 || !ptxc_step_instruction(step, &written))
        return;
    struct ptxc_instruction folded = written;
    folding.folded = &folded;
    for (uint8_t i = 0; i < written.operand_count; i++) {
        const struct ptxc_operand *operand = &written.operands[i];
        if (operand->shape != PTXC_OPERAND_ADDRESS || step->names[i] != name)
            continue;
        folding.changed[operand->first] = folding.loose[operand->first] =
            put_executed(flow, symbol, offset, &folded.values[operand->first]);
    }
    check_folded(&folding, &wanted);
}

/* Checks one step with the constants that are known. */
static void check_step(const struct ptxc_flow *flow, uint32_t index, const struct wanted *wanted) {
    const struct ptxc_step *step = ptxc_flow_step(flow, index);
    struct ptxc_instruction written;
    struct folding folding = {.flow = flow, .step = index, .written = &written};
    if (!step->names || step->event->results > 0 || !ptxc_step_instruction(step, &written))
        return;
    struct ptxc_instruction folded = written;
    folding.folded = &folded;
    for (uint8_t i = 0; i < written.operand_count; i++) {
        const struct ptxc_operand *operand = &written.operands[i];
        const bool address = operand->shape == PTXC_OPERAND_ADDRESS;
        const bool map = operand->shape == PTXC_OPERAND_TENSOR;
        for (uint8_t k = map ? 1 : 0; k < operand->count && operand->shape != PTXC_OPERAND_LIST; k++) {
            const uint8_t at = (uint8_t)(operand->first + k);
            folding.changed[at] = fold(&folding, &folded.values[at], address, &folding.loose[at]);
        }
    }
    check_folded(&folding, wanted);
}

void ptxc_constant_operands_check(const struct ptxc_flow *flow) {
    const struct wanted wanted = list_wanted();
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (ptxc_flow_runs(flow, i))
            check_step(flow, i, &wanted);
}
