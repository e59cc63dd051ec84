/* Tokens: what they are called, and the next one of a source; see lexer.h. A text that is not surely one of the common
 * tokens is left to the lexer.
 */
#include "syntax/lexer.h"

#include <stddef.h>

/* ---- names ---- */

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

/* ---- the next token ---- */

/* Classes of characters: those of words, of which some begin one or need another after them; digits; blanks; what
 * stands alone as a token. */
enum { LETTER = 1, OPENS = 2, DIGIT = 4, UNDERSCORE = 8, DOLLAR = 16, BLANK = 32, ALONE = 64 };
enum { WORD = LETTER | DIGIT | UNDERSCORE | DOLLAR, DOTTED = LETTER | DIGIT | UNDERSCORE };

static const unsigned char classes[256] = {
    ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER, ['0' ... '9'] = DIGIT, ['_'] = UNDERSCORE | OPENS,
    ['$'] = DOLLAR | OPENS, ['%'] = OPENS,          [' '] = BLANK,         ['\t'] = BLANK,
    ['\n'] = BLANK,         ['\r'] = BLANK,         [','] = ALONE,         [';'] = ALONE,
    ['['] = ALONE,          [']'] = ALONE,          ['{'] = ALONE,         ['}'] = ALONE,
    ['+'] = ALONE,          ['-'] = ALONE,
};

/* The kinds of what stands alone. */
static const unsigned char alone[128] = {
    [','] = PTXC_TOKEN_COMMA,         [';'] = PTXC_TOKEN_SEMICOLON,  ['['] = PTXC_TOKEN_LEFT_BRACKET,
    [']'] = PTXC_TOKEN_RIGHT_BRACKET, ['{'] = PTXC_TOKEN_LEFT_BRACE, ['}'] = PTXC_TOKEN_RIGHT_BRACE,
    ['+'] = PTXC_TOKEN_PLUS,          ['-'] = PTXC_TOKEN_MINUS,
};

static unsigned class_of(const char *at, const char *limit) {
    return at < limit ? classes[(unsigned char)*at] : 0;
}

/* Returns the place after the characters of these classes. */
static const char *pass(const char *at, const char *limit, unsigned wanted) {
    while (at < limit && (classes[(unsigned char)*at] & wanted))
        at++;
    return at;
}

/* Whether a token can end here: what follows is ASCII that no unknown text begins with. */
static bool ends(const char *at, const char *limit) {
    return at == limit || *at >= '\t';
}

/* Returns the end of the qualifier or directive that begins at the dot, or NULL. One that begins as a number may be
 * one.
 */
static const char *end_of_dotted(const char *at, const char *limit) {
    const unsigned first = class_of(++at, limit);
    if (!(first & DOTTED) || ((first & DIGIT) && (!(class_of(at + 1, limit) & LETTER) || (at[1] | 32) == 'e')))
        return NULL;
    for (;;) {
        at = pass(at, limit, DOTTED);
        if (at == limit || *at != ':')
            return ends(at, limit) ? at : NULL;
        if (class_of(at + 1, limit) || at + 1 == limit || at[1] != ':' || !(class_of(at + 2, limit) & DOTTED))
            return NULL;
        at += 2;
    }
}

/* Returns the end of the name that begins here, or NULL. */
static const char *end_of_name(const char *at, const char *limit) {
    if ((class_of(at, limit) & OPENS) && !(class_of(at + 1, limit) & WORD))
        return NULL;
    at = pass(at + 1, limit, WORD);
    return ends(at, limit) ? at : NULL;
}

/* Returns the end of the decimal number that begins here, or NULL where it goes on in any way, or begins as an octal
 * one.
 */
static const char *end_of_number(const char *at, const char *limit) {
    const char *end = pass(at, limit, DIGIT);
    const bool octal = *at == '0' && end - at > 1;
    return octal || end == limit || !(class_of(end, limit) & (BLANK | ALONE)) ? NULL : end;
}

struct ptxc_token ptxc_token_next(struct ptxc_lexer *lexer) {
    const char *const limit = lexer->source + lexer->length;
    const char *start = pass(lexer->source + lexer->position, limit, BLANK), *end = NULL;
    enum ptxc_token_kind kind = PTXC_TOKEN_IDENTIFIER;
    const unsigned first = class_of(start, limit);
    if (first & ALONE) {
        kind = (enum ptxc_token_kind)alone[(unsigned char)*start];
        end = start + 1;
    } else if (first & (LETTER | OPENS)) {
        end = end_of_name(start, limit);
    } else if (first & DIGIT) {
        kind = PTXC_TOKEN_INTEGER;
        end = end_of_number(start, limit);
    } else if (start < limit && *start == '.') {
        kind = PTXC_TOKEN_DOTTED;
        end = end_of_dotted(start, limit);
    }
    return end ? ptxc_lexer_emit(lexer, kind, start, end) : ptxc_lexer_next(lexer);
}
