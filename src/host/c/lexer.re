/* The tokens of C, C++ and CUDA as far as the search for asm statements needs them: words, literals, punctuation,
 * preprocessor lines. Tokens that are cut by a line splice are not put together; literals are, in their decoder.
 */
#include "host/c/lexer.h"

#include <string.h>

#include "base/characters.h"

/*!include:re2c "base/lexer.re" */

/* Reads a raw string, R"x( ... )x", which ends with its own delimiter. `body` is the place after the opening one. */
static struct ptxc_host_token raw_string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    char close[20] = ")";
    const char *quote = memchr(start, '"', (size_t)(body - start));
    uint32_t delimiter = (uint32_t)(body - quote) - 2;
    memcpy(close + 1, quote + 1, delimiter);
    close[delimiter + 1] = '"';
    return ptxc_host_emit_string(lexer, start, body, (struct ptxc_close){close, delimiter + 2, .raw = true});
}

static struct ptxc_host_token string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    struct ptxc_close close = {"\"", 1, .one_line = true, .escapes = PTXC_ESCAPES_C};
    return ptxc_host_emit_string(lexer, start, body, close);
}

static const char *skip_blanks(const char *cursor, const char *limit) {
    while (cursor < limit && (*cursor == ' ' || *cursor == '\t'))
        cursor++;
    return cursor;
}

/* Returns the place after the letters and digits of a word. */
static const char *past_word(const char *cursor, const char *limit) {
    while (cursor < limit && ptxc_host_c_is_part(*cursor))
        cursor++;
    return cursor;
}

static bool is_name_of_gnu(char c) {
    return ptxc_is_name(c) || c == '$';
}

const char *ptxc_host_c_line_end(const char *cursor, const char *limit) {
    for (const char *end = cursor; (end = memchr(end, '\n', (size_t)(limit - end))); end++) {
        const char *last = end > cursor && end[-1] == '\r' ? end - 1 : end;
        if (last == cursor || last[-1] != '\\')
            return end;
    }
    return limit;
}

/* Reads a preprocessor line. Of a #define only the name, which becomes the body of the token, and the parameters are
 * read here: what it stands for follows as tokens. */
static struct ptxc_host_token directive(struct ptxc_host_lexer *lexer, const char *start, const char *limit) {
    static const char define[] = "define";
    const char *end = ptxc_host_c_line_end(start, limit), *word = skip_blanks(start + 1, end), *name, *name_end;
    if ((size_t)(end - word) < sizeof(define) || memcmp(word, define, sizeof(define) - 1) != 0)
        return ptxc_host_emit(lexer, PTXC_HOST_DIRECTIVE, start, end);
    name_end = name = skip_blanks(word + sizeof(define) - 1, end);
    while (name_end < end && is_name_of_gnu(*name_end))
        name_end++;
    struct ptxc_span body = {(uint32_t)(name - lexer->source), (uint32_t)(name_end - name)};
    const char *close = name_end < end && *name_end == '(' ? memchr(name_end, ')', (size_t)(end - name_end)) : NULL;
    struct ptxc_host_token token = ptxc_host_emit(lexer, PTXC_HOST_DEFINE, start, close ? close + 1 : name_end);
    lexer->inside_define = true;
    token.body = body;
    return token;
}

/* A bit for each character that is a token wherever it stands: the first half of ASCII, and the second. No letter or
 * digit, quote, blank or line end is one of them, nor what comments, splices, numbers and preprocessor lines begin
 * with. */
#define BIT(c) (UINT64_C(1) << ((c)&63))
static const uint64_t symbols[2] = {
    BIT('!') | BIT('%') | BIT('&') | BIT('(') | BIT(')') | BIT('*') | BIT('+') | BIT(',') | BIT('-') | BIT(':') |
        BIT(';') | BIT('<') | BIT('=') | BIT('>') | BIT('?'),
    BIT('@') | BIT('[') | BIT(']') | BIT('^') | BIT('{') | BIT('|') | BIT('}') | BIT('~')};
#undef BIT

static bool is_symbol(char c) {
    return (unsigned char)c < 128 && symbols[(unsigned char)c >> 6] >> (c & 63) & 1;
}

/* Whether the character begins a word, and no prefix of a literal. */
static bool is_letter(char c) {
    return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') && c != 'u' && c != 'U' && c != 'L' &&
           c != 'R';
}

struct ptxc_host_token ptxc_host_c_next(struct ptxc_host_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *marker = cursor;
    const char *start;

#define TOKEN(kind) return ptxc_host_emit(lexer, (kind), start, cursor)

    for (;;) {
        /* Most tokens are known by their first character, and most blanks are spaces. */
        while (cursor < limit && *cursor == ' ')
            cursor++;
        start = cursor;
        if (cursor < limit && is_letter(*cursor)) {
            cursor = past_word(cursor, limit);
            TOKEN(PTXC_HOST_WORD);
        }
        if (cursor < limit && is_symbol(*cursor)) {
            cursor++;
            TOKEN(PTXC_HOST_SYMBOL);
        }
        /*!re2c
        letter = [a-zA-Z_$\x01\x80-\xff];
        splice = "\\" "\r"? "\n";
        prefix = "u8" | "u" | "U" | "L";

        [ \t\v\f\r]+            { continue; }
        splice                  { continue; }
        "\n"                    {
            lexer->inside_line = false;
            if (!lexer->inside_define)
                continue;
            lexer->inside_define = false;
            TOKEN(PTXC_HOST_DEFINE_END);
        }
        "//"                    {
            cursor = ptxc_host_c_line_end(cursor, limit);
            ptxc_host_comment(lexer, start, cursor);
            continue;
        }
        "/*"                    {
            cursor = ptxc_host_skip_comment(cursor, limit, "/*", "*/", false);
            ptxc_host_comment(lexer, start, cursor);
            continue;
        }
        "#"                     {
            if (!lexer->inside_line && !lexer->inside_define)
                return directive(lexer, start, limit);
            TOKEN(PTXC_HOST_SYMBOL);
        }
        prefix? "R" ["] [^()\\ \t\v\f\n"]{0,16} "(" { return raw_string(lexer, start, cursor); }
        prefix? ["]             { return string(lexer, start, cursor); }
        prefix? ['] ([^'\\\n] | "\\" [^\n]){1,16} ['] { TOKEN(PTXC_HOST_OTHER); }
        letter                  {
            cursor = past_word(cursor, limit);
            TOKEN(PTXC_HOST_WORD);
        }
        "."? [0-9] ([a-zA-Z0-9_.] | ['] [a-zA-Z0-9_])* { TOKEN(PTXC_HOST_NUMBER); }
        $                       { TOKEN(PTXC_HOST_END); }
        *                       { TOKEN(PTXC_HOST_SYMBOL); }
        */
    }
#undef TOKEN
}
