/* Programs of a few words, for the tests of control flow. */
#ifndef TEST_STEPS_H
#define TEST_STEPS_H

#include "analysis/program/program.h"

/* A program, and what its steps point at. */
struct steps {
    struct ptxc_arena arena;
    struct ptxc_body body;
    struct ptxc_program program;
    uint32_t *scopes;
};

/* Makes the steps that the words of `text` name; it must live as long as they do. `L:` is a label, `{` and `}` are a
 * scope and no step; `bra=L`, `ret`, `exit`, `trap`, `brx`, `call` and `bar` are what they look like, guarded where a
 * `@` stands before them; any other word is a step that goes on. An allocator of NULL is malloc. False without memory.
 */
bool steps_make(struct steps *steps, const char *text, const struct ptxc_allocator *allocator);

void steps_free(struct steps *steps);

#endif
