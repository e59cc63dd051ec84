/* Strings outside of C's asm statements: joins a concatenation, decodes it, and decides what it is: source code with
 * asm statements in it, a template followed by a constraint list of LLVM, PTX, or text that is none of these.
 *
 * A concatenation is walked first without decoding, which finds its end and whether a mnemonic of the family is in it
 * at all; most strings are done with then. Expressions between the literals become unknown text. The questions are
 * asked in the order above: a string that holds asm statements is no template, and a template is not judged by how it
 * reads.
 */
#include "host/strings.h"

#include <string.h>

#include "base/characters.h"
#include "host/constraints.h"
#include "host/literal.h"
#include "host/text.h"

/* In tokens: how long an expression between two literals may be, and how far after a template its attributes stand. */
enum { LONGEST_EXPRESSION = 64 };

/* A concatenation of literals. It is walked twice: once to see how it ends, once to decode it. */
struct group {
    const struct ptxc_string_language *language;
    struct ptxc_host_lexer lexer;   /* stands after the last literal */
    struct ptxc_host_token literal; /* the last literal */
    struct ptxc_span gap;           /* the expression before it, or length 0 */
};

/* Whether the token is an operator that joins strings; of <<, moves past the second sign. */
static bool is_joint(const struct group *group, struct ptxc_host_lexer *lexer, struct ptxc_host_token token) {
    if (token.kind != PTXC_HOST_SYMBOL || !token.symbol || !strchr(group->language->operators, token.symbol))
        return false;
    return token.symbol != '<' || ptxc_host_is_symbol(group->language->next(lexer), '<');
}

/* Whether no expression goes on past this token. */
static bool ends_expression(struct ptxc_host_token token) {
    switch (token.kind) {
    case PTXC_HOST_END:
    case PTXC_HOST_NEWLINE:
    case PTXC_HOST_DIRECTIVE:
    case PTXC_HOST_DEFINE:
    case PTXC_HOST_DEFINE_END: return true;
    case PTXC_HOST_SYMBOL: return token.symbol == ';' || token.symbol == ',' || token.symbol == '=';
    default: return false;
    }
}

/* Reads on from `token`, which begins an expression, to the literal that is joined to it, and notes the expression as a
 * gap. `words`: it is made of macros, with or without arguments, next to the literal; otherwise operators join them. */
static bool read_gap(struct group *group, struct ptxc_host_lexer *lexer, struct ptxc_host_token token, bool words) {
    uint32_t depth = 0;
    group->gap.offset = token.offset;
    for (int i = 0; i < LONGEST_EXPRESSION; i++, token = group->language->next(lexer)) {
        bool opens = token.kind == PTXC_HOST_SYMBOL && (token.symbol == '(' || token.symbol == '[');
        bool closes = token.kind == PTXC_HOST_SYMBOL && (token.symbol == ')' || token.symbol == ']');
        if ((depth == 0 && (closes || ends_expression(token))) || token.kind == PTXC_HOST_END)
            return false;
        depth = depth + opens - closes;
        uint32_t token_end = token.offset + token.length;
        bool joint = false;
        if (depth == 0 && !closes && words) {
            if (token.kind == PTXC_HOST_STRING) {
                group->literal = token;
                return true;
            }
            if (token.kind != PTXC_HOST_WORD && !ptxc_host_is_symbol(token, '#'))
                return false;
        } else if (depth == 0 && !words && (joint = is_joint(group, lexer, token))) {
            struct ptxc_host_lexer here = *lexer;
            group->literal = group->language->next(lexer);
            if (group->literal.kind == PTXC_HOST_STRING)
                return true;
            *lexer = here;
        }
        if (!joint)
            group->gap.length = token_end - group->gap.offset;
    }
    return false;
}

/* Moves to the next literal of the concatenation; false, and nothing moved, when there is none. */
static bool next_literal(struct group *group) {
    struct ptxc_host_lexer lexer = group->lexer;
    const struct group before = *group;
    struct ptxc_host_token token = group->language->next(&lexer);
    bool found = token.kind == PTXC_HOST_STRING;
    group->gap = (struct ptxc_span){0, 0};
    if (found) {
        group->literal = token;
    } else if (is_joint(group, &lexer, token)) {
        token = group->language->next(&lexer);
        found = token.kind == PTXC_HOST_STRING;
        if (found)
            group->literal = token;
        else
            found = read_gap(group, &lexer, token, false);
    } else if (group->language->words_join && (token.kind == PTXC_HOST_WORD || ptxc_host_is_symbol(token, '#'))) {
        found = read_gap(group, &lexer, token, true);
    }
    if (!found)
        *group = before;
    else
        group->lexer = lexer;
    return found;
}

/* How the group that ends here is formatted, in a language that can: "..." % x, "...".format(x). */
static enum ptxc_interpolation find_formatting(const struct group *group) {
    struct ptxc_host_lexer lexer = group->lexer;
    struct ptxc_host_token token = group->language->next(&lexer);
    if (!group->language->formats)
        return PTXC_INTERPOLATION_NONE;
    if (ptxc_host_is_symbol(token, ')')) /* ("..." "...") % x */
        token = group->language->next(&lexer);
    if (ptxc_host_is_symbol(token, '%'))
        return PTXC_INTERPOLATION_PERCENT;
    bool format =
        ptxc_host_is_symbol(token, '.') && ptxc_host_is_word(lexer.source, group->language->next(&lexer), "format");
    return format ? PTXC_INTERPOLATION_BRACES : PTXC_INTERPOLATION_NONE;
}

/* Decodes the literals up to `end`; `formatting` is the interpolation of those that have none of their own. */
static void decode(struct ptxc_builder *builder, struct group group, uint32_t end, enum ptxc_interpolation formatting) {
    const char *source = group.lexer.source;
    do {
        struct ptxc_host_token literal = group.literal;
        if (literal.interpolation == PTXC_INTERPOLATION_NONE)
            literal.interpolation = formatting;
        if (group.gap.length)
            ptxc_builder_unknown(builder, group.gap);
        ptxc_builder_literal(builder, source, &literal);
    } while (group.lexer.position < end && next_literal(&group));
}

/* ---- what the string is ---- */

/* Reads the string as source code and adds the asm statements in it; false where it has none. */
static bool read_as_source(struct ptxc_extraction *extraction, const struct ptxc_snippet *outer) {
    struct ptxc_snippet_list list = {0};
    struct ptxc_extraction inner = {.source = outer->text,
                                    .length = outer->length,
                                    .arena = extraction->arena,
                                    .list = &list,
                                    .workspace = extraction->workspace,
                                    .budget = (uint64_t)outer->length * 8};
    if (!extraction->embedded || !ptxc_text_mentions_asm(outer->text, outer->length))
        return false;
    extraction->embedded(&inner);
    for (size_t i = 0; i < list.count; i++) {
        ptxc_snippet_rebase(&list.items[i], outer, extraction->arena);
        ptxc_list_add(extraction, &list.items[i]);
    }
    return list.count > 0;
}

/* Whether the arguments after a template say that it has side effects: has_side_effects=True, is_pure=False. */
static bool has_side_effects(const struct ptxc_string_language *language, struct ptxc_host_lexer lexer) {
    struct ptxc_host_token token = language->next(&lexer);
    int32_t depth = 0;
    for (int i = 0; i < LONGEST_EXPRESSION && token.kind != PTXC_HOST_END && depth >= 0; i++) {
        bool effects = ptxc_host_is_word(lexer.source, token, "has_side_effects");
        bool pure = ptxc_host_is_word(lexer.source, token, "is_pure");
        depth += ptxc_host_is_symbol(token, '(') - ptxc_host_is_symbol(token, ')');
        token = language->next(&lexer);
        if ((effects || pure) && ptxc_host_is_symbol(token, '='))
            return ptxc_host_is_word(lexer.source, language->next(&lexer), effects ? "True" : "False");
    }
    return false;
}

/* Whether an operator after the last literal changes the string: "r,l" + more, ",r" * n. */
static bool goes_on(struct group last) {
    struct ptxc_host_token token = last.language->next(&last.lexer);
    bool formatted = last.language->formats && (ptxc_host_is_symbol(token, '%') || ptxc_host_is_symbol(token, '.'));
    return formatted || ptxc_host_is_symbol(token, '+') || ptxc_host_is_symbol(token, '*');
}

/* Takes the constraint list after a template: the next argument, with or without the name of its parameter. False, and
 * the snippet is unchanged, where there is none. */
static bool take_constraints(struct ptxc_extraction *extraction, const struct group *template,
                             struct ptxc_snippet *snippet) {
    struct ptxc_builder *builder = ptxc_builder_open(extraction, PTXC_WORK_LIST);
    struct group list = {.language = template->language, .lexer = template->lexer};
    struct ptxc_host_token token = list.language->next(&list.lexer);
    while (ptxc_host_is_symbol(token, ')')) /* a template in parentheses of its own */
        token = list.language->next(&list.lexer);
    if (!list.language->takes_constraints || !ptxc_host_is_symbol(token, ','))
        return false;
    token = list.language->next(&list.lexer);
    if (token.kind == PTXC_HOST_WORD && ptxc_host_is_symbol(list.language->next(&list.lexer), '='))
        token = list.language->next(&list.lexer);
    if (ptxc_host_is_symbol(token, '('))
        token = list.language->next(&list.lexer);
    if (token.kind != PTXC_HOST_STRING)
        return false;
    list.literal = token;
    struct group last = list;
    while (next_literal(&last))
        ;
    decode(builder, list, last.lexer.position, find_formatting(&last));
    struct ptxc_snippet constraints = ptxc_builder_snippet(builder);
    constraints.template = token.body;
    if (!ptxc_text_is_constraints(constraints.text, constraints.length) || goes_on(last))
        return false;
    ptxc_snippet_take_constraints(extraction, snippet, &constraints);
    snippet->is_volatile = has_side_effects(list.language, last.lexer);
    snippet->statement.length = last.lexer.position - snippet->statement.offset;
    return true;
}

/* Whether the braces at `brace` hold a name or a number and nothing else. */
static bool is_placeholder(const char *brace, const char *limit) {
    const char *end = brace + 1;
    while (end < limit && ptxc_is_name(*end))
        end++;
    return end < limit && *end == '}' && end > brace + 1;
}

/* Source code with doubled braces or names in braces is a format that is filled elsewhere, by fmt, str.format or Jinja;
 * so is other text in a language that has such formats, but doubled braces alone may be those of PTX, as around the
 * operands {$r0} of CUTLASS. */
static bool is_format(const struct ptxc_builder *builder, const struct ptxc_string_language *language) {
    const char *text = builder->text, *limit = text + builder->length;
    bool source = ptxc_text_mentions_asm(text, (uint32_t)builder->length), found = false;
    if (!language->formats && !source)
        return false;
    for (const char *brace = text; (brace = memchr(brace, '{', (size_t)(limit - brace))); brace++) {
        const char next = (char)(limit - brace > 1 ? brace[1] : 0);
        if (next == '$' && !source)
            return false;
        found |= is_placeholder(brace, limit) ? !source || !ptxc_is_digit(next) : source && next == '{';
    }
    return found;
}

/* Whether one of the literals up to `end` holds a conversion of printf. */
static bool is_printed(struct group group, uint32_t end) {
    bool printed = false;
    if (group.language->prints)
        do
            printed = ptxc_literal_prints(group.lexer.source, &group.literal);
        while (!printed && group.lexer.position < end && next_literal(&group));
    return printed;
}

/* Decodes a whole concatenation and adds what it is. How it is formatted elsewhere can only be guessed from its text,
 * so it is decoded once as written, and again where that text looks like a format. */
static void read_group(struct ptxc_extraction *extraction, struct group first, const struct group *last,
                       struct ptxc_string_place place) {
    enum ptxc_workspace_use use = extraction->embedded ? PTXC_WORK_TEXT : PTXC_WORK_NESTED_TEXT;
    struct ptxc_builder *builder = ptxc_builder_open(extraction, use);
    enum ptxc_interpolation formatting = find_formatting(last), other = formatting;
    decode(builder, first, last->lexer.position, formatting);
    if (formatting == PTXC_INTERPOLATION_NONE && is_format(builder, first.language))
        other = PTXC_INTERPOLATION_NAMES;
    else if (formatting == PTXC_INTERPOLATION_NONE &&
             !ptxc_text_mentions_asm(builder->text, (uint32_t)builder->length) &&
             is_printed(first, last->lexer.position))
        other = PTXC_INTERPOLATION_PRINTF;
    if (other != formatting) {
        builder = ptxc_builder_open(extraction, use);
        decode(builder, first, last->lexer.position, other);
    }
    struct ptxc_snippet snippet = ptxc_builder_snippet(builder);
    uint32_t offset = first.literal.offset;
    snippet.kind = PTXC_SNIPPET_STRING;
    snippet.statement = snippet.template = (struct ptxc_span){offset, last->lexer.position - offset};
    if (read_as_source(extraction, &snippet))
        return;
    if (take_constraints(extraction, last, &snippet)) {
        snippet.is_volatile |= place.side_effects;
        ptxc_list_add(extraction, &snippet);
        return;
    }
    struct ptxc_host_lexer after = last->lexer;
    enum ptxc_host_kind next = first.language->next(&after).kind;
    bool remark = place.alone && first.language->lone_is_remark && (next == PTXC_HOST_NEWLINE || next == PTXC_HOST_END);
    if (remark || !ptxc_text_is_ptx(snippet.text, snippet.length, place.emitted))
        return;
    snippet.style = ptxc_text_style(snippet.text, snippet.length);
    ptxc_list_add(extraction, &snippet);
}

void ptxc_strings_read(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                       struct ptxc_host_lexer *lexer, struct ptxc_host_token first, struct ptxc_string_place place) {
    struct group group = {.language = language, .lexer = *lexer, .literal = first};
    struct group last = group;
    bool wanted = false;
    do {
        const char *body = lexer->source + last.literal.body.offset;
        wanted |= ptxc_text_mentions_family(body, last.literal.body.length);
    } while (next_literal(&last));
    if (wanted)
        read_group(extraction, group, &last, place);
    *lexer = last.lexer;
}

void ptxc_calls_follow(struct ptxc_calls *calls, const char *source, struct ptxc_host_token token) {
    const struct ptxc_host_token name = calls->last;
    if (ptxc_host_is_symbol(token, '('))
        calls->emitting = calls->emitting << 1 |
                          (name.kind == PTXC_HOST_WORD && ptxc_text_is_emitter(source + name.offset, name.length));
    else if (ptxc_host_is_symbol(token, ')'))
        calls->emitting >>= 1;
    calls->last = token;
}

void ptxc_strings_extract(struct ptxc_extraction *extraction, const struct ptxc_string_language *language) {
    struct ptxc_host_lexer lexer = ptxc_extraction_lexer(extraction);
    struct ptxc_string_place place = {.alone = true};
    struct ptxc_calls calls = {.emitting = 0};
    if (!ptxc_text_mentions_family(extraction->source, extraction->length))
        return;
    for (;;) {
        struct ptxc_host_token token = language->next(&lexer);
        if (token.kind == PTXC_HOST_END || extraction->arena->failed)
            return;
        ptxc_calls_follow(&calls, lexer.source, token);
        place.emitted = calls.emitting != 0;
        if (token.kind == PTXC_HOST_STRING) {
            ptxc_strings_read(extraction, language, &lexer, token, place);
            place.side_effects = false;
        } else if (token.kind == PTXC_HOST_SYMBOL) {
            place.side_effects &= token.symbol == '='; /* asm_dialect = att */
        } else if (token.kind == PTXC_HOST_WORD) {
            place.side_effects |= ptxc_host_is_word(lexer.source, token, "sideeffect") ||
                                  ptxc_host_is_word(lexer.source, token, "has_side_effects");
        }
        place.alone = token.kind == PTXC_HOST_NEWLINE;
    }
}
