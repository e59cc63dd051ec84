/* The tokens of PTX: their kinds, how messages call them, and how tightly operators bind (tokens.def). */
#ifndef PTXC_TOKEN_H
#define PTXC_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

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
const char *ptxc_token_name(enum ptxc_token_kind kind);

/* Of a token that stands between two operands of a constant expression: how tightly it binds, 1 loosest; else 0. */
int ptxc_token_precedence(enum ptxc_token_kind kind);

/* Whether the token is an operator that stands after an operand of a constant expression: '?' too. */
bool ptxc_token_is_operator(enum ptxc_token_kind kind);

#endif
