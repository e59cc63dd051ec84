/* Names: see name.h. */
#include "syntax/name.h"

bool ptxc_name_is_constant(const struct ptxc_parser *parser, struct ptxc_token token) {
    const char *text = parser->lexer.source + token.offset;
    return token.length > 0 && *text != '%' && ptxc_constant_find(text, token.length) != NULL;
}

/* Fills `value` with what a special register is. */
static void resolve_special(const struct ptxc_special_row *row, struct ptxc_value *value) {
    value->kind = PTXC_VALUE_SPECIAL;
    value->type = row->type;
    if (row->vector)
        value->flags |= PTXC_FLAG_WHOLE;
}

void ptxc_name_describe(const struct ptxc_parser *parser, uint32_t symbol_id, struct ptxc_value *value) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(&parser->symbols, symbol_id);
    static const enum ptxc_value_kind kinds[] = {
        [PTXC_SYMBOL_REGISTER] = PTXC_VALUE_REGISTER,
        [PTXC_SYMBOL_VARIABLE] = PTXC_VALUE_VARIABLE,
        [PTXC_SYMBOL_FUNCTION] = PTXC_VALUE_FUNCTION,
    };
    if (!symbol || symbol->kind == PTXC_SYMBOL_ANY || symbol->kind == PTXC_SYMBOL_LABEL)
        return;
    value->kind = kinds[symbol->kind];
    value->symbol = symbol_id;
    value->type = symbol->type;
    value->space = symbol->space;
    value->alignment = symbol->alignment;
    if (symbol->array)
        value->flags |= PTXC_FLAG_ARRAY;
    if (symbol->external)
        value->flags |= PTXC_FLAG_EXTERNAL;
    if (symbol->in_body)
        value->flags |= PTXC_FLAG_IN_BODY;
    if (symbol->vector)
        value->flags |= PTXC_FLAG_WHOLE | (symbol->vector == 4 ? (uint32_t)PTXC_FLAG_FOUR : 0);
}

bool ptxc_name_resolve(const struct ptxc_parser *parser, const char *name, uint32_t length, struct ptxc_value *value) {
    const bool alone = parser->symbols.count == 0 && !parser->symbols.outer; /* as in a single instruction */
    uint32_t number = 0, none, symbol = alone ? 0 : ptxc_symbols_find(&parser->symbols, name, length, &number);
    const uint32_t any = parser->asm_text ? ptxc_symbols_find(&parser->symbols, "", 0, &none) : 0;
    if (symbol < any) /* unknown text in an inner scope may declare the name anew */
        symbol = 0;
    const struct ptxc_special_row *special = symbol || name[0] != '%' ? NULL : ptxc_special_find(name, length);
    *value = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN, .name = name, .name_length = length};
    if (special)
        resolve_special(special, value);
    if (!symbol)
        return special || any;
    if (ptxc_symbols_get(&parser->symbols, symbol)->kind == PTXC_SYMBOL_LABEL)
        return false;
    ptxc_name_describe(parser, symbol, value);
    value->number = number;
    return true;
}

void ptxc_name_missing(const struct ptxc_parser *parser, struct ptxc_report *report, struct ptxc_span span,
                       const char *name, uint32_t length) {
    uint32_t number;
    const bool label = ptxc_symbols_find(&parser->symbols, name, length, &number) != 0;
    ptxc_report_raise(
        report, PTXC_RULE_UNKNOWN_NAME, span,
        ptxc_arena_format(&report->words, "'%.*s' is %s", (int)length, name, label ? "a label here" : "not declared"));
}

void ptxc_component_misplaced(struct ptxc_report *report, struct ptxc_span span) {
    ptxc_report_raise(report, PTXC_RULE_OPERAND_KIND, span, "only a vector has components");
}

void ptxc_index_misplaced(struct ptxc_report *report, struct ptxc_span span) {
    ptxc_report_raise(report, PTXC_RULE_OPERAND_KIND, span,
                      "only an array can be indexed (between two operands stands a ',')");
}

uint32_t ptxc_element_size(const struct ptxc_value *value) {
    unsigned width = (unsigned)value->type < PTXC_TYPE_COUNT ? ptxc_types[value->type].width : 0;
    return width >= 8 ? width / 8 : 1;
}

void ptxc_guard_check(struct ptxc_report *report, const struct ptxc_value *guard) {
    bool variable = guard->kind == PTXC_VALUE_REGISTER || guard->kind == PTXC_VALUE_SPECIAL;
    bool predicate = variable && guard->type == PTXC_TYPE_PRED;
    if (!predicate && guard->kind != PTXC_VALUE_UNKNOWN)
        ptxc_report_raise(report, PTXC_RULE_GUARD, guard->span, "a guard must be a register declared .pred");
}
