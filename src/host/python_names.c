/* Constants in variables of Python: see python_names.h. A name belongs to the function, or to the module, that binds
 * it; so the tokens are looked through once for each function around its use, until one has it.
 */
#include "host/python_names.h"

#include <string.h>

#include "base/buffer.h"
#include "host/constant.h"

enum { DEEPEST = 6, LONGEST = 250, MOST_SCOPES = 16, MOST_COLUMNS = 1000 };

/* A `def` or a `class` around a line. */
struct scope {
    uint32_t word; /* its token */
    uint32_t column;
    bool is_class;
};

/* A place in the source, and what is around it. */
struct walk {
    const struct ptxc_tokens *tokens;
    uint32_t at, depth;
    bool starts; /* a statement begins here */
    bool heads;  /* it is in the first line of a function, with its parameters */
    struct scope scopes[MOST_SCOPES];
    uint32_t scope_count;
};

/* What a scope does with a name. */
struct search {
    uint32_t name, scope; /* the token of its word; of the module UINT32_MAX */
    uint32_t bindings;
    bool changed, handed_over;
    struct ptxc_token_run value;
};

/* The column of a token, as far as columns are told apart. */
static uint32_t column_of(const struct ptxc_tokens *tokens, uint32_t at) {
    const uint32_t offset = tokens->items[at].offset;
    uint32_t column = 0;
    while (column < offset && column < MOST_COLUMNS && tokens->source[offset - column - 1] != '\n')
        column++;
    return column;
}

/* Leaves the functions that have ended before this line, and enters the one that begins in it. */
static void enter_line(struct walk *walk) {
    const struct ptxc_tokens *tokens = walk->tokens;
    const uint32_t column = column_of(tokens, walk->at);
    const uint32_t word = walk->at + ptxc_tokens_is_word(tokens, walk->at, "async");
    const bool is_class = ptxc_tokens_is_word(tokens, word, "class");
    while (walk->scope_count > 0 && column <= walk->scopes[walk->scope_count - 1].column)
        walk->scope_count--;
    walk->heads = ptxc_tokens_is_word(tokens, word, "def");
    if ((walk->heads || is_class) && walk->scope_count < MOST_SCOPES)
        walk->scopes[walk->scope_count++] = (struct scope){word, column, is_class};
}

/* Goes to the next token; false after the last. */
static bool advance(struct walk *walk) {
    const struct ptxc_tokens *tokens = walk->tokens;
    const char c = ptxc_tokens_symbol(tokens, walk->at);
    if (c && strchr("([{", c))
        walk->depth++;
    else if (c && strchr(")]}", c))
        walk->depth -= walk->depth > 0;
    if (++walk->at >= tokens->count || !ptxc_tokens_spend(tokens))
        return false;
    const bool line = walk->at == 0 || tokens->items[walk->at - 1].kind == PTXC_HOST_NEWLINE;
    walk->starts = line || (walk->depth == 0 && c == ';');
    if (line && tokens->items[walk->at].kind != PTXC_HOST_NEWLINE)
        enter_line(walk);
    return true;
}

static struct walk begin(const struct ptxc_tokens *tokens) {
    return (struct walk){.tokens = tokens, .at = UINT32_MAX};
}

static uint32_t scope_of(const struct walk *walk) {
    return walk->scope_count > 0 ? walk->scopes[walk->scope_count - 1].word : UINT32_MAX;
}

/* Whether the token is the '=' of an assignment, also of one such as '+='. */
static bool assigns(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = ptxc_tokens_symbol(tokens, at - 1);
    const bool compares = before && strchr("=!<>", before) &&
                          !(ptxc_tokens_symbol(tokens, at - 2) == before && (before == '<' || before == '>'));
    return ptxc_tokens_symbol(tokens, at) == '=' && ptxc_tokens_symbol(tokens, at + 1) != '=' && !compares;
}

static bool ends(const struct ptxc_tokens *tokens, uint32_t at) {
    return at >= tokens->count || tokens->items[at].kind == PTXC_HOST_NEWLINE || ptxc_tokens_symbol(tokens, at) == ';';
}

/* The next '=' of an assignment in the rest of the statement, outside of brackets; 0 where there is none. */
static uint32_t find_assignment(const struct ptxc_tokens *tokens, uint32_t at, uint32_t depth) {
    for (; (depth > 0 || !ends(tokens, at)) && at < tokens->count && ptxc_tokens_spend(tokens); at++) {
        const char c = ptxc_tokens_symbol(tokens, at);
        depth += c && strchr("([{", c);
        depth -= c && strchr(")]}", c) && depth > 0;
        if (depth == 0 && assigns(tokens, at))
            return at;
    }
    return 0;
}

/* The rest of a statement. */
static struct ptxc_token_run rest_of(const struct ptxc_tokens *tokens, uint32_t first) {
    uint32_t at = first;
    while (!ends(tokens, at) && ptxc_tokens_spend(tokens)) {
        ptxc_tokens_argument(tokens, at, &at);
        at += ptxc_tokens_symbol(tokens, at) == ',';
        if (ptxc_tokens_symbol(tokens, at) && strchr(")]}", ptxc_tokens_symbol(tokens, at)))
            break;
    }
    return (struct ptxc_token_run){first, at - first};
}

/* What the name at `at` is bound to by a statement such as `a, b = 1, 2`; false for any other. */
static bool unpack(const struct ptxc_tokens *tokens, uint32_t at, struct ptxc_token_run *value) {
    uint32_t first = at, last = at, end, values = 0;
    while (first > 1 && ptxc_tokens_symbol(tokens, first - 1) == ',' && ptxc_tokens_is_name(tokens, first - 2))
        first -= 2;
    while (ptxc_tokens_symbol(tokens, last + 1) == ',' && ptxc_tokens_is_name(tokens, last + 2))
        last += 2;
    if ((first > 0 && !ends(tokens, first - 1)) || first == last || !assigns(tokens, last + 1))
        return false;
    for (end = last + 1; values == 0 || ptxc_tokens_symbol(tokens, end) == ','; values++) {
        const struct ptxc_token_run here = ptxc_tokens_argument(tokens, end + 1, &end);
        if (values == (at - first) / 2)
            *value = here;
        if (ptxc_tokens_symbol(tokens, here.first) == '*')
            return false;
    }
    return ends(tokens, end) && values == (last - first) / 2 + 1;
}

/* Whether a word before the name at `at`, perhaps with other names between them, binds it: `for`, `import`. */
static bool is_bound_by_word(const struct ptxc_tokens *tokens, uint32_t at) {
    static const char *const binding[] = {"for", "lambda", "import", "as", "del", "case"};
    static const char *const others[] = {"in", "and", "or", "not", "return", "if", "else", "is", "yield", "while"};
    while (at-- > 0 && ptxc_tokens_spend(tokens)) {
        const char c = ptxc_tokens_symbol(tokens, at);
        if (!ptxc_tokens_is_name(tokens, at) && !(c && strchr(",()*", c)))
            return false;
        for (size_t i = 0; i < PTXC_COUNT(others); i++)
            if (ptxc_tokens_is_word(tokens, at, others[i]))
                return false;
        for (size_t i = 0; i < PTXC_COUNT(binding); i++)
            if (ptxc_tokens_is_word(tokens, at, binding[i]))
                return true;
    }
    return false;
}

/* Whether all scopes may see another value for what stands before the name at `at`. */
static bool is_bound_elsewhere(const struct ptxc_tokens *tokens, uint32_t at) {
    if (at > 0 && (ptxc_tokens_is_word(tokens, at - 1, "def") || ptxc_tokens_is_word(tokens, at - 1, "class")))
        return true;
    while (at > 1 && ptxc_tokens_symbol(tokens, at - 1) == ',' && ptxc_tokens_is_name(tokens, at - 2) &&
           ptxc_tokens_spend(tokens))
        at -= 2;
    return at > 0 && (ptxc_tokens_is_word(tokens, at - 1, "global") || ptxc_tokens_is_word(tokens, at - 1, "nonlocal"));
}

/* Whether the list at `at` is only looked at there: its length is asked, or a tensor map is made of it. */
static bool is_looked_at(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = ptxc_tokens_symbol(tokens, at - 1), after = ptxc_tokens_symbol(tokens, at + 1);
    if (!before || !strchr("(,=", before) || (after != ')' && after != ','))
        return false;
    return (before == '(' && ptxc_tokens_is_word(tokens, at - 2, "len")) || ptxc_tokens_encode(tokens, at);
}

/* Whether the scope is the one of the walk, or one around it. */
static bool is_within(const struct walk *walk, uint32_t scope) {
    for (uint32_t i = 0; i < walk->scope_count; i++)
        if (walk->scopes[i].word == scope)
            return true;
    return scope == UINT32_MAX;
}

/* Whether a statement binds the name where the walk is, and that alone or along with others; `*value` is what to. */
static bool binds(const struct walk *walk, uint32_t equals, struct ptxc_token_run *value) {
    const struct ptxc_tokens *tokens = walk->tokens;
    const uint32_t at = walk->at;
    if (!equals || walk->depth > 0)
        return false;
    if (!walk->starts || (equals != at + 1 && ptxc_tokens_symbol(tokens, at + 1) != ':'))
        return unpack(tokens, at, value);
    *value = rest_of(tokens, equals + 1);
    return true;
}

/* Whether the name where the walk is may be bound there in any other way. */
static bool may_bind(const struct walk *walk, uint32_t equals) {
    const struct ptxc_tokens *tokens = walk->tokens;
    const uint32_t at = walk->at;
    const char before = ptxc_tokens_symbol(tokens, at - 1);
    const bool walrus = ptxc_tokens_symbol(tokens, at + 1) == ':' && ptxc_tokens_symbol(tokens, at + 2) == '=';
    const bool parameter = walk->heads && walk->depth > 0 && (before == '(' || before == ',' || before == '*');
    const bool names_argument = walk->depth > 0 && assigns(tokens, at + 1);
    return parameter || walrus || (equals && !names_argument) || is_bound_by_word(tokens, at);
}

/* Takes down what happens to the name where the walk is. */
static void take(struct search *search, const struct walk *walk) {
    const struct ptxc_tokens *tokens = walk->tokens;
    const uint32_t at = walk->at;
    struct ptxc_token_run value;
    if (at > 0 && ptxc_tokens_symbol(tokens, at - 1) == '.')
        return;
    const uint32_t equals = find_assignment(tokens, at, walk->depth);
    const bool bound = binds(walk, equals, &value), here = scope_of(walk) == search->scope;
    search->changed |= is_bound_elsewhere(tokens, at) || (here && !bound && may_bind(walk, equals));
    search->handed_over |= is_within(walk, search->scope) && !bound && !is_looked_at(tokens, at);
    search->bindings += bound && here;
    if (bound && here)
        search->value = value;
}

/* What the name at a token is bound to; false where that is not certain. `*handed_over`: what it is bound to may have
 * been changed, if it can be. */
static bool find(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *handed_over) {
    struct walk use = begin(tokens);
    while (advance(&use) && use.at < name)
        ;
    for (uint32_t left = use.scope_count + 1; left-- > 0;) {
        struct search search = {.name = name, .scope = left > 0 ? use.scopes[left - 1].word : UINT32_MAX};
        struct walk walk = begin(tokens);
        if (left > 0 && left < use.scope_count && use.scopes[left - 1].is_class)
            continue;
        while (advance(&walk))
            if (ptxc_tokens_is_same(tokens, walk.at, name))
                take(&search, &walk);
        if (search.changed || search.bindings > 1 || use.scope_count == MOST_SCOPES || !ptxc_tokens_spend(tokens))
            return false;
        *value = search.value;
        *handed_over = search.handed_over;
        if (search.bindings == 1)
            return value->count > 0;
    }
    return false;
}

/* The last word of the name with dots that begins at `at`. */
static uint32_t last_of(const struct ptxc_tokens *tokens, uint32_t at) {
    while (ptxc_tokens_symbol(tokens, at + 1) == '.' && ptxc_tokens_is_name(tokens, at + 2))
        at += 2;
    return at;
}

static bool evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int depth, int64_t *value);

/* How many elements a list or a tuple has; false where that is not certain, as of a comprehension. */
static bool count(const struct ptxc_tokens *tokens, struct ptxc_token_run list, int64_t *number) {
    struct ptxc_token_run elements;
    if (!ptxc_python_list(tokens, list, &elements))
        return false;
    *number = 0;
    for (uint32_t at = elements.first; at < elements.first + elements.count; at++) {
        const struct ptxc_token_run here = ptxc_tokens_argument(tokens, at, &at);
        if (here.count == 0 || ptxc_tokens_symbol(tokens, here.first) == '*')
            return false;
        for (uint32_t i = here.first; i < here.first + here.count; i++)
            if (ptxc_tokens_is_word(tokens, i, "for"))
                return false;
        ++*number;
    }
    return true;
}

/* Writes the name at `*at` as a number, or nothing where it is a type that is called; goes past it. */
static bool put_name(const struct ptxc_tokens *tokens, uint32_t *at, int depth, struct ptxc_buffer *text) {
    const uint32_t first = *at, last = last_of(tokens, first);
    struct ptxc_token_run bound;
    bool handed_over;
    int64_t number;
    *at = last + 1;
    if (ptxc_tokens_is_word(tokens, first, "len") && ptxc_tokens_symbol(tokens, first + 1) == '(') {
        if (!count(tokens, ptxc_tokens_argument(tokens, first + 2, at), &number))
            return false;
        ++*at; /* the parenthesis */
    } else if (ptxc_tokens_symbol(tokens, last + 1) == '(') {
        return ptxc_tokens_casts(tokens, last);
    } else if (first != last || depth == 0 || !find(tokens, first, &bound, &handed_over) ||
               !evaluate(tokens, bound, depth - 1, &number)) {
        return false;
    }
    ptxc_buffer_add(text, "(%lld)", (long long)number);
    return true;
}

/* Writes the operator at `*at` as C has it, and goes past it; false for those that C does not have, or has otherwise.
 */
static bool put_operator(const struct ptxc_tokens *tokens, uint32_t *at, struct ptxc_buffer *text) {
    const char c = ptxc_tokens_symbol(tokens, *at);
    const bool doubled = c && c != '(' && c != ')' && ptxc_tokens_symbol(tokens, *at + 1) == c;
    if (!c || !strchr(doubled ? "/<>+-~" : "()+-*%&|^~", c))
        return false;
    const bool pair = doubled && strchr("/<>", c);
    ptxc_buffer_put(text, tokens->source + tokens->items[*at].offset, 1);
    if (pair && c != '/')
        ptxc_buffer_put(text, tokens->source + tokens->items[*at].offset, 1);
    *at += pair ? 2 : 1;
    return true;
}

/* Evaluates an expression as one of C, in which names stand as their values. Where something may be negative, a
 * division rounds otherwise than in C. */
static bool evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int depth, int64_t *value) {
    char written[LONGEST];
    struct ptxc_buffer text = {written, sizeof(written), 0};
    const uint32_t end = expression.first + expression.count;
    for (uint32_t at = expression.first; at < end;) {
        const struct ptxc_host_token *token = &tokens->items[at];
        bool known = token->kind == PTXC_HOST_NUMBER;
        if (known)
            ptxc_buffer_put(&text, tokens->source + tokens->items[at++].offset, token->length);
        else if (token->kind == PTXC_HOST_WORD)
            known = put_name(tokens, &at, depth, &text);
        else
            known = put_operator(tokens, &at, &text);
        if (!known)
            return false;
        ptxc_buffer_put(&text, " ", 1);
    }
    if (text.length == 0 || text.length >= sizeof(written) ||
        (memchr(written, '-', text.length) && (memchr(written, '/', text.length) || memchr(written, '%', text.length))))
        return false;
    return ptxc_constant_evaluate(written, (struct ptxc_span){0, (uint32_t)text.length}, NULL, value);
}

bool ptxc_python_evaluate(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, int64_t *value) {
    return evaluate(tokens, expression, DEEPEST, value);
}

bool ptxc_python_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word) {
    bool handed_over;
    for (int depth = 0; depth < DEEPEST && expression.count > 0; depth++) {
        *word = last_of(tokens, expression.first);
        if (!ptxc_tokens_is_name(tokens, *word) || *word + 1 != expression.first + expression.count)
            return false;
        if (*word != expression.first || !find(tokens, *word, &expression, &handed_over))
            return true;
    }
    return false;
}

/* The elements of what is written as a list or a tuple. */
static bool open_list(const struct ptxc_tokens *tokens, struct ptxc_token_run written,
                      struct ptxc_token_run *elements) {
    const uint32_t end = written.first + written.count;
    const char c = ptxc_tokens_symbol(tokens, written.first);
    uint32_t after;
    *elements = written;
    if ((c == '[' || c == '(') && ptxc_tokens_after_bracket(tokens, written.first) == end)
        *elements = (struct ptxc_token_run){written.first + 1, written.count - 2};
    ptxc_tokens_argument(tokens, elements->first, &after);
    return elements->count > 0 &&
           ((c == '[' && elements->count < written.count) || after < elements->first + elements->count);
}

bool ptxc_python_list(const struct ptxc_tokens *tokens, struct ptxc_token_run expression,
                      struct ptxc_token_run *elements) {
    bool handed_over = false;
    if (expression.count == 1 && ptxc_tokens_is_name(tokens, expression.first) &&
        !find(tokens, expression.first, &expression, &handed_over))
        return false;
    return expression.count > 0 && open_list(tokens, expression, elements) &&
           !(handed_over && ptxc_tokens_symbol(tokens, expression.first) == '[');
}
