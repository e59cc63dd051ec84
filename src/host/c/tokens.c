/* The tokens of a host source: see tokens.h. */
#include "host/c/tokens.h"

#include <string.h>

#include "host/c/lexer.h"

enum { WORK = 20, LEAST_WORK = 1 << 20 };

/* Types of the same size everywhere. */
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
        if (token.kind == PTXC_HOST_DIRECTIVE)
            continue;
        void *grown = ptxc_arena_grow(arena, items, &capacity, tokens->count + 1, sizeof(*items));
        if (!grown)
            return false;
        items = grown;
        items[tokens->count++] = token;
        tokens->items = items;
    }
    return true;
}

bool ptxc_tokens_spend(const struct ptxc_tokens *tokens) {
    *tokens->budget -= *tokens->budget > 0;
    return *tokens->budget > 0;
}

char ptxc_tokens_symbol(const struct ptxc_tokens *tokens, uint32_t at) {
    if (at >= tokens->count || tokens->items[at].kind != PTXC_HOST_SYMBOL)
        return '\0';
    return tokens->items[at].symbol;
}

/* Returns what ptxc_host_bracket does. */
static int32_t bracket_at(const struct ptxc_tokens *tokens, uint32_t at) {
    return at < tokens->count ? ptxc_host_bracket(tokens->items[at]) : 0;
}

bool ptxc_tokens_is_word(const struct ptxc_tokens *tokens, uint32_t at, const char *word) {
    return at < tokens->count && ptxc_host_is_word(tokens->source, tokens->items[at], word);
}

bool ptxc_tokens_is_name(const struct ptxc_tokens *tokens, uint32_t at) {
    return at < tokens->count && tokens->items[at].kind == PTXC_HOST_WORD;
}

bool ptxc_tokens_is_same(const struct ptxc_tokens *tokens, uint32_t a, uint32_t b) {
    return ptxc_tokens_is_name(tokens, a) && tokens->items[a].length == tokens->items[b].length &&
           memcmp(tokens->source + tokens->items[a].offset, tokens->source + tokens->items[b].offset,
                  tokens->items[a].length) == 0;
}

uint32_t ptxc_tokens_after_bracket(const struct ptxc_tokens *tokens, uint32_t at) {
    uint32_t depth = 0;
    do {
        const int32_t bracket = bracket_at(tokens, at++);
        depth += (uint32_t)(depth > 0 || bracket > 0 ? bracket : 0);
    } while (depth > 0 && at < tokens->count && ptxc_tokens_spend(tokens));
    return at;
}

struct ptxc_token_run ptxc_tokens_argument(const struct ptxc_tokens *tokens, uint32_t at, uint32_t *end) {
    const uint32_t first = at;
    while (at < tokens->count && ptxc_tokens_symbol(tokens, at) != ',' && ptxc_tokens_symbol(tokens, at) != ';' &&
           bracket_at(tokens, at) >= 0 && ptxc_tokens_spend(tokens))
        at = bracket_at(tokens, at) > 0 ? ptxc_tokens_after_bracket(tokens, at) : at + 1;
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

/* Returns the type at a place, as its place among the types; their count where it is none of them. */
static size_t type_at(const struct ptxc_tokens *tokens, uint32_t at) {
    size_t type = 0;
    while (type < PTXC_COUNT(types) && !ptxc_tokens_is_word(tokens, at, types[type].name))
        type++;
    return type;
}

uint8_t ptxc_tokens_type_size(const struct ptxc_tokens *tokens, uint32_t at) {
    const size_t type = type_at(tokens, at);
    return type < PTXC_COUNT(types) ? types[type].size : 0;
}

bool ptxc_tokens_casts(const struct ptxc_tokens *tokens, uint32_t at) {
    const size_t type = type_at(tokens, at);
    return type < PTXC_COUNT(types) && types[type].casts;
}

bool ptxc_tokens_encode(const struct ptxc_tokens *tokens, uint32_t at) {
    static const char encode[] = "cuTensorMapEncode";
    uint32_t depth = 1;
    while (at > 0 && depth > 0 && ptxc_tokens_spend(tokens)) {
        at--;
        depth += ptxc_tokens_symbol(tokens, at) == ')';
        depth -= ptxc_tokens_symbol(tokens, at) == '(';
    }
    return at > 0 && ptxc_tokens_is_name(tokens, at - 1) && tokens->items[at - 1].length >= sizeof(encode) - 1 &&
           memcmp(tokens->source + tokens->items[at - 1].offset, encode, sizeof(encode) - 1) == 0;
}
