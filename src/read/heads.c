/* Known heads of instructions: see heads.h. */
#include "read/heads.h"

#include <string.h>

#include "read/blank.h"
#include "tables/heads.h"

enum {
    BUCKETS = 512,
    DEEPEST = 4,   /* heads a bucket, so that no source makes the search long */
    LONGEST = 240, /* bytes; a longer text is read each time */
    STORE = 32 * 1024
};

/* A text, and the qualifiers that stand in it, whose places are counted from its beginning. */
struct ptxc_known_head {
    struct ptxc_known_head *next; /* in its bucket */
    const char *text;             /* in the source or the store */
    uint32_t length;
    uint32_t end; /* of the last qualifier, or of the mnemonic */
    enum ptxc_opcode opcode;
    size_t count;
    struct ptxc_qualifier_use qualifiers[];
};

/* Room for heads with their texts. */
struct ptxc_head_store {
    size_t used;
    _Alignas(struct ptxc_known_head) unsigned char bytes[STORE];
};

bool ptxc_heads_keep(struct ptxc_known_heads *heads, struct ptxc_arena *arena) {
    heads->buckets = ptxc_arena_alloc(arena, BUCKETS * sizeof(*heads->buckets));
    heads->store = ptxc_arena_take(arena, sizeof(*heads->store));
    if (heads->store)
        heads->store->used = 0;
    return heads->buckets && heads->store;
}

/* Returns the length of the text from `position` to the next blank; 0 where that is far, or another control character
 * comes before it, which is no part of a name and no end of one. */
static uint32_t text_length(const struct ptxc_lexer *lexer, uint32_t position) {
    const uint64_t ones = UINT64_MAX / 255;
    const char *text = lexer->source + position;
    uint32_t length = 0;
    const uint32_t limit = lexer->length - position < LONGEST ? lexer->length - position : LONGEST;
    for (; limit - length >= sizeof(uint64_t); length += (uint32_t)sizeof(uint64_t)) {
        uint64_t bytes;
        memcpy(&bytes, text + length, sizeof(bytes));
        if ((bytes - ones * 0x21) & ~bytes & ones * 0x80) /* some byte is below 0x21 */
            break;
    }
    while (length < limit && (unsigned char)text[length] > ' ')
        length++;
    const bool ends = lexer->length - position == length || ptxc_is_blank(text[length]);
    return length < LONGEST && ends ? length : 0;
}

static size_t bucket_of(const char *text, uint32_t length) {
    uint64_t hash = length, bytes = 0;
    for (; length >= sizeof(bytes); text += sizeof(bytes), length -= (uint32_t)sizeof(bytes)) {
        memcpy(&bytes, text, sizeof(bytes));
        hash = (hash ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    bytes = 0;
    memcpy(&bytes, text, length);
    hash = (hash ^ bytes) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 32) % BUCKETS;
}

/* Finds the head with the text at `position`; NULL where there is none. */
static const struct ptxc_known_head *find(const struct ptxc_known_heads *heads, const struct ptxc_lexer *lexer,
                                          uint32_t position) {
    const char *text = lexer->source + position;
    const uint32_t length = heads->buckets ? text_length(lexer, position) : 0;
    const struct ptxc_known_head *head = length ? heads->buckets[bucket_of(text, length)] : NULL;
    while (head && (head->length != length || memcmp(head->text, text, length) != 0))
        head = head->next;
    return head;
}

bool ptxc_heads_look(struct ptxc_known_heads *heads, const struct ptxc_lexer *lexer, uint32_t position) {
    heads->found = NULL;
    if (lexer->length - position < 2 || !ptxc_head_begins(lexer->source[position], lexer->source[position + 1]))
        return false;
    const struct ptxc_known_head *head = find(heads, lexer, position);
    if (!head)
        return false;
    const uint32_t after = ptxc_skip_blanks(lexer->source, lexer->length, position + head->end);
    if (after < lexer->length && (lexer->source[after] == '.' || lexer->source[after] == ':'))
        return false;
    heads->found = head;
    heads->found_at = position;
    return true;
}

enum ptxc_opcode ptxc_heads_found(const struct ptxc_known_heads *heads, uint32_t position) {
    return heads->found && heads->found_at == position ? heads->found->opcode : PTXC_OP_NONE;
}

bool ptxc_heads_recall(const struct ptxc_known_heads *heads, struct ptxc_parser *parser,
                       struct ptxc_instruction *instruction) {
    const uint32_t position = instruction->opcode_span.offset;
    const struct ptxc_known_head *head =
        ptxc_heads_found(heads, position) ? heads->found : find(heads, &parser->lexer, position);
    if (!head || head->opcode != instruction->opcode)
        return false;
    ptxc_parser_seek(parser, position + head->end);
    if (parser->token.kind == PTXC_TOKEN_DOTTED) /* after a blank there are more */
        return false;
    for (size_t i = 0; i < head->count; i++) {
        instruction->qualifiers[i] = head->qualifiers[i];
        instruction->qualifiers[i].span.offset += position;
    }
    instruction->qualifier_count = (uint8_t)head->count;
    return true;
}

/* Decides whether a bucket takes no more heads. */
static bool is_full(const struct ptxc_known_head *head) {
    size_t count = 0;
    for (; head; head = head->next)
        count++;
    return count >= DEEPEST;
}

/* Takes so many bytes of the store; NULL where it is full. */
static void *take(struct ptxc_head_store *store, size_t size) {
    const size_t unit = _Alignof(struct ptxc_known_head), rounded = (size + unit - 1) / unit * unit;
    if (rounded > sizeof(store->bytes) - store->used)
        return NULL;
    store->used += rounded;
    return store->bytes + store->used - rounded;
}

/* Gives room for a head with so many bytes of qualifiers and, where it is to outlive the source, a copy of the text
 * after them. NULL where there is none. */
static struct ptxc_known_head *make(const struct ptxc_known_heads *heads, struct ptxc_arena *arena, size_t size,
                                    const char **text, uint32_t length) {
    struct ptxc_known_head *head;
    if (!heads->store)
        return ptxc_arena_take(arena, sizeof(*head) + size);
    head = take(heads->store, sizeof(*head) + size + length);
    if (head)
        *text = memcpy((char *)head + sizeof(*head) + size, *text, length);
    return head;
}

void ptxc_heads_note(struct ptxc_known_heads *heads, const struct ptxc_parser *parser,
                     const struct ptxc_instruction *instruction) {
    const bool first = !heads->store && parser->report->instructions < 2; /* perhaps there is no other */
    if (first || instruction->open || instruction->incomplete || parser->asm_text)
        return;
    const uint32_t position = instruction->opcode_span.offset, length = text_length(&parser->lexer, position);
    const char *text = parser->lexer.source + position;
    const uint32_t end = parser->last_end - position;
    const bool closes = length == end + 1 && text[end] == ';';
    if (length != end && !closes)
        return;
    if (!heads->buckets)
        heads->buckets = ptxc_arena_alloc(&parser->report->arena, BUCKETS * sizeof(*heads->buckets));
    if (!heads->buckets)
        return;
    struct ptxc_known_head **bucket = &heads->buckets[bucket_of(text, length)];
    const size_t count = instruction->qualifier_count, size = count * sizeof(instruction->qualifiers[0]);
    struct ptxc_known_head *head = is_full(*bucket) ? NULL : make(heads, &parser->report->arena, size, &text, length);
    if (!head)
        return;
    *head = (struct ptxc_known_head){*bucket, text, length, end, instruction->opcode, count};
    for (size_t i = 0; i < count; i++) {
        head->qualifiers[i] = instruction->qualifiers[i];
        head->qualifiers[i].span.offset -= position;
    }
    *bucket = head;
}
