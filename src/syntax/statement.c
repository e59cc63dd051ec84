/* Ordinary statements: see statement.h. Their operands are read by a grammar that is wider than that of any
 * instruction, because nothing is said of them here: what does not fit it makes the statement `open`. The values stand
 * where the reading goes on, and are kept in the arena as tightly as they are in the end.
 */
#include "syntax/statement.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/blank.h"
#include "syntax/expression.h"
#include "syntax/name.h"
#include "syntax/unknown_text.h"

enum { MOST_OPERANDS = 64, MOST_VALUES = 255 /* of a statement; none takes so many */ };

/* A statement on its way. */
struct reading {
    struct ptxc_parser parser; /* a silent copy, whose text ends with the statement */
    bool open;
    bool call; /* its parentheses hold lists */
    uint16_t value_count;
    uint8_t operand_count;
    struct ptxc_value values[MOST_VALUES];
    struct ptxc_operand operands[MOST_OPERANDS];
};

/* Takes the next value. One too many is taken again, and the statement is open. */
static struct ptxc_value *new_value(struct reading *reading) {
    const bool room = reading->value_count < MOST_VALUES;
    struct ptxc_value *value = &reading->values[room ? reading->value_count++ : MOST_VALUES - 1];
    reading->open |= !room;
    *value = (struct ptxc_value){.kind = PTXC_VALUE_NONE};
    return value;
}

/* Whether the token is a name, or an operand of the asm that is no known constant, or unknown text. */
static bool is_name(const struct ptxc_parser *parser, struct ptxc_token token) {
    int64_t constant;
    switch (token.kind) {
    case PTXC_TOKEN_IDENTIFIER: return !ptxc_name_is_constant(parser, token);
    case PTXC_TOKEN_PLACEHOLDER: return !ptxc_placeholder_constant(parser, token, &constant);
    case PTXC_TOKEN_UNKNOWN: return true;
    default: return false;
    }
}

/* Resolves the name at the current token and consumes it. */
static void read_name(struct reading *reading, struct ptxc_value *value) {
    struct ptxc_parser *parser = &reading->parser;
    const struct ptxc_span span = ptxc_parser_span(parser->token);
    const char *name = ptxc_parser_text(parser, span);
    const enum ptxc_token_kind kind = parser->token.kind;
    const uint32_t written = value->flags;
    if (kind == PTXC_TOKEN_IDENTIFIER)
        ptxc_name_resolve(parser, name, span.length, value);
    else if (kind == PTXC_TOKEN_PLACEHOLDER && parser->asm_text)
        parser->asm_text->resolve(parser->asm_text->context, span, value);
    else
        *value = (struct ptxc_value){.kind = PTXC_VALUE_UNKNOWN, .name = name, .name_length = span.length};
    value->flags |= written;
    value->span = span;
    ptxc_parser_advance(parser);
}

/* Reads a constant expression. One of which some is not known is PTXC_VALUE_UNKNOWN. */
static bool read_constant(struct reading *reading, struct ptxc_value *value) {
    bool sound;
    if (!ptxc_expression_value(&reading->parser, value, &sound))
        return false;
    reading->open |= value->kind == PTXC_VALUE_UNKNOWN;
    return true;
}

/* Reads the constant offset after a name, with its sign. */
static bool read_offset(struct reading *reading, struct ptxc_value *value) {
    struct ptxc_value offset = {.kind = PTXC_VALUE_NONE};
    const enum ptxc_token_kind kind = reading->parser.token.kind;
    if (kind != PTXC_TOKEN_PLUS && kind != PTXC_TOKEN_MINUS)
        return true;
    if (!read_constant(reading, &offset))
        return false;
    reading->open |= offset.kind != PTXC_VALUE_INTEGER;
    value->flags |= PTXC_FLAG_OFFSET;
    value->integer = offset.integer;
    return true;
}

/* Reads the component of a vector, such as .x. */
static bool read_component(struct reading *reading, struct ptxc_value *value) {
    struct ptxc_parser *parser = &reading->parser;
    if (!ptxc_is_component(parser->lexer.source + parser->token.offset, parser->token.length))
        return false;
    value->flags &= ~(uint32_t)(PTXC_FLAG_WHOLE | PTXC_FLAG_FOUR);
    value->flags |= PTXC_FLAG_COMPONENT;
    value->name_length = parser->token.offset + parser->token.length - value->span.offset;
    ptxc_parser_advance(parser);
    return true;
}

/* Reads the index after a variable. A constant is kept as an offset in bytes; what a register says is not known. */
static bool read_index(struct reading *reading, struct ptxc_value *value) {
    struct ptxc_parser *parser = &reading->parser;
    struct ptxc_value index = {.kind = PTXC_VALUE_NONE};
    ptxc_parser_advance(parser);
    if (is_name(parser, parser->token))
        read_name(reading, &index);
    else if (!read_constant(reading, &index))
        return false;
    const bool constant = index.kind == PTXC_VALUE_INTEGER;
    reading->open |= !constant;
    value->flags |= PTXC_FLAG_INDEX | (constant ? 0 : PTXC_FLAG_REGISTER_INDEX);
    value->integer = (int64_t)((uint64_t)index.integer * ptxc_element_size(value));
    return ptxc_parser_accept(parser, PTXC_TOKEN_RIGHT_BRACKET);
}

/* Reads what may stand after a name: a component, an index, an offset. */
static bool read_suffix(struct reading *reading, struct ptxc_value *value) {
    switch (reading->parser.token.kind) {
    case PTXC_TOKEN_DOTTED: return read_component(reading, value);
    case PTXC_TOKEN_LEFT_BRACKET: return read_index(reading, value);
    default: return read_offset(reading, value);
    }
}

/* Reads a name with what stands around it, a constant, a sink or a string. */
static bool read_value(struct reading *reading) {
    struct ptxc_parser *parser = &reading->parser;
    struct ptxc_value *value = new_value(reading);
    const struct ptxc_token token = parser->token;
    bool read = true;
    if (token.kind == PTXC_TOKEN_NOT || token.kind == PTXC_TOKEN_MINUS) {
        struct ptxc_lexer ahead = parser->lexer;
        if (is_name(parser, ptxc_lexer_next(&ahead))) {
            value->flags |= token.kind == PTXC_TOKEN_NOT ? PTXC_FLAG_NOT : PTXC_FLAG_MINUS;
            ptxc_parser_advance(parser);
        }
    }
    if (is_name(parser, parser->token)) {
        read_name(reading, value);
        read = read_suffix(reading, value);
    } else if (ptxc_parser_accept(parser, PTXC_TOKEN_SINK)) {
        value->kind = PTXC_VALUE_SINK;
    } else if (ptxc_parser_accept(parser, PTXC_TOKEN_STRING)) {
        value->kind = PTXC_VALUE_UNKNOWN;
    } else {
        read = read_constant(reading, value);
    }
    value->span = ptxc_parser_since(parser, token.offset);
    return read;
}

/* Reads the elements of a vector or of a list, and what closes it; there may be none. */
static bool read_elements(struct reading *reading, enum ptxc_token_kind close) {
    struct ptxc_parser *parser = &reading->parser;
    const uint16_t first = reading->value_count;
    ptxc_parser_advance(parser);
    if (ptxc_parser_accept(parser, close))
        return true;
    do {
        if (!read_value(reading))
            return false;
    } while (ptxc_parser_accept(parser, PTXC_TOKEN_COMMA));
    if (first < reading->value_count && close == PTXC_TOKEN_RIGHT_BRACE) {
        reading->values[first].flags |= PTXC_FLAG_OPEN_BRACE;
        reading->values[reading->value_count - 1].flags |= PTXC_FLAG_CLOSE_BRACE;
    }
    return ptxc_parser_accept(parser, close);
}

/* Reads an address, and what else stands in its brackets. */
static bool read_address(struct reading *reading, struct ptxc_operand *operand) {
    struct ptxc_parser *parser = &reading->parser;
    size_t parts = 0, vectors = 0;
    ptxc_parser_advance(parser);
    do {
        const bool vector = parts > 0 && parser->token.kind == PTXC_TOKEN_LEFT_BRACE;
        if (!(vector ? read_elements(reading, PTXC_TOKEN_RIGHT_BRACE) : read_value(reading)))
            return false;
        vectors += vector;
        parts++;
    } while (ptxc_parser_accept(parser, PTXC_TOKEN_COMMA));
    operand->shape = parts == 1                   ? PTXC_OPERAND_ADDRESS
                     : parts == 2 && vectors == 1 ? PTXC_OPERAND_TENSOR
                                                  : PTXC_OPERAND_LIST;
    return ptxc_parser_accept(parser, PTXC_TOKEN_RIGHT_BRACKET);
}

/* Reads a single value, or a pair of two results. */
static bool read_scalar(struct reading *reading, struct ptxc_operand *operand) {
    const uint16_t first = reading->value_count;
    operand->shape = PTXC_OPERAND_SCALAR;
    if (!read_value(reading))
        return false;
    if (first == MOST_VALUES || (reading->values[first].flags & PTXC_NOT_BARE) ||
        !ptxc_parser_accept(&reading->parser, PTXC_TOKEN_OR))
        return true;
    operand->shape = PTXC_OPERAND_PAIR;
    return read_value(reading);
}

/* Reads an operand of any shape. */
static bool read_operand(struct reading *reading) {
    struct ptxc_parser *parser = &reading->parser;
    const uint32_t start = parser->token.offset;
    struct ptxc_operand operand = {.first = (uint8_t)reading->value_count};
    bool read;
    switch (parser->token.kind) {
    case PTXC_TOKEN_LEFT_BRACKET: read = read_address(reading, &operand); break;
    case PTXC_TOKEN_LEFT_BRACE:
        operand.shape = PTXC_OPERAND_VECTOR;
        read = read_elements(reading, PTXC_TOKEN_RIGHT_BRACE);
        break;
    case PTXC_TOKEN_LEFT_PAREN:
        if (reading->call) {
            operand.shape = PTXC_OPERAND_VECTOR;
            read = read_elements(reading, PTXC_TOKEN_RIGHT_PAREN);
            break;
        } /* fall through */
    default: read = read_scalar(reading, &operand); break;
    }
    operand.count = (uint8_t)(reading->value_count - operand.first);
    operand.span = ptxc_parser_since(parser, start);
    if (reading->operand_count == MOST_OPERANDS)
        return false;
    reading->operands[reading->operand_count++] = operand;
    return read;
}

/* Reads the guard, if there is one. */
static bool read_guard(struct reading *reading, struct ptxc_statement *statement) {
    struct ptxc_parser *parser = &reading->parser;
    if (!ptxc_parser_accept(parser, PTXC_TOKEN_AT))
        return true;
    statement->guarded = true;
    if (ptxc_parser_accept(parser, PTXC_TOKEN_NOT))
        statement->guard.flags |= PTXC_FLAG_NOT;
    if (!is_name(parser, parser->token))
        return false;
    read_name(reading, &statement->guard);
    return true;
}

/* Reads the mnemonic with its qualifiers, or a directive that is a statement of the body. */
static bool read_word(struct reading *reading, struct ptxc_statement *statement) {
    struct ptxc_parser *parser = &reading->parser;
    const struct ptxc_token token = parser->token;
    const char *text = parser->lexer.source + token.offset;
    do
        ptxc_parser_advance(parser);
    while (parser->token.kind == PTXC_TOKEN_DOTTED);
    statement->word = ptxc_parser_since(parser, token.offset);
    reading->call = ptxc_is_spelled(text, token.length, "call");
    return token.kind == PTXC_TOKEN_IDENTIFIER || token.kind == PTXC_TOKEN_DOTTED;
}

/* Reads all operands, up to the end of the statement. */
static bool read_operands(struct reading *reading) {
    const struct ptxc_parser *parser = &reading->parser;
    if (parser->token.kind == PTXC_TOKEN_SEMICOLON || parser->token.kind == PTXC_TOKEN_END)
        return true;
    do {
        if (!read_operand(reading))
            return false;
    } while (ptxc_parser_accept(&reading->parser, PTXC_TOKEN_COMMA));
    return parser->token.kind == PTXC_TOKEN_SEMICOLON || parser->token.kind == PTXC_TOKEN_END;
}

/* Keeps what was read in the arena. */
static void keep(const struct reading *reading, struct ptxc_arena *arena, struct ptxc_statement *statement) {
    const size_t operands = reading->operand_count * sizeof(struct ptxc_operand);
    const size_t values = reading->value_count * sizeof(struct ptxc_value);
    if (reading->operand_count == 0)
        return;
    struct ptxc_value *kept = ptxc_arena_alloc(arena, values + operands);
    if (!kept)
        return;
    memcpy(kept, reading->values, values);
    statement->values = kept;
    statement->operands = memcpy(kept + reading->value_count, reading->operands, operands);
    statement->value_count = reading->value_count;
    statement->operand_count = reading->operand_count;
}

void ptxc_statement_read(const struct ptxc_parser *parser, uint32_t position, uint32_t end, struct ptxc_arena *arena,
                         struct ptxc_statement *statement) {
    struct reading reading; /* the values are not set, for most are never used */
    reading.parser = *parser;
    reading.parser.silent = true;
    reading.parser.lexer.length = end;
    reading.open = reading.call = false;
    reading.value_count = reading.operand_count = 0;
    ptxc_parser_seek(&reading.parser, position);
    const bool read = read_guard(&reading, statement) && read_word(&reading, statement) && read_operands(&reading);
    statement->open = !read || reading.open || ptxc_unknown_between(parser, position, end);
    statement->span = ptxc_parser_since(&reading.parser, position);
    keep(&reading, arena, statement);
}

uint32_t ptxc_statement_word_end(const char *source, uint32_t length, uint32_t position) {
    for (;;) {
        position = ptxc_word_end(source, length, position);
        if (length - position < 3 || memcmp(source + position, "::", 2) != 0 || !ptxc_is_word(source[position + 2]))
            return position;
        position += 2;
    }
}
