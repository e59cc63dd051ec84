/* Strings outside of asm statements: which of them hold PTX, and how a language joins them. */
#ifndef PTXC_STRINGS_H
#define PTXC_STRINGS_H

#include "host/common/concatenation.h"
#include "host/common/extraction.h"

/* The calls that are open at a place. */
struct ptxc_calls {
    struct ptxc_span last; /* the token before, where it is a word; else length 0 */
    uint64_t emitting;     /* bit for each open parenthesis: what is in it becomes PTX */
};

/* Enters the call that opens with a parenthesis after the last token. */
void ptxc_host_calls_enter(struct ptxc_calls *calls, const char *source);

/* Follows the calls over a token. */
static inline void ptxc_host_calls_follow(struct ptxc_calls *calls, const char *source, struct ptxc_host_token token) {
    if (ptxc_host_is_symbol(token, '('))
        ptxc_host_calls_enter(calls, source);
    else if (ptxc_host_is_symbol(token, ')'))
        calls->emitting >>= 1;
    if (!ptxc_host_is_symbol(token, '!')) /* of a macro of Rust */
        calls->last = (struct ptxc_span){token.offset, token.kind == PTXC_HOST_WORD ? token.length : 0};
}

/* What stands around a literal. */
struct ptxc_string_place {
    bool alone;        /* nothing stands before it in its statement */
    bool side_effects; /* the words before it say that it has some */
    bool emitted;      /* it is an argument of what makes PTX of it */
};

/* Reads the concatenation that begins with the literal `first`, adds what it holds to the list, and leaves the lexer
 * after it. */
void ptxc_strings_read(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                       struct ptxc_host_lexer *lexer, struct ptxc_host_token first, struct ptxc_string_place place);

/* The whole extraction of a language that has PTX in strings only. */
void ptxc_strings_extract(struct ptxc_extraction *extraction, const struct ptxc_string_language *language);

#endif
