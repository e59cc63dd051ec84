/* Concatenations: see concatenation.h. Expressions between the literals are gaps, which become unknown text. */
#include "host/common/concatenation.h"

#include <string.h>

#include "host/common/literal.h"

enum { LONGEST_EXPRESSION = 64 }; /* between two literals, in tokens */

/* Whether the token is an operator that joins strings; of <<, moves past the second sign. */
static bool is_joint(const struct ptxc_host_group *group, struct ptxc_host_lexer *lexer, struct ptxc_host_token token) {
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
static bool read_gap(struct ptxc_host_group *group, struct ptxc_host_lexer *lexer, struct ptxc_host_token token,
                     bool words) {
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

bool ptxc_host_group_next(struct ptxc_host_group *group) {
    struct ptxc_host_lexer lexer = group->lexer;
    const struct ptxc_host_group before = *group;
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

enum ptxc_interpolation ptxc_host_group_formatting(const struct ptxc_host_group *group) {
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

void ptxc_host_group_decode(struct ptxc_builder *builder, struct ptxc_host_group group, uint32_t end,
                            enum ptxc_interpolation formatting) {
    const char *source = group.lexer.source;
    do {
        struct ptxc_host_token literal = group.literal;
        if (literal.interpolation == PTXC_INTERPOLATION_NONE)
            literal.interpolation = formatting;
        if (group.gap.length)
            ptxc_host_builder_unknown(builder, group.gap);
        ptxc_host_builder_literal(builder, source, &literal);
    } while (group.lexer.position < end && ptxc_host_group_next(&group));
}
