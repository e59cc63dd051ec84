/* One source on its way: see extraction.h. */
#include "host/common/extraction.h"

#include <string.h>

struct ptxc_host_lexer ptxc_extraction_lexer(const struct ptxc_extraction *extraction) {
    static const char mark[] = "\xef\xbb\xbf";
    const uint32_t length = (uint32_t)strlen(mark);
    bool marked = extraction->length >= length && memcmp(extraction->source, mark, length) == 0;
    return (struct ptxc_host_lexer){
        .source = extraction->source, .length = extraction->length, .position = marked ? length : 0};
}

bool ptxc_extraction_spend(struct ptxc_extraction *extraction, uint64_t cost) {
    const bool enough = cost <= extraction->budget;
    extraction->budget -= enough ? cost : 0;
    extraction->workspace->exhausted |= !enough;
    return enough;
}

bool ptxc_extraction_charge(struct ptxc_extraction *extraction, uint64_t cost) {
    bool enough = ptxc_extraction_spend(extraction, cost);
    if (!enough)
        extraction->budget = 0;
    return enough;
}

struct ptxc_builder *ptxc_host_builder_open(struct ptxc_extraction *extraction, enum ptxc_workspace_use use) {
    struct ptxc_builder *builder = &extraction->workspace->builders[use];
    builder->arena = extraction->arena;
    builder->length = builder->count = 0;
    return builder;
}

void ptxc_host_snippet_add_operand(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_asm_operand *operand) {
    struct ptxc_workspace *workspace = extraction->workspace;
    struct ptxc_asm_operand *grown =
        ptxc_arena_grow(extraction->arena, workspace->operands, &workspace->operand_capacity,
                        snippet->operand_count + 1, sizeof(*grown));
    if (!grown)
        return;
    workspace->operands = grown;
    grown[snippet->operand_count++] = *operand;
    snippet->operands = grown;
}

/* Takes one part of a constraint list: the constraint of an operand, perhaps with its name, or a clobber, of which only
 * "~{memory}" matters. */
static void take_constraint(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet, const char *part,
                            size_t length) {
    char *text = ptxc_arena_alloc(extraction->arena, length + 1);
    if (!text)
        return;
    memcpy(text, part, length);
    snippet->clobbers_memory |= strcmp(text, "~{memory}") == 0;
    if (*text == '~')
        return;
    struct ptxc_asm_operand operand = {.constraint = text};
    char *end = *text == '[' ? strchr(text, ']') : NULL;
    if (end) {
        *end = '\0';
        operand.name = text + 1;
        operand.constraint = end + 1 + strspn(end + 1, " ");
    }
    operand.is_output = *operand.constraint == '=' || *operand.constraint == '+';
    ptxc_host_snippet_add_operand(extraction, snippet, &operand);
}

void ptxc_host_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                        const char *list, size_t length) {
    const char *limit = list + length;
    for (const char *part = list, *next; part < limit; part = next) {
        const char *comma = memchr(part, ',', (size_t)(limit - part)), *end = comma ? comma : limit;
        next = end + 1;
        while (part < end && *part == ' ')
            part++;
        while (end > part && end[-1] == ' ')
            end--;
        take_constraint(extraction, snippet, part, (size_t)(end - part));
    }
}

void ptxc_host_list_skip(struct ptxc_snippet_list *list, struct ptxc_span place, const char *reason) {
    if (list->unfollowed.length > 0)
        return;
    list->unfollowed = place;
    list->reason = reason;
}

/* Copies an array into the arena. */
static void *copy(struct ptxc_arena *arena, const void *array, size_t size) {
    void *result = ptxc_arena_alloc(arena, size);
    return result && size ? memcpy(result, array, size) : result;
}

void ptxc_host_list_add(struct ptxc_extraction *extraction, const struct ptxc_snippet *snippet) {
    enum { MANY = 8192 };
    struct ptxc_snippet_list *list = extraction->list;
    struct ptxc_arena *arena = list->arena ? list->arena : extraction->arena;
    void *grown = ptxc_arena_grow(arena, list->items, &list->capacity, list->count + 1, sizeof(*list->items));
    extraction->arena->failed |= arena->failed;
    if (!grown)
        return;
    list->items = grown;
    struct ptxc_snippet kept = *snippet;
    kept.text = copy(arena, snippet->text, snippet->length);
    kept.pieces = copy(arena, snippet->pieces, snippet->piece_count * sizeof(*snippet->pieces));
    kept.operands = copy(arena, snippet->operands, snippet->operand_count * sizeof(*snippet->operands));
    extraction->arena->failed |= arena->failed;
    if (!arena->failed)
        list->items[list->count++] = kept;
    if (list->take && list->count >= MANY && !extraction->in_definition) /* whose snippets are looked at in its end */
        list->take(list);
}
