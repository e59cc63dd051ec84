/* Rust: the lexer, and how strings are joined. Formatting macros fill {} and {name}; which macro a string goes to is
 * not looked at. */
#include "host/common/extraction.h"
#include "host/common/strings.h"

#include <string.h>

/*!include:re2c "base/lexer.re" */

static struct ptxc_host_token string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    struct ptxc_close close = {"\"", 1, .escapes = PTXC_ESCAPES_RUST, .interpolation = PTXC_INTERPOLATION_NAMES};
    return ptxc_host_emit_string(lexer, start, body, close);
}

/* r##"..."## is closed by a quote and as many #. */
static struct ptxc_host_token raw_string(struct ptxc_host_lexer *lexer, const char *start, const char *body) {
    char close[20] = "\"";
    uint32_t marks = (uint32_t)((body - 1) - (const char *)memchr(start, '#', (size_t)(body - start)));
    memset(close + 1, '#', marks);
    return ptxc_host_emit_string(lexer, start, body,
                                 (struct ptxc_close){close, marks + 1, .raw = true,
                                                     .interpolation = PTXC_INTERPOLATION_NAMES});
}

struct ptxc_host_token ptxc_host_rust_next(struct ptxc_host_lexer *lexer) {
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

        [ \t\v\f\r\n]+          { continue; }
        "//" [^\n]*             { ptxc_host_comment(lexer, start, cursor); continue; }
        "/*"                    {
            cursor = ptxc_host_skip_comment(cursor, limit, "/*", "*/", true);
            ptxc_host_comment(lexer, start, cursor);
            continue;
        }
        [bc]? "r" "#"{1,16} ["] { return raw_string(lexer, start, cursor); }
        [bc]? "r" ["]           {
            struct ptxc_close close = {"\"", 1, .raw = true, .interpolation = PTXC_INTERPOLATION_NAMES};
            return ptxc_host_emit_string(lexer, start, cursor, close);
        }
        [bc]? ["]               { return string(lexer, start, cursor); }
        "b"? ['] ([^'\\\n\x80-\xff] | [\x80-\xff]{1,4} | "\\" [^\n] [0-9a-fA-F{}]{0,10}) ['] { TOKEN(PTXC_HOST_OTHER); }
        word                    { TOKEN(PTXC_HOST_WORD); }
        [0-9] [a-zA-Z0-9_]*     { TOKEN(PTXC_HOST_NUMBER); }
        $                       { TOKEN(PTXC_HOST_END); }
        *                       { TOKEN(PTXC_HOST_SYMBOL); }
        */
    }
#undef TOKEN
}

void ptxc_extract_rust(struct ptxc_extraction *extraction) {
    static const struct ptxc_string_language rust = {.next = ptxc_host_rust_next, .operators = ""};
    ptxc_strings_extract(extraction, &rust);
}
