/* The tokens of PTX. One call reads one token from any bytes: no sentinel is needed, and no byte is ever skipped
 * except blanks, comments and line markers. The parser decides what a token means; the lexer knows no mnemonic.
 */
#include "syntax/lexer.h"

/*!include:re2c "base/lexer.re" */

/* Closes the token that runs from `start` to `end`. */
static struct ptxc_token emit(struct ptxc_lexer *lexer, enum ptxc_token_kind kind, const char *start, const char *end) {
    struct ptxc_token token = {kind, (uint32_t)(start - lexer->source), (uint32_t)(end - start)};
    lexer->position = token.offset + token.length;
    return token;
}

struct ptxc_token ptxc_lexer_next(struct ptxc_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *marker = cursor;
    const char *start;

#define TOKEN(kind) return emit(lexer, (kind), start, cursor)

    for (;;) {
        start = cursor;
        /*!re2c
        word    = [a-zA-Z0-9_$];
        ident   = [a-zA-Z] word* | [_$%] word+;
        dotted  = "." [a-zA-Z0-9_]+ ("::" [a-zA-Z0-9_]+)*;
        digits  = [0-9]+;
        exponent = [eE] [+-]? digits;
        real    = digits "." digits? exponent? | "." digits exponent? | digits exponent;
        hexreal = "0" [fF] [0-9a-fA-F]{8} | "0" [dD] [0-9a-fA-F]{16};

        // unknown text and operands of templates (characters.h); elsewhere these bytes are a syntax error
        placeholder = "\x02" ([0-9]+ | "[" [a-zA-Z0-9_]+ "]" | "{" [0-9]+ (":" [a-zA-Z0-9]+)? "}" | "$" [a-zA-Z0-9]+ "}");
        unknown = "\x01" | placeholder;
        // What touches unknown text from the left. It ends before the next dot, and a number at its last digit, so that
        // no text is scanned twice.
        around = "." [a-zA-Z0-9_:]* | [a-zA-Z_$%] word* | [0-9]* | "0" [xX] [0-9a-fA-F]*;

        // What separates tokens and means nothing else, as ptxas 13.0 has it: 0x1a is a blank and \v is none, and the
        // line marker of a preprocessor may stand anywhere, even inside an instruction.
        space   = [ \t\f\r\x1a];
        string  = ["] [^"]* ["];
        comment = "//" [^\n]* | "/*" ([^*] | "*"+ [^*/])* "*"+ "/";
        marker  = "#" space* ("line" space*)? digits space+ string (space+ [0-9])* space* "\n";
        between = (space | "\n")+ | comment | marker;

        between                 { continue; }
        "/*"                    { cursor = limit; TOKEN(PTXC_TOKEN_OPEN_COMMENT); }
        string                  { TOKEN(PTXC_TOKEN_STRING); }
        ["]                     { TOKEN(PTXC_TOKEN_OPEN_STRING); }
        "0" [xX] [0-9a-fA-F]+ "U"? { TOKEN(PTXC_TOKEN_INTEGER); }
        "0" [bB] [01]+ "U"?     { TOKEN(PTXC_TOKEN_INTEGER); }
        "0" [0-7]* "U"?         { TOKEN(PTXC_TOKEN_INTEGER); }
        [1-9] [0-9]* "U"?       { TOKEN(PTXC_TOKEN_INTEGER); }
        real                    { TOKEN(PTXC_TOKEN_REAL); }
        hexreal                 { TOKEN(PTXC_TOKEN_REAL); }
        ident                   { TOKEN(PTXC_TOKEN_IDENTIFIER); }
        dotted                  { TOKEN(PTXC_TOKEN_DOTTED); }
        placeholder             { TOKEN(PTXC_TOKEN_PLACEHOLDER); }
        around unknown (word | "%" | ":" | unknown)* { TOKEN(PTXC_TOKEN_UNKNOWN); }
        "_"                     { TOKEN(PTXC_TOKEN_SINK); }
        "["                     { TOKEN(PTXC_TOKEN_LEFT_BRACKET); }
        "]"                     { TOKEN(PTXC_TOKEN_RIGHT_BRACKET); }
        "{"                     { TOKEN(PTXC_TOKEN_LEFT_BRACE); }
        "}"                     { TOKEN(PTXC_TOKEN_RIGHT_BRACE); }
        "("                     { TOKEN(PTXC_TOKEN_LEFT_PAREN); }
        ")"                     { TOKEN(PTXC_TOKEN_RIGHT_PAREN); }
        ","                     { TOKEN(PTXC_TOKEN_COMMA); }
        ";"                     { TOKEN(PTXC_TOKEN_SEMICOLON); }
        ":"                     { TOKEN(PTXC_TOKEN_COLON); }
        "?"                     { TOKEN(PTXC_TOKEN_QUESTION); }
        "@"                     { TOKEN(PTXC_TOKEN_AT); }
        "!"                     { TOKEN(PTXC_TOKEN_NOT); }
        "~"                     { TOKEN(PTXC_TOKEN_COMPLEMENT); }
        "+"                     { TOKEN(PTXC_TOKEN_PLUS); }
        "-"                     { TOKEN(PTXC_TOKEN_MINUS); }
        "*"                     { TOKEN(PTXC_TOKEN_TIMES); }
        "/"                     { TOKEN(PTXC_TOKEN_DIVIDE); }
        "%"                     { TOKEN(PTXC_TOKEN_MODULO); }
        "<<"                    { TOKEN(PTXC_TOKEN_SHIFT_LEFT); }
        ">>"                    { TOKEN(PTXC_TOKEN_SHIFT_RIGHT); }
        "<="                    { TOKEN(PTXC_TOKEN_LESS_EQUAL); }
        ">="                    { TOKEN(PTXC_TOKEN_GREATER_EQUAL); }
        "=="                    { TOKEN(PTXC_TOKEN_EQUAL); }
        "!="                    { TOKEN(PTXC_TOKEN_NOT_EQUAL); }
        "<"                     { TOKEN(PTXC_TOKEN_LESS); }
        ">"                     { TOKEN(PTXC_TOKEN_GREATER); }
        "&&"                    { TOKEN(PTXC_TOKEN_AND_AND); }
        "||"                    { TOKEN(PTXC_TOKEN_OR_OR); }
        "&"                     { TOKEN(PTXC_TOKEN_AND); }
        "|"                     { TOKEN(PTXC_TOKEN_OR); }
        "^"                     { TOKEN(PTXC_TOKEN_XOR); }
        "="                     { TOKEN(PTXC_TOKEN_ASSIGN); }
        "\\"                    { TOKEN(PTXC_TOKEN_BACKSLASH); }
        $                       { TOKEN(PTXC_TOKEN_END); }
        *                       { TOKEN(PTXC_TOKEN_OTHER); }
        */
    }
#undef TOKEN
}

uint32_t ptxc_lexer_skip_blanks(const char *source, uint32_t length, uint32_t position) {
    const char *cursor = source + position, *marker = cursor;
    const char *const limit = source + length;
    for (;;) {
        const char *start = cursor;
        /*!re2c
        between                 { continue; }
        $                       { return length; }
        *                       { return (uint32_t)(start - source); }
        */
    }
}

/* What tokens are called, and how tightly operators bind. */
static const struct {
    const char *name;
    int precedence;
} tokens[] = {
#define TOKEN(enumerator, name, precedence) [enumerator] = {name, precedence},
#include "tokens.def"
};

const char *ptxc_lexer_token_name(enum ptxc_token_kind kind) {
    return tokens[kind].name;
}

int ptxc_lexer_token_precedence(enum ptxc_token_kind kind) {
    return tokens[kind].precedence;
}

bool ptxc_lexer_token_is_operator(enum ptxc_token_kind kind) {
    return tokens[kind].precedence > 0 || kind == PTXC_TOKEN_QUESTION;
}
