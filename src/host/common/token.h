/* The tokens of the host languages, and what their lexers share: closing tokens and literals, skipping comments. */
#ifndef PTXC_HOST_TOKEN_H
#define PTXC_HOST_TOKEN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "report/allow.h"

enum ptxc_host_kind {
    PTXC_HOST_END,
    PTXC_HOST_WORD,
    PTXC_HOST_NUMBER,
    PTXC_HOST_STRING,
    PTXC_HOST_SYMBOL,     /* one character of punctuation */
    PTXC_HOST_OTHER,      /* a character literal or the like */
    PTXC_HOST_NEWLINE,    /* where the end of a line ends a statement */
    PTXC_HOST_DIRECTIVE,  /* a whole preprocessor line other than #define */
    PTXC_HOST_DEFINE,     /* #define, the name and the parameters; the body follows as tokens */
    PTXC_HOST_DEFINE_END, /* the end of that body */
};

/* Which escapes a literal has. */
enum ptxc_escapes {
    PTXC_ESCAPES_NONE,
    PTXC_ESCAPES_C,
    PTXC_ESCAPES_PYTHON,
    PTXC_ESCAPES_JULIA,
    PTXC_ESCAPES_RUST,
    PTXC_ESCAPES_LLVM
};

/* Which parts of a literal are replaced at run time. */
enum ptxc_interpolation {
    PTXC_INTERPOLATION_NONE,
    PTXC_INTERPOLATION_BRACES,  /* {expression}; {{ and }} are braces: f-strings, str.format */
    PTXC_INTERPOLATION_NAMES,   /* only {}, {name}, {0}, {name:format} and {{ name }}; other braces are plain */
    PTXC_INTERPOLATION_DOLLAR,  /* $name and $(expression) */
    PTXC_INTERPOLATION_PERCENT, /* %s, %d, %(name)s; %% is % */
    PTXC_INTERPOLATION_PRINTF,  /* %s, %u, %llx, where no letter or digit follows; %% is % */
};

struct ptxc_host_token {
    enum ptxc_host_kind kind;
    uint32_t offset, length;
    char symbol;           /* the character of a SYMBOL */
    struct ptxc_span body; /* of a STRING: between the quotes; of a DEFINE: the name */
    enum ptxc_escapes escapes;
    enum ptxc_interpolation interpolation;
};

struct ptxc_host_lexer {
    const char *source;
    uint32_t length;
    uint32_t position; /* where the next token is looked for */
    uint32_t depth;    /* of brackets, where the end of a line depends on it */
    bool inside_line;  /* a token of this line has been read */
    bool inside_define;
    struct ptxc_comments *comments; /* takes the comments on the way; or NULL */
};

/* How a literal ends, and what it holds. */
struct ptxc_close {
    const char *text; /* the quote and what belongs to it */
    uint32_t length;
    bool raw, one_line;
    enum ptxc_escapes escapes;
    enum ptxc_interpolation interpolation;
};

typedef struct ptxc_host_token ptxc_host_next(struct ptxc_host_lexer *lexer);

/* Returns a lexer for a part of a source, which begins inside of a line. */
static inline struct ptxc_host_lexer ptxc_host_lexer_at(const char *source, struct ptxc_span part) {
    return (struct ptxc_host_lexer){
        .source = source, .length = part.offset + part.length, .position = part.offset, .inside_line = true};
}

/* Returns the place of a token. */
static inline struct ptxc_span ptxc_host_place(struct ptxc_host_token token) {
    return (struct ptxc_span){token.offset, token.length};
}

/* Returns 1 for a bracket that opens, -1 for one that closes, and 0 for any other token. */
static inline int32_t ptxc_host_bracket(struct ptxc_host_token token) {
    const char c = token.symbol;
    return (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
}

static inline bool ptxc_host_is_symbol(struct ptxc_host_token token, char symbol) {
    return token.kind == PTXC_HOST_SYMBOL && token.symbol == symbol;
}

/* Whether the token is this word. It is asked of each token for many words, which compilers know the lengths of. */
static inline bool ptxc_host_is_word(const char *source, struct ptxc_host_token token, const char *word) {
    return token.kind == PTXC_HOST_WORD && token.length == strlen(word) &&
           memcmp(source + token.offset, word, token.length) == 0;
}

/* For the lexers: closes the token that runs from `start` to `end`. */
static inline struct ptxc_host_token ptxc_host_emit(struct ptxc_host_lexer *lexer, enum ptxc_host_kind kind,
                                                    const char *start, const char *end) {
    const uint32_t offset = (uint32_t)(start - lexer->source);
    struct ptxc_host_token token = {.kind = kind, .offset = offset, .length = (uint32_t)(end - start)};
    if (kind == PTXC_HOST_SYMBOL) {
        const char c = token.symbol = *start;
        lexer->depth += c == '(' || c == '[' || c == '{';
        lexer->depth -= (c == ')' || c == ']' || c == '}') && lexer->depth > 0;
    }
    lexer->position = offset + token.length;
    lexer->inside_line = kind != PTXC_HOST_NEWLINE && kind != PTXC_HOST_DEFINE_END;
    return token;
}

/* For the lexers: closes a literal that begins at `start`, its body at `body`, and ends with the first `close` that no
 * backslash protects (none does where `raw`). An open literal ends with its line where `one_line`, else with the
 * file. */
struct ptxc_host_token ptxc_host_emit_string(struct ptxc_host_lexer *lexer, const char *start, const char *body,
                                             struct ptxc_close close);
/* For the lexers: a comment runs from `start` to `end`. */
void ptxc_host_comment(const struct ptxc_host_lexer *lexer, const char *start, const char *end);
/* Returns the place after the comment whose opening stands before `cursor`. `open` and `close` have two characters
 * each; `nests`: comments can hold comments. */
const char *ptxc_host_skip_comment(const char *cursor, const char *limit, const char *open, const char *close,
                                   bool nests);

#endif
