/* Sets of tensor maps: see map.h. */
#include "tensormap/map.h"

#include <string.h>

#include "base/characters.h"

struct ptxc_tensormaps *ptxc_tensormap_set_make(const struct ptxc_allocator *allocator) {
    struct ptxc_arena arena;
    ptxc_arena_init(&arena, allocator);
    struct ptxc_tensormaps *maps = ptxc_arena_alloc(&arena, sizeof(*maps));
    if (maps)
        maps->arena = arena;
    return maps;
}

void ptxc_tensormap_set_add(struct ptxc_tensormaps *maps, const struct ptxc_tensormap *map, const char *name,
                            size_t length) {
    void *grown = ptxc_arena_grow(&maps->arena, maps->items, &maps->capacity, maps->count + 1, sizeof(*maps->items));
    char *copy = ptxc_arena_alloc(&maps->arena, length + 1);
    if (grown)
        maps->items = grown;
    if (!grown || !copy)
        return;
    if (length > 0)
        memcpy(copy, name, length);
    maps->items[maps->count] = *map;
    maps->items[maps->count++].name = copy;
}

const struct ptxc_tensormap *ptxc_tensormap_set_find(const struct ptxc_tensormaps *maps, const char *name,
                                                     size_t length) {
    for (size_t i = maps ? maps->count : 0; i > 0 && length > 0; i--)
        if (ptxc_is_spelled(name, length, maps->items[i - 1].name))
            return &maps->items[i - 1];
    return NULL;
}
