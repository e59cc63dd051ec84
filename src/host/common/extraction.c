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

struct ptxc_builder *ptxc_builder_open(struct ptxc_extraction *extraction, enum ptxc_workspace_use use) {
    struct ptxc_builder *builder = &extraction->workspace->builders[use];
    builder->arena = extraction->arena;
    builder->length = builder->count = 0;
    return builder;
}

void ptxc_snippet_add_operand(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
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

/* Takes one part of a constraint list of LLVM: the constraint of an operand, or a clobber, of which only "~{memory}"
 * matters. */
static void take_constraint(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                            const struct ptxc_snippet *list, struct ptxc_span part) {
    const char *text = list->text + part.offset;
    static const char memory[] = "~{memory}";
    if (part.length && *text == '~') {
        snippet->clobbers_memory |= part.length == sizeof(memory) - 1 && memcmp(text, memory, part.length) == 0;
        return;
    }
    char *copy = ptxc_arena_alloc(extraction->arena, (size_t)part.length + 1);
    if (!copy)
        return;
    memcpy(copy, text, part.length);
    struct ptxc_asm_operand operand = {.constraint = copy, .is_output = *copy == '=' || *copy == '+'};
    ptxc_snippet_add_operand(extraction, snippet, &operand);
}

void ptxc_snippet_take_constraints(struct ptxc_extraction *extraction, struct ptxc_snippet *snippet,
                                   const struct ptxc_snippet *list) {
    snippet->kind = PTXC_SNIPPET_STATEMENT;
    snippet->style = PTXC_TEMPLATE_LLVM;
    snippet->operands_known = memchr(list->text, PTXC_UNKNOWN_TEXT, list->length) == NULL;
    for (uint32_t start = 0; start < list->length;) {
        uint32_t end = start;
        while (end < list->length && list->text[end] != ',')
            end++;
        uint32_t next = end + 1;
        while (start < end && list->text[start] == ' ')
            start++;
        while (end > start && list->text[end - 1] == ' ')
            end--;
        take_constraint(extraction, snippet, list, (struct ptxc_span){start, end - start});
        start = next;
    }
}

void ptxc_list_leave(struct ptxc_snippet_list *list, struct ptxc_span place, const char *reason) {
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

void ptxc_list_add(struct ptxc_extraction *extraction, const struct ptxc_snippet *snippet) {
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
