/* Tokens: what they are called, and how tightly operators bind; see lexer.h. */
#include "syntax/lexer.h"

static const struct {
    const char *name;
    int precedence;
} tokens[] = {
#define TOKEN(enumerator, name, precedence) [enumerator] = {name, precedence},
#include "tokens.def"
};

const char *ptxc_token_name(enum ptxc_token_kind kind) {
    return tokens[kind].name;
}

int ptxc_token_precedence(enum ptxc_token_kind kind) {
    return tokens[kind].precedence;
}

bool ptxc_token_is_operator(enum ptxc_token_kind kind) {
    return tokens[kind].precedence > 0 || kind == PTXC_TOKEN_QUESTION;
}
