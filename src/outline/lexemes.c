/* The pieces of a text: include/ptxcheck/outline.h. The lexer cuts them, and the place in the statement says what each
 * is; of what came before no more is kept than that.
 */
#include <string.h>

#include "base/characters.h"
#include "ptxcheck/outline.h"
#include "syntax/blank.h"
#include "syntax/lexer.h"
#include "syntax/mnemonic.h"
#include "tables/tables.h"
#include "tables/words.h"

/* Where in its statement a piece stands. */
enum place {
    AT_BEGIN, /* nothing of it was there, or a label */
    AT_GUARD, /* after its '@' */
    IN_WORDS, /* after a mnemonic */
    IN_OPERANDS,
    IN_DIRECTIVE,
    IN_LINE,  /* after a directive that ends with its line */
    IN_VALUES /* after the '=' of a declaration */
};

/* A text, and what is read of it. */
struct lexeme_reading {
    const char *source;
    uint32_t length;
    struct ptxc_lexeme *lexeme;
};

/* Sets what the piece is; `after` is the place of the next one. */
static int give(const struct lexeme_reading *reading, enum ptxc_lexeme_kind kind, struct ptxc_span span,
                enum place after) {
    *reading->lexeme = (struct ptxc_lexeme){kind, span, (uint32_t)after};
    return 1;
}

/* ---- what the lexer passes over ---- */

/* Returns the place after a comment between its signs. */
static uint32_t comment_end(const struct lexeme_reading *reading, uint32_t begin) {
    for (uint32_t i = begin + 2; i + 1 < reading->length; i++)
        if (reading->source[i] == '*' && reading->source[i + 1] == '/')
            return i + 2;
    return reading->length;
}

/* Gives a comment or a line marker, if one begins here. */
static bool read_passed(const struct lexeme_reading *reading, uint32_t begin, enum place place) {
    const char *at = reading->source + begin;
    const bool two = begin + 1 < reading->length;
    if (*at == '#') {
        const uint32_t end = ptxc_line_end(reading->source, reading->length, begin);
        give(reading, PTXC_LEXEME_DIRECTIVE, (struct ptxc_span){begin, end - begin}, place);
        return true;
    }
    if (!two || *at != '/' || (at[1] != '/' && at[1] != '*'))
        return false;
    const uint32_t end =
        at[1] == '/' ? ptxc_line_end(reading->source, reading->length, begin) : comment_end(reading, begin);
    give(reading, PTXC_LEXEME_COMMENT, (struct ptxc_span){begin, end - begin}, place);
    return true;
}

/* ---- tokens ---- */

/* Whether a token is followed by the ':' of a label. */
static bool is_label(const struct lexeme_reading *reading, struct ptxc_span span) {
    const uint32_t after = ptxc_lexer_skip_blanks(reading->source, reading->length, span.offset + span.length);
    return after < reading->length && reading->source[after] == ':' &&
           !(after + 1 < reading->length && reading->source[after + 1] == ':');
}

/* Gives a name or a special register, with the component of that. */
static int read_name(const struct lexeme_reading *reading, struct ptxc_span span, enum place after) {
    const char *text = reading->source + span.offset;
    struct ptxc_lexer lexer = {reading->source, reading->length, span.offset + span.length};
    if (ptxc_constant_find(text, span.length))
        return give(reading, PTXC_LEXEME_SPECIAL, span, after);
    if (!ptxc_special_find(text, span.length))
        return give(reading, PTXC_LEXEME_NAME, span, after);
    const struct ptxc_token token = ptxc_lexer_next(&lexer);
    if (token.kind == PTXC_TOKEN_DOTTED && token.offset == span.offset + span.length &&
        ptxc_is_component(reading->source + token.offset, token.length))
        span.length += token.length;
    return give(reading, PTXC_LEXEME_SPECIAL, span, after);
}

/* Gives a mnemonic, as much of it as stands together. */
static int read_mnemonic(const struct lexeme_reading *reading, struct ptxc_span span) {
    const enum ptxc_opcode opcode = ptxc_family_at(reading->source, reading->length, span.offset);
    if (opcode != PTXC_OP_NONE)
        span.length = ptxc_mnemonic_length(reading->source, reading->length, span.offset, opcode);
    return give(reading, PTXC_LEXEME_MNEMONIC, span, IN_WORDS);
}

/* Gives a name, a mnemonic or a label. */
static int read_word(const struct lexeme_reading *reading, struct ptxc_span span, enum place place) {
    if (place == AT_GUARD)
        return read_name(reading, span, AT_BEGIN);
    if (place == AT_BEGIN && is_label(reading, span))
        return give(reading, PTXC_LEXEME_NAME, span, AT_BEGIN);
    if (place == AT_BEGIN)
        return reading->source[span.offset] == '%' ? read_name(reading, span, IN_OPERANDS)
                                                   : read_mnemonic(reading, span);
    return read_name(reading, span, place == IN_WORDS ? IN_OPERANDS : place);
}

/* Gives a word with a dot: a directive, a type, a qualifier. */
static int read_dotted(const struct lexeme_reading *reading, struct ptxc_span span, enum place place) {
    const char *text = reading->source + span.offset;
    const enum ptxc_word_kind kind = ptxc_word_find(text, span.length)->kind;
    const bool type = ptxc_type_find(text, span.length) != PTXC_TYPE_NONE;
    if (place == IN_WORDS)
        return give(reading, type ? PTXC_LEXEME_TYPE : PTXC_LEXEME_QUALIFIER, span, IN_WORDS);
    if (place == IN_OPERANDS || place == IN_VALUES || place == AT_GUARD)
        return give(reading, PTXC_LEXEME_OTHER, span, place);
    if (place == AT_BEGIN)
        place = kind == PTXC_WORD_VERSION || kind == PTXC_WORD_TARGET || kind == PTXC_WORD_ADDRESS_SIZE ||
                        kind == PTXC_WORD_LOCATION
                    ? IN_LINE
                    : IN_DIRECTIVE;
    return give(reading, type ? PTXC_LEXEME_TYPE : PTXC_LEXEME_DIRECTIVE, span, place);
}

/* Returns where a piece stands that follows an operator or a bracket. */
static enum place place_after(enum ptxc_token_kind kind, enum place place) {
    switch (kind) {
    case PTXC_TOKEN_SEMICOLON: return AT_BEGIN;
    case PTXC_TOKEN_LEFT_BRACE: /* of a body, or of operands */
    case PTXC_TOKEN_RIGHT_BRACE:
        return place == IN_OPERANDS || place == IN_VALUES || place == IN_WORDS ? place : AT_BEGIN;
    case PTXC_TOKEN_AT: return place == AT_BEGIN ? AT_GUARD : place;
    case PTXC_TOKEN_ASSIGN: return place == IN_DIRECTIVE ? IN_VALUES : place;
    default: return place == IN_WORDS ? IN_OPERANDS : place;
    }
}

/* Gives the piece that a token is. */
static int read_token(const struct lexeme_reading *reading, struct ptxc_token token, enum place place) {
    const struct ptxc_span span = {token.offset, token.length};
    const enum place after = place_after(token.kind, place);
    switch (token.kind) {
    case PTXC_TOKEN_END: return 0;
    case PTXC_TOKEN_IDENTIFIER: return read_word(reading, span, place);
    case PTXC_TOKEN_DOTTED: return read_dotted(reading, span, place);
    case PTXC_TOKEN_INTEGER:
    case PTXC_TOKEN_REAL: return give(reading, PTXC_LEXEME_NUMBER, span, after);
    case PTXC_TOKEN_STRING:
    case PTXC_TOKEN_OPEN_STRING: return give(reading, PTXC_LEXEME_STRING, span, after);
    case PTXC_TOKEN_OPEN_COMMENT: return give(reading, PTXC_LEXEME_COMMENT, span, place);
    default: return give(reading, PTXC_LEXEME_OTHER, span, after);
    }
}

int ptxc_lexeme_next(const char *source, size_t length, struct ptxc_lexeme *lexeme) {
    if (!source || !lexeme || length > INT32_MAX || lexeme->span.offset > length ||
        lexeme->span.length > length - lexeme->span.offset)
        return 0;
    const struct lexeme_reading reading = {source, (uint32_t)length, lexeme};
    uint32_t begin = lexeme->span.offset + lexeme->span.length;
    enum place place = lexeme->state <= IN_VALUES ? (enum place)lexeme->state : AT_BEGIN;
    bool new_line = false;
    for (; begin < length && strchr(" \t\f\r\n\x1a", source[begin]) && source[begin]; begin++)
        new_line |= source[begin] == '\n';
    if (begin == length)
        return 0;
    if (new_line && place == IN_LINE)
        place = AT_BEGIN;
    if (read_passed(&reading, begin, place))
        return 1;
    struct ptxc_lexer lexer = {source, (uint32_t)length, begin};
    return read_token(&reading, ptxc_lexer_next(&lexer), place);
}
