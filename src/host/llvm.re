/* LLVM IR and MLIR: `asm sideeffect "...", "r,l"` and `llvm.inline_asm "...", "r,l"`. One lexer serves both. */
#include "host/common/extraction.h"
#include "host/common/strings.h"

/*!include:re2c "base/lexer.re" */

struct ptxc_host_token ptxc_host_llvm_next(struct ptxc_host_lexer *lexer) {
    const char *cursor = lexer->source + lexer->position;
    const char *const limit = lexer->source + lexer->length;
    const char *start;

#define TOKEN(kind) return ptxc_host_emit(lexer, (kind), start, cursor)

    for (;;) {
        start = cursor;
        /*!re2c
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
