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

/* Takes a new block with room for `needed` bytes from the allocator. The rest of the block before it stays unused. */
static struct ptxc_arena_block *add_block(struct ptxc_arena *arena, size_t needed) {
    size_t size = sizeof(struct ptxc_arena_block) + (needed > BLOCK_SIZE ? needed : BLOCK_SIZE);
    struct ptxc_arena_block *block = arena->allocator.resize(arena->allocator.user, NULL, 0, size);
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

void *ptxc_arena_alloc(struct ptxc_arena *arena, size_t size) {
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
    return memset(result, 0, size);
}

void *ptxc_arena_grow(struct ptxc_arena *arena, void *array, size_t *capacity, size_t needed, size_t element) {
    if (needed <= *capacity)
        return array;
    size_t wanted = *capacity ? *capacity : 16;
    while (wanted < needed)
        wanted *= 2;
    void *longer = ptxc_arena_alloc(arena, wanted * element);
    if (!longer)
        return NULL;
    if (array)
        memcpy(longer, array, *capacity * element);
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

void ptxc_arena_reset(struct ptxc_arena *arena, struct ptxc_arena_mark mark) {
    struct ptxc_arena_block *block = arena->blocks;
    while (block != mark.block) {
        struct ptxc_arena_block *next = block->next;
        arena->allocator.resize(arena->allocator.user, block, block->size, 0);
        block = next;
    }
    arena->blocks = block;
    if (block)
        block->used = mark.used;
}

void ptxc_arena_free(struct ptxc_arena *arena) {
    ptxc_arena_reset(arena, (struct ptxc_arena_mark){NULL, 0});
}
