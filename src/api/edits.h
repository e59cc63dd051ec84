/* A list of edits from inside: what makes one for its own use adds its remarks here. */
#ifndef PTXC_EDITS_H
#define PTXC_EDITS_H

#include "base/arena.h"
#include "ptxcheck/edit.h"

/* An edit; its text may be empty, and need not end where its first NUL stands. */
struct ptxc_edit_row {
    struct ptxc_fix fix;
    size_t length; /* of the text */
};

struct ptxc_edits {
    struct ptxc_arena arena;
    const char *source;
    size_t length;
    struct ptxc_edit_row *rows; /* by place; of those at one place, insertions first */
    size_t count, capacity;
    struct ptxc_remark *remarks;
    size_t remark_count, remark_capacity;
};

/* Adds a remark; without memory the arena is marked failed. The text must live as long as the list. */
void ptxc_edits_note(struct ptxc_edits *edits, enum ptxc_remark_kind kind, struct ptxc_span span, const char *text);

#endif
