/* Tokens of PTX and the lexer: (pointer, length) in, one token at a time out. It never fails and never reads past the
 * end; what it cannot read comes out as PTXC_TOKEN_OTHER or as one of the unterminated kinds. lexer.re and
 * token.c implement it.
 */
#ifndef PTXC_LEXER_H
#define PTXC_LEXER_H

#include <stdbool.h>
#include <stdint.h>

/* The kinds of tokens, how messages call them, and how tightly operators bind (tokens.def). */
enum ptxc_token_kind {
#define TOKEN(enumerator, name, precedence) enumerator,
#include "tokens.def"
};

struct ptxc_token {
    enum ptxc_token_kind kind;
    uint32_t offset; /* byte offset into the source */
    uint32_t length; /* bytes */
};

/* What messages call a token of this kind. */
const char *ptxc_lexer_token_name(enum ptxc_token_kind kind);

/* Of a token that stands between two operands of a constant expression: how tightly it binds, 1 loosest; else 0. */
int ptxc_lexer_token_precedence(enum ptxc_token_kind kind);

/* Whether the token is an operator that stands after an operand of a constant expression: '?' too. */
bool ptxc_lexer_token_is_operator(enum ptxc_token_kind kind);

struct ptxc_lexer {
    const char *source;
    uint32_t length;
    uint32_t position; /* where the next token is looked for */
};

/* Reads the next token and moves past it; at the end of the source it gives PTXC_TOKEN_END, however often it is called.
 */
struct ptxc_token ptxc_lexer_next(struct ptxc_lexer *lexer);

/* The place after the blanks, comments and line markers at `position`; an unterminated comment is where it starts. */
uint32_t ptxc_lexer_skip_blanks(const char *source, uint32_t length, uint32_t position);

#endif
