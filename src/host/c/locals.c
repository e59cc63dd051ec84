/* Constants in variables: see locals.h. A name is looked up backwards from where it is used, through the blocks around
 * it; then its scope is looked through for what changes it.
 */
#include "host/c/locals.h"

#include <string.h>

#include "base/buffer.h"
#include "host/c/constant.h"

enum { FURTHEST = 20000, DEEPEST = 8, LONGEST = 250 };

/* Whether the name at `at` is declared there, with a value: a type stands before it, and '=' or '{' after it or
 * after its extent. */
static bool is_declared(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = ptxc_tokens_symbol(tokens, at - 1);
    const bool typed = at > 0 && (before == '>' || (ptxc_tokens_is_name(tokens, at - 1) &&
                                                    !ptxc_tokens_is_word(tokens, at - 1, "return") &&
                                                    !ptxc_tokens_is_word(tokens, at - 1, "goto")));
    uint32_t next = at + 1;
    if (ptxc_tokens_symbol(tokens, next) == '[')
        next = ptxc_tokens_after_bracket(tokens, next);
    return typed && ((ptxc_tokens_symbol(tokens, next) == '=' && ptxc_tokens_symbol(tokens, next + 1) != '=') ||
                     ptxc_tokens_symbol(tokens, next) == '{');
}

/* Whether the name at `at` is declared without being a constant, so that nothing is known of it: `int n;`, a
 * parameter.
 */
static bool is_declared_open(const struct ptxc_tokens *tokens, uint32_t at) {
    const char next = ptxc_tokens_symbol(tokens, at + 1);
    const bool typed =
        at > 0 && (ptxc_tokens_is_name(tokens, at - 1) || ptxc_tokens_symbol(tokens, at - 1) == '>' ||
                   ptxc_tokens_symbol(tokens, at - 1) == '&' || ptxc_tokens_symbol(tokens, at - 1) == '*');
    return typed && !ptxc_tokens_is_word(tokens, at - 1, "return") &&
           (next == ';' || next == ',' || next == ')' || next == '[') &&
           (ptxc_tokens_is_name(tokens, at - 1) || ptxc_tokens_is_name(tokens, at - 2));
}

/* Whether a call around the name at `at` may change what it is handed: any but those that encode tensor maps, which
 * take their arrays as const. */
static bool is_handed_over(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = ptxc_tokens_symbol(tokens, at - 1), next = ptxc_tokens_symbol(tokens, at + 1);
    if ((before != '(' && before != ',') || (next != ')' && next != ','))
        return false;
    return !ptxc_tokens_encode(tokens, at);
}

/* Whether the variable at `at` is changed there, or may be. */
static bool is_changed(const struct ptxc_tokens *tokens, uint32_t at) {
    uint32_t next = at + 1;
    while (ptxc_tokens_symbol(tokens, next) == '[')
        next = ptxc_tokens_after_bracket(tokens, next);
    const char c = ptxc_tokens_symbol(tokens, next), after = ptxc_tokens_symbol(tokens, next + 1),
               before = ptxc_tokens_symbol(tokens, at - 1);
    if (before == '.' || (before == '>' && ptxc_tokens_symbol(tokens, at - 2) == '-')) /* a member of something else */
        return false;
    if (c == '=' && after != '=')
        return true;
    if (c && strchr("+-*/%|&^", c) && (after == '=' || ((c == '+' || c == '-') && after == c)))
        return true;
    if ((c == '<' || c == '>') && after == c && ptxc_tokens_symbol(tokens, next + 2) == '=')
        return true;
    if ((before == '+' || before == '-') && ptxc_tokens_symbol(tokens, at - 2) == before)
        return true;
    if (before == '&' && !ptxc_tokens_is_name(tokens, at - 2) && ptxc_tokens_symbol(tokens, at - 2) != ')')
        return next == at + 1; /* &box[0] only shows where it is */
    return is_handed_over(tokens, at);
}

/* Finds the nearest declaration before `name` whose block is open there. 0: there is none that is known. */
static uint32_t find_declaration(const struct ptxc_tokens *tokens, uint32_t name) {
    uint32_t found = 0, depth = 0, steps = 0;
    for (uint32_t at = name; at > 1 && steps < FURTHEST && ptxc_tokens_spend(tokens); steps++) {
        const char c = ptxc_tokens_symbol(tokens, --at);
        const bool here = depth == 0 && ptxc_tokens_is_same(tokens, at, name);
        if (found && depth == 0 && c == '{')
            return found;
        depth += c == '}';
        depth -= c == '{' && depth > 0;
        if (here && (is_declared(tokens, at) || is_declared_open(tokens, at))) {
            if (found || !is_declared(tokens, at)) /* one for each of several #if lines */
                return 0;
            found = at;
        }
    }
    return ptxc_tokens_spend(tokens) ? found : 0;
}

/* Whether something changes the variable from its declaration to the end of its block. */
static bool is_variable(const struct ptxc_tokens *tokens, uint32_t declaration) {
    uint32_t depth = 1;
    for (uint32_t at = declaration + 1; at < tokens->count && depth > 0 && at - declaration < FURTHEST; at++) {
        const char c = ptxc_tokens_symbol(tokens, at);
        depth += c == '{';
        depth -= c == '}';
        if (!ptxc_tokens_spend(tokens) || (ptxc_tokens_is_same(tokens, at, declaration) && is_changed(tokens, at)))
            return true;
    }
    return false;
}

bool ptxc_locals_find(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *list) {
    const uint32_t declaration = find_declaration(tokens, name);
    if (!declaration || is_variable(tokens, declaration))
        return false;
    uint32_t at = declaration + 1, end;
    const bool extent = ptxc_tokens_symbol(tokens, at) == '[';
    if (extent)
        at = ptxc_tokens_after_bracket(tokens, at);
    at += ptxc_tokens_symbol(tokens, at) == '=';
    *list = ptxc_tokens_symbol(tokens, at) == '{';
    if (*list) {
        end = ptxc_tokens_after_bracket(tokens, at);
        *value = (struct ptxc_token_run){at + 1, end - at - 2};
    } else {
        *value = ptxc_tokens_argument(tokens, at, &end);
    }
    /* What ends otherwise may be a parameter of a function or a template, which has it where nothing else is given.
     */
    return value->count > 0 && ptxc_tokens_symbol(tokens, end) == ';' && (*list || !extent);
}

/* Finds what a macro without parameters stands for, if the source defines it once. */
static bool find_macro(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value) {
    const struct ptxc_host_token *word = &tokens->items[name];
    uint32_t found = 0;
    for (uint32_t i = 0; i < tokens->count && ptxc_tokens_spend(tokens); i++) {
        const struct ptxc_host_token *define = &tokens->items[i];
        if (define->kind != PTXC_HOST_DEFINE || define->body.length != word->length ||
            memcmp(tokens->source + define->body.offset, tokens->source + word->offset, word->length) != 0)
            continue;
        if (found || define->body.offset + define->body.length != define->offset + define->length)
            return false;
        found = i + 1;
    }
    *value = (struct ptxc_token_run){found, 0};
    while (found && found + value->count < tokens->count &&
           tokens->items[found + value->count].kind != PTXC_HOST_DEFINE_END)
        value->count++;
    return value->count > 0 && ptxc_tokens_spend(tokens);
}

/* Takes `{value}` for what is in it; false where the braces hold several values. */
static bool unwrap(const struct ptxc_tokens *tokens, struct ptxc_token_run value, bool list) {
    uint32_t end;
    return !list || ptxc_tokens_argument(tokens, value.first, &end).count == value.count;
}

static bool evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int depth, int64_t *value);

/* Writes the word at `at`, and what belongs to it, as a number, or nothing where it is a cast; gives the token
 * after it, or 0 where it is neither. */
static uint32_t put_word(const struct ptxc_tokens *tokens, uint32_t at, int depth, struct ptxc_buffer *text) {
    struct ptxc_token_run value;
    bool list = false;
    int64_t number;
    if (ptxc_tokens_is_word(tokens, at, "sizeof") && ptxc_tokens_symbol(tokens, at + 1) == '(' &&
        ptxc_tokens_symbol(tokens, at + 3) == ')' && ptxc_tokens_type_size(tokens, at + 2) > 0) {
        ptxc_buffer_add(text, "%u", (unsigned)ptxc_tokens_type_size(tokens, at + 2));
        return at + 4;
    }
    if (ptxc_tokens_is_word(tokens, at, "static_cast") && ptxc_tokens_symbol(tokens, at + 1) == '<' &&
        ptxc_tokens_casts(tokens, at + 2) && ptxc_tokens_symbol(tokens, at + 3) == '>')
        return at + 4;
    if (ptxc_tokens_casts(tokens, at) && ptxc_tokens_symbol(tokens, at + 1) == '(')
        return at + 1;
    if (depth == 0 || !(ptxc_locals_find(tokens, at, &value, &list) || find_macro(tokens, at, &value)) ||
        !unwrap(tokens, value, list) || !evaluate(tokens, value, depth - 1, &number))
        return 0;
    ptxc_buffer_add(text, "(%lld)", (long long)number);
    return at + 1;
}

/* Evaluates an expression: what is not a literal is replaced by its value. */
static bool evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int depth, int64_t *value) {
    char written[LONGEST];
    struct ptxc_buffer text = {written, sizeof(written), 0};
    const uint32_t end = expression.first + expression.count;
    for (uint32_t at = expression.first; at > 0 && at < end;) {
        const struct ptxc_host_token *token = &tokens->items[at];
        const bool cast = ptxc_tokens_symbol(tokens, at) == '(' && ptxc_tokens_casts(tokens, at + 1) &&
                          ptxc_tokens_symbol(tokens, at + 2) == ')';
        if (token->kind != PTXC_HOST_WORD && !cast)
            ptxc_buffer_put(&text, tokens->source + token->offset, token->length);
        if (token->kind == PTXC_HOST_WORD)
            at = put_word(tokens, at, depth, &text);
        else
            at += cast ? 3 : 1;
        if (at == 0)
            return false;
        ptxc_buffer_put(&text, " ", 1);
    }
    return text.length > 0 && text.length < sizeof(written) &&
           ptxc_constant_evaluate(written, (struct ptxc_span){0, (uint32_t)text.length}, NULL, value);
}

bool ptxc_locals_evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int64_t *value) {
    return evaluate(tokens, expression, DEEPEST, value);
}

bool ptxc_locals_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word) {
    for (int depth = 0; depth < DEEPEST; depth++) {
        struct ptxc_token_run value;
        bool list;
        uint32_t at = expression.first;
        const uint32_t end = expression.first + expression.count;
        while (at + 2 < end && ptxc_tokens_is_name(tokens, at) && ptxc_tokens_symbol(tokens, at + 1) == ':' &&
               ptxc_tokens_symbol(tokens, at + 2) == ':')
            at += 3;
        if (at + 1 != end || !ptxc_tokens_is_name(tokens, at))
            return false;
        *word = at;
        if (!ptxc_locals_find(tokens, at, &value, &list) || !unwrap(tokens, value, list))
            return true;
        expression = value;
    }
    return false;
}
