/* Unknown text among operands: see unknown_text.h. Where it can only be one constant or name inside the brackets of an
 * address, it is a part of that operand; anywhere else it may be several operands, or none. Those that a comma parts
 * from it are what they seem, unless it opens or closes brackets.
 */
#include "syntax/unknown_text.h"

#include <string.h>

#include "base/characters.h"
#include "syntax/mnemonic.h"

/* Where the placeholder at `position` ends: after the ']' of its name, or at `end`. */
static uint32_t placeholder_end(const struct ptxc_parser *parser, uint32_t position, uint32_t end) {
    const char *text = parser->lexer.source + position;
    const char *close = position + 1 < end && text[1] == '[' ? memchr(text, ']', end - position) : NULL;
    return close ? position + (uint32_t)(close - text) + 1 : end;
}

/* Whether the compiler may put any text in place of the operand. */
static bool is_text(const struct ptxc_parser *parser, uint32_t position, uint32_t end) {
    struct ptxc_span span = {position, placeholder_end(parser, position, end) - position};
    return parser->asm_text->is_text(parser->asm_text->context, span);
}

bool ptxc_unknown_between(const struct ptxc_parser *parser, uint32_t start, uint32_t end) {
    const char *source = parser->lexer.source;
    if (!parser->asm_text)
        return false;
    for (uint32_t i = start; i < end; i++)
        if (source[i] == PTXC_UNKNOWN_TEXT || (source[i] == PTXC_PLACEHOLDER && is_text(parser, i, end)))
            return true;
    return false;
}

bool ptxc_unknown_may_be_constant(const struct ptxc_parser *parser, struct ptxc_token token) {
    struct ptxc_value value;
    if (!parser->asm_text || (token.kind != PTXC_TOKEN_PLACEHOLDER && token.kind != PTXC_TOKEN_UNKNOWN))
        return false;
    if (token.kind == PTXC_TOKEN_UNKNOWN)
        return true;
    parser->asm_text->resolve(parser->asm_text->context, ptxc_parser_span(token), &value);
    return value.kind == PTXC_VALUE_UNKNOWN || value.kind == PTXC_VALUE_INTEGER;
}

bool ptxc_placeholder_constant(const struct ptxc_parser *parser, struct ptxc_token token, int64_t *constant) {
    struct ptxc_value value;
    if (!parser->asm_text || token.kind != PTXC_TOKEN_PLACEHOLDER)
        return false;
    parser->asm_text->resolve(parser->asm_text->context, ptxc_parser_span(token), &value);
    *constant = value.integer;
    return value.kind == PTXC_VALUE_INTEGER;
}

/* Whether the token is or holds unknown text, or is an operand that may become any text. */
static bool is_unknown(const struct ptxc_parser *parser, struct ptxc_token token) {
    return (token.kind == PTXC_TOKEN_UNKNOWN || token.kind == PTXC_TOKEN_PLACEHOLDER) &&
           ptxc_unknown_between(parser, token.offset, token.offset + token.length);
}

/* Whether unknown text between these tokens of an address can only be an operand of it: brackets, or operators of an
 * expression, stand on both sides. */
static bool is_part(enum ptxc_token_kind before, enum ptxc_token_kind after) {
    bool opened = before == PTXC_TOKEN_LEFT_BRACKET || before == PTXC_TOKEN_LEFT_PAREN || before == PTXC_TOKEN_NOT ||
                  before == PTXC_TOKEN_COMPLEMENT || before == PTXC_TOKEN_COLON || ptxc_lexer_token_is_operator(before);
    bool closed = after == PTXC_TOKEN_RIGHT_BRACKET || after == PTXC_TOKEN_RIGHT_PAREN || after == PTXC_TOKEN_COLON ||
                  ptxc_lexer_token_is_operator(after);
    return opened && (closed || (before == PTXC_TOKEN_LEFT_BRACKET && after == PTXC_TOKEN_COMMA));
}

/* Whether the statement must have ended: the source ends here, or another instruction begins. */
static bool is_beyond(const struct ptxc_parser *parser, struct ptxc_token token) {
    return token.kind == PTXC_TOKEN_END || token.kind == PTXC_TOKEN_OPEN_COMMENT || token.kind == PTXC_TOKEN_AT ||
           (token.kind == PTXC_TOKEN_IDENTIFIER && token.offset > 0 &&
            ptxc_family_inside(parser->lexer.source, parser->lexer.length, token.offset));
}

/* Whether this text was looked through already. Recovery can come back to it many times; it is scanned once, which
 * keeps the work linear, and then counts as unknown if some of it was. */
static bool looked_at(const struct ptxc_parser *parser) {
    return parser->token.offset < parser->looked_until;
}

/* Notes how far the text was looked through, and whether some of it was unknown. */
static void note_look(struct ptxc_parser *parser, struct ptxc_token last, bool seen) {
    parser->looked_until = last.offset;
    parser->looked_at_unknown = seen;
}

/* What is seen of the text up to the ';', or of an operand up to its ','. */
struct look {
    bool one;      /* an operand is looked at */
    bool seen;     /* some of the text is unknown */
    bool several;  /* some of that may be several operands, or none */
    bool balanced; /* each bracket is closed after it was opened */
    struct ptxc_token last;
};

/* Looks through the text from the current token on. */
static void look_through(struct ptxc_parser *parser, struct look *look) {
    struct ptxc_lexer lexer = parser->lexer;
    struct ptxc_token token = parser->token;
    enum ptxc_token_kind before = PTXC_TOKEN_COMMA;
    bool base = false, excess = false; /* the base of an address is here; a bracket is closed that was not opened */
    unsigned depth = 0;
    while (token.kind != PTXC_TOKEN_SEMICOLON && !is_beyond(parser, token) &&
           !(look->one && depth == 0 && token.kind == PTXC_TOKEN_COMMA)) {
        struct ptxc_token after = ptxc_lexer_next(&lexer);
        bool opens = token.kind == PTXC_TOKEN_LEFT_BRACKET || token.kind == PTXC_TOKEN_LEFT_BRACE;
        bool closes = token.kind == PTXC_TOKEN_RIGHT_BRACKET || token.kind == PTXC_TOKEN_RIGHT_BRACE;
        bool unknown = is_unknown(parser, token);
        look->seen |= unknown;
        /* Inside [base…] it must stand between brackets or operators; anywhere else it may bring commas. */
        look->several |= unknown && (!base || token.kind == PTXC_TOKEN_PLACEHOLDER || !is_part(before, after.kind));
        if (opens)
            base = token.kind == PTXC_TOKEN_LEFT_BRACKET && depth == 0;
        else if (closes || token.kind == PTXC_TOKEN_COMMA)
            base = false;
        excess |= closes && depth == 0;
        depth += opens;
        depth -= closes && depth > 0;
        before = token.kind;
        token = after;
    }
    look->balanced = !excess && depth == 0;
    look->last = token;
}

enum ptxc_unknown_operands ptxc_unknown_among_operands(struct ptxc_parser *parser, bool begun) {
    struct look look = {.seen = begun, .several = begun};
    if (!parser->asm_text || (!begun && looked_at(parser) && !parser->looked_at_unknown))
        return PTXC_UNKNOWN_NO_OPERANDS;
    if (looked_at(parser))
        return PTXC_UNKNOWN_ALL_OPERANDS;
    look_through(parser, &look);
    note_look(parser, look.last, look.seen);
    if (look.seen && (look.last.kind != PTXC_TOKEN_SEMICOLON || (look.several && !look.balanced)))
        return PTXC_UNKNOWN_ALL_OPERANDS;
    return look.several ? PTXC_UNKNOWN_SOME_OPERANDS : PTXC_UNKNOWN_NO_OPERANDS;
}

bool ptxc_unknown_operand(struct ptxc_parser *parser, bool begun, bool any) {
    struct look look = {.one = true, .several = begun};
    look_through(parser, &look);
    look.several |= any && look.seen;
    while (look.several && parser->token.offset < look.last.offset)
        ptxc_parser_advance(parser);
    return look.several;
}

/* Whether unknown text after this token of a declaration is an operand of the constant of an alignment. */
static bool aligns(const struct ptxc_parser *parser, struct ptxc_token before) {
    const char *text = parser->lexer.source + before.offset;
    return ptxc_word_find(text, before.length)->kind == PTXC_WORD_ALIGNMENT ||
           (ptxc_lexer_token_is_operator(before.kind) && before.kind != PTXC_TOKEN_LESS);
}

bool ptxc_unknown_in_declaration(struct ptxc_parser *parser) {
    struct ptxc_lexer lexer = parser->lexer;
    struct ptxc_token token = parser->token, before = token;
    const bool list = token.kind == PTXC_TOKEN_LEFT_PAREN;
    unsigned inside = 0, parentheses = 0; /* of an extent or initialiser; of a list or attribute */
    bool value = false, found = false, closed = false, seen = false; /* value: after '=' */
    if (!parser->asm_text || looked_at(parser))
        return parser->asm_text && parser->looked_at_unknown;
    while (!found && !closed && token.kind != PTXC_TOKEN_SEMICOLON && !is_beyond(parser, token)) {
        bool unknown = token.kind == PTXC_TOKEN_UNKNOWN || token.kind == PTXC_TOKEN_PLACEHOLDER;
        seen |= unknown;
        found = unknown && inside == 0 && !value && !aligns(parser, before);
        inside += token.kind == PTXC_TOKEN_LEFT_BRACKET || token.kind == PTXC_TOKEN_LEFT_BRACE;
        inside -= inside > 0 && (token.kind == PTXC_TOKEN_RIGHT_BRACKET || token.kind == PTXC_TOKEN_RIGHT_BRACE);
        parentheses += token.kind == PTXC_TOKEN_LEFT_PAREN;
        parentheses -= parentheses > 0 && token.kind == PTXC_TOKEN_RIGHT_PAREN;
        closed = list && parentheses == 0;
        value |= token.kind == PTXC_TOKEN_ASSIGN;
        value &= token.kind != PTXC_TOKEN_COMMA || inside > 0;
        before = token;
        token = ptxc_lexer_next(&lexer);
    }
    note_look(parser, token, seen);
    return found;
}

void ptxc_unknown_pass_over(struct ptxc_parser *parser) {
    while (parser->token.kind != PTXC_TOKEN_SEMICOLON && !is_beyond(parser, parser->token))
        ptxc_parser_advance(parser);
}
