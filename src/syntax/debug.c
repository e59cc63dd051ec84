/* Debug information: see debug.h. */
#include "syntax/debug.h"

#include "syntax/blank.h"
#include "syntax/collect.h"
#include "syntax/skip.h"
#include "tables/words.h"

uint32_t ptxc_debug_section(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    unsigned depth = 0;
    module->header.has_section = true;
    while (parser->token.kind != PTXC_TOKEN_END && parser->token.kind != PTXC_TOKEN_OPEN_COMMENT) {
        const bool first = parser->token.kind == PTXC_TOKEN_LEFT_BRACE && depth++ == 0;
        const uint32_t end =
            first ? ptxc_skip_braces(parser->lexer.source, parser->lexer.length, parser->token.offset) : 0;
        if (end > 0)
            return end;
        bool last = parser->token.kind == PTXC_TOKEN_RIGHT_BRACE && --depth == 0;
        ptxc_parser_advance(parser);
        if (last)
            return parser->last_end;
    }
    ptxc_collect_break(module);
    ptxc_parser_fail(parser, "'}' at the end of the section");
    return parser->lexer.length;
}

uint32_t ptxc_debug_location(struct ptxc_module *module) {
    struct ptxc_parser *parser = &module->parser;
    bool comma = false;
    ptxc_parser_advance(parser);
    for (;; ptxc_parser_advance(parser)) {
        bool word = parser->token.kind == PTXC_TOKEN_IDENTIFIER && comma;
        comma = parser->token.kind == PTXC_TOKEN_COMMA;
        if (word && ptxc_parser_word(parser)->kind == PTXC_WORD_LOCATION_NAME) {
            ptxc_parser_advance(parser); /* the label; a '+ offset' may follow */
        } else if (!word && !comma && parser->token.kind != PTXC_TOKEN_INTEGER &&
                   parser->token.kind != PTXC_TOKEN_STRING && parser->token.kind != PTXC_TOKEN_PLUS) {
            return parser->last_end;
        }
    }
}

uint32_t ptxc_debug_data(struct ptxc_module *module, uint32_t position) {
    const char *source = module->parser.lexer.source;
    const uint32_t length = module->parser.lexer.length, ptx = module->environment.ptx;
    const struct ptxc_span span = {position, ptxc_name_end(source, length, position + 2) - position};
    const bool data = ptxc_word_find(source + position, span.length)->kind == PTXC_WORD_DEBUG_DATA;
    const bool old = data && ptx < PTXC_PTX(2, 0) && module->depth == 0;
    if (!old && !module->debug_raised)
        ptxc_report_raise(module->parser.report, PTXC_RULE_SYNTAX, span,
                          data ? "PTX has no such line since 2.0, nor in the body of a function"
                               : "expected a statement, found '@@'");
    module->debug_raised |= !old;
    ptxc_collect_break(module);
    return ptxc_line_end(source, length, position);
}
