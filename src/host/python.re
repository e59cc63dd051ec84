/* Python, and Mojo, whose strings are the same: the lexer, and how strings are joined. */
#include "host/common/extraction.h"
#include "host/common/strings.h"

/*!include:re2c "base/lexer.re" */

/* Reads a literal with any prefix and any quotes, whose text begins at `body`. In raw strings, too, a backslash keeps a
 * quote from ending them. */
static struct ptxc_host_token string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    bool triple = body - start >= 3 && body[-1] == body[-2] && body[-2] == body[-3];
    struct ptxc_close close = {body - (triple ? 3 : 1), triple ? 3 : 1, .one_line = !triple,
                               .escapes = PTXC_ESCAPES_PYTHON};
    for (const char *prefix = start; *prefix != '"' && *prefix != '\''; prefix++) {
        if (*prefix == 'r' || *prefix == 'R')
            close.escapes = PTXC_ESCAPES_NONE;
        if (*prefix == 'f' || *prefix == 'F' || *prefix == 't' || *prefix == 'T')
            close.interpolation = PTXC_INTERPOLATION_BRACES;
    }
    return ptxc_host_emit_string(lexer, start, body, close);
}

struct ptxc_host_token ptxc_host_python_next(struct ptxc_host_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *marker = cursor;
    const char *start;

#define TOKEN(kind) return ptxc_host_emit(lexer, (kind), start, cursor)

    for (;;) {
        start = cursor;
        /*!re2c
        letter = [a-zA-Z_\x80-\xff];
        word   = letter (letter | [0-9])*;
        prefix = [rRbBfFuUtT]{0,2};

        [ \t\v\f\r]+            { continue; }
        "\\" "\r"? "\n"         { continue; }
        "\n"                    { if (lexer->depth > 0) continue; TOKEN(PTXC_HOST_NEWLINE); }
        "#" [^\n]*              { ptxc_host_comment(lexer, start, cursor); continue; }
        prefix ([']{3} | ["]{3} | ['] | ["]) { return string(lexer, start, cursor); }
        word                    { TOKEN(PTXC_HOST_WORD); }
        [0-9] [a-zA-Z0-9_.]*    { TOKEN(PTXC_HOST_NUMBER); }
        $                       { TOKEN(PTXC_HOST_END); }
        *                       { TOKEN(PTXC_HOST_SYMBOL); }
        */
    }
#undef TOKEN
}

void ptxc_extract_python(struct ptxc_extraction *extraction) {
    static const struct ptxc_string_language python = {
        .next = ptxc_host_python_next, .operators = "+", .formats = true, .lone_is_remark = true,
        .takes_constraints = true, .accumulates = true};
    ptxc_strings_extract(extraction, &python);
}
