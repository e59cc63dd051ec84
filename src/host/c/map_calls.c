/* Tensor maps in host code: see map_calls.h. The parameters of the functions come in the order of the fields. */
#include "host/c/map_calls.h"

#include <string.h>

#include "base/find.h"
#include "host/c/lexer.h"
#include "host/c/locals.h"
#include "tensormap/judge.h"

enum { CALL_TOKENS = 3 }; /* as many as tell a call */

/* The kind that the function encodes whose call begins with these tokens, or PTXC_MAP_KIND_COUNT. Where the first
 * argument begins with the type of what is encoded, the function is declared there. */
static int kind_of(const char *source, const struct ptxc_host_token *tokens) {
    int kind = 0;
    if (!ptxc_host_is_symbol(tokens[1], '(') || ptxc_host_is_word(source, tokens[2], "CUtensorMap"))
        return PTXC_MAP_KIND_COUNT;
    while (kind < PTXC_MAP_KIND_COUNT && !ptxc_host_is_word(source, tokens[0], ptxc_tensormap_functions[kind]))
        kind++;
    return kind;
}

/* A call that is read. */
struct call {
    const struct ptxc_tokens *tokens;
    struct ptxc_map map;
};

/* Sets a number of a field that is a constant; any other stays unknown. */
static void set(struct call *call, int field, size_t index, struct ptxc_token_run argument) {
    const struct ptxc_tokens *tokens = call->tokens;
    struct ptxc_map *map = &call->map;
    const struct ptxc_tensormap_field_row *row = &ptxc_tensormap_fields[field];
    const struct ptxc_tensormap_value_row *named = NULL;
    uint32_t word;
    int64_t value = 0;
    map->places[field].numbers[index] = ptxc_tokens_span(tokens, argument);
    if (row->type == PTXC_MAP_ENUMERATOR && ptxc_locals_word(tokens, argument, &word)) {
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
    else if (!ptxc_locals_evaluate(tokens, argument, &value) || (value < 0 && row->type != PTXC_MAP_I32))
        return;
    ptxc_tensormap_set_number(&map->value, field, index, (uint64_t)value);
    map->value.unknown[field] &= (uint8_t) ~(1u << index);
}

/* The array that an argument is: `box`, `box.data()` or `&box[0]`, by the last token of its name; 0 for any other. */
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
static void set_list(struct call *call, int field, struct ptxc_token_run argument) {
    const uint32_t name = array_of(call->tokens, argument);
    struct ptxc_token_run values;
    bool list = false;
    if (!name || !ptxc_locals_find(call->tokens, name, &values, &list) || !list)
        return;
    uint32_t at = values.first;
    for (size_t i = 0; i < PTXC_TENSORMAP_MAX_RANK && at < values.first + values.count; i++, at++)
        set(call, field, i, ptxc_tokens_argument(call->tokens, at, &at));
}

/* The field that the argument after that for the field `before` is for. */
static int field_after(const struct call *call, int before) {
    do
        before++;
    while (before < PTXC_MAP_FIELD_COUNT && !ptxc_tensormap_has(&call->map.value, before));
    return before;
}

/* Reads the arguments after the parenthesis at `at`; false where they are not those that the function takes. */
static bool read_call(struct call *call, uint32_t at) {
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
    struct call call = {tokens, {.target = target, .any_target = true}};
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
        struct ptxc_host_lexer lexer = {
            .source = source, .length = length, .position = (uint32_t)(at - source), .inside_line = true};
        struct ptxc_host_token tokens[CALL_TOKENS];
        for (size_t i = 0; i < CALL_TOKENS; i++)
            do
                tokens[i] = ptxc_host_c_next(&lexer);
            while (tokens[i].kind == PTXC_HOST_DIRECTIVE);
        kind = kind_of(source, tokens);
    }
    return kind < PTXC_MAP_KIND_COUNT;
}

/* Says that the budget has ended at the call whose name is this token. */
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
