/* Token stream helpers: see parser.h. */
#include "syntax/parser.h"

#include <string.h>

#include "base/characters.h"

void ptxc_parser_advance(struct ptxc_parser *parser) {
    parser->last_end = parser->token.offset + parser->token.length;
    parser->token = ptxc_lexer_next(&parser->lexer);
}

void ptxc_parser_seek(struct ptxc_parser *parser, uint32_t position) {
    parser->lexer.position = position;
    parser->last_end = position;
    parser->token = ptxc_lexer_next(&parser->lexer);
}

const struct ptxc_word_row *ptxc_parser_word(const struct ptxc_parser *parser) {
    return ptxc_word_find(parser->lexer.source + parser->token.offset, parser->token.length);
}

bool ptxc_parser_at_line_start(const struct ptxc_parser *parser) {
    const char *gap = parser->lexer.source + parser->last_end;
    return memchr(gap, '\n', parser->token.offset - parser->last_end) != NULL;
}

/* The place of a syntax error: the unexpected token or, where that is on a later line, the character after the text
 * before it, where something is missing. After a text inside another language there may be none. */
static struct ptxc_span place(const struct ptxc_parser *parser) {
    struct ptxc_token token = parser->token;
    if (token.kind != PTXC_TOKEN_END && !ptxc_parser_at_line_start(parser))
        return ptxc_parser_span(token);
    const bool more = parser->last_end < parser->lexer.length;
    if (parser->asm_text && !more && parser->last_end > 0)
        return (struct ptxc_span){parser->last_end - 1, 1};
    return (struct ptxc_span){parser->last_end, more};
}

bool ptxc_parser_fail(struct ptxc_parser *parser, const char *expected) {
    struct ptxc_token token = parser->token;
    if (parser->silent)
        return false;
    if (token.kind == PTXC_TOKEN_OPEN_COMMENT) {
        ptxc_report_raise(parser->report, PTXC_RULE_OPEN_COMMENT, (struct ptxc_span){token.offset, 2},
                          parser->asm_text ? "the comment is not closed"
                                           : "the comment is not closed: the rest of the file was not read");
        return false;
    }
    if (!ptxc_report_wants(parser->report, PTXC_RULE_SYNTAX))
        return false;
    int length = token.length > 40 ? 40 : (int)token.length;
    const char *text = parser->lexer.source + token.offset;
    const char *message;
    bool named = parser->asm_text && (text[0] == PTXC_UNKNOWN_TEXT || text[0] == PTXC_PLACEHOLDER); /* by the report */
    if (parser->asm_text && token.kind == PTXC_TOKEN_END)
        message = ptxc_arena_format(&parser->report->words, "expected %s, found the end of the PTX text", expected);
    else if (ptxc_parser_at_line_start(parser) && token.kind != PTXC_TOKEN_END)
        message = ptxc_arena_format(&parser->report->words, "expected %s", expected);
    else if (token.kind == PTXC_TOKEN_END || token.kind == PTXC_TOKEN_OPEN_STRING || length == 0)
        message = ptxc_arena_format(&parser->report->words, "expected %s, found %s", expected,
                                    ptxc_lexer_token_name(token.kind));
    else if (!named && ((unsigned char)text[0] < 0x20 || (unsigned char)text[0] > 0x7e))
        message = ptxc_arena_format(&parser->report->words, "expected %s, found byte 0x%02x", expected,
                                    (unsigned char)text[0]);
    else
        message = ptxc_arena_format(&parser->report->words, "expected %s, found '%.*s'", expected, length, text);
    ptxc_report_raise(parser->report, PTXC_RULE_SYNTAX, place(parser), message);
    return false;
}

bool ptxc_parser_accept_label(struct ptxc_parser *parser) {
    const struct ptxc_parser before = *parser;
    ptxc_parser_advance(parser);
    if (ptxc_parser_accept(parser, PTXC_TOKEN_COLON))
        return true;
    *parser = before;
    return false;
}

bool ptxc_parser_expect(struct ptxc_parser *parser, enum ptxc_token_kind kind, const char *after) {
    if (ptxc_parser_accept(parser, kind))
        return true;
    if (parser->silent)
        return false;
    return ptxc_parser_fail(parser,
                            ptxc_arena_format(&parser->report->words, "%s %s", ptxc_lexer_token_name(kind), after));
}
