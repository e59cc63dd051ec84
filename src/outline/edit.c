/* What an edit makes of the names of a text: include/ptxcheck/outline.h. Where it lies in the body of one function, and
 * this ends where it did, only the function is read again, and what stands after it is moved.
 */
#include <string.h>

#include "outline/reading.h"

/* An edit in the body of a function. */
struct outline_edit {
    struct ptxc_outline *outline;
    const char *source;
    uint32_t offset, removed;  /* bytes */
    uint32_t moved;            /* how much what stands after it moves; modulo 2^32 */
    uint32_t function, next;   /* the id of the function, and the first one after those in it */
    size_t names, names_end;   /* the indices of the names in it, before the edit */
    size_t scopes, scopes_end; /* the same of its scopes */
    struct ptxc_span text;     /* of the function, after the edit */
    struct ptxc_arena arena;   /* goes at the end */
    struct ptxc_outline read;  /* what is read of the function; its memory is the arena's */
    struct ptxc_declaration const **around;
    size_t around_count, around_capacity, before;
};

/* ---- the function ---- */

/* Whether all of a text is the scope of a declaration. */
static bool is_outside(const struct ptxc_outline *outline, const struct ptxc_declaration *declaration) {
    return declaration->scope.offset == 0 && declaration->scope.length == outline->length;
}

static bool is_function(const struct ptxc_declaration *declaration) {
    return declaration->kind == PTXC_DECLARED_FUNCTION || declaration->kind == PTXC_DECLARED_KERNEL;
}

static uint32_t end_of(struct ptxc_span span) {
    return span.offset + span.length;
}

/* Returns the index of the first element from a place on; each begins with its span, and they are in their order. */
static size_t first_from(const void *list, size_t count, size_t element, uint32_t offset) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        struct ptxc_span span;
        memcpy(&span, (const unsigned char *)list + middle * element, sizeof(span));
        if (span.offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t scope_from(const struct ptxc_outline *outline, uint32_t offset) {
    return first_from(outline->scopes, outline->scope_count, sizeof(*outline->scopes), offset);
}

static size_t name_from(const struct ptxc_outline *outline, uint32_t offset) {
    return first_from(outline->names, outline->name_count, sizeof(*outline->names), offset);
}

/* Whether an edit lies between the braces of a function. */
static bool is_within(const struct outline_edit *edit, struct ptxc_span text) {
    const struct ptxc_outline *outline = edit->outline;
    if (edit->offset <= text.offset || edit->offset + edit->removed >= end_of(text))
        return false;
    const size_t body = scope_from(outline, text.offset);
    return body < outline->scope_count && outline->scopes[body].offset < edit->offset &&
           end_of(outline->scopes[body]) == end_of(text);
}

/* Takes down which part of the outline is that of a function. */
static void note_function(struct outline_edit *edit, uint32_t id, struct ptxc_span text) {
    const struct ptxc_outline *outline = edit->outline;
    edit->function = id;
    edit->text = (struct ptxc_span){text.offset, text.length + edit->moved};
    edit->names = name_from(outline, text.offset);
    edit->names_end = name_from(outline, end_of(text));
    edit->scopes = scope_from(outline, text.offset);
    edit->scopes_end = scope_from(outline, end_of(text));
    edit->next = id + 1;
    while (edit->next <= outline->count && outline->items[edit->next - 1].name.offset < end_of(text))
        edit->next++;
}

/* Finds the function in whose body an edit lies; false where there is none. */
static bool find_function(struct outline_edit *edit) {
    const struct ptxc_outline *outline = edit->outline;
    for (uint32_t id = 1; id <= outline->count; id++) {
        const struct ptxc_declaration *item = &outline->items[id - 1];
        if (!is_function(item) || !is_outside(outline, item) || !is_within(edit, item->text))
            continue;
        note_function(edit, id, item->text);
        return true;
    }
    return false;
}

/* ---- what stands after the edit ---- */

static void move_span(const struct outline_edit *edit, struct ptxc_span *span) {
    if (span->offset >= edit->offset + edit->removed)
        span->offset += edit->moved;
    else if (end_of(*span) >= edit->offset + edit->removed)
        span->length += edit->moved;
}

/* Moves what stands after the edit; what is in the function counts no more. */
static void move_all(struct outline_edit *edit) {
    struct ptxc_outline *outline = edit->outline;
    for (size_t i = 0; edit->moved != 0 && i < outline->count; i++) {
        move_span(edit, &outline->items[i].name);
        move_span(edit, &outline->items[i].text);
        move_span(edit, &outline->items[i].scope);
    }
    for (size_t i = 0; edit->moved != 0 && i < outline->name_count; i++)
        move_span(edit, &outline->names[i].span);
    for (size_t i = 0; edit->moved != 0 && i < outline->scope_count; i++)
        move_span(edit, &outline->scopes[i]);
    outline->length += edit->moved;
}

/* ---- the function again ---- */

/* Reads the function again; false where it ends otherwise than before, or there is no memory. */
static bool read_function(struct outline_edit *edit) {
    const struct ptxc_outline *outline = edit->outline;
    const struct ptxc_declaration **around;
    for (uint32_t id = 1; id <= outline->count; id++) {
        const struct ptxc_declaration *item = &outline->items[id - 1];
        const bool later = id >= edit->next;
        if ((id >= edit->function && !later) || !is_outside(outline, item) ||
            (later && !is_function(item) && item->kind != PTXC_DECLARED_LABEL))
            continue;
        around =
            ptxc_arena_add(&edit->arena, &edit->around, &edit->around_count, &edit->around_capacity, sizeof(*around));
        if (!around)
            return false;
        *around = item;
        edit->before += !later;
    }
    const struct outline_part part = {.source = edit->source,
                                      .length = outline->length,
                                      .begin = edit->text.offset,
                                      .end = end_of(edit->text),
                                      .around = edit->around,
                                      .before = edit->before,
                                      .around_count = edit->around_count};
    return ptxc_outline_read(&edit->read, &part) && edit->read.count > edit->around_count &&
           end_of(edit->read.items[edit->before].text) == part.end;
}

/* Puts elements of a list in the place of others; false without memory. */
static bool splice(struct ptxc_arena *arena, void *list, size_t *count, size_t *capacity, size_t element, size_t from,
                   size_t removed, const void *added, size_t added_count) {
    unsigned char *array;
    memcpy(&array, list, sizeof(array));
    array = ptxc_arena_grow(arena, array, capacity, *count - removed + added_count, element);
    if (!array)
        return false;
    memmove(array + (from + added_count) * element, array + (from + removed) * element,
            (*count - from - removed) * element);
    if (added_count > 0)
        memcpy(array + from * element, added, added_count * element);
    *count = *count - removed + added_count;
    memcpy(list, &array, sizeof(array));
    return true;
}

/* Gives the names that were read the ids that their declarations have in the whole text, and those elsewhere theirs. */
static void number(struct outline_edit *edit, uint32_t read) {
    struct ptxc_outline *outline = edit->outline;
    const uint32_t before = (uint32_t)edit->before, more = edit->function + read - edit->next;
    for (size_t i = 0; more != 0 && i < outline->name_count; i++)
        outline->names[i].id += outline->names[i].id >= edit->next ? more : 0;
    for (size_t i = 0; i < edit->read.name_count; i++) {
        uint32_t *id = &edit->read.names[i].id;
        if (*id > before && *id <= before + read)
            *id += edit->function - 1 - before;
        else if (*id > 0)
            *id = (uint32_t)(edit->around[*id - 1 - (*id > before ? read : 0)] - outline->items) + 1 +
                  (*id > before ? more : 0);
    }
}

/* Puts what was read of the function in the place of what was known of it; false without memory. */
static bool replace_function(struct outline_edit *edit) {
    struct ptxc_outline *outline = edit->outline, *read = &edit->read;
    const size_t items = read->count - edit->around_count;
    number(edit, (uint32_t)items);
    return splice(&outline->arena, &outline->names, &outline->name_count, &outline->name_capacity,
                  sizeof(*outline->names), edit->names, edit->names_end - edit->names, read->names, read->name_count) &&
           splice(&outline->arena, &outline->scopes, &outline->scope_count, &outline->scope_capacity,
                  sizeof(*outline->scopes), edit->scopes, edit->scopes_end - edit->scopes, read->scopes,
                  read->scope_count) &&
           splice(&outline->arena, &outline->items, &outline->count, &outline->capacity, sizeof(*outline->items),
                  edit->function - 1, edit->next - edit->function, read->items + edit->before, items);
}

/* ---- the edit ---- */

/* Reads all of the text again. */
static enum ptxc_status read_all(struct ptxc_outline **outline, const char *source, size_t length) {
    const struct ptxc_allocator allocator = (*outline)->arena.allocator;
    ptxc_outline_free(*outline);
    return ptxc_outline_make(source, length, &allocator, outline);
}

enum ptxc_status ptxc_outline_edit(struct ptxc_outline **outline, const char *source, size_t length, size_t offset,
                                   size_t removed) {
    if (!outline || !*outline || (!source && length > 0) || offset > (*outline)->length ||
        removed > (*outline)->length - offset || length < (*outline)->length - removed)
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    struct outline_edit edit = {.outline = *outline,
                                .source = source,
                                .offset = (uint32_t)offset,
                                .removed = (uint32_t)removed,
                                .moved = (uint32_t)length - (*outline)->length};
    const size_t inserted = length - ((*outline)->length - removed);
    /* a quote may close a string that is open in front of the function */
    if ((inserted > 0 && memchr(source + offset, '"', inserted)) || !find_function(&edit))
        return read_all(outline, source, length);
    ptxc_arena_init(&edit.arena, &(*outline)->arena.allocator);
    ptxc_arena_init(&edit.read.arena, &(*outline)->arena.allocator);
    move_all(&edit);
    const bool known = read_function(&edit) && replace_function(&edit);
    ptxc_arena_free(&edit.read.arena);
    ptxc_arena_free(&edit.arena);
    return known ? PTXC_OK : read_all(outline, source, length);
}
