/* Julia: the lexer, and how strings are joined. */
#include "host/common/extraction.h"
#include "host/common/strings.h"

/*!include:re2c "base/lexer.re" */

/* Reads a string whose text begins at `body`. One with a word before its quotes, such as raw"...", has no
 * interpolation. */
static struct ptxc_host_token string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    bool triple = body - start >= 3 && body[-2] == '"';
    bool plain = *start == '"';
    struct ptxc_close close = {"\"\"\"", triple ? 3 : 1,
                               .escapes = plain ? PTXC_ESCAPES_JULIA : PTXC_ESCAPES_NONE,
                               .interpolation = plain ? PTXC_INTERPOLATION_DOLLAR : PTXC_INTERPOLATION_NONE};
    return ptxc_host_emit_string(lexer, start, body, close);
}

struct ptxc_host_token ptxc_host_julia_next(struct ptxc_host_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *marker = cursor;
    const char *start;

#define TOKEN(kind) return ptxc_host_emit(lexer, (kind), start, cursor)

    for (;;) {
        start = cursor;
        /*!re2c
        letter = [a-zA-Z_@\x80-\xff];
        word   = letter (letter | [0-9!])*;

        [ \t\v\f\r]+            { continue; }
        "\n"                    { if (lexer->depth > 0) continue; TOKEN(PTXC_HOST_NEWLINE); }
        "#" [^=\n] [^\n]* | "#" { ptxc_host_comment(lexer, start, cursor); continue; }
        "#="                    {
            cursor = ptxc_host_skip_comment(cursor, limit, "#=", "=#", true);
            ptxc_host_comment(lexer, start, cursor);
            continue;
        }
        [a-zA-Z]* (["]{3} | ["]) { return string(lexer, start, cursor); }
        word ['.]*              { TOKEN(PTXC_HOST_WORD); }
        ['] ([^'\\\n\x80-\xff] | [\x80-\xff]{1,4} | "\\" [^\n] [0-9a-fA-F]{0,8}) ['] { TOKEN(PTXC_HOST_OTHER); }
        [0-9] [a-zA-Z0-9_.]*    { TOKEN(PTXC_HOST_NUMBER); }
        $                       { TOKEN(PTXC_HOST_END); }
        *                       { TOKEN(PTXC_HOST_SYMBOL); }
        */
    }
#undef TOKEN
}

void ptxc_extract_julia(struct ptxc_extraction *extraction) {
    static const struct ptxc_string_language julia = {
        .next = ptxc_host_julia_next, .operators = "*", .lone_is_remark = true, .takes_constraints = true};
    ptxc_strings_extract(extraction, &julia);
}
