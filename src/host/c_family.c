/* C, C++ and CUDA: walks the tokens of a file and hands asm statements and strings to those who read them. The body of
 * a #define is read like any other text; what its parameters will be is not known, so they become unknown text.
 */
#include "host/c_family.h"

#include "host/branch.h"
#include "host/c.h"
#include "host/c_asm.h"
#include "host/strings.h"
#include "host/text.h"

static const struct ptxc_string_language c_strings = {
    .next = ptxc_host_c_next, .operators = "<+", .words_join = true, .prints = true};

/* Notes a #define, which takes its name from the caller. */
static void define(struct ptxc_extraction *extraction, struct ptxc_macros *macros, struct ptxc_host_token token) {
    ptxc_macros_add(macros, extraction, token);
    ptxc_defines_lose(extraction->defines, extraction->source, token.body);
}

void ptxc_extract_c_family(struct ptxc_extraction *extraction) {
    const char *source = extraction->source;
    if (!ptxc_text_mentions_asm(source, extraction->length) && !ptxc_text_mentions_family(source, extraction->length))
        return;
    struct ptxc_host_lexer lexer = ptxc_extraction_lexer(extraction);
    struct ptxc_macros macros = {0};
    struct ptxc_conditions conditions;
    struct ptxc_branches branches = {.depth = 0};
    struct ptxc_calls calls = {.emitting = 0};
    ptxc_conditions_begin(&conditions, extraction->defines);
    while (!extraction->arena->failed) {
        struct ptxc_host_token token = ptxc_host_c_next(&lexer);
        ptxc_calls_follow(&calls, source, token);
        bool dead = ptxc_conditions_facts(&conditions).never;
        if (token.kind == PTXC_HOST_END)
            return;
        if (token.kind == PTXC_HOST_DIRECTIVE) {
            const struct ptxc_span line = {token.offset, token.length};
            ptxc_conditions_follow(&conditions, source, line);
            ptxc_branches_directive(&branches, ptxc_directive_find(source, line));
            const struct ptxc_span undefined = ptxc_directive_undefines(source, line);
            if (!dead && undefined.length > 0)
                ptxc_defines_lose(extraction->defines, source, undefined);
        }
        if (dead || token.kind == PTXC_HOST_DIRECTIVE)
            continue;
        ptxc_branches_follow(&branches, source, token);
        extraction->guess = ptxc_branches_facts(&branches);
        if (token.kind == PTXC_HOST_DEFINE)
            define(extraction, &macros, token);
        else if (token.kind == PTXC_HOST_STRING)
            ptxc_strings_read(extraction, &c_strings, &lexer, token,
                              (struct ptxc_string_place){.emitted = calls.emitting != 0});
        else if (token.kind == PTXC_HOST_WORD && ptxc_asm_begins(source, token))
            ptxc_asm_read(extraction, &macros, &lexer, &conditions, token);
    }
}
