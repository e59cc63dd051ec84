/* Guards and operands: text to values. Names are resolved here, so that later stages see types and state spaces;
 * whether a value fits its position is decided later, by legality.
 *
 * The values of all operands stand in one array of the instruction; an operand is a run of it. Where one thing follows
 * from the text alone, such as a name that is not declared, it is reported here and the instruction is `damaged`. What
 * does not fit into the instruction, or is unknown text in a constant, makes it `incomplete`: it can be checked, but
 * not printed again.
 */
#include "syntax/operands.h"

#include "syntax/blank.h"
#include "syntax/expression.h"
#include "syntax/unknown_text.h"
#include "tables/form.h"

/* Takes the next free value. An instruction with more values than any form takes gets its last one again and is marked
 * damaged; the number of its operands is what will be reported. */
static struct ptxc_value *new_value(struct ptxc_instruction *instruction) {
    if (instruction->value_count == PTXC_MAX_VALUES) {
        instruction->damaged = instruction->incomplete = true;
        return &instruction->values[PTXC_MAX_VALUES - 1];
    }
    return &instruction->values[instruction->value_count++];
}

/* Resolves the name at the current token and consumes it. */
static void parse_name(struct ptxc_parser *parser, struct ptxc_instruction *instruction, struct ptxc_value *value) {
    struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *name = ptxc_parser_text(parser, span);
    const uint32_t written = value->flags;
    if (parser->token.kind == PTXC_TOKEN_PLACEHOLDER)
        parser->asm_text->resolve(parser->asm_text->context, span, value);
    else if (parser->token.kind == PTXC_TOKEN_UNKNOWN)
        *value = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN, .name = name, .name_length = span.length};
    else if (!ptxc_name_resolve(parser, name, span.length, value) && parser->module) {
        instruction->damaged |= !parser->lenient;
        ptxc_name_missing(parser, parser->report, span, name, span.length);
    }
    value->flags |= written;
    value->span = span;
    ptxc_parser_advance(parser);
}

/* Reads the component of a vector register or special register, such as .x. */
static bool parse_component(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                            struct ptxc_value *value) {
    if (parser->token.kind != PTXC_TOKEN_DOTTED)
        return true;
    if (!ptxc_is_component(parser->lexer.source + parser->token.offset, parser->token.length))
        return ptxc_parser_fail(parser, "',' or ';'");
    if (value->flags & PTXC_FLAG_WHOLE) {
        value->flags &= ~(uint32_t)(PTXC_FLAG_WHOLE | PTXC_FLAG_FOUR);
    } else if (value->kind != PTXC_VALUE_UNKNOWN) {
        instruction->damaged = true;
        ptxc_component_misplaced(parser->report, ptxc_parser_span(parser->token));
    }
    value->flags |= PTXC_FLAG_COMPONENT;
    value->name_length = parser->token.offset + parser->token.length - value->span.offset;
    ptxc_parser_advance(parser);
    return true;
}

/* Whether a name stands here; in a template, a placeholder or a name of which a part is unknown. */
static bool starts_name(const struct ptxc_parser *parser) {
    int64_t constant;
    if (parser->asm_text && ptxc_placeholder_constant(parser, parser->token, &constant))
        return false;
    if (parser->asm_text && (parser->token.kind == PTXC_TOKEN_PLACEHOLDER || parser->token.kind == PTXC_TOKEN_UNKNOWN))
        return true;
    return parser->token.kind == PTXC_TOKEN_IDENTIFIER && !ptxc_name_is_constant(parser, parser->token);
}

/* Whether a constant expression stands here. */
static bool starts_constant(const struct ptxc_parser *parser) {
    switch (parser->token.kind) {
    case PTXC_TOKEN_INTEGER:
    case PTXC_TOKEN_REAL:
    case PTXC_TOKEN_LEFT_PAREN:
    case PTXC_TOKEN_PLUS:
    case PTXC_TOKEN_MINUS:
    case PTXC_TOKEN_NOT:
    case PTXC_TOKEN_COMPLEMENT: return true;
    case PTXC_TOKEN_UNKNOWN:
    case PTXC_TOKEN_PLACEHOLDER: return ptxc_unknown_may_be_constant(parser, parser->token);
    default: return ptxc_name_is_constant(parser, parser->token);
    }
}

/* Whether an operand of the asm, or unknown text, begins a constant expression here: an operator follows it. */
static bool starts_expression(const struct ptxc_parser *parser, const struct ptxc_instruction *instruction) {
    if (!parser->asm_text || !ptxc_unknown_may_be_constant(parser, parser->token))
        return false;
    struct ptxc_lexer ahead = parser->lexer;
    const enum ptxc_token_kind next = ptxc_lexer_next(&ahead).kind;
    if (!ptxc_lexer_token_is_operator(next))
        return false;
    return next != PTXC_TOKEN_OR || !ptxc_opcode_takes_pair(instruction->opcode, instruction->operand_count);
}

/* Reads a constant expression into `value`. */
static bool parse_constant(struct ptxc_parser *parser, struct ptxc_instruction *instruction, struct ptxc_value *value) {
    bool sound;
    if (!ptxc_expression_value(parser, value, &sound))
        return false;
    if (!sound)
        instruction->damaged = true;
    instruction->incomplete |= parser->unknown;
    return true;
}

/* Reads the offset after a name, "+ constant". */
static bool parse_offset(struct ptxc_parser *parser, struct ptxc_instruction *instruction, struct ptxc_value *value) {
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_PLUS))
        return true;
    struct ptxc_value offset = {0};
    if (!starts_constant(parser))
        return ptxc_parser_fail(parser, "a constant offset");
    if (!parse_constant(parser, instruction, &offset))
        return false;
    if (offset.kind == PTXC_VALUE_REAL) {
        instruction->damaged = instruction->incomplete = true;
        ptxc_report_raise(parser->report, PTXC_RULE_CONSTANT, offset.span, "an offset must be an integer");
    }
    if (offset.kind == PTXC_VALUE_UNKNOWN)
        instruction->incomplete = true;
    value->flags |= PTXC_FLAG_OFFSET;
    value->integer = offset.integer;
    return true;
}

/* Reads the index after a variable, [constant] or [register]. A constant index is kept as an offset in bytes. */
static bool parse_index(struct ptxc_parser *parser, struct ptxc_instruction *instruction, struct ptxc_value *value) {
    struct ptxc_value index = {0};
    uint32_t start = parser->token.offset;
    ptxc_parser_advance(parser);
    if (starts_name(parser) && !starts_expression(parser, instruction))
        parse_name(parser, instruction, &index);
    else if (!parse_constant(parser, instruction, &index))
        return false;
    if (!ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_BRACKET, "after the index"))
        return false;
    if (!(value->flags & PTXC_FLAG_ARRAY) && value->kind != PTXC_VALUE_UNKNOWN) {
        instruction->damaged = true;
        if (start > 0 && ptxc_is_blank(parser->lexer.source[start - 1]))
            instruction->open |= PTXC_OPEN_OPERANDS; /* these may be two operands, without a ',' between them */
        ptxc_index_misplaced(parser->report, ptxc_parser_since(parser, start));
    }
    value->flags |= PTXC_FLAG_INDEX | (index.kind == PTXC_VALUE_INTEGER ? 0 : PTXC_FLAG_REGISTER_INDEX);
    value->integer = (int64_t)((uint64_t)index.integer * ptxc_element_size(value));
    return true;
}

/* Reads the second of two results, "a|b"; the first is a plain name or a sink. "_|_" is no operand. */
static bool parse_second(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                         struct ptxc_operand *operand) {
    const struct ptxc_value *first = &instruction->values[operand->first];
    bool discarded = first->kind == PTXC_VALUE_SINK;
    if (!discarded && (first->name_length == 0 || (first->flags & PTXC_NOT_BARE)))
        return true;
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_OR))
        return true;
    struct ptxc_value *value = new_value(instruction);
    *value = (struct ptxc_value){0};
    operand->shape = PTXC_OPERAND_PAIR;
    value->span = ptxc_parser_span(parser->token);
    if (!discarded && ptxc_parser_accept(parser, PTXC_TOKEN_SINK)) {
        value->kind = PTXC_VALUE_SINK;
        return true;
    }
    if (!starts_name(parser))
        return ptxc_parser_fail(parser, "a register after '|'");
    parse_name(parser, instruction, value);
    return true;
}

/* Whether a ! or - stands here that is part of the operand, as before a name (!%p1); before a constant it is an
 * operator of an expression. */
static bool is_prefixed(const struct ptxc_parser *parser) {
    if (parser->token.kind != PTXC_TOKEN_NOT && parser->token.kind != PTXC_TOKEN_MINUS)
        return false;
    struct ptxc_lexer ahead = parser->lexer;
    const struct ptxc_token next = ptxc_lexer_next(&ahead);
    const bool constant = ptxc_name_is_constant(parser, next) || ptxc_unknown_may_be_constant(parser, next);
    return (next.kind == PTXC_TOKEN_IDENTIFIER || next.kind == PTXC_TOKEN_PLACEHOLDER) && !constant;
}

/* Reads an operand outside brackets and braces: name, constant, or sink. */
static bool parse_scalar(struct ptxc_parser *parser, struct ptxc_instruction *instruction, struct ptxc_value *value) {
    uint32_t start = parser->token.offset;
    if (is_prefixed(parser)) {
        value->flags |= parser->token.kind == PTXC_TOKEN_NOT ? PTXC_FLAG_NOT : PTXC_FLAG_MINUS;
        ptxc_parser_advance(parser);
    }
    if (parser->token.kind == PTXC_TOKEN_SINK) {
        value->kind = PTXC_VALUE_SINK;
        ptxc_parser_advance(parser);
    } else if (starts_name(parser) && !starts_expression(parser, instruction)) {
        parse_name(parser, instruction, value);
        bool indexed = parser->token.kind == PTXC_TOKEN_LEFT_BRACKET;
        if (indexed ? !parse_index(parser, instruction, value) : !parse_component(parser, instruction, value))
            return false;
        bool whole = !indexed && !(value->flags & PTXC_FLAG_COMPONENT); /* name.x+n is none (measured on ptxas 13.0) */
        if (whole && !parse_offset(parser, instruction, value))
            return false;
    } else if (!starts_constant(parser)) {
        return ptxc_parser_fail(parser, "an operand");
    } else if (!parse_constant(parser, instruction, value)) {
        return false;
    }
    value->span = ptxc_parser_since(parser, start);
    return true;
}

/* Reads one element of a vector: a name without an offset, a constant, or a sink. */
static bool parse_element(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    struct ptxc_value *value = new_value(instruction);
    *value = (struct ptxc_value){0};
    uint32_t start = parser->token.offset;
    if (ptxc_parser_accept(parser, PTXC_TOKEN_SINK)) {
        value->kind = PTXC_VALUE_SINK;
        value->span = ptxc_parser_since(parser, start);
        return true;
    }
    if (!starts_name(parser) || starts_expression(parser, instruction))
        return starts_constant(parser) ? parse_constant(parser, instruction, value)
                                       : ptxc_parser_fail(parser, "an element of the vector");
    parse_name(parser, instruction, value);
    if (!parse_component(parser, instruction, value))
        return false;
    value->span = ptxc_parser_since(parser, start);
    return true;
}

/* Reads {a, b, …} as consecutive values. The first and the last are flagged, for a list operand has several vectors. */
static bool parse_elements(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    size_t first = instruction->value_count;
    ptxc_parser_advance(parser);
    do {
        if (!parse_element(parser, instruction))
            return false;
    } while (ptxc_parser_accept(parser, PTXC_TOKEN_COMMA));
    instruction->values[first < PTXC_MAX_VALUES ? first : first - 1].flags |= PTXC_FLAG_OPEN_BRACE;
    instruction->values[instruction->value_count - 1].flags |= PTXC_FLAG_CLOSE_BRACE;
    return ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_BRACE, "after the last element");
}

/* Whether the instruction is over. */
static bool at_end(const struct ptxc_parser *parser) {
    return parser->token.kind == PTXC_TOKEN_SEMICOLON || (parser->alone && parser->token.kind == PTXC_TOKEN_END);
}

/* Consumes a comma inside of brackets; not one that another address follows, before which a ']' is missing. */
static bool accept_element(struct ptxc_parser *parser) {
    struct ptxc_lexer ahead = parser->lexer;
    return parser->token.kind == PTXC_TOKEN_COMMA && ptxc_lexer_next(&ahead).kind != PTXC_TOKEN_LEFT_BRACKET &&
           ptxc_parser_accept(parser, PTXC_TOKEN_COMMA);
}

/* Reads what follows the base in [base, …]: {coordinates} make a tensor operand; values that override parts of the
 * tensor map before them, or anything else, make a list. */
static bool parse_coordinates(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                              struct ptxc_operand *operand) {
    operand->shape = parser->token.kind == PTXC_TOKEN_LEFT_BRACE ? PTXC_OPERAND_TENSOR : PTXC_OPERAND_LIST;
    for (;;) {
        bool vector = parser->token.kind == PTXC_TOKEN_LEFT_BRACE;
        if (vector ? !parse_elements(parser, instruction) : !parse_element(parser, instruction))
            return false;
        if (!accept_element(parser))
            return true;
        operand->shape = PTXC_OPERAND_LIST;
    }
}

/* Reads [base], [base+offset], [constant] or, after a plain base, [base, …]. */
static bool parse_address(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                          struct ptxc_operand *operand) {
    struct ptxc_value *base = new_value(instruction);
    *base = (struct ptxc_value){0};
    operand->shape = PTXC_OPERAND_ADDRESS;
    ptxc_parser_advance(parser);
    uint32_t start = parser->token.offset;
    bool name = starts_name(parser) && !starts_expression(parser, instruction);
    if (!name) {
        if (!starts_constant(parser))
            return ptxc_parser_fail(parser, "an address");
        if (!parse_constant(parser, instruction, base))
            return false;
    } else {
        parse_name(parser, instruction, base);
        if (!parse_offset(parser, instruction, base))
            return false;
    }
    base->span = ptxc_parser_since(parser, start);
    /* Only a plain name can be the base of a list or a tensor operand. */
    bool plain = name && !(base->flags & PTXC_FLAG_OFFSET);
    const uint32_t comma = parser->token.offset;
    if (name && parser->token.kind == PTXC_TOKEN_MINUS)
        return ptxc_parser_fail(parser, "']' after the address (a negative offset is written +-n)");
    if (plain && accept_element(parser) && !parse_coordinates(parser, instruction, operand))
        return false;
    /* Without a vector, the bracket is missed before the first comma. */
    if (at_end(parser) && operand->shape == PTXC_OPERAND_LIST &&
        !(instruction->values[instruction->value_count - 1].flags & PTXC_FLAG_CLOSE_BRACE))
        ptxc_parser_seek(parser, comma);
    return ptxc_parser_expect(parser, PTXC_TOKEN_RIGHT_BRACKET, "after the address");
}

/* Reads one operand of any shape. The shape follows from its first token, but for a pair, which a '|' makes. */
static bool parse_operand(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                          struct ptxc_operand *operand) {
    uint32_t start = parser->token.offset;
    uint8_t last = PTXC_MAX_VALUES - 1; /* where the values of an operand too many go */
    *operand = (struct ptxc_operand){.first = instruction->value_count < last ? instruction->value_count : last};
    bool read;
    if (parser->token.kind == PTXC_TOKEN_LEFT_BRACKET) {
        read = parse_address(parser, instruction, operand);
    } else if (parser->token.kind == PTXC_TOKEN_LEFT_BRACE) {
        operand->shape = PTXC_OPERAND_VECTOR;
        read = parse_elements(parser, instruction);
    } else {
        struct ptxc_value *value = new_value(instruction);
        *value = (struct ptxc_value){0};
        operand->shape = PTXC_OPERAND_SCALAR;
        read = parse_scalar(parser, instruction, value) && parse_second(parser, instruction, operand);
    }
    operand->count = (uint8_t)(instruction->value_count - operand->first);
    operand->span = ptxc_parser_since(parser, start);
    return read;
}

/* Whether what follows the ';' on its line begins no statement, but can be an operand. */
static bool goes_on(const struct ptxc_parser *parser) {
    const char *text = parser->lexer.source, *limit = text + parser->lexer.length;
    const char *next = text + parser->token.offset + parser->token.length;
    while (next < limit && (*next == ' ' || *next == '\t'))
        next++;
    return parser->token.kind == PTXC_TOKEN_SEMICOLON && next < limit && (*next == '[' || ptxc_is_digit(*next));
}

/* Reports a ';' where a ',' belongs, and passes over the operands that stand behind it. Always returns false. */
static bool fail_at_semicolon(struct ptxc_parser *parser) {
    ptxc_parser_fail(parser, "',' before another operand");
    while (goes_on(parser)) {
        do
            ptxc_parser_advance(parser);
        while (parser->token.kind != PTXC_TOKEN_SEMICOLON && parser->token.kind != PTXC_TOKEN_END);
    }
    return false;
}

/* Whether a name stands here that the module does not declare. */
static bool is_strange(const struct ptxc_parser *parser) {
    struct ptxc_value value;
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    return parser->module && parser->token.kind == PTXC_TOKEN_IDENTIFIER &&
           !ptxc_name_is_constant(parser, parser->token) &&
           !ptxc_name_resolve(parser, ptxc_parser_text(parser, span), span.length, &value);
}

/* Reports a '.' that no qualifier follows. Always returns false. */
static bool fail_at_dot(struct ptxc_parser *parser) {
    const struct ptxc_span dot = ptxc_parser_span(parser->token);
    const uint32_t end = dot.offset + dot.length;
    if (end == parser->lexer.length || !ptxc_is_blank(parser->lexer.source[end]))
        return ptxc_parser_fail(parser, "a qualifier directly after '.'");
    if (!parser->silent)
        ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, dot,
                          "expected a qualifier directly after '.', found a blank");
    return false;
}

/* Whether unknown text ends the qualifiers: it may hold operands as well. */
static bool ends_unknown(const struct ptxc_parser *parser, const struct ptxc_instruction *instruction) {
    const char *end = parser->lexer.source + parser->last_end;
    const char *word = parser->lexer.source + instruction->opcode_span.offset;
    while (end > word && end[-1] != '.' && end[-1] != PTXC_UNKNOWN_TEXT)
        end--;
    return (instruction->open & PTXC_OPEN_QUALIFIERS) && end > word && end[-1] == PTXC_UNKNOWN_TEXT;
}

/* Reads what is known of an operand, or notes one that may be several. */
static bool read_operand(struct ptxc_parser *parser, struct ptxc_instruction *instruction,
                         struct ptxc_operand *operand) {
    const uint32_t start = parser->token.offset;
    const bool begun = instruction->operand_count == 0 && ends_unknown(parser, instruction);
    const bool any = instruction->open & PTXC_OPEN_QUALIFIERS;
    if (!(instruction->open & PTXC_OPEN_OPERANDS) || !ptxc_unknown_operand(parser, begun, any))
        return parse_operand(parser, instruction, operand);
    struct ptxc_value *value = new_value(instruction);
    *value = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN, .span = ptxc_parser_since(parser, start)};
    *operand = (struct ptxc_operand){
        .shape = PTXC_OPERAND_SCALAR, .first = (uint8_t)(value - instruction->values), .count = 1, .span = value->span};
    return true;
}

bool ptxc_operands_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    const enum ptxc_unknown_operands unknown = instruction->open & PTXC_OPEN_OPERANDS
                                                   ? PTXC_UNKNOWN_ALL_OPERANDS
                                                   : ptxc_unknown_among_operands(parser, instruction->open);
    if (unknown != PTXC_UNKNOWN_NO_OPERANDS)
        instruction->open |= PTXC_OPEN_OPERANDS;
    if (unknown == PTXC_UNKNOWN_ALL_OPERANDS) {
        ptxc_unknown_pass_over(parser);
        return true;
    }
    if (at_end(parser))
        return true;
    /* Where no operand can follow, or none of that name, a new line means that the ';' is missing, not an operand. */
    bool over = ptxc_parser_at_line_start(parser) || parser->token.kind == PTXC_TOKEN_END;
    if (over && (!ptxc_opcode_takes_operands(instruction->opcode) || is_strange(parser)))
        return ptxc_parser_fail(parser, "';' after the instruction");
    if (parser->token.kind == PTXC_TOKEN_OTHER && *ptxc_parser_text(parser, ptxc_parser_span(parser->token)) == '.')
        return fail_at_dot(parser);
    if (ptxc_apart_raise(parser, instruction))
        return false;
    do {
        struct ptxc_operand extra;
        bool room = instruction->operand_count < PTXC_MAX_OPERANDS;
        if (!read_operand(parser, instruction, room ? &instruction->operands[instruction->operand_count] : &extra))
            return false;
        if (room)
            instruction->operand_count++;
        else
            instruction->incomplete = true;
    } while (ptxc_parser_accept(parser, PTXC_TOKEN_COMMA));
    if (!at_end(parser))
        return ptxc_parser_fail(parser, "',' or ';' after the operand");
    return !goes_on(parser) || fail_at_semicolon(parser);
}

bool ptxc_guard_parse(struct ptxc_parser *parser, struct ptxc_instruction *instruction) {
    struct ptxc_value *guard = &instruction->guard;
    ptxc_parser_advance(parser);
    instruction->guarded = true;
    if (ptxc_parser_accept(parser, PTXC_TOKEN_NOT))
        guard->flags |= PTXC_FLAG_NOT;
    if (!starts_name(parser))
        return ptxc_parser_fail(parser, "a predicate register after '@'");
    parse_name(parser, instruction, guard);
    ptxc_guard_check(parser->report, guard);
    return true;
}
