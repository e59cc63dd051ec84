/* LLVM IR and MLIR: `asm sideeffect "...", "r,l"` and `llvm.inline_asm "...", "r,l"`. One lexer serves both. */
#include "host/common/extraction.h"
#include "host/common/strings.h"

struct ptxc_host_token ptxc_host_llvm_next(struct ptxc_host_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *start;

#define TOKEN(kind) return ptxc_host_emit(lexer, (kind), start, cursor)

    for (;;) {
        start = cursor;
        /*!re2c
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYPEEK = "(unsigned char)(cursor < limit ? *cursor : 0)";
        re2c:define:YYSKIP = "++cursor;";
        re2c:define:YYLESSTHAN = "cursor >= limit";
        re2c:flags:input = custom;
        re2c:api:style = free-form;
        re2c:yyfill:enable = 0;
        re2c:eof = 0;

        [ \t\v\f\r\n]+          { continue; }
        ";" [^\n]*              { ptxc_host_comment(lexer, start, cursor); continue; }
        "//" [^\n]*             { ptxc_host_comment(lexer, start, cursor); continue; }
        ["]                     {
            struct ptxc_close close = {"\"", 1, .escapes = PTXC_ESCAPES_LLVM};
            return ptxc_host_emit_string(lexer, start, cursor, close);
        }
        [a-zA-Z_.$-] [a-zA-Z0-9_.$-]* { TOKEN(PTXC_HOST_WORD); }
        $                       { TOKEN(PTXC_HOST_END); }
        *                       { TOKEN(PTXC_HOST_SYMBOL); }
        */
    }
#undef TOKEN
}

void ptxc_extract_llvm(struct ptxc_extraction *extraction) {
    static const struct ptxc_string_language llvm = {
        .next = ptxc_host_llvm_next, .operators = "", .takes_constraints = true};
    ptxc_strings_extract(extraction, &llvm);
}
