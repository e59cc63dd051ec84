/* Uses of macros: see macro_use.h.
 *
 * In text, only literals are expanded, stringized parameters (#n), and parameters whose argument is a literal. A body
 * that uses another macro stays unknown, so that none can expand to itself. A macro that makes asm statements becomes a
 * source: its body with the arguments in it, as the preprocessor makes it, which is then read like any other; a macro
 * that it uses in turn is found there. Each byte that is read costs budget, for a file may use a long macro many times.
 */
#include "host/c/macro_use.h"

#include <string.h>

#include "host/c/lexer.h"
#include "host/common/literal.h"

enum { LONGEST_TEXT = 4096, LONGEST_SOURCE = 1 << 16 };

/* ---- the arguments ---- */

/* The text at `span` of a source, cut at its commas. What follows the last part that there is room for belongs to it.
 */
static void split(const char *source, struct ptxc_span span, struct ptxc_span *parts, size_t most, size_t *count) {
    struct ptxc_host_lexer lexer = ptxc_host_lexer_at(source, span);
    struct ptxc_host_token token = ptxc_host_c_next(&lexer);
    uint32_t depth = 0, start = 0, end = 0;
    for (; token.kind != PTXC_HOST_END; token = ptxc_host_c_next(&lexer)) {
        if (depth == 0 && ptxc_host_is_symbol(token, ',') && *count + 1 < most) {
            parts[(*count)++] = (struct ptxc_span){start, end - start};
            start = end = 0;
            continue;
        }
        depth += ptxc_host_is_symbol(token, '(');
        depth -= depth > 0 && ptxc_host_is_symbol(token, ')');
        if (start == 0)
            start = token.offset;
        end = token.offset + token.length;
    }
    parts[(*count)++] = (struct ptxc_span){start, end - start};
}

/* Whether the last parameter takes all further arguments, as `...` and `name...` do; leaves its name, which the body
 * uses, of length 0 where it is __VA_ARGS__. */
static bool take_variadic(struct ptxc_macro_use *use) {
    struct ptxc_span *last = &use->parameters[use->parameter_count - 1];
    const char *text = use->macros->source + last->offset;
    if (last->length < 3 || memcmp(text + last->length - 3, "...", 3) != 0)
        return false;
    last->length -= 3;
    while (last->length > 0 && (text[last->length - 1] == ' ' || text[last->length - 1] == '\t'))
        last->length--;
    return true;
}

/* Finds the parenthesis that closes the one at which the lexer stands; returns the text between the two. */
static bool find_arguments(struct ptxc_extraction *extraction, struct ptxc_host_lexer *lexer,
                           struct ptxc_span *inside) {
    struct ptxc_host_token token = ptxc_host_c_next(lexer);
    uint32_t depth = 1, start = token.offset + 1;
    if (!ptxc_host_is_symbol(token, '('))
        return false;
    while (depth > 0) {
        token = ptxc_host_c_next(lexer);
        if (token.kind == PTXC_HOST_END || token.kind == PTXC_HOST_DIRECTIVE || token.kind == PTXC_HOST_DEFINE_END ||
            token.offset - start > LONGEST_TEXT)
            return false;
        depth += ptxc_host_is_symbol(token, '(');
        depth -= ptxc_host_is_symbol(token, ')');
    }
    *inside = (struct ptxc_span){start, token.offset - start};
    return ptxc_extraction_charge(extraction, inside->length);
}

bool ptxc_macro_use_read(struct ptxc_macro_use *use, const struct ptxc_macros *macros, const struct ptxc_macro *macro,
                         struct ptxc_extraction *extraction, struct ptxc_host_lexer *lexer,
                         struct ptxc_host_token name) {
    const struct ptxc_host_token define = macro->define;
    const uint32_t name_end = define.body.offset + define.body.length;
    struct ptxc_span inside;
    use->macros = macros;
    use->macro = macro;
    use->extraction = extraction;
    use->open_words = lexer->inside_define || extraction->outer;
    use->parameter_count = use->argument_count = 0;
    if (ptxc_macro_has_parameters(macro)) {
        const struct ptxc_span list = {name_end + 1, define.offset + define.length - name_end - 2};
        if (!ptxc_extraction_charge(extraction, list.length) || !find_arguments(extraction, lexer, &inside))
            return false;
        split(macros->source, list, use->parameters, PTXC_MACRO_PARAMETERS, &use->parameter_count);
        const bool variadic = take_variadic(use);
        const size_t most = variadic ? use->parameter_count : PTXC_MACRO_PARAMETERS;
        split(extraction->source, inside, use->arguments, most, &use->argument_count);
        if (variadic && use->argument_count + 1 == use->parameter_count)
            use->arguments[use->argument_count++] = (struct ptxc_span){0, 0};
    }
    use->span = (struct ptxc_span){name.offset, lexer->position - name.offset};
    return use->argument_count == use->parameter_count;
}

/* Returns the argument for the parameter that a token of the body names, or NULL. */
static const struct ptxc_span *find_argument(const struct ptxc_macro_use *use, struct ptxc_host_token name) {
    static const char variadic[] = "__VA_ARGS__";
    const char *source = use->macros->source;
    for (size_t i = 0; name.kind == PTXC_HOST_WORD && i < use->parameter_count; i++) {
        const struct ptxc_span own = use->parameters[i];
        if (own.length == name.length && own.length > 0 &&
            memcmp(source + own.offset, source + name.offset, name.length) == 0)
            return &use->arguments[i];
    }
    const size_t last = use->parameter_count - 1;
    const bool unnamed = use->parameter_count > 0 && use->parameters[last].length == 0;
    return unnamed && ptxc_host_is_word(source, name, variadic) ? &use->arguments[last] : NULL;
}

/* Whether a word stands in the argument, which then is replaced where it is a macro, or a parameter of the macro in
 * whose body the use stands. */
static bool has_open_words(const struct ptxc_macro_use *use, struct ptxc_span argument) {
    struct ptxc_host_lexer lexer = ptxc_host_lexer_at(use->extraction->source, argument);
    bool found = false;
    for (struct ptxc_host_token token; (token = ptxc_host_c_next(&lexer)).kind != PTXC_HOST_END;)
        found |= token.kind == PTXC_HOST_WORD;
    return found && use->open_words;
}

/* ---- as text ---- */

/* Adds an argument that is not stringized; false unless it is one literal. */
static bool add_literal_argument(struct ptxc_builder *builder, const struct ptxc_macro_use *use,
                                 struct ptxc_span argument) {
    struct ptxc_host_lexer lexer = ptxc_host_lexer_at(use->extraction->source, argument);
    struct ptxc_host_token token = ptxc_host_c_next(&lexer);
    if (token.kind != PTXC_HOST_STRING || token.length != argument.length)
        return false;
    ptxc_host_builder_literal(builder, use->extraction->source, &token);
    return true;
}

/* Adds the text of the body. False where the body has more than literals, stringized parameters and parameters whose
 * arguments are literals. */
static bool add_text(struct ptxc_builder *builder, const struct ptxc_macro_use *use) {
    struct ptxc_host_lexer lexer = ptxc_macro_body(use->macros, use->macro);
    for (;;) {
        const uint32_t start = lexer.position;
        struct ptxc_host_token token = ptxc_host_c_next(&lexer);
        if (!ptxc_extraction_charge(use->extraction, lexer.position - start))
            return false;
        bool stringize = ptxc_host_is_symbol(token, '#'); /* #name puts the argument as written, not decoded */
        if (token.kind == PTXC_HOST_DEFINE_END || token.kind == PTXC_HOST_END)
            return true;
        if (builder->length > LONGEST_TEXT)
            return false;
        if (token.kind == PTXC_HOST_STRING) {
            ptxc_host_builder_literal(builder, use->macros->source, &token);
            continue;
        }
        if (stringize)
            token = ptxc_host_c_next(&lexer);
        const struct ptxc_span *argument = find_argument(use, token);
        if (!argument || (!stringize && !add_literal_argument(builder, use, *argument)) ||
            (stringize && has_open_words(use, *argument)))
            return false;
        if (stringize)
            ptxc_host_builder_characters(builder, use->extraction->source + argument->offset, argument->length,
                                         argument->offset, 1);
    }
}

bool ptxc_macros_expand(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                        struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct ptxc_builder *builder) {
    const struct ptxc_macro *macro = ptxc_macros_find(macros, extraction, ptxc_host_place(name));
    struct ptxc_host_lexer after = *lexer;
    struct ptxc_macro_use use;
    if (!macro || !ptxc_extraction_spend(extraction, 1) ||
        !ptxc_macro_use_read(&use, macros, macro, extraction, &after, name))
        return false;
    struct ptxc_builder *text = ptxc_host_builder_open(extraction, PTXC_WORK_EXPANSION);
    /* The text is built apart: where the body is no text after all, nothing was added. */
    if (!add_text(text, &use) || !ptxc_extraction_spend(extraction, text->length))
        return false;
    ptxc_host_builder_whole(builder, text->text, text->length, use.span);
    *lexer = after;
    return true;
}

/* ---- as a source ---- */

/* Returns where a place in the source of the use stands in the file. */
static struct ptxc_span in_file(const struct ptxc_macro_use *use, struct ptxc_span span) {
    return use->extraction->outer ? ptxc_snippet_locate(use->extraction->outer, span) : span;
}

/* Adds text of the use as it is written. */
static void add_written(struct ptxc_builder *builder, const struct ptxc_macro_use *use, struct ptxc_span span) {
    if (use->extraction->outer)
        ptxc_host_builder_mapped(builder, use->extraction->outer, span);
    else
        ptxc_host_builder_characters(builder, use->extraction->source + span.offset, span.length, span.offset, 1);
}

/* Adds a token of an argument to a literal. */
static void add_quoted(struct ptxc_builder *builder, const struct ptxc_macro_use *use, struct ptxc_host_token token) {
    const bool literal = token.kind == PTXC_HOST_STRING || token.kind == PTXC_HOST_OTHER;
    for (uint32_t i = token.offset; i < token.offset + token.length; i++) {
        const char c = use->extraction->source[i];
        if (literal && (c == '"' || c == '\\'))
            ptxc_host_builder_whole(builder, "\\", 1, in_file(use, (struct ptxc_span){i, 1}));
        add_written(builder, use, (struct ptxc_span){i, 1});
    }
}

/* Adds the argument as a literal, blanks between its tokens as one. */
static void add_stringized(struct ptxc_builder *builder, const struct ptxc_macro_use *use, struct ptxc_span argument) {
    const struct ptxc_span place = in_file(use, argument.length ? argument : use->span);
    struct ptxc_host_lexer lexer = ptxc_host_lexer_at(use->extraction->source, argument);
    uint32_t end = argument.offset;
    ptxc_host_builder_whole(builder, "\"", 1, place);
    if (has_open_words(use, argument)) {
        ptxc_host_builder_unknown(builder, place);
    } else {
        for (struct ptxc_host_token token; (token = ptxc_host_c_next(&lexer)).kind != PTXC_HOST_END;) {
            if (token.offset > end)
                ptxc_host_builder_whole(builder, " ", 1, in_file(use, (struct ptxc_span){end, 1}));
            add_quoted(builder, use, token);
            end = token.offset + token.length;
        }
    }
    ptxc_host_builder_whole(builder, "\"", 1, place);
}

/* Whether two # follow one another: the operator that joins tokens. Moves past the second. */
static bool accept_paste(struct ptxc_host_lexer *lexer, struct ptxc_host_token token) {
    struct ptxc_host_lexer ahead = *lexer;
    const struct ptxc_host_token next = ptxc_host_c_next(&ahead);
    if (!ptxc_host_is_symbol(token, '#') || !ptxc_host_is_symbol(next, '#') || next.offset != token.offset + 1)
        return false;
    *lexer = ahead;
    return true;
}

/* Adds a token of the body that is no operator, or after a # the argument that it names. */
static void add_token(struct ptxc_builder *builder, const struct ptxc_macro_use *use, struct ptxc_host_token token,
                      bool stringize) {
    const struct ptxc_span *argument = find_argument(use, token);
    if (argument && stringize)
        add_stringized(builder, use, *argument);
    else if (argument && argument->length > 0)
        add_written(builder, use, *argument);
    else if (!argument)
        ptxc_host_builder_characters(builder, use->macros->source + token.offset, token.length, token.offset, 1);
}

bool ptxc_macro_use_expand(const struct ptxc_macro_use *use, struct ptxc_builder *builder) {
    struct ptxc_host_lexer lexer = ptxc_macro_body(use->macros, use->macro);
    const char *source = use->macros->source;
    uint32_t end = lexer.position;
    bool pasted = false;
    for (;;) {
        struct ptxc_host_token token = ptxc_host_c_next(&lexer);
        if (token.kind == PTXC_HOST_DEFINE_END || token.kind == PTXC_HOST_END)
            return !builder->arena->failed;
        if (builder->length > LONGEST_SOURCE || ptxc_host_is_word(source, token, "__VA_OPT__"))
            return false;
        if (accept_paste(&lexer, token)) {
            pasted = true;
            continue;
        }
        if (!pasted && token.offset > end)
            ptxc_host_builder_characters(builder, " ", 1, end, 1);
        const bool stringize = ptxc_host_is_symbol(token, '#');
        if (stringize)
            token = ptxc_host_c_next(&lexer);
        add_token(builder, use, token, stringize);
        end = token.offset + token.length;
        pasted = false;
    }
}
