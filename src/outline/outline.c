/* The names of a text: include/ptxcheck/outline.h. */
#include "ptxcheck/outline.h"

#include "outline/reading.h"

enum ptxc_status ptxc_outline_make(const char *source, size_t length, const struct ptxc_allocator *allocator,
                                   struct ptxc_outline **outline) {
    struct ptxc_arena arena;
    if (outline)
        *outline = NULL;
    if (!outline || (!source && length > 0) || (allocator && !allocator->resize))
        return PTXC_BAD_ARGUMENT;
    if (length > INT32_MAX)
        return PTXC_TOO_LARGE;
    ptxc_arena_init(&arena, allocator);
    struct ptxc_outline *made = ptxc_arena_alloc(&arena, sizeof(*made));
    if (!made)
        return PTXC_OUT_OF_MEMORY;
    made->arena = arena;
    const uint32_t size = (uint32_t)length;
    const struct outline_part all = {.source = source ? source : "", .length = size, .end = size};
    if (!ptxc_outline_read(made, &all)) {
        ptxc_outline_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    *outline = made;
    return PTXC_OK;
}

/* ---- questions ---- */

const struct ptxc_declaration *ptxc_outline_get(const struct ptxc_outline *outline, size_t index) {
    return outline && index < outline->count ? &outline->items[index] : NULL;
}

struct ptxc_span ptxc_outline_scope(const struct ptxc_outline *outline, size_t index) {
    return outline && index < outline->scope_count ? outline->scopes[index] : (struct ptxc_span){0, 0};
}

/* Returns the name at an offset, or right before it, that is declared; NULL where there is none. */
static const struct outline_name *name_at(const struct ptxc_outline *outline, size_t offset) {
    size_t low = 0, high = outline ? outline->name_count : 0; /* the first that ends at the offset or after it */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct ptxc_span span = outline->names[middle].span;
        if ((size_t)span.offset + span.length < offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (!outline || low == outline->name_count)
        return NULL;
    const struct outline_name *name = &outline->names[low];
    if (low + 1 < outline->name_count && name[1].span.offset == offset)
        name++;
    return name->span.offset <= offset && name->id > 0 ? name : NULL;
}

const struct ptxc_declaration *ptxc_outline_find(const struct ptxc_outline *outline, size_t offset,
                                                 struct ptxc_span *name) {
    const struct outline_name *found = name_at(outline, offset);
    if (!found)
        return NULL;
    if (name)
        *name = found->span;
    return &outline->items[found->id - 1];
}

size_t ptxc_outline_places(const struct ptxc_outline *outline, size_t offset, struct ptxc_span *places,
                           size_t capacity) {
    const struct outline_name *found = name_at(outline, offset);
    size_t count = 0;
    if (!found)
        return 0;
    const struct ptxc_span range = outline->items[found->id - 1].name;
    for (size_t i = 0; i < outline->name_count; i++) {
        const struct outline_name *name = &outline->names[i];
        const bool all = found->span.offset == range.offset || name->span.offset == range.offset;
        if (name->id != found->id || !(all || name->number == found->number))
            continue;
        if (places && count < capacity)
            places[count] = name->span;
        count++;
    }
    return count;
}

void ptxc_outline_free(struct ptxc_outline *outline) {
    if (!outline)
        return;
    struct ptxc_arena arena = outline->arena; /* the outline itself lives in it */
    ptxc_arena_free(&arena);
}
