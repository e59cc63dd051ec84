/* The host languages: their table, and the way into the extractors. See host.h. */
#include "host/extract.h"

#include <string.h>

#include "tables/tables.h"

struct host_row {
    const char *extensions; /* separated by blanks */
    void (*extract)(struct ptxc_extraction *extraction);
};

static const struct host_row hosts[PTXC_HOST_COUNT] = {
#define HOST(enumerator, extensions, extract) [enumerator] = {extensions, extract},
#include "hosts.def"
};

static bool same_letters(const char *text, const char *lower, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool upper = text[i] >= 'A' && text[i] <= 'Z';
        if (text[i] + (upper ? 'a' - 'A' : 0) != lower[i])
            return false;
    }
    return true;
}

static bool has_extension(const struct host_row *row, const char *extension, size_t length) {
    for (const char *at = row->extensions; at && *at;) {
        size_t size = strcspn(at, " ");
        if (size == length && same_letters(extension, at, length))
            return true;
        at += size + strspn(at + size, " ");
    }
    return false;
}

enum ptxc_host ptxc_host_find(const char *path) {
    const char *extension = strrchr(path, '.');
    if (!extension || strchr(extension, '/'))
        return PTXC_HOST_NONE;
    for (int i = PTXC_HOST_NONE + 1; i < PTXC_HOST_COUNT; i++)
        if (has_extension(&hosts[i], extension, strlen(extension)))
            return (enum ptxc_host)i;
    return PTXC_HOST_NONE;
}

bool ptxc_host_extract(enum ptxc_host host, const char *source, uint32_t length, struct ptxc_arena *arena,
                       struct ptxc_snippet_list *list) {
    struct ptxc_workspace workspace = {0};
    struct ptxc_extraction extraction = {source, length, arena, list, &workspace, false, (uint64_t)length * 8 + 65536};
    if (host > PTXC_HOST_NONE && host < PTXC_HOST_COUNT)
        hosts[host].extract(&extraction);
    return !arena->failed;
}

struct ptxc_host_lexer ptxc_extraction_lexer(const struct ptxc_extraction *extraction) {
    static const char mark[] = "\xef\xbb\xbf";
    const uint32_t length = (uint32_t)strlen(mark);
    bool marked = extraction->length >= length && memcmp(extraction->source, mark, length) == 0;
    return (struct ptxc_host_lexer){
        .source = extraction->source, .length = extraction->length, .position = marked ? length : 0};
}

bool ptxc_extraction_spend(struct ptxc_extraction *extraction, uint64_t cost) {
    if (cost > extraction->budget)
        return false;
    extraction->budget -= cost;
    return true;
}

bool ptxc_extraction_charge(struct ptxc_extraction *extraction, uint64_t cost) {
    bool enough = ptxc_extraction_spend(extraction, cost);
    if (!enough)
        extraction->budget = 0;
    return enough;
}

static void *copy(struct ptxc_arena *arena, const void *array, size_t size) {
    void *result = ptxc_arena_alloc(arena, size);
    return result && size ? memcpy(result, array, size) : result;
}

void ptxc_list_add(struct ptxc_extraction *extraction, const struct ptxc_snippet *snippet) {
    struct ptxc_arena *arena = extraction->arena;
    struct ptxc_snippet_list *list = extraction->list;
    void *grown = ptxc_arena_grow(arena, list->items, &list->capacity, list->count + 1, sizeof(*list->items));
    if (!grown)
        return;
    list->items = grown;
    struct ptxc_snippet kept = *snippet;
    kept.text = copy(arena, snippet->text, snippet->length);
    kept.pieces = copy(arena, snippet->pieces, snippet->piece_count * sizeof(*snippet->pieces));
    kept.operands = copy(arena, snippet->operands, snippet->operand_count * sizeof(*snippet->operands));
    if (!arena->failed)
        list->items[list->count++] = kept;
}
