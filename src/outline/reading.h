/* The names of a text, and how they are read: what makes an outline and what changes one share. */
#ifndef PTXC_OUTLINE_READING_H
#define PTXC_OUTLINE_READING_H

#include "base/arena.h"
#include "ptxcheck/outline.h"

/* A name in the text. They are in the order of the source. */
struct outline_name {
    struct ptxc_span span;
    uint32_t id;     /* of its declaration, from 1; 0: not known */
    uint32_t number; /* of a range */
};

struct ptxc_outline {
    struct ptxc_arena arena;
    uint32_t length;                /* of the text */
    struct ptxc_declaration *items; /* by id, from 1 */
    size_t count, capacity;
    struct outline_name *names;
    size_t name_count, name_capacity;
    struct ptxc_span *scopes;
    size_t scope_count, scope_capacity;
};

/* What is read of a text: all of it, or one function. */
struct outline_part {
    const char *source;
    uint32_t length;     /* of the text */
    uint32_t begin, end; /* of the part */
    /* Of a function what the text declares outside of it, in the order of the source; the first `before` stand before
     * it. */
    const struct ptxc_declaration *const *around;
    size_t before, around_count;
};

/* Reads a part into an outline, in which there is nothing but its arena. The declarations around it come first and
 * last among its items. False without memory. */
bool ptxc_outline_read(struct ptxc_outline *outline, const struct outline_part *part);

#endif
