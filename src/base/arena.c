/* Arena: see arena.h. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 64 * 1024 };

struct ptxc_arena_block {
    struct ptxc_arena_block *next;
    size_t size; /* of the whole block, bytes */
    size_t used;
    alignas(max_align_t) unsigned char bytes[];
};

/* The allocator of callers who give none. */
static void *libc_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, new_size);
}

void ptxc_arena_init(struct ptxc_arena *arena, const struct ptxc_allocator *allocator) {
    *arena = (struct ptxc_arena){.allocator = {libc_resize, NULL}};
    if (allocator)
        arena->allocator = *allocator;
}

/* Takes the first spare block of at least this size out of the list; NULL where there is none. */
static struct ptxc_arena_block *take_spare(struct ptxc_arena *arena, size_t size) {
    struct ptxc_arena_block **link = &arena->spare;
    while (*link && (*link)->size < size)
        link = &(*link)->next;
    struct ptxc_arena_block *block = *link;
    if (block)
        *link = block->next;
    return block;
}

/* Adds a block with room for `needed` bytes: a spare one, or a new one from the allocator. The rest of the block before
 * it stays unused. */
static struct ptxc_arena_block *add_block(struct ptxc_arena *arena, size_t needed) {
    size_t size = sizeof(struct ptxc_arena_block) + (needed > BLOCK_SIZE ? needed : BLOCK_SIZE);
    struct ptxc_arena_block *block = take_spare(arena, size);
    if (block)
        size = block->size;
    else
        block = arena->allocator.resize(arena->allocator.user, NULL, 0, size);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    block->next = arena->blocks;
    block->size = size;
    block->used = 0;
    arena->blocks = block;
    return block;
}

void *ptxc_arena_take(struct ptxc_arena *arena, size_t size) {
    const size_t unit = alignof(max_align_t);
    if (arena->failed || size > SIZE_MAX / 2)
        return NULL;
    size = (size + unit - 1) / unit * unit;
    struct ptxc_arena_block *block = arena->blocks;
    if (!block || block->size - sizeof(*block) - block->used < size)
        block = add_block(arena, size);
    if (!block)
        return NULL;
    void *result = block->bytes + block->used;
    block->used += size;
    return result;
}

void *ptxc_arena_alloc(struct ptxc_arena *arena, size_t size) {
    void *result = ptxc_arena_take(arena, size);
    return result ? memset(result, 0, size) : NULL;
}

void *ptxc_arena_grow(struct ptxc_arena *arena, void *array, size_t *capacity, size_t needed, size_t element) {
    if (needed <= *capacity)
        return array;
    size_t wanted = *capacity ? *capacity : 16;
    while (wanted < needed)
        wanted *= 2;
    const size_t kept = array ? *capacity * element : 0;
    unsigned char *longer = ptxc_arena_take(arena, wanted * element);
    if (!longer)
        return NULL;
    if (array)
        memcpy(longer, array, kept);
    memset(longer + kept, 0, wanted * element - kept);
    *capacity = wanted;
    return longer;
}

const char *ptxc_arena_format(struct ptxc_arena *arena, const char *format, ...) {
    va_list arguments;
    if (arena->failed)
        return "";
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return "";
    char *text = ptxc_arena_alloc(arena, (size_t)length + 1);
    if (!text)
        return "";
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

struct ptxc_arena_mark ptxc_arena_mark(const struct ptxc_arena *arena) {
    return (struct ptxc_arena_mark){arena->blocks, arena->blocks ? arena->blocks->used : 0};
}

/* Gives these blocks back to the allocator, up to the last one, which is left. */
static void release(const struct ptxc_arena *arena, struct ptxc_arena_block *block,
                    const struct ptxc_arena_block *last) {
    while (block != last) {
        struct ptxc_arena_block *next = block->next;
        arena->allocator.resize(arena->allocator.user, block, block->size, 0);
        block = next;
    }
}

void ptxc_arena_reset(struct ptxc_arena *arena, struct ptxc_arena_mark mark) {
    release(arena, arena->blocks, mark.block);
    arena->blocks = mark.block;
    if (mark.block)
        mark.block->used = mark.used;
}

void ptxc_arena_clear(struct ptxc_arena *arena) {
    while (arena->blocks) {
        struct ptxc_arena_block *block = arena->blocks;
        arena->blocks = block->next;
        block->next = arena->spare;
        arena->spare = block;
    }
}

void ptxc_arena_free(struct ptxc_arena *arena) {
    ptxc_arena_reset(arena, (struct ptxc_arena_mark){NULL, 0});
    release(arena, arena->spare, NULL);
    arena->spare = NULL;
}
