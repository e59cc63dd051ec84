/* The lexer: (pointer, length) in, one token at a time out. It never fails and never reads past the end; what it
 * cannot read comes out as PTXC_TOKEN_OTHER or as one of the unterminated kinds. grammar/lexer.re implements it.
 */
#ifndef PTXC_LEXER_H
#define PTXC_LEXER_H

#include "read/token.h"

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

/* Closes a token that runs from `start` to `end`; for the generated lexer alone. */
static inline struct ptxc_token ptxc_lexer_emit(struct ptxc_lexer *lexer, enum ptxc_token_kind kind, const char *start,
                                                const char *end) {
    struct ptxc_token token = {kind, (uint32_t)(start - lexer->source), (uint32_t)(end - start)};
    lexer->position = token.offset + token.length;
    return token;
}

#endif
