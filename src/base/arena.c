/* Arena: see arena.h. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first block of an arena is small: many arenas hold little. Each is twice as large as the one before, up to the
 * largest. Those of the scratch are as small as may be. */
enum { FIRST_SIZE = 8 * 1024, LARGEST_SIZE = 64 * 1024, SCRATCH_SIZE = 512 };

struct ptxc_arena_block {
    struct ptxc_arena_block *next;
    size_t size; /* of the whole block, bytes */
    size_t used;
    bool borrowed; /* from the scratch */
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

void ptxc_arena_share(struct ptxc_arena *arena, const struct ptxc_arena *other) {
    *arena = (struct ptxc_arena){.allocator = other->allocator, .scratch = other->scratch};
}

/* Takes the smallest spare block of at least this size out of the list; NULL where there is none. */
static struct ptxc_arena_block *take_spare(struct ptxc_arena *arena, size_t size) {
    struct ptxc_arena_block **best = NULL;
    for (struct ptxc_arena_block **link = &arena->spare; *link; link = &(*link)->next)
        if ((*link)->size >= size && (!best || (*link)->size < (*best)->size))
            best = link;
    struct ptxc_arena_block *block = best ? *best : NULL;
    if (block)
        *best = block->next;
    return block;
}

struct ptxc_scratch *ptxc_scratch_make(void *memory, size_t size) {
    const size_t unit = alignof(max_align_t), odd = (uintptr_t)memory % unit, skipped = odd ? unit - odd : 0;
    const size_t account = (sizeof(struct ptxc_scratch) + unit - 1) / unit * unit;
    if (!memory || size < skipped + account)
        return NULL;
    unsigned char *begin = (unsigned char *)memory + skipped;
    struct ptxc_scratch *scratch = (struct ptxc_scratch *)(void *)begin;
    *scratch = (struct ptxc_scratch){begin + account, (unsigned char *)memory + size};
    return scratch;
}

/* Takes a block for `needed` bytes from the scratch; NULL where it has no room for it. */
static struct ptxc_arena_block *borrow_block(struct ptxc_scratch *scratch, size_t needed) {
    const size_t unit = alignof(max_align_t);
    size_t size = sizeof(struct ptxc_arena_block) + (needed > SCRATCH_SIZE ? needed : SCRATCH_SIZE);
    size = (size + unit - 1) / unit * unit;
    if (!scratch || (size_t)(scratch->end - scratch->next) < size)
        return NULL;
    struct ptxc_arena_block *block = (struct ptxc_arena_block *)(void *)scratch->next;
    scratch->next += size;
    block->size = size;
    block->borrowed = true;
    return block;
}

/* Takes a block for `needed` bytes from the allocator. */
static struct ptxc_arena_block *ask_for_block(const struct ptxc_arena *arena, size_t needed) {
    const size_t twice = arena->blocks && !arena->blocks->borrowed ? 2 * arena->blocks->size : FIRST_SIZE;
    const size_t usual = twice < LARGEST_SIZE ? twice : LARGEST_SIZE;
    const size_t size = sizeof(struct ptxc_arena_block) + (needed > usual ? needed : usual);
    struct ptxc_arena_block *block = arena->allocator.resize(arena->allocator.user, NULL, 0, size);
    if (!block)
        return NULL;
    block->size = size;
    block->borrowed = false;
    return block;
}

/* Adds a block with room for `needed` bytes: a spare one, one of the scratch, or a new one from the allocator. The rest
 * of the block before it stays unused. */
static struct ptxc_arena_block *add_block(struct ptxc_arena *arena, size_t needed) {
    struct ptxc_arena_block *block = take_spare(arena, sizeof(struct ptxc_arena_block) + needed);
    if (!block)
        block = borrow_block(arena->scratch, needed);
    if (!block)
        block = ask_for_block(arena, needed);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    block->next = arena->blocks;
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

void *ptxc_arena_add(struct ptxc_arena *arena, void *list, size_t *count, size_t *capacity, size_t element) {
    unsigned char *array;
    memcpy(&array, list, sizeof(array));
    array = ptxc_arena_grow(arena, array, capacity, *count + 1, element);
    if (!array)
        return NULL;
    memcpy(list, &array, sizeof(array));
    return array + (*count)++ * element;
}

char *ptxc_arena_copy(struct ptxc_arena *arena, const void *bytes, size_t length) {
    char *made = length < SIZE_MAX ? ptxc_arena_take(arena, length + 1) : NULL;
    if (!made)
        return NULL;
    if (length > 0)
        memcpy(made, bytes, length);
    made[length] = 0;
    return made;
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

/* Hands these blocks back to the allocator, up to the last one, which is left. The scratch takes back what it lent
 * last.
 */
static void release(const struct ptxc_arena *arena, struct ptxc_arena_block *block,
                    const struct ptxc_arena_block *last) {
    while (block != last) {
        struct ptxc_arena_block *next = block->next;
        if (!block->borrowed)
            arena->allocator.resize(arena->allocator.user, block, block->size, 0);
        else if ((unsigned char *)block + block->size == arena->scratch->next)
            arena->scratch->next = (unsigned char *)block;
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

void ptxc_arena_lend(struct ptxc_arena *arena, struct ptxc_arena *to) {
    ptxc_arena_share(to, arena);
    to->spare = arena->spare;
    arena->spare = NULL;
}

void ptxc_arena_take_back(struct ptxc_arena *arena, struct ptxc_arena *from) {
    struct ptxc_arena_block **end = &arena->spare;
    ptxc_arena_clear(from);
    while (*end)
        end = &(*end)->next;
    *end = from->spare;
    from->spare = NULL;
    arena->failed |= from->failed;
}

void ptxc_arena_free(struct ptxc_arena *arena) {
    if (!arena->blocks && !arena->spare)
        return;
    ptxc_arena_reset(arena, (struct ptxc_arena_mark){NULL, 0});
    release(arena, arena->spare, NULL);
    arena->spare = NULL;
}
