/* What is known of the value of an operand, in words: an affine expression over what the reader of the text knows. See
 * values.h.
 */
#include "analysis/values/values.h"

#include <string.h>

#include "analysis/program/branch_targets.h"
#include "analysis/values/computation.h"
#include "analysis/values/reaching_definitions.h"
#include "base/buffer.h"

enum { DEEPEST = 4 }; /* of operations in each other; what lies deeper is "…" */

static const char unknown[] = "…";

/* What is said of an expression. */
struct value_words {
    struct ptxc_buffer text;
    struct ptxc_values *values;
    unsigned depth;
    bool lacks; /* some of it is "…" */
};

static void add_expression(struct value_words *words, ptxc_affine expression, bool in_operation);

/* The operations that have a sign. */
static const struct {
    enum ptxc_operation operation;
    const char *sign;
} signs[] = {
    {PTXC_DO_MULTIPLY, "*"}, {PTXC_DO_AND, "&"},       {PTXC_DO_OR, "|"},          {PTXC_DO_XOR, "^"},
    {PTXC_DO_DIVIDE, "/"},   {PTXC_DO_REMAINDER, "%"}, {PTXC_DO_SHIFT_LEFT, "<<"}, {PTXC_DO_SHIFT_RIGHT, ">>"},
};

/* Adds what cannot be said. */
static void add_unknown(struct value_words *words) {
    ptxc_buffer_add(&words->text, "%s", unknown);
    words->lacks = true;
}

/* ---- terms ---- */

/* Adds a symbol; of a range the register of this number. */
static void add_symbol(struct value_words *words, uint32_t id, uint32_t number) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(ptxc_values_program(words->values)->symbols, id);
    if (!symbol) {
        add_unknown(words);
        return;
    }
    ptxc_buffer_put(&words->text, symbol->name, symbol->length);
    if (symbol->range > 0)
        ptxc_buffer_add(&words->text, "%u", number);
}

/* Adds a register that a term is about: the one of a phi. */
static void add_variable(struct value_words *words, uint32_t index) {
    const struct ptxc_variable *variable = ptxc_definitions_register(ptxc_values_definitions(words->values), index);
    if (variable->symbol > 0)
        add_symbol(words, variable->symbol, variable->number);
    else
        ptxc_buffer_put(&words->text, variable->name, variable->name_length);
}

/* Adds the register that a step writes. */
static void add_result(struct value_words *words, const struct ptxc_term *term) {
    const struct ptxc_statement *statement = ptxc_values_step(words->values, term->a)->statement;
    if (term->b < statement->value_count && statement->values[term->b].name)
        ptxc_buffer_put(&words->text, statement->values[term->b].name, statement->values[term->b].name_length);
    else
        add_unknown(words);
}

static void add_special(struct value_words *words, const struct ptxc_term *term) {
    const struct ptxc_special_row *row = &ptxc_specials[term->a];
    ptxc_buffer_add(&words->text, "%s", row->name);
    if (row->numbers > 0)
        ptxc_buffer_add(&words->text, "%u", term->c);
    if (row->vector)
        ptxc_buffer_add(&words->text, ".%c", "xyzw"[term->b & 3]);
}

/* Whether a term is another address for the same memory. */
static bool is_conversion(const struct ptxc_term *term) {
    return term->operation == PTXC_DO_TO_GENERIC || term->operation == PTXC_DO_FROM_GENERIC;
}

/* Adds an operation that has a sign; any other is "…". */
static void add_operation(struct value_words *words, const struct ptxc_term *term) {
    const char *sign = NULL;
    for (size_t i = 0; i < PTXC_COUNT(signs); i++)
        if (signs[i].operation == term->operation)
            sign = signs[i].sign;
    if (is_conversion(term)) {
        add_expression(words, term->a, true);
        return;
    }
    if (!sign || !term->a || !term->b || term->c || words->depth == DEEPEST) {
        add_unknown(words);
        return;
    }
    words->depth++;
    ptxc_buffer_add(&words->text, "(");
    add_expression(words, term->a, true);
    ptxc_buffer_add(&words->text, " %s ", sign);
    add_expression(words, term->b, true);
    ptxc_buffer_add(&words->text, ")");
    words->depth--;
}

static void add_term(struct value_words *words, const struct ptxc_term *term) {
    switch (term->kind) {
    case PTXC_TERM_SYMBOL: add_symbol(words, term->a, 0); return;
    case PTXC_TERM_PARAMETER:
        ptxc_buffer_add(&words->text, "[");
        add_symbol(words, term->a, 0);
        ptxc_buffer_add(&words->text, term->b > 0 ? "+%u]" : "]", term->b);
        return;
    case PTXC_TERM_SPECIAL: add_special(words, term); return;
    case PTXC_TERM_RESULT: add_result(words, term); return;
    case PTXC_TERM_PHI: add_variable(words, term->a); return;
    case PTXC_TERM_OPERATION: add_operation(words, term); return;
    }
}

/* ---- expressions ---- */

/* Adds a term with its factor. */
static void add_part(struct value_words *words, int64_t factor, const struct ptxc_term *term, bool first) {
    const uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
    ptxc_buffer_add(&words->text, "%s", factor < 0 ? first ? "-" : " - " : first ? "" : " + ");
    if (size != 1)
        ptxc_buffer_add(&words->text, "%llu * ", (unsigned long long)size);
    add_term(words, term);
}

/* Adds an expression: the variable that it is an address in, its other terms, and then its constant. */
static void add_expression(struct value_words *words, ptxc_affine expression, bool in_operation) {
    const struct ptxc_affines *all = ptxc_values_expressions(words->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    const bool several = linear->count + (linear->constant != 0) > 1;
    const uint64_t size = linear->constant < 0 ? 0 - (uint64_t)linear->constant : (uint64_t)linear->constant;
    bool first = true;
    ptxc_buffer_add(&words->text, in_operation && several ? "(" : "");
    for (int other = 0; other < 2; other++)
        for (uint32_t i = 0; i < linear->count; i++) {
            const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
            if ((term->kind != PTXC_TERM_SYMBOL) != other)
                continue;
            add_part(words, linear->parts[i].coefficient, term, first);
            first = false;
        }
    if (first)
        ptxc_buffer_add(&words->text, "%lld", (long long)linear->constant);
    else if (size > 0)
        ptxc_buffer_add(&words->text, " %c %llu", linear->constant < 0 ? '-' : '+', (unsigned long long)size);
    ptxc_buffer_add(&words->text, in_operation && several ? ")" : "");
}

/* Returns the greatest power of two that divides an expression, as far as its terms say; 0 for the constant 0. */
static uint64_t alignment_of(const struct ptxc_values *values, ptxc_affine expression) {
    const struct ptxc_affines *all = ptxc_values_expressions(values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, expression);
    uint64_t bits = (uint64_t)linear->constant;
    for (uint32_t i = 0; i < linear->count; i++) {
        const struct ptxc_term *term = ptxc_affine_term_get(all, linear->parts[i].term);
        const struct ptxc_symbol *symbol =
            term->kind == PTXC_TERM_SYMBOL ? ptxc_symbols_get(ptxc_values_program(values)->symbols, term->a) : NULL;
        bits |= (uint64_t)linear->parts[i].coefficient * (symbol && symbol->alignment ? symbol->alignment : 1);
    }
    return bits & (0 - bits);
}

/* ---- operands ---- */

static bool is_in(struct ptxc_span span, uint32_t offset) {
    return offset >= span.offset && offset <= span.offset + span.length;
}

/* Finds the value of an operand at an offset; false where none is there. */
static bool find_value(const struct ptxc_program *program, uint32_t offset, uint32_t *step, uint32_t *operand,
                       const struct ptxc_value **value) {
    for (*step = 0; *step < program->count; (*step)++) {
        const struct ptxc_statement *statement = program->steps[*step].statement;
        if (statement->kind == PTXC_STATEMENT_LABEL || !is_in(statement->span, offset))
            continue;
        for (*operand = 0; *operand < statement->operand_count; (*operand)++) {
            const struct ptxc_operand *found = &statement->operands[*operand];
            for (uint32_t i = 0; i < found->count; i++) {
                *value = &statement->values[found->first + i];
                if (is_in((*value)->span, offset))
                    return true;
            }
        }
    }
    return false;
}

size_t ptxc_value_describe(struct ptxc_program *program, struct ptxc_environment environment, uint32_t offset,
                           char *buffer, size_t size) {
    struct value_words words = {.text = ptxc_buffer_begin(buffer, size)};
    uint32_t step, operand;
    const struct ptxc_value *value;
    if (!ptxc_program_make(program, environment) || !ptxc_branch_tables_expand(program) ||
        !find_value(program, offset, &step, &operand, &value))
        return 0;
    const struct ptxc_graph *graph = ptxc_graph_make(program);
    words.values = graph && !graph->irreducible ? ptxc_values_make(program, graph) : NULL;
    if (!words.values || graph->blocks[graph->block_of[step]].order == UINT32_MAX)
        return 0;
    if (operand < ptxc_step_results(&program->steps[step]) && value->kind == PTXC_VALUE_REGISTER) {
        if (step + 1 == program->count || graph->block_of[step + 1] != graph->block_of[step])
            return 0;
        step++; /* what it holds when it was written */
    }
    const ptxc_affine expression = ptxc_values_of(words.values, step, value);
    const struct ptxc_term *term = ptxc_affine_sole_term(ptxc_values_expressions(words.values), expression);
    if (!expression || (term && (term->kind == PTXC_TERM_RESULT || term->kind == PTXC_TERM_PHI)))
        return 0;
    add_expression(&words, expression, false);
    if (words.lacks && words.text.length == strlen(unknown)) {
        ptxc_buffer_begin(buffer, size);
        return 0;
    }
    const uint64_t alignment = alignment_of(words.values, expression);
    if (alignment > 1 && ptxc_affine_get(ptxc_values_expressions(words.values), expression)->count > 0)
        ptxc_buffer_add(&words.text, ", a multiple of %llu", (unsigned long long)alignment);
    return words.text.length;
}
