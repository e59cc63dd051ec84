/* A token stream over the source with the symbols seen so far: what the reader and its parts share. */
#ifndef PTXC_PARSER_H
#define PTXC_PARSER_H

#include "base/symbols.h"
#include "syntax/asm_text.h"
#include "syntax/lexer.h"
#include "report/report.h"
#include "tables/words.h"

struct ptxc_parser {
    struct ptxc_lexer lexer;
    struct ptxc_token token; /* the one not consumed yet */
    uint32_t last_end;       /* where the consumed text ends */
    struct ptxc_report *report;
    struct ptxc_symbols symbols;
    unsigned depth;                       /* of the expression being read */
    bool unknown;                         /* some operand of that expression is unknown text, and so is its value */
    bool module;                          /* the source has a header: every name must be declared */
    bool lenient;                         /* a name that nobody declares does no damage */
    bool alone;                           /* the source is one instruction: it may end without a ';' */
    bool silent;                          /* nothing is reported: what cannot be read is only refused */
    uint32_t looked_until;                /* how far the look for unknown text (unknown_text.c) has come */
    bool looked_at_unknown;               /* and it has seen some since it last began */
    const struct ptxc_asm_text *asm_text; /* the source is the text of an asm statement; else NULL */
};

/* Consumes the current token. */
void ptxc_parser_advance(struct ptxc_parser *parser);
/* Consumes the current token if it is of this kind. */
static inline bool ptxc_parser_accept(struct ptxc_parser *parser, enum ptxc_token_kind kind) {
    if (parser->token.kind != kind)
        return false;
    ptxc_parser_advance(parser);
    return true;
}
/* Consumes the current word and the ':' after it, if one stands there. */
bool ptxc_parser_accept_label(struct ptxc_parser *parser);

/* The same, but raises "expected … `after`, found …" and gives false if the token is of another kind. */
bool ptxc_parser_expect(struct ptxc_parser *parser, enum ptxc_token_kind kind, const char *after);
/* Raises "expected …, found …" at the current token. Always returns false. */
bool ptxc_parser_fail(struct ptxc_parser *parser, const char *expected);
/* Whether the current token is on a later line than the consumed text. */
bool ptxc_parser_at_line_start(const struct ptxc_parser *parser);
/* What the current token is among the directives; never NULL. */
const struct ptxc_word_row *ptxc_parser_word(const struct ptxc_parser *parser);
/* Where the source has this span; not closed by a NUL. */
static inline const char *ptxc_parser_text(const struct ptxc_parser *parser, struct ptxc_span span) {
    return parser->lexer.source + span.offset;
}
/* The place of a token. */
static inline struct ptxc_span ptxc_parser_span(struct ptxc_token token) {
    return (struct ptxc_span){token.offset, token.length};
}
/* Everything from `start` to the end of the consumed text. */
static inline struct ptxc_span ptxc_parser_since(const struct ptxc_parser *parser, uint32_t start) {
    return (struct ptxc_span){start, parser->last_end > start ? parser->last_end - start : 0};
}
/* Moves the token stream to `position`. */
void ptxc_parser_seek(struct ptxc_parser *parser, uint32_t position);

#endif
