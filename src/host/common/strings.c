/* Strings outside of C's asm statements: joins a concatenation, decodes it, and decides what it is: source code with
 * asm statements in it, a template followed by a constraint list of LLVM, PTX, or text that is none of these.
 *
 * A concatenation is read first without decoding, which finds its end and whether a mnemonic of the family is in it
 * at all; most strings are done with then. Expressions between the literals become unknown text. The questions are
 * asked in the order above: a string that holds asm statements is no template, and a template is not judged by how it
 * reads.
 */
#include "host/common/strings.h"

#include <string.h>

#include "base/characters.h"
#include "host/common/extraction.h"
#include "host/common/literal.h"
#include "host/common/template.h"
#include "host/common/text.h"

/* In tokens: how far after a template its attributes stand, and how far from one another strings are added to a
 * variable. In strings: how many are joined so. */
enum { FARTHEST_ATTRIBUTE = 64, FARTHEST_LINK = 512, LONGEST_CHAIN = 64, MOST_VARIABLES = 8 };

/* One concatenation of a chain. */
struct link {
    struct ptxc_host_group first, last; /* at its first literal, and after its last one */
    struct ptxc_span unknown;           /* what is added before it and is not known, or length 0 */
};

/* Concatenations that are added to one variable in the statements of one block; most have one link and no name. */
struct chain {
    struct ptxc_span name;
    uint32_t column; /* of the statements */
    struct link links[LONGEST_CHAIN];
    size_t count;
};

/* A variable to which strings are added. */
struct variable {
    struct ptxc_span name;
    uint32_t column;
    uint32_t read; /* the literals that its statements add before this place have been read */
};

struct variables {
    struct variable items[MOST_VARIABLES]; /* the latest */
    size_t next;
};

/* ---- what the string is ---- */

/* Stands for a line break in a literal of the source in a string; PTX takes it for a blank. */
#define BREAK '\x1a'

/* Marks the line breaks in the literals of source code in a string that is not raw: they were meant as escapes of the
 * literal, and come from escapes of the string. The source goes on after the literal. */
static void mark_breaks(const struct ptxc_extraction *extraction, struct ptxc_builder *builder) {
    const struct ptxc_snippet snippet = ptxc_host_builder_snippet(builder);
    struct ptxc_host_lexer lexer = {.source = builder->text, .length = (uint32_t)builder->length};
    struct ptxc_host_token token;
    for (size_t i = 0; i < builder->length; i++) /* the source must not hold the mark itself */
        if (builder->text[i] == BREAK)
            builder->text[i] = PTXC_OTHER_CONTROL;
    while ((token = extraction->embedded_next(&lexer)).kind != PTXC_HOST_END) {
        uint32_t at = token.offset + token.length;
        if (token.kind != PTXC_HOST_OTHER || builder->text[token.offset] != '"')
            continue;
        for (; at < lexer.length && builder->text[at] != '"'; at++) {
            if (builder->text[at] == '\n' && ptxc_snippet_locate(&snippet, (struct ptxc_span){at, 1}).length < 2)
                break;
            if (builder->text[at] == '\n')
                builder->text[at] = BREAK;
            at += builder->text[at] == '\\' && at + 1 < lexer.length;
        }
        lexer.position = at + (at < lexer.length);
    }
}

/* Notes the first line break in the template of a statement, and makes all of them what they are again. */
static void note_breaks(struct ptxc_snippet *snippet) {
    char *text = (char *)snippet->text; /* of the arena, and read by nobody yet */
    for (char *at = text; (at = memchr(at, BREAK, snippet->length - (size_t)(at - text))); at++) {
        const struct ptxc_span decoded = {(uint32_t)(at - text), 1};
        if (!snippet->breaks_line)
            snippet->unexpected = ptxc_snippet_locate(snippet, decoded);
        snippet->breaks_line = true;
        *at = '\n';
    }
}

/* Reads the string as source code and adds the asm statements in it; false where it has none. */
static bool read_as_source(struct ptxc_extraction *extraction, const struct ptxc_snippet *outer) {
    struct ptxc_snippet_list list = {0};
    struct ptxc_extraction inner = {.source = outer->text,
                                    .length = outer->length,
                                    .arena = extraction->arena,
                                    .list = &list,
                                    .workspace = extraction->workspace,
                                    .defines = extraction->defines,
                                    .budget = (uint64_t)outer->length * 8,
                                    .uses_budget = (uint64_t)outer->length * 8,
                                    .seed = extraction->seed};
    if (!extraction->embedded || !ptxc_text_mentions_asm(outer->text, outer->length))
        return false;
    extraction->embedded(&inner);
    if (list.unfollowed.length > 0)
        ptxc_host_list_skip(extraction->list, ptxc_snippet_locate(outer, list.unfollowed), list.reason);
    for (size_t i = 0; i < list.count; i++) {
        ptxc_snippet_rebase(&list.items[i], outer, extraction->arena);
        note_breaks(&list.items[i]);
        ptxc_host_list_add(extraction, &list.items[i]);
    }
    if (list.count > 0 && extraction->list->take_source)
        extraction->list->take_source(extraction->list, outer);
    return list.count > 0;
}

/* Whether the arguments after a template say that it has side effects: has_side_effects=True, is_pure=False. */
static bool has_side_effects(const struct ptxc_string_language *language, struct ptxc_host_lexer lexer) {
    struct ptxc_host_token token = language->next(&lexer);
    int32_t depth = 0;
    for (int i = 0; i < FARTHEST_ATTRIBUTE && token.kind != PTXC_HOST_END && depth >= 0; i++) {
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
static bool goes_on(struct ptxc_host_group last) {
    struct ptxc_host_token token = last.language->next(&last.lexer);
    bool formatted = last.language->formats && (ptxc_host_is_symbol(token, '%') || ptxc_host_is_symbol(token, '.'));
    return formatted || ptxc_host_is_symbol(token, '+') || ptxc_host_is_symbol(token, '*');
}

/* Takes the constraint list after a template: the next argument, with or without the name of its parameter. False, and
 * the snippet is unchanged, where there is none. */
static bool take_constraints(struct ptxc_extraction *extraction, const struct ptxc_host_group *template,
                             struct ptxc_snippet *snippet) {
    struct ptxc_builder *builder = ptxc_host_builder_open(extraction, PTXC_WORK_LIST);
    struct ptxc_host_group list = {.language = template->language, .lexer = template->lexer};
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
    struct ptxc_host_group last = list;
    while (ptxc_host_group_next(&last))
        ;
    ptxc_host_group_decode(builder, list, last.lexer.position, ptxc_host_group_formatting(&last));
    struct ptxc_snippet constraints = ptxc_host_builder_snippet(builder);
    if (!ptxc_text_is_constraints(constraints.text, constraints.length) || goes_on(last))
        return false;
    snippet->kind = PTXC_SNIPPET_STATEMENT;
    snippet->style = PTXC_TEMPLATE_LLVM;
    snippet->operands_known = !memchr(constraints.text, PTXC_UNKNOWN_TEXT, constraints.length);
    ptxc_host_snippet_take_constraints(extraction, snippet, constraints.text, constraints.length);
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
static bool is_printed(struct ptxc_host_group group, uint32_t end) {
    bool printed = false;
    if (group.language->prints)
        do
            printed = ptxc_literal_prints(group.lexer.source, &group.literal);
        while (!printed && group.lexer.position < end && ptxc_host_group_next(&group));
    return printed;
}

/* Decodes the concatenations of a chain; `formatting` is the interpolation of literals that have none of their own and
 * stand in a concatenation that is not formatted itself. */
static void decode_chain(struct ptxc_builder *builder, const struct chain *chain, enum ptxc_interpolation formatting) {
    for (size_t i = 0; i < chain->count; i++) {
        const struct link *link = &chain->links[i];
        const enum ptxc_interpolation own = ptxc_host_group_formatting(&link->last);
        if (link->unknown.length)
            ptxc_host_builder_unknown(builder, link->unknown);
        ptxc_host_group_decode(builder, link->first, link->last.lexer.position, own ? own : formatting);
    }
}

/* Returns the interpolation that the text of the chain, decoded as it is written, seems to have elsewhere. */
static enum ptxc_interpolation guess_formatting(const struct ptxc_builder *builder, const struct chain *chain) {
    const struct link *link = &chain->links[chain->count - 1];
    if (ptxc_host_group_formatting(&link->last) != PTXC_INTERPOLATION_NONE)
        return PTXC_INTERPOLATION_NONE;
    if (is_format(builder, link->first.language))
        return PTXC_INTERPOLATION_NAMES;
    const bool source = ptxc_text_mentions_asm(builder->text, (uint32_t)builder->length);
    return !source && is_printed(link->first, link->last.lexer.position) ? PTXC_INTERPOLATION_PRINTF
                                                                         : PTXC_INTERPOLATION_NONE;
}

/* Decodes a whole chain and adds what it is. How it is formatted elsewhere can only be guessed from its text, so it is
 * decoded once as written, and again where that text looks like a format. */
static void read_chain(struct ptxc_extraction *extraction, const struct chain *chain, struct ptxc_string_place place) {
    enum ptxc_workspace_use use = extraction->embedded ? PTXC_WORK_TEXT : PTXC_WORK_NESTED_TEXT;
    struct ptxc_builder *builder = ptxc_host_builder_open(extraction, use);
    const struct ptxc_host_group *first = &chain->links[0].first, *last = &chain->links[chain->count - 1].last;
    decode_chain(builder, chain, PTXC_INTERPOLATION_NONE);
    const enum ptxc_interpolation other = guess_formatting(builder, chain);
    if (other != PTXC_INTERPOLATION_NONE) {
        builder = ptxc_host_builder_open(extraction, use);
        decode_chain(builder, chain, other);
    }
    if (extraction->embedded && ptxc_text_mentions_asm(builder->text, (uint32_t)builder->length))
        mark_breaks(extraction, builder);
    struct ptxc_snippet snippet = ptxc_host_builder_snippet(builder);
    uint32_t offset = first->literal.offset;
    snippet.kind = PTXC_SNIPPET_STRING;
    snippet.statement = snippet.template = (struct ptxc_span){offset, last->lexer.position - offset};
    if (read_as_source(extraction, &snippet))
        return;
    if (take_constraints(extraction, last, &snippet)) {
        snippet.is_volatile |= place.side_effects;
        ptxc_host_list_add(extraction, &snippet);
        return;
    }
    struct ptxc_host_lexer after = last->lexer;
    enum ptxc_host_kind next = first->language->next(&after).kind;
    bool remark =
        place.alone && first->language->lone_is_remark && (next == PTXC_HOST_NEWLINE || next == PTXC_HOST_END);
    if (remark || !ptxc_text_is_ptx(snippet.text, snippet.length, place.emitted))
        return;
    snippet.style = ptxc_text_style(snippet.text, snippet.length);
    ptxc_host_list_add(extraction, &snippet);
}

/* A chain of one link, which is to be read. */
static void begin_chain(struct chain *chain, struct ptxc_span name, uint32_t column) {
    chain->name = name;
    chain->column = column;
    chain->count = 1;
    chain->links[0].unknown = (struct ptxc_span){0, 0};
}

/* Reads the concatenation that begins with `first` as a link; whether a mnemonic of the family may be in it. */
static bool read_link(struct link *link, const struct ptxc_string_language *language, struct ptxc_host_lexer lexer,
                      struct ptxc_host_token first) {
    bool wanted = false;
    link->first = (struct ptxc_host_group){.language = language, .lexer = lexer, .literal = first};
    link->last = link->first;
    do {
        const char *body = lexer.source + link->last.literal.body.offset;
        wanted |= ptxc_text_mentions_family(body, link->last.literal.body.length);
    } while (ptxc_host_group_next(&link->last));
    return wanted;
}

void ptxc_strings_read(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                       struct ptxc_host_lexer *lexer, struct ptxc_host_token first, struct ptxc_string_place place) {
    struct chain chain; /* large, and most strings need its first link alone */
    begin_chain(&chain, (struct ptxc_span){0, 0}, 0);
    if (read_link(&chain.links[0], language, *lexer, first))
        read_chain(extraction, &chain, place);
    *lexer = chain.links[0].last.lexer;
}

/* ---- strings that are added to a variable ---- */

/* Returns where a token stands on its line, if nothing but blanks stands before it; otherwise UINT32_MAX. */
static uint32_t column_of(const char *source, struct ptxc_host_token token) {
    uint32_t start = token.offset;
    while (start > 0 && (source[start - 1] == ' ' || source[start - 1] == '\t'))
        start--;
    return start == 0 || source[start - 1] == '\n' ? token.offset - start : UINT32_MAX;
}

static bool same_name(const char *source, struct ptxc_host_token token, struct ptxc_span name) {
    return token.kind == PTXC_HOST_WORD && token.length == name.length &&
           memcmp(source + token.offset, source + name.offset, name.length) == 0;
}

/* What a statement does with the variable that it begins with. */
enum assignment { ASSIGNS_NOTHING, ASSIGNS, APPENDS };

/* Reads the sign after the name of a variable, and moves past it. */
static enum assignment read_assignment(const struct ptxc_string_language *language, struct ptxc_host_lexer *lexer) {
    struct ptxc_host_lexer here = *lexer;
    struct ptxc_host_token token = language->next(&here);
    const bool appends = ptxc_host_is_symbol(token, '+');
    if (appends)
        token = language->next(&here);
    if (!ptxc_host_is_symbol(token, '='))
        return ASSIGNS_NOTHING;
    *lexer = here;
    if (!appends && ptxc_host_is_symbol(language->next(&here), '='))
        return ASSIGNS_NOTHING; /* a comparison */
    return appends ? APPENDS : ASSIGNS;
}

/* Moves to the literal that follows, in parentheses or not; false where something else does. */
static bool find_literal(const struct ptxc_string_language *language, struct ptxc_host_lexer *lexer,
                         struct ptxc_host_token *literal) {
    *literal = language->next(lexer);
    if (ptxc_host_is_symbol(*literal, '('))
        *literal = language->next(lexer);
    return literal->kind == PTXC_HOST_STRING;
}

/* Notes that something unknown is added at the token. */
static void note_unknown(struct ptxc_span *unknown, struct ptxc_host_token token) {
    if (unknown->length == 0)
        *unknown = ptxc_host_place(token);
}

/* Finds the next statement of the block that adds a literal to the variable, and adds it to the chain. What is added in
 * an inner block, or is no literal, is unknown text; the chain ends with the block, and where the variable gets another
 * value. */
static bool find_link(struct ptxc_extraction *extraction, struct chain *chain,
                      const struct ptxc_string_language *language, bool *wanted) {
    struct ptxc_host_lexer lexer = chain->links[chain->count - 1].last.lexer;
    struct link *link = &chain->links[chain->count];
    const char *source = lexer.source;
    *link = (struct link){.unknown = {0, 0}};
    for (int i = 0; i < FARTHEST_LINK; i++) {
        const uint32_t before = lexer.position;
        struct ptxc_host_token token = language->next(&lexer), literal;
        const uint32_t column = column_of(source, token);
        if (!ptxc_extraction_charge(extraction, lexer.position - before) || token.kind == PTXC_HOST_END ||
            (token.kind != PTXC_HOST_NEWLINE && column < chain->column))
            return false;
        if (!same_name(source, token, chain->name))
            continue;
        const enum assignment assignment = read_assignment(language, &lexer);
        if (assignment == ASSIGNS && column == chain->column)
            return false;
        if (assignment == APPENDS && column == chain->column && find_literal(language, &lexer, &literal)) {
            *wanted |= read_link(link, language, lexer, literal);
            chain->count++;
            return true;
        }
        if (assignment != ASSIGNS_NOTHING)
            note_unknown(&link->unknown, token);
    }
    return false;
}

/* Reads a string that is assigned or added to a variable together with those that are added to it later in the block.
 * The scan goes on after the first; `read` is the end of what has been read of the variable. */
static void read_variable(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                          struct ptxc_host_lexer *lexer, struct ptxc_host_token first, struct variable *variable) {
    struct chain chain;
    begin_chain(&chain, variable->name, variable->column);
    bool wanted = read_link(&chain.links[0], language, *lexer, first);
    *lexer = chain.links[0].last.lexer;
    while (chain.count < LONGEST_CHAIN && find_link(extraction, &chain, language, &wanted))
        ;
    variable->read = chain.links[chain.count - 1].last.lexer.position;
    if (wanted)
        read_chain(extraction, &chain, (struct ptxc_string_place){.alone = false});
}

/* Reads the literal of a statement such as `name += "..."`, at whose name the lexer stands; false, and nothing is read,
 * where there is none. */
static bool read_appended(struct ptxc_extraction *extraction, const struct ptxc_string_language *language,
                          struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct variables *variables) {
    const char *source = lexer->source;
    struct ptxc_host_lexer here = *lexer;
    struct ptxc_host_token literal;
    const uint32_t column = column_of(source, name);
    const struct ptxc_span span = ptxc_host_place(name);
    const enum assignment assignment = column == UINT32_MAX ? ASSIGNS_NOTHING : read_assignment(language, &here);
    if (assignment == ASSIGNS_NOTHING || !find_literal(language, &here, &literal))
        return false;
    for (size_t i = 0; i < MOST_VARIABLES; i++) {
        const struct variable *known = &variables->items[i];
        if (known->read <= literal.offset || known->column != column || !same_name(source, name, known->name))
            continue;
        struct link link; /* it was read with an earlier one */
        read_link(&link, language, here, literal);
        *lexer = link.last.lexer;
        return true;
    }
    struct variable *variable = &variables->items[variables->next++ % MOST_VARIABLES];
    *variable = (struct variable){span, column, 0};
    read_variable(extraction, language, &here, literal, variable);
    *lexer = here;
    return true;
}

void ptxc_host_calls_enter(struct ptxc_calls *calls, const char *source) {
    calls->emitting = calls->emitting << 1 | ptxc_text_is_emitter(source + calls->last.offset, calls->last.length);
}

void ptxc_strings_extract(struct ptxc_extraction *extraction, const struct ptxc_string_language *language) {
    struct ptxc_host_lexer lexer = ptxc_extraction_lexer(extraction);
    struct ptxc_string_place place = {.alone = true};
    struct ptxc_calls calls = {.emitting = 0};
    struct variables variables = {.next = 0};
    if (!ptxc_text_mentions_family(extraction->source, extraction->length))
        return;
    for (;;) {
        struct ptxc_host_token token = language->next(&lexer);
        if (token.kind == PTXC_HOST_END || extraction->arena->failed)
            return;
        if (language->accumulates && token.kind == PTXC_HOST_WORD &&
            read_appended(extraction, language, &lexer, token, &variables))
            continue;
        ptxc_host_calls_follow(&calls, lexer.source, token);
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
