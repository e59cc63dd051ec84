/* Tensor maps in host code: see map_calls.h. The parameters of the functions come in the order of the fields. Constants
 * that a function has in its variables are known as far as its text shows: `constexpr int n = 64;`,
 * `uint32_t box[] = {n, 8};`. A variable that is changed anywhere in its scope, or handed to who may change it, is
 * none. A name is looked up backwards from where it is used, through the blocks around it; then its scope is looked
 * through for what changes it.
 */
#include "host/c/map_calls.h"

#include <string.h>

#include "base/buffer.h"
#include "base/find.h"
#include "host/c/constant.h"
#include "host/c/lexer.h"
#include "host/c/tokens.h"
#include "tensormap/judge.h"

enum {
    CALL_TOKENS = 3, /* as many as a call is known by */
    FURTHEST = 20000,
    DEEPEST = 8,
    LONGEST = 250
};

/* ---- constants in variables ---- */

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

/* What the variable at token `name` was initialised with, where it stands and is no more than that: the tokens after
 * its '=' or between its braces. False where that is not certain. */
static bool find_local(const struct ptxc_tokens *tokens, uint32_t name, struct ptxc_token_run *value, bool *list) {
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

/* Writes the word at `at`, and what belongs to it, as a number, or nothing where it is a cast; returns the token
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
    if (depth == 0 || !(find_local(tokens, at, &value, &list) || find_macro(tokens, at, &value)) ||
        !unwrap(tokens, value, list) || !evaluate(tokens, value, depth - 1, &number))
        return 0;
    ptxc_buffer_add(text, "(%lld)", (long long)number);
    return at + 1;
}

/* The value of an integer expression of literals, such variables, casts and sizeof of types whose size is the same
 * everywhere; false where it has no value that is known.
 * What is not a literal is replaced by its value. */
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

/* The last word of an expression that is a name alone, perhaps with its namespace; a variable stands for what it is
 * initialised with. False for any other expression. */
static bool find_word(const struct ptxc_tokens *tokens, struct ptxc_token_run expression, uint32_t *word) {
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
        if (!find_local(tokens, at, &value, &list) || !unwrap(tokens, value, list))
            return true;
        expression = value;
    }
    return false;
}

/* ---- calls ---- */

/* Returns the kind that the function encodes whose call begins with these tokens, or PTXC_MAP_KIND_COUNT. Where the
 * first argument begins with the type of what is encoded, the function is declared there. */
static int kind_of(const char *source, const struct ptxc_host_token *tokens) {
    int kind = 0;
    if (!ptxc_host_is_symbol(tokens[1], '(') || ptxc_host_is_word(source, tokens[2], "CUtensorMap"))
        return PTXC_MAP_KIND_COUNT;
    while (kind < PTXC_MAP_KIND_COUNT && !ptxc_host_is_word(source, tokens[0], ptxc_tensormap_functions[kind]))
        kind++;
    return kind;
}

/* A call that is read. */
struct map_call {
    const struct ptxc_tokens *tokens;
    struct ptxc_map map;
};

/* Sets a number of a field that is a constant; any other stays unknown. */
static void set(struct map_call *call, int field, size_t index, struct ptxc_token_run argument) {
    const struct ptxc_tokens *tokens = call->tokens;
    struct ptxc_map *map = &call->map;
    const struct ptxc_tensormap_field_row *row = &ptxc_tensormap_fields[field];
    const struct ptxc_tensormap_value_row *named = NULL;
    uint32_t word;
    int64_t value = 0;
    map->places[field].numbers[index] = ptxc_tokens_span(tokens, argument);
    if (row->type == PTXC_MAP_ENUMERATOR && find_word(tokens, argument, &word)) {
        const struct ptxc_host_token *token = &tokens->items[word];
        const size_t skip = strlen(row->prefix);
        if (token->length > skip && memcmp(tokens->source + token->offset, row->prefix, skip) == 0)
            named = ptxc_tensormap_value_find(field, tokens->source + token->offset, token->length);
    }
    const bool null = field == PTXC_TENSORMAP_ADDRESS && argument.count == 1 &&
                      (ptxc_host_is_word(tokens->source, tokens->items[argument.first], "nullptr") ||
                       ptxc_host_is_word(tokens->source, tokens->items[argument.first], "NULL"));
    if (named || null)
        value = named ? named->value : 0;
    else if (!evaluate(tokens, argument, DEEPEST, &value) || (value < 0 && row->type != PTXC_MAP_I32))
        return;
    ptxc_tensormap_set_number(&map->value, field, index, (uint64_t)value);
    map->value.unknown[field] &= (uint8_t) ~(1u << index);
}

/* Returns the array that an argument is: `box`, `box.data()` or `&box[0]`, by the last token of its name; 0 for any
 * other. */
static uint32_t array_of(const struct ptxc_tokens *tokens, struct ptxc_token_run argument) {
    const struct ptxc_span span = ptxc_tokens_span(tokens, argument);
    static const char data[] = ".data()", first[] = "[0]";
    uint32_t at = argument.first;
    uint32_t rest = span.length;
    const char *text = tokens->source + span.offset;
    if (argument.count > 1 && text[0] == '&' && span.length > sizeof(first) &&
        memcmp(text + span.length - (sizeof(first) - 1), first, sizeof(first) - 1) == 0) {
        at++;
        rest -= (uint32_t)sizeof(first);
    } else if (span.length > sizeof(data) - 1 &&
               memcmp(text + span.length - (sizeof(data) - 1), data, sizeof(data) - 1) == 0) {
        rest -= (uint32_t)sizeof(data) - 1;
    }
    return argument.count > 0 && tokens->items[at].kind == PTXC_HOST_WORD && tokens->items[at].length == rest ? at : 0;
}

/* Sets the numbers of a field from those of an array. */
static void set_list(struct map_call *call, int field, struct ptxc_token_run argument) {
    const uint32_t name = array_of(call->tokens, argument);
    struct ptxc_token_run values;
    bool list = false;
    if (!name || !find_local(call->tokens, name, &values, &list) || !list)
        return;
    uint32_t at = values.first;
    for (size_t i = 0; i < PTXC_TENSORMAP_MAX_RANK && at < values.first + values.count; i++, at++)
        set(call, field, i, ptxc_tokens_argument(call->tokens, at, &at));
}

/* Returns the field that the argument after that for the field `before` is for. */
static int field_after(const struct map_call *call, int before) {
    do
        before++;
    while (before < PTXC_MAP_FIELD_COUNT && !ptxc_tensormap_has(&call->map.value, before));
    return before;
}

/* Reads the arguments after the parenthesis at `at`; false where they are not those that the function takes. */
static bool read_call(struct map_call *call, uint32_t at) {
    const struct ptxc_tokens *tokens = call->tokens;
    struct ptxc_map *map = &call->map;
    int field = PTXC_TENSORMAP_KIND;
    ptxc_tokens_argument(tokens, at + 1, &at); /* where the map goes */
    while (ptxc_tokens_symbol(tokens, at) == ',') {
        const struct ptxc_token_run argument = ptxc_tokens_argument(tokens, at + 1, &at);
        if (argument.count == 0)
            break;
        field = field_after(call, field);
        if (field >= PTXC_MAP_FIELD_COUNT)
            return false;
        map->places[field].whole = ptxc_tokens_span(tokens, argument);
        if (ptxc_tensormap_fields[field].count == PTXC_MAP_ONE)
            set(call, field, 0, argument);
        else
            set_list(call, field, argument);
    }
    return field_after(call, field) == PTXC_MAP_FIELD_COUNT && ptxc_tokens_symbol(tokens, at) == ')';
}

/* Checks the call whose name is token `at`. */
static void check_call(const struct ptxc_tokens *tokens, uint32_t at, int kind, enum ptxc_target target,
                       const struct ptxc_sink *sink) {
    struct map_call call = {tokens, {.target = target, .any_target = true}};
    struct ptxc_map *map = &call.map;
    map->value = (struct ptxc_tensormap){.size = sizeof(map->value), .kind = (uint32_t)kind};
    memset(map->value.unknown, UINT8_MAX, sizeof(map->value.unknown));
    map->value.unknown[PTXC_TENSORMAP_KIND] = 0;
    map->places[PTXC_TENSORMAP_KIND].whole = map->span = ptxc_tokens_span(tokens, (struct ptxc_token_run){at, 1});
    if (read_call(&call, at + 1))
        ptxc_tensormap_judge(map, sink);
}

/* Whether the text may call one of the functions: it holds what looks like a call, perhaps in a comment or a string. */
static bool may_call(const char *source, uint32_t length) {
    static const char encode[] = "cuTensorMapEncode";
    enum { SIZE = sizeof(encode) - 1, R = 7 }; /* before an M, which is rare */
    const char *limit = source + length;
    int kind = PTXC_MAP_KIND_COUNT;
    if (length < SIZE)
        return false;
    for (const char *at = source; kind == PTXC_MAP_KIND_COUNT && (at = ptxc_find(at, limit, encode, SIZE, R)); at++) {
        const uint32_t offset = (uint32_t)(at - source);
        struct ptxc_host_lexer lexer = ptxc_host_lexer_at(source, (struct ptxc_span){offset, length - offset});
        struct ptxc_host_token tokens[CALL_TOKENS];
        for (size_t i = 0; i < CALL_TOKENS; i++)
            do
                tokens[i] = ptxc_host_c_next(&lexer);
            while (tokens[i].kind == PTXC_HOST_DIRECTIVE);
        kind = kind_of(source, tokens);
    }
    return kind < PTXC_MAP_KIND_COUNT;
}

/* Reports that the budget has ended at the call whose name is this token. */
static void note_exhausted(struct ptxc_host_token name, const struct ptxc_sink *sink) {
    struct ptxc_finding finding = {.rule = PTXC_RULE_MAP_LIMIT, .span = {name.offset, name.length}, .in_host = true};
    if (!ptxc_sink_wants(sink, finding.rule))
        return;
    finding.message = ptxc_arena_format(sink->arena,
                                        "%s; from this one on no variable or macro is looked up: the rest takes more "
                                        "reading than a file of this length is given",
                                        ptxc_rules[finding.rule].summary);
    ptxc_sink_give(sink, &finding);
}

/* Checks the calls among the tokens. */
static void check_calls(const struct ptxc_tokens *tokens, enum ptxc_target target, const struct ptxc_sink *sink) {
    bool exhausted = false;
    for (uint32_t i = 0; i + CALL_TOKENS <= tokens->count; i++) {
        const struct ptxc_host_token *name = &tokens->items[i];
        const int kind = name->kind == PTXC_HOST_WORD ? kind_of(tokens->source, name) : PTXC_MAP_KIND_COUNT;
        if (kind == PTXC_MAP_KIND_COUNT)
            continue;
        check_call(tokens, i, kind, target, sink);
        if (!exhausted && *tokens->budget == 0)
            note_exhausted(*name, sink);
        exhausted = *tokens->budget == 0;
    }
}

void ptxc_map_calls_check(const char *source, uint32_t length, enum ptxc_target target, struct ptxc_arena *arena,
                          const struct ptxc_sink *sink) {
    const struct ptxc_arena_mark mark = ptxc_arena_mark(arena);
    struct ptxc_tokens tokens;
    uint64_t budget;
    if (!may_call(source, length) || !ptxc_tokens_make(arena, source, length, &budget, &tokens))
        return;
    check_calls(&tokens, target, sink);
    ptxc_arena_reset(arena, mark);
}
