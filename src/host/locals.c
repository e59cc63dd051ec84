/* Constants in variables: see locals.h. A name is looked up backwards from where it is used, through the blocks around
 * it; then its scope is looked through for what changes it.
 */
#include "host/locals.h"

#include <string.h>

#include "base/buffer.h"
#include "host/c.h"
#include "host/constant.h"

enum { FURTHEST = 20000, DEEPEST = 8, LONGEST = 250, WORK = 20, LEAST_WORK = 1 << 20 };

/* Types of the same size everywhere, which sizeof is asked about. */
static const struct {
    const char *name;
    uint8_t size;
    bool casts;
} types[] = {
#define CASTS true
#define NO_CAST false
#define HOST_SIZE(name, size, casts) {name, size, casts},
#include "host_sizes.def"
};

bool ptxc_tokens_make(struct ptxc_arena *arena, const char *source, uint32_t length, uint64_t *budget,
                      struct ptxc_tokens *tokens) {
    struct ptxc_host_lexer lexer = {.source = source, .length = length};
    struct ptxc_host_token *items = NULL, token;
    size_t capacity = 0;
    *budget = (uint64_t)WORK * length + LEAST_WORK;
    *tokens = (struct ptxc_tokens){.arena = arena, .source = source, .budget = budget};
    while ((token = ptxc_host_c_next(&lexer)).kind != PTXC_HOST_END) {
        struct ptxc_host_token *grown = items;
        if (token.kind == PTXC_HOST_DIRECTIVE)
            continue;
        grown = ptxc_arena_grow(arena, items, &capacity, tokens->count + 1, sizeof(*items));
        if (!grown)
            return false;
        items = grown;
        items[tokens->count++] = token;
        tokens->items = items;
    }
    return true;
}

/* Takes one look from the budget; false when there are none left. */
static bool spend(const struct ptxc_tokens *tokens) {
    *tokens->budget -= *tokens->budget > 0;
    return *tokens->budget > 0;
}

/* The character of a symbol at a place, or 0. */
static char symbol_at(const struct ptxc_tokens *tokens, uint32_t at) {
    return at < tokens->count && tokens->items[at].kind == PTXC_HOST_SYMBOL ? tokens->items[at].symbol : 0;
}

static bool opens(char c) {
    return c == '(' || c == '[' || c == '{';
}

static bool closes(char c) {
    return c == ')' || c == ']' || c == '}';
}

static bool is_word(const struct ptxc_tokens *tokens, uint32_t at, const char *word) {
    return at < tokens->count && ptxc_host_is_word(tokens->source, tokens->items[at], word);
}

static bool is_any_word(const struct ptxc_tokens *tokens, uint32_t at) {
    return at < tokens->count && tokens->items[at].kind == PTXC_HOST_WORD;
}

static bool is_same(const struct ptxc_tokens *tokens, uint32_t a, uint32_t b) {
    return is_any_word(tokens, a) && tokens->items[a].length == tokens->items[b].length &&
           memcmp(tokens->source + tokens->items[a].offset, tokens->source + tokens->items[b].offset,
                  tokens->items[a].length) == 0;
}

/* The token after the bracket that closes what opens at `at`. */
static uint32_t after_bracket(const struct ptxc_tokens *tokens, uint32_t at) {
    uint32_t depth = 0;
    do {
        depth += opens(symbol_at(tokens, at));
        depth -= closes(symbol_at(tokens, at)) && depth > 0;
        at++;
    } while (depth > 0 && at < tokens->count && spend(tokens));
    return at;
}

struct ptxc_token_run ptxc_tokens_argument(const struct ptxc_tokens *tokens, uint32_t at, uint32_t *end) {
    const uint32_t first = at;
    while (at < tokens->count && symbol_at(tokens, at) != ',' && symbol_at(tokens, at) != ';' &&
           !closes(symbol_at(tokens, at)) && spend(tokens))
        at = opens(symbol_at(tokens, at)) ? after_bracket(tokens, at) : at + 1;
    *end = at < tokens->count ? at : tokens->count;
    return (struct ptxc_token_run){first, *end - first};
}

struct ptxc_span ptxc_tokens_span(const struct ptxc_tokens *tokens, struct ptxc_token_run run) {
    if (run.count == 0 || run.first + run.count > tokens->count)
        return (struct ptxc_span){0, 0};
    const struct ptxc_host_token *last = &tokens->items[run.first + run.count - 1];
    const uint32_t begin = tokens->items[run.first].offset;
    return (struct ptxc_span){begin, last->offset + last->length - begin};
}

/* Whether the name at `at` is declared there, with a value: a type stands before it, and '=' or '{' after it or
 * after its extent. */
static bool is_declared(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = at > 0 ? symbol_at(tokens, at - 1) : 0;
    const bool typed = at > 0 && (before == '>' || (is_any_word(tokens, at - 1) && !is_word(tokens, at - 1, "return") &&
                                                    !is_word(tokens, at - 1, "goto")));
    uint32_t next = at + 1;
    if (symbol_at(tokens, next) == '[')
        next = after_bracket(tokens, next);
    return typed &&
           ((symbol_at(tokens, next) == '=' && symbol_at(tokens, next + 1) != '=') || symbol_at(tokens, next) == '{');
}

/* Whether the name at `at` is declared without being a constant, so that nothing is known of it: `int n;`, a
 * parameter.
 */
static bool is_declared_open(const struct ptxc_tokens *tokens, uint32_t at) {
    const char next = symbol_at(tokens, at + 1);
    const bool typed = at > 0 && (is_any_word(tokens, at - 1) || symbol_at(tokens, at - 1) == '>' ||
                                  symbol_at(tokens, at - 1) == '&' || symbol_at(tokens, at - 1) == '*');
    return typed && !is_word(tokens, at - 1, "return") && (next == ';' || next == ',' || next == ')' || next == '[') &&
           (is_any_word(tokens, at - 1) || is_any_word(tokens, at - 2));
}

/* Whether a call around the name at `at` may change what it is handed: any but those that encode tensor maps, which
 * take their arrays as const. */
static bool is_handed_over(const struct ptxc_tokens *tokens, uint32_t at) {
    static const char encode[] = "cuTensorMapEncode";
    const char before = symbol_at(tokens, at - 1), next = symbol_at(tokens, at + 1);
    uint32_t depth = 1;
    if ((before != '(' && before != ',') || (next != ')' && next != ','))
        return false;
    while (at > 0 && depth > 0 && spend(tokens)) {
        at--;
        depth += symbol_at(tokens, at) == ')';
        depth -= symbol_at(tokens, at) == '(';
    }
    return at == 0 || !is_any_word(tokens, at - 1) || tokens->items[at - 1].length < sizeof(encode) - 1 ||
           memcmp(tokens->source + tokens->items[at - 1].offset, encode, sizeof(encode) - 1) != 0;
}

/* Whether the variable at `at` is changed there, or may be. */
static bool is_changed(const struct ptxc_tokens *tokens, uint32_t at) {
    uint32_t next = at + 1;
    while (symbol_at(tokens, next) == '[')
        next = after_bracket(tokens, next);
    const char c = symbol_at(tokens, next), after = symbol_at(tokens, next + 1), before = symbol_at(tokens, at - 1);
    if (before == '.' || (before == '>' && symbol_at(tokens, at - 2) == '-')) /* a member of something else */
        return false;
    if (c == '=' && after != '=')
        return true;
    if (c && strchr("+-*/%|&^", c) && (after == '=' || ((c == '+' || c == '-') && after == c)))
        return true;
    if ((c == '<' || c == '>') && after == c && symbol_at(tokens, next + 2) == '=')
        return true;
    if ((before == '+' || before == '-') && symbol_at(tokens, at - 2) == before)
        return true;
    if (before == '&' && !is_any_word(tokens, at - 2) && symbol_at(tokens, at - 2) != ')')
        return next == at + 1; /* &box[0] only shows where it is */
    return is_handed_over(tokens, at);
}

/* Finds the nearest declaration before `name` whose block is open there. 0: there is none that is known. */
static uint32_t find_declaration(const struct ptxc_tokens *tokens, uint32_t name) {
    uint32_t found = 0, depth = 0, steps = 0;
    for (uint32_t at = name; at > 1 && steps < FURTHEST && spend(tokens); steps++) {
        const char c = symbol_at(tokens, --at);
        const bool here = depth == 0 && is_same(tokens, at, name);
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
    return spend(tokens) ? found : 0;
}

/* Whether something changes the variable from its declaration to the end of its block. */
static bool is_variable(const struct ptxc_tokens *tokens, uint32_t declaration) {
    uint32_t depth = 1;
    for (uint32_t at = declaration + 1; at < tokens->count && depth > 0 && at - declaration < FURTHEST; at++) {
        const char c = symbol_at(tokens, at);
        depth += c == '{';
        depth -= c == '}';
        if (!spend(tokens) || (is_same(tokens, at, declaration) && is_changed(tokens, at)))
            return true;
    }
    return false;
}

bool ptxc_locals_find(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *list) {
    const uint32_t declaration = find_declaration(tokens, name);
    if (!declaration || is_variable(tokens, declaration))
        return false;
    uint32_t at = declaration + 1, end;
    const bool extent = symbol_at(tokens, at) == '[';
    if (extent)
        at = after_bracket(tokens, at);
    at += symbol_at(tokens, at) == '=';
    *list = symbol_at(tokens, at) == '{';
    if (*list) {
        end = after_bracket(tokens, at);
        *value = (struct ptxc_token_run){at + 1, end - at - 2};
    } else {
        *value = ptxc_tokens_argument(tokens, at, &end);
    }
    /* What ends otherwise may be a parameter of a function or a template, which has it where nothing else is given.
     */
    return value->count > 0 && symbol_at(tokens, end) == ';' && (*list || !extent);
}

/* Finds what a macro without parameters stands for, if the source defines it once. */
static bool find_macro(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value) {
    const struct ptxc_host_token *word = &tokens->items[name];
    uint32_t found = 0;
    for (uint32_t i = 0; i < tokens->count && spend(tokens); i++) {
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
    return value->count > 0 && spend(tokens);
}

/* Takes `{value}` for what is in it; false where the braces hold several values. */
static bool unwrap(const struct ptxc_tokens *tokens, struct ptxc_token_run value, bool list) {
    uint32_t end;
    return !list || ptxc_tokens_argument(tokens, value.first, &end).count == value.count;
}

static bool evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int depth, int64_t *value);

/* The type at a place, as its place among the types; their count where it is none of them. */
static size_t type_at(const struct ptxc_tokens *tokens, uint32_t at) {
    size_t type = 0;
    while (type < PTXC_COUNT(types) && !is_word(tokens, at, types[type].name))
        type++;
    return type;
}

static bool casts(const struct ptxc_tokens *tokens, uint32_t at) {
    const size_t type = type_at(tokens, at);
    return type < PTXC_COUNT(types) && types[type].casts;
}

/* Writes the word at `at`, and what belongs to it, as a number, or nothing where it is a cast; gives the token
 * after it, or 0 where it is neither. */
static uint32_t put_word(const struct ptxc_tokens *tokens, uint32_t at, int depth, struct ptxc_buffer *text) {
    struct ptxc_token_run value;
    bool list = false;
    int64_t number;
    if (is_word(tokens, at, "sizeof") && symbol_at(tokens, at + 1) == '(' && symbol_at(tokens, at + 3) == ')' &&
        type_at(tokens, at + 2) < PTXC_COUNT(types)) {
        ptxc_buffer_add(text, "%u", (unsigned)types[type_at(tokens, at + 2)].size);
        return at + 4;
    }
    if (is_word(tokens, at, "static_cast") && symbol_at(tokens, at + 1) == '<' && casts(tokens, at + 2) &&
        symbol_at(tokens, at + 3) == '>')
        return at + 4;
    if (casts(tokens, at) && symbol_at(tokens, at + 1) == '(')
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
        const bool cast = symbol_at(tokens, at) == '(' && casts(tokens, at + 1) && symbol_at(tokens, at + 2) == ')';
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
        while (at + 2 < end && is_any_word(tokens, at) && symbol_at(tokens, at + 1) == ':' &&
               symbol_at(tokens, at + 2) == ':')
            at += 3;
        if (at + 1 != end || !is_any_word(tokens, at))
            return false;
        *word = at;
        if (!ptxc_locals_find(tokens, at, &value, &list) || !unwrap(tokens, value, list))
            return true;
        expression = value;
    }
    return false;
}
