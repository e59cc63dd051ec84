/* Tensor maps in host code: see map_calls.h. The parameters of the functions come in the order of the fields. */
#include "host/map_calls.h"

#include <string.h>

#include "host/locals.h"
#include "tensormap/judge.h"

/* The kind that the function of this name encodes, or PTXC_MAP_KIND_COUNT. */
static int kind_of(const char *source, struct ptxc_host_token word) {
    int kind = 0;
    while (kind < PTXC_MAP_KIND_COUNT && !ptxc_host_is_word(source, word, ptxc_map_functions[kind]))
        kind++;
    return kind;
}

/* Sets a number of a field that is a constant; any other stays unknown. */
static void set(struct ptxc_map *map, const struct ptxc_tokens *tokens, int field, size_t index,
                struct ptxc_token_run argument) {
    const struct ptxc_map_field_row *row = &ptxc_map_fields[field];
    const struct ptxc_map_value_row *named = NULL;
    uint32_t word;
    int64_t value = 0;
    map->places[field].numbers[index] = ptxc_tokens_span(tokens, argument);
    if (row->type == PTXC_MAP_ENUMERATOR && ptxc_locals_word(tokens, argument, &word)) {
        const struct ptxc_host_token *token = &tokens->items[word];
        const size_t skip = strlen(row->prefix);
        if (token->length > skip && memcmp(tokens->source + token->offset, row->prefix, skip) == 0)
            named = ptxc_map_value_find(field, tokens->source + token->offset, token->length);
    }
    const bool null = field == PTXC_TENSORMAP_ADDRESS && argument.count == 1 &&
                      (ptxc_host_is_word(tokens->source, tokens->items[argument.first], "nullptr") ||
                       ptxc_host_is_word(tokens->source, tokens->items[argument.first], "NULL"));
    if (named || null)
        value = named ? named->value : 0;
    else if (!ptxc_locals_evaluate(tokens, argument, &value) || (value < 0 && row->type != PTXC_MAP_I32))
        return;
    ptxc_map_set(&map->value, field, index, (uint64_t)value);
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

/* Sets the numbers of a list. */
static void set_list(struct ptxc_map *map, const struct ptxc_tokens *tokens, int field,
                     struct ptxc_token_run argument) {
    struct ptxc_token_run values;
    const uint32_t name = array_of(tokens, argument);
    bool list = false;
    if (!name || !ptxc_locals_find(tokens, name, &values, &list) || !list)
        return;
    uint32_t at = values.first;
    for (size_t i = 0; i < PTXC_TENSORMAP_MAX_RANK && at < values.first + values.count; i++, at++)
        set(map, tokens, field, i, ptxc_tokens_argument(tokens, at, &at));
}

/* Reads the arguments after the parenthesis at `at`; false where there are not as many as the function takes. */
static bool read_call(struct ptxc_map *map, const struct ptxc_tokens *tokens, uint32_t at) {
    struct ptxc_token_run argument = ptxc_tokens_argument(tokens, at + 1, &at); /* the map itself */
    for (int i = PTXC_TENSORMAP_KIND + 1; i < PTXC_MAP_FIELD_COUNT; i++) {
        if (!ptxc_map_has(&map->value, i))
            continue;
        if (at >= tokens->count || !ptxc_host_is_symbol(tokens->items[at], ','))
            return false;
        argument = ptxc_tokens_argument(tokens, at + 1, &at);
        map->places[i].whole = ptxc_tokens_span(tokens, argument);
        if (ptxc_map_fields[i].count == PTXC_MAP_ONE)
            set(map, tokens, i, 0, argument);
        else
            set_list(map, tokens, i, argument);
    }
    return at < tokens->count && ptxc_host_is_symbol(tokens->items[at], ')');
}

/* Checks the call whose name is token `at`. */
static void check_call(const struct ptxc_tokens *tokens, uint32_t at, int kind, enum ptxc_target target,
                       const struct ptxc_sink *sink) {
    struct ptxc_map map = {
        .value = {.size = sizeof(map.value), .kind = (uint32_t)kind}, .target = target, .any_target = true};
    memset(map.value.unknown, UINT8_MAX, sizeof(map.value.unknown));
    map.value.unknown[PTXC_TENSORMAP_KIND] = 0;
    map.places[PTXC_TENSORMAP_KIND].whole = map.span = ptxc_tokens_span(tokens, (struct ptxc_token_run){at, 1});
    if (read_call(&map, tokens, at + 1))
        ptxc_map_judge(&map, sink);
}

void ptxc_map_calls_check(const char *source, uint32_t length, enum ptxc_target target, struct ptxc_arena *arena,
                          const struct ptxc_sink *sink) {
    static const char encode[] = "cuTensorMapEncode";
    const struct ptxc_arena_mark mark = ptxc_arena_mark(arena);
    struct ptxc_tokens tokens;
    uint32_t place = 0;
    uint64_t budget;
    while (place + sizeof(encode) <= length && memcmp(source + place, encode, sizeof(encode) - 1) != 0)
        place++;
    if (place + sizeof(encode) > length || !ptxc_tokens_make(arena, source, length, &budget, &tokens))
        return;
    for (uint32_t i = 0; i + 1 < tokens.count; i++) {
        const bool call = tokens.items[i].kind == PTXC_HOST_WORD && ptxc_host_is_symbol(tokens.items[i + 1], '(');
        const int kind = call ? kind_of(source, tokens.items[i]) : PTXC_MAP_KIND_COUNT;
        if (kind < PTXC_MAP_KIND_COUNT)
            check_call(&tokens, i, kind, target, sink);
    }
    ptxc_arena_reset(arena, mark);
}
