/* The only allocator of the library: blocks from the caller's allocator, released all at once. Out of memory is
 * sticky: every later request fails too, and the caller looks at `failed` once at the end.
 */
#ifndef PTXC_ARENA_H
#define PTXC_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "ptxcheck/ptxcheck.h"

struct ptxc_arena_block;

/* Memory of the caller, which arenas take before they ask the allocator. It stays the caller's. */
struct ptxc_scratch {
    unsigned char *next, *end; /* what is left of it */
};

struct ptxc_arena {
    struct ptxc_allocator allocator;
    struct ptxc_scratch *scratch;    /* NULL: none */
    struct ptxc_arena_block *blocks; /* newest first */
    struct ptxc_arena_block *spare;  /* empty ones, kept for what is taken next */
    bool failed;
};

/* `allocator` NULL stands for malloc and free. */
void ptxc_arena_init(struct ptxc_arena *arena, const struct ptxc_allocator *allocator);

/* Makes an empty arena that takes its memory from where another one does. */
void ptxc_arena_share(struct ptxc_arena *arena, const struct ptxc_arena *other);

/* Lends the memory that an arena keeps to an empty one, and takes all back that this has then: for what is done often,
 * and needs much. */
void ptxc_arena_lend(struct ptxc_arena *arena, struct ptxc_arena *to);
void ptxc_arena_take_back(struct ptxc_arena *arena, struct ptxc_arena *from);

/* Makes the beginning of `size` bytes the account of the rest, for the scratch of arenas; NULL where there are too few.
 */
struct ptxc_scratch *ptxc_scratch_make(void *memory, size_t size);

/* `size` zeroed bytes, aligned for any type, or NULL. */
void *ptxc_arena_alloc(struct ptxc_arena *arena, size_t size);

/* Likewise, of which nothing is set. */
void *ptxc_arena_take(struct ptxc_arena *arena, size_t size);

/* A longer copy of an array: `*capacity` elements of `element` bytes become at least `needed`, and `*capacity` grows
 * by doubling. NULL, and nothing changed, when there is no memory. */
void *ptxc_arena_grow(struct ptxc_arena *arena, void *array, size_t *capacity, size_t needed, size_t element);

/* Adds an element to a list of `*count`, and returns it; what it holds is not set. `list` is the address of the pointer
 * to the first, and the list grows as an array does. NULL, and nothing changed, when there is no memory. */
void *ptxc_arena_add(struct ptxc_arena *arena, void *list, size_t *count, size_t *capacity, size_t element);

/* Returns a copy of so many bytes, closed with a NUL; NULL when there is no memory. */
char *ptxc_arena_copy(struct ptxc_arena *arena, const void *bytes, size_t length);

/* Prints into the arena, as printf; "" when there is no memory. */
const char *ptxc_arena_format(struct ptxc_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A mark says how full the arena is; a reset to it releases what was taken since. */
struct ptxc_arena_mark {
    struct ptxc_arena_block *block;
    size_t used;
};
struct ptxc_arena_mark ptxc_arena_mark(const struct ptxc_arena *arena);
void ptxc_arena_reset(struct ptxc_arena *arena, struct ptxc_arena_mark mark);

/* Empties the arena, but keeps its memory for what is taken next. */
void ptxc_arena_clear(struct ptxc_arena *arena);

/* Releases everything. */
void ptxc_arena_free(struct ptxc_arena *arena);

#endif
