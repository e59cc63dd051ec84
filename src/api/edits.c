/* A list of edits: see edit.h of the public headers. It is sorted when an edit is added, so that an overlap is found at
 * once, and the caller can go without the edit.
 */
#include "api/edits.h"

#include <string.h>

#include "base/buffer.h"

enum ptxc_status ptxc_edits_make(const char *source, size_t length, const struct ptxc_allocator *allocator,
                                 struct ptxc_edits **edits) {
    struct ptxc_arena arena;
    if (!edits)
        return PTXC_BAD_ARGUMENT;
    *edits = NULL;
    if ((!source && length > 0) || (allocator && !allocator->resize))
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    ptxc_arena_init(&arena, allocator);
    struct ptxc_edits *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    made->arena = arena;
    made->source = length ? source : "";
    made->length = length;
    *edits = made;
    return PTXC_OK;
}

void ptxc_edits_free(struct ptxc_edits *edits) {
    if (!edits)
        return;
    struct ptxc_arena arena = edits->arena; /* the list itself lives in it */
    ptxc_arena_free(&arena);
}

static size_t end_of(struct ptxc_span span) {
    return (size_t)span.offset + span.length;
}

/* Whether the row stands before the place of a new edit: an insertion comes after those that are there, and
 * before a replacement. */
static bool is_before(const struct ptxc_edit_row *row, struct ptxc_span span) {
    const struct ptxc_span own = row->fix.span;
    return own.offset < span.offset || (own.offset == span.offset && own.length == 0);
}

/* Returns the index that an edit of this span gets. */
static size_t place_of(const struct ptxc_edits *edits, struct ptxc_span span) {
    size_t low = 0, high = edits->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(&edits->rows[middle], span))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_same(const struct ptxc_edit_row *row, struct ptxc_span span, const char *text, size_t length) {
    return row->fix.span.offset == span.offset && row->fix.span.length == span.length && row->length == length &&
           (length == 0 || memcmp(row->fix.text, text, length) == 0);
}

/* Whether the list has the edit already. */
static bool has(const struct ptxc_edits *edits, size_t place, struct ptxc_span span, const char *text, size_t length) {
    if (span.length > 0)
        return place < edits->count && is_same(&edits->rows[place], span, text, length);
    for (size_t i = place; i > 0 && edits->rows[i - 1].fix.span.offset == span.offset; i--)
        if (is_same(&edits->rows[i - 1], span, text, length))
            return true;
    return false;
}

/* Whether the bytes of the span, or the place of the insertion, lie in another edit. */
static bool overlaps(const struct ptxc_edits *edits, size_t place, struct ptxc_span span) {
    size_t before = place; /* insertions at the same place do not reach into it, and others have been judged */
    while (before > 0 && edits->rows[before - 1].fix.span.length == 0 &&
           edits->rows[before - 1].fix.span.offset == span.offset)
        before--;
    if (before > 0 && end_of(edits->rows[before - 1].fix.span) > span.offset)
        return true;
    return place < edits->count && edits->rows[place].fix.span.offset < end_of(span);
}

/* Whether the edit can be added; PTXC_OK too where the list has it. */
static enum ptxc_status judge(const struct ptxc_edits *edits, struct ptxc_span span, const char *text, size_t length) {
    const size_t place = place_of(edits, span);
    if (end_of(span) > edits->length || (!text && length > 0))
        return PTXC_BAD_ARGUMENT;
    return !has(edits, place, span, text, length) && overlaps(edits, place, span) ? PTXC_OVERLAP : PTXC_OK;
}

/* Makes room for one more edit; false without memory. */
static bool reserve(struct ptxc_edits *edits, size_t more) {
    void *grown =
        ptxc_arena_grow(&edits->arena, edits->rows, &edits->capacity, edits->count + more, sizeof(*edits->rows));
    if (grown)
        edits->rows = grown;
    return grown;
}

/* Adds an edit that was judged, for which there is room, unless the list has it. */
static void put(struct ptxc_edits *edits, struct ptxc_span span, const char *text, size_t length) {
    const size_t place = place_of(edits, span);
    if (has(edits, place, span, text, length))
        return;
    memmove(edits->rows + place + 1, edits->rows + place, (edits->count - place) * sizeof(*edits->rows));
    edits->rows[place] = (struct ptxc_edit_row){{text, span}, length};
    edits->count++;
}

/* Want of memory is no lasting state of a list: the caller may free something and go on. */
static enum ptxc_status no_memory(struct ptxc_edits *edits) {
    edits->arena.failed = false;
    return PTXC_OUT_OF_MEMORY;
}

/* Adds one edit. */
static enum ptxc_status add(struct ptxc_edits *edits, struct ptxc_span span, const char *text, size_t length) {
    if (!edits)
        return PTXC_BAD_ARGUMENT;
    const enum ptxc_status status = judge(edits, span, text, length);
    if (status != PTXC_OK)
        return status;
    const char *own = reserve(edits, 1) ? ptxc_arena_copy(&edits->arena, text, length) : NULL;
    if (!own)
        return no_memory(edits);
    put(edits, span, own, length);
    return PTXC_OK;
}

enum ptxc_status ptxc_edits_replace(struct ptxc_edits *edits, struct ptxc_span span, const char *text, size_t length) {
    return span.length > 0 ? add(edits, span, text, length) : PTXC_BAD_ARGUMENT;
}

enum ptxc_status ptxc_edits_remove(struct ptxc_edits *edits, struct ptxc_span span) {
    return ptxc_edits_replace(edits, span, "", 0);
}

enum ptxc_status ptxc_edits_insert(struct ptxc_edits *edits, uint32_t offset, const char *text, size_t length) {
    return length > 0 ? add(edits, (struct ptxc_span){offset, 0}, text, length) : PTXC_BAD_ARGUMENT;
}

enum ptxc_status ptxc_edits_fix(struct ptxc_edits *edits, const struct ptxc_diagnostic *diagnostic) {
    if (!edits || !diagnostic)
        return PTXC_BAD_ARGUMENT;
    const struct ptxc_fix *fixes = diagnostic->fixes;
    for (size_t i = 0; i < diagnostic->fix_count; i++) {
        const enum ptxc_status status =
            fixes[i].text ? judge(edits, fixes[i].span, fixes[i].text, strlen(fixes[i].text)) : PTXC_BAD_ARGUMENT;
        if (status != PTXC_OK)
            return status;
        if (i > 0 && end_of(fixes[i - 1].span) > fixes[i].span.offset)
            return PTXC_OVERLAP;
    }
    if (diagnostic->fix_count > 0 && !reserve(edits, diagnostic->fix_count))
        return no_memory(edits);
    const char **texts = ptxc_arena_alloc(&edits->arena, (diagnostic->fix_count + 1) * sizeof(*texts));
    for (size_t i = 0; texts && i < diagnostic->fix_count; i++) /* all of them, before the list changes */
        texts[i] = ptxc_arena_copy(&edits->arena, fixes[i].text, strlen(fixes[i].text));
    if (!texts || edits->arena.failed)
        return no_memory(edits);
    for (size_t i = 0; i < diagnostic->fix_count; i++)
        put(edits, fixes[i].span, texts[i], strlen(texts[i]));
    return PTXC_OK;
}

enum ptxc_status ptxc_edits_instruction(struct ptxc_edits *edits, const struct ptxc_instruction *instruction,
                                        const struct ptxc_instruction *instead) {
    if (!edits || !instruction || !instead)
        return PTXC_BAD_ARGUMENT;
    const size_t length = ptxc_instruction_emit(instead, NULL, 0);
    if (length == 0)
        return PTXC_UNREADABLE;
    char *text = ptxc_arena_alloc(&edits->arena, length + 1);
    if (!text)
        return no_memory(edits);
    ptxc_instruction_emit(instead, text, length + 1);
    return ptxc_edits_replace(edits, instruction->span, text, length - 1); /* its ';' stands in the source */
}

size_t ptxc_edits_count(const struct ptxc_edits *edits) {
    return edits ? edits->count : 0;
}

const struct ptxc_fix *ptxc_edits_get(const struct ptxc_edits *edits, size_t index) {
    return edits && index < edits->count ? &edits->rows[index].fix : NULL;
}

size_t ptxc_edits_apply(const struct ptxc_edits *edits, char *buffer, size_t size) {
    struct ptxc_buffer text = ptxc_buffer_begin(buffer, size);
    size_t done = 0;
    if (!edits || (!buffer && size > 0))
        return 0;
    for (size_t i = 0; i < edits->count; i++) {
        const struct ptxc_edit_row *row = &edits->rows[i];
        ptxc_buffer_put(&text, edits->source + done, row->fix.span.offset - done);
        ptxc_buffer_put(&text, row->fix.text, row->length);
        done = end_of(row->fix.span);
    }
    ptxc_buffer_put(&text, edits->source + done, edits->length - done);
    return text.length;
}

void ptxc_edits_note(struct ptxc_edits *edits, enum ptxc_remark_kind kind, struct ptxc_span span, const char *text) {
    struct ptxc_remark *remark =
        ptxc_arena_add(&edits->arena, &edits->remarks, &edits->remark_count, &edits->remark_capacity, sizeof(*remark));
    if (remark)
        *remark = (struct ptxc_remark){kind, span, text};
}

size_t ptxc_edits_remarks(const struct ptxc_edits *edits) {
    return edits ? edits->remark_count : 0;
}

const struct ptxc_remark *ptxc_edits_remark(const struct ptxc_edits *edits, size_t index) {
    return edits && index < edits->remark_count ? &edits->remarks[index] : NULL;
}
