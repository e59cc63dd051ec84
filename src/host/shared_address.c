/* Addresses in the shared window: see shared_address.h. A name is looked up backwards, through the blocks around the
 * expression, to where it was declared, or was given a value.
 */
#include "host/shared_address.h"

enum { FURTHEST = 20000, DEEPEST = 8 };

/* Whether a word speaks of shared memory or of a conversion to its addresses. */
static bool speaks_of_shared(const char *text, size_t length) {
    static const char *const words[] = {
#define CONVERTED(word) word,
#include "inline_asm.def"
    };
    for (size_t i = 0; i < PTXC_COUNT(words); i++) {
        const size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= length; at++)
            if (memcmp(text + at, words[i], size) == 0)
                return true;
    }
    return false;
}

static bool is_word_among(const struct ptxc_tokens *tokens, uint32_t at, const char *const *words) {
    while (*words && !ptxc_tokens_is_word(tokens, at, *words))
        words++;
    return *words;
}

/* Whether the name is that of a member, which is declared elsewhere. */
static bool is_member(const struct ptxc_tokens *tokens, uint32_t at) {
    const char before = (char)(at > 0 ? ptxc_tokens_symbol(tokens, at - 1) : '\0');
    return before == '.' || before == ':' || (before == '>' && at > 1 && ptxc_tokens_symbol(tokens, at - 2) == '-');
}

/* Whether a function is called by this name. */
static bool is_called(const struct ptxc_tokens *tokens, uint32_t at) {
    return ptxc_tokens_symbol(tokens, at + 1) == '(' || ptxc_tokens_symbol(tokens, at + 1) == '<';
}

static enum ptxc_address address_of_run(const struct ptxc_tokens *tokens, struct ptxc_token_run run, int depth);

/* What the name is that is declared at `at`, or is given a value there; UNKNOWN where it is neither. */
static enum ptxc_address declared(const struct ptxc_tokens *tokens, uint32_t at, int depth) {
    static const char *const qualifiers[] = {"const", "volatile", "__restrict__", "__restrict", "restrict", NULL};
    static const char *const no_types[] = {"return", "goto", "else", "case", "throw", "new", NULL};
    const char next = ptxc_tokens_symbol(tokens, at + 1);
    uint32_t type = at, end;
    do
        type--;
    while (type > 0 && is_word_among(tokens, type, qualifiers));
    const char before = ptxc_tokens_symbol(tokens, type);
    const bool typed = (ptxc_tokens_is_name(tokens, type) && !is_word_among(tokens, type, no_types)) || before == '>' ||
                       (type + 1 < at);
    const bool pointer = before == '*' && (next == ',' || next == ')' || next == ';' || next == '=' || next == '[') &&
                         (ptxc_tokens_is_name(tokens, type - 1) || ptxc_tokens_symbol(tokens, type - 1) == '*' ||
                          ptxc_tokens_symbol(tokens, type - 1) == '>');
    enum ptxc_address value = PTXC_ADDRESS_UNKNOWN;
    if ((next == '=' && ptxc_tokens_symbol(tokens, at + 2) != '=') || (typed && (next == '{' || next == '('))) {
        const struct ptxc_token_run run = ptxc_tokens_argument(tokens, at + 2, &end);
        value = depth > 0 ? address_of_run(tokens, run, depth - 1) : PTXC_ADDRESS_UNKNOWN;
    }
    if (value != PTXC_ADDRESS_UNKNOWN)
        return value;
    if (pointer || (typed && next == '['))
        return PTXC_ADDRESS_POINTER;
    return typed && (next == ',' || next == ')' || next == ';' || next == '=') ? PTXC_ADDRESS_SHARED
                                                                               : PTXC_ADDRESS_UNKNOWN;
}

/* Whether an asm statement gives the name at `at` its value: "=l"(name). */
static bool is_result(const struct ptxc_tokens *tokens, uint32_t at) {
    if (at < 2 || ptxc_tokens_symbol(tokens, at - 1) != '(' || tokens->items[at - 2].kind != PTXC_HOST_STRING)
        return false;
    const struct ptxc_span body = tokens->items[at - 2].body;
    return body.length > 0 && (tokens->source[body.offset] == '=' || tokens->source[body.offset] == '+');
}

/* What the name at `name` is, by the nearest place before `from`, where its expression begins, that says so.
 * Parentheses are looked into only where they are around the name, or belong to the head of a block around it. In a
 * macro it may be a parameter, which is looked up where the macro is used. Where the place is too far away, the name
 * may be a converted address. */
static enum ptxc_address looked_up(const struct ptxc_tokens *tokens, uint32_t name, uint32_t from, int depth) {
    uint32_t blocks = 0, parentheses = 0, steps = 0;
    bool head = false, macro = false; /* on the way through one */
    uint32_t at = from;
    for (; at > 1 && steps < FURTHEST && ptxc_tokens_spend(tokens); steps++) {
        const char c = ptxc_tokens_symbol(tokens, --at);
        const enum ptxc_host_kind kind = tokens->items[at].kind;
        if (kind == PTXC_HOST_DEFINE && !macro)
            return PTXC_ADDRESS_SHARED;
        macro = kind == PTXC_HOST_DEFINE_END || (macro && kind != PTXC_HOST_DEFINE);
        if (macro)
            continue;
        if (c == '}') {
            blocks++;
        } else if (c == '{') {
            head |= blocks == 0;
            blocks -= blocks > 0;
        } else if (c == ')' && blocks == 0) {
            parentheses += !head || parentheses > 0;
            head = false;
        } else if (c == '(' && parentheses > 0 && blocks == 0) {
            parentheses--;
        } else if (blocks == 0 && ptxc_tokens_is_same(tokens, at, name) && !is_member(tokens, at)) {
            if (is_result(tokens, at))
                return PTXC_ADDRESS_SHARED;
            const enum ptxc_address found = parentheses > 0 ? PTXC_ADDRESS_UNKNOWN : declared(tokens, at, depth);
            if (found != PTXC_ADDRESS_UNKNOWN)
                return found;
        }
    }
    return at > 1 ? PTXC_ADDRESS_SHARED : PTXC_ADDRESS_UNKNOWN;
}

static enum ptxc_address address_of_run(const struct ptxc_tokens *tokens, struct ptxc_token_run run, int depth) {
    enum ptxc_address address = PTXC_ADDRESS_UNKNOWN;
    bool spoken = false;
    for (uint32_t at = run.first; at < run.first + run.count; at++) {
        const struct ptxc_host_token *token = &tokens->items[at];
        const char before = (char)(at > run.first ? ptxc_tokens_symbol(tokens, at - 1) : '(');
        if (ptxc_host_is_symbol(*token, '&') && (before == '(' || before == ')'))
            address = PTXC_ADDRESS_POINTER;
        if (token->kind != PTXC_HOST_WORD)
            continue;
        const bool speaks = speaks_of_shared(tokens->source + token->offset, token->length);
        if (is_called(tokens, at) && speaks)
            return PTXC_ADDRESS_SHARED;
        spoken |= speaks;
        if (is_called(tokens, at) || is_member(tokens, at) || ptxc_tokens_casts(tokens, at))
            continue;
        const char next = ptxc_tokens_symbol(tokens, at + 1);
        const bool followed = next == '.' || next == '[' || (next == '-' && ptxc_tokens_symbol(tokens, at + 2) == '>');
        const enum ptxc_address found = followed ? PTXC_ADDRESS_UNKNOWN : looked_up(tokens, at, run.first, depth);
        if (address != PTXC_ADDRESS_POINTER && found != PTXC_ADDRESS_UNKNOWN)
            address = found;
    }
    return address == PTXC_ADDRESS_UNKNOWN && spoken ? PTXC_ADDRESS_SHARED : address;
}

/* The first token that begins at `offset` or after it. */
static uint32_t token_at(const struct ptxc_tokens *tokens, uint32_t offset) {
    uint32_t low = 0, high = tokens->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (tokens->items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum ptxc_address ptxc_address_of(const struct ptxc_tokens *tokens, struct ptxc_span expression) {
    const uint32_t first = token_at(tokens, expression.offset),
                   end = token_at(tokens, expression.offset + expression.length);
    if (end > first && tokens->items[first].offset == expression.offset)
        return address_of_run(tokens, (struct ptxc_token_run){first, end - first}, DEEPEST);
    return speaks_of_shared(tokens->source + expression.offset, expression.length) ? PTXC_ADDRESS_SHARED
                                                                                   : PTXC_ADDRESS_UNKNOWN;
}
