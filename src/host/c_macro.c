/* The macros of a file that stand for literal text: `#define HINT(n) ".L2::" #n "B"`. Whether another file defines the
 * same name is not known, nor which of several definitions holds; then the macro stays unknown. See c_macro.h.
 *
 * Only text is expanded: a body of literals, stringized parameters (#n), and parameters whose argument is a literal. A
 * body that uses another macro stays unknown, so that none can expand to itself. Each byte that is read costs budget,
 * for a file may use a long macro many times.
 */
#include "host/c_macro.h"

#include <string.h>

#include "host/c.h"
#include "host/literal.h"

enum { MAX_PARAMETERS = 8, LONGEST_EXPANSION = 4096 };

/* One use of a macro: the parameters of its definition and the arguments that they get. */
struct expansion {
    struct ptxc_extraction *extraction;
    const char *source;
    struct ptxc_span parameters[MAX_PARAMETERS];
    struct ptxc_span arguments[MAX_PARAMETERS];
    size_t parameter_count, argument_count;
};

/* The bucket of a name, by FNV-1a. */
static uint32_t bucket_of(const char *source, struct ptxc_span name) {
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)source[name.offset + i]) * 16777619u;
    return hash % PTXC_MACRO_BUCKETS;
}

static bool same_text(const char *source, struct ptxc_span left, struct ptxc_span right) {
    return left.length == right.length && memcmp(source + left.offset, source + right.offset, left.length) == 0;
}

void ptxc_macros_add(struct ptxc_macros *macros, struct ptxc_extraction *extraction, struct ptxc_host_token define) {
    struct ptxc_macro *macro = ptxc_arena_alloc(extraction->arena, sizeof(*macro));
    if (!macro)
        return;
    struct ptxc_macro **bucket = &macros->buckets[bucket_of(extraction->source, define.body)];
    *macro = (struct ptxc_macro){*bucket, define};
    *bucket = macro;
}

/* The definition of the name, or NULL where the file has none or several: which of those holds is not known. */
static const struct ptxc_macro *find_macro(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                                           struct ptxc_span name) {
    const struct ptxc_macro *found = NULL;
    const struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, name)];
    for (; macro; macro = macro->next) {
        if (!ptxc_extraction_spend(extraction, 1))
            return NULL;
        if (!same_text(extraction->source, macro->define.body, name))
            continue;
        if (found)
            return NULL;
        found = macro;
    }
    return found;
}

/* A lexer that stands in front of the body of a definition. */
static struct ptxc_host_lexer body_of(const struct ptxc_extraction *extraction, struct ptxc_host_token define) {
    return (struct ptxc_host_lexer){.source = extraction->source,
                                    .length = extraction->length,
                                    .position = define.offset + define.length,
                                    .inside_line = true,
                                    .inside_define = true};
}

static bool has_parameters(struct ptxc_host_token define) {
    return define.offset + define.length > define.body.offset + define.body.length;
}

bool ptxc_macros_is_text(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                         struct ptxc_host_token name) {
    struct ptxc_span span = {name.offset, name.length};
    const struct ptxc_macro *macro = macros->buckets[bucket_of(extraction->source, span)];
    bool found = false;
    for (; macro && ptxc_extraction_spend(extraction, 1); macro = macro->next) {
        if (!same_text(extraction->source, macro->define.body, span))
            continue;
        struct ptxc_host_lexer body = body_of(extraction, macro->define);
        const uint32_t start = body.position;
        bool literal = ptxc_host_c_next(&body).kind == PTXC_HOST_STRING;
        bool alone = literal && ptxc_host_c_next(&body).kind == PTXC_HOST_DEFINE_END;
        if (!ptxc_extraction_charge(extraction, body.position - start) || has_parameters(macro->define) || !alone)
            return false;
        found = true;
    }
    return found;
}

/* The text between the parentheses at `span`, cut at its commas; false when there are too many parts. */
static bool split(struct ptxc_extraction *extraction, struct ptxc_span span, struct ptxc_span *parts, size_t *count) {
    struct ptxc_host_lexer lexer = {.source = extraction->source,
                                    .length = span.offset + span.length,
                                    .position = span.offset,
                                    .inside_line = true};
    struct ptxc_host_token token = ptxc_host_c_next(&lexer);
    uint32_t depth = 0, start = 0, end = 0;
    if (!ptxc_extraction_charge(extraction, span.length))
        return false;
    for (; token.kind != PTXC_HOST_END; token = ptxc_host_c_next(&lexer)) {
        bool comma = depth == 0 && ptxc_host_is_symbol(token, ',');
        if (comma) {
            if (*count == MAX_PARAMETERS)
                return false;
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
    if (*count == MAX_PARAMETERS)
        return false;
    parts[(*count)++] = (struct ptxc_span){start, end - start};
    return true;
}

/* Reads the arguments of a use. The lexer stands in front of the opening parenthesis, and is left after the closing
 * one; false where there is none, or the arguments are too long. */
static bool read_arguments(struct expansion *expansion, struct ptxc_host_lexer *lexer) {
    struct ptxc_host_token token = ptxc_host_c_next(lexer);
    uint32_t depth = 1, start = token.offset + 1;
    if (!ptxc_host_is_symbol(token, '('))
        return false;
    while (depth > 0) {
        token = ptxc_host_c_next(lexer);
        if (token.kind == PTXC_HOST_END || token.kind == PTXC_HOST_DIRECTIVE || token.kind == PTXC_HOST_DEFINE_END ||
            token.offset - start > LONGEST_EXPANSION)
            return false;
        depth += ptxc_host_is_symbol(token, '(');
        depth -= ptxc_host_is_symbol(token, ')');
    }
    struct ptxc_span inside = {start, token.offset - start};
    return split(expansion->extraction, inside, expansion->arguments, &expansion->argument_count);
}

/* The argument for a parameter of this name, or NULL. */
static const struct ptxc_span *find_argument(const struct expansion *expansion, struct ptxc_host_token name) {
    struct ptxc_span span = {name.offset, name.length};
    for (size_t i = 0; name.kind == PTXC_HOST_WORD && i < expansion->parameter_count; i++)
        if (same_text(expansion->source, expansion->parameters[i], span))
            return &expansion->arguments[i];
    return NULL;
}

/* Adds an argument that is not stringized; false unless it is one literal. */
static bool add_literal_argument(struct ptxc_builder *builder, const struct expansion *expansion,
                                 struct ptxc_span argument) {
    struct ptxc_host_lexer lexer = {.source = expansion->source,
                                    .length = argument.offset + argument.length,
                                    .position = argument.offset,
                                    .inside_line = true};
    struct ptxc_host_token token = ptxc_host_c_next(&lexer);
    if (token.kind != PTXC_HOST_STRING || token.length != argument.length)
        return false;
    ptxc_builder_literal(builder, expansion->source, &token);
    return true;
}

/* Adds the text of the body, in front of which the lexer stands. False where the body has more than literals,
 * stringized parameters and parameters whose arguments are literals. */
static bool add_body(struct ptxc_builder *builder, const struct expansion *expansion, struct ptxc_host_lexer *lexer) {
    for (;;) {
        const uint32_t start = lexer->position;
        struct ptxc_host_token token = ptxc_host_c_next(lexer);
        if (!ptxc_extraction_charge(expansion->extraction, lexer->position - start))
            return false;
        bool stringize = ptxc_host_is_symbol(token, '#'); /* #name puts the argument as written, not decoded */
        if (token.kind == PTXC_HOST_DEFINE_END || token.kind == PTXC_HOST_END)
            return true;
        if (builder->length > LONGEST_EXPANSION)
            return false;
        if (token.kind == PTXC_HOST_STRING) {
            ptxc_builder_literal(builder, expansion->source, &token);
            continue;
        }
        if (stringize)
            token = ptxc_host_c_next(lexer);
        const struct ptxc_span *argument = find_argument(expansion, token);
        if (!argument || (!stringize && !add_literal_argument(builder, expansion, *argument)))
            return false;
        if (stringize)
            ptxc_builder_characters(builder, expansion->source + argument->offset, argument->length, argument->offset,
                                    1);
    }
}

bool ptxc_macros_expand(const struct ptxc_macros *macros, struct ptxc_extraction *extraction,
                        struct ptxc_host_lexer *lexer, struct ptxc_host_token name, struct ptxc_builder *builder) {
    const struct ptxc_macro *macro = find_macro(macros, extraction, (struct ptxc_span){name.offset, name.length});
    struct ptxc_host_lexer after = *lexer;
    struct expansion expansion = {.extraction = extraction, .source = extraction->source};
    if (!macro || !ptxc_extraction_spend(extraction, LONGEST_EXPANSION / 8))
        return false;
    struct ptxc_host_token define = macro->define;
    uint32_t end = define.offset + define.length, name_end = define.body.offset + define.body.length;
    if (has_parameters(define)) {
        struct ptxc_span parameters = {name_end + 1, end - name_end - 2};
        if (!split(extraction, parameters, expansion.parameters, &expansion.parameter_count) ||
            !read_arguments(&expansion, &after) || expansion.argument_count != expansion.parameter_count)
            return false;
    }
    struct ptxc_host_lexer body = body_of(extraction, define);
    struct ptxc_builder *text = ptxc_builder_open(extraction, PTXC_WORK_EXPANSION);
    /* The text is built apart: where the body turns out to be no text, nothing was added. */
    if (!add_body(text, &expansion, &body) || !ptxc_extraction_spend(extraction, text->length))
        return false;
    ptxc_builder_whole(builder, text->text, text->length,
                       (struct ptxc_span){name.offset, after.position - name.offset});
    *lexer = after;
    return true;
}
