/* A set of tensor maps that have names. */
#ifndef PTXC_TENSORMAP_SET_H
#define PTXC_TENSORMAP_SET_H

#include "base/arena.h"
#include "tensormap/map.h"

struct ptxc_tensormaps {
    struct ptxc_arena arena; /* the set itself lives in it */
    struct ptxc_tensormap *items;
    size_t count, capacity;
};

/* An empty set, or NULL without memory. */
struct ptxc_tensormaps *ptxc_map_set_make(const struct ptxc_allocator *allocator);

/* Adds a map under a name, which is copied. Without memory the arena says so. */
void ptxc_map_set_add(struct ptxc_tensormaps *maps, const struct ptxc_tensormap *map, const char *name, size_t length);

/* The map of this name that was added last, or NULL. */
const struct ptxc_tensormap *ptxc_map_set_find(const struct ptxc_tensormaps *maps, const char *name, size_t length);

#endif
