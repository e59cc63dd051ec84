/* A tensor map under check, with the places of its parts in the text that it was read from or written to; and sets of
 * tensor maps. */
#ifndef PTXC_TENSORMAP_MAP_H
#define PTXC_TENSORMAP_MAP_H

#include "base/arena.h"
#include "tensormap/fields.h"

/* Where a field stands; of length 0 where it does not. */
struct ptxc_tensormap_place {
    struct ptxc_span whole; /* its value */
    struct ptxc_span numbers[PTXC_TENSORMAP_MAX_RANK];
};

struct ptxc_map {
    struct ptxc_tensormap value;
    struct ptxc_span span;     /* of the map */
    enum ptxc_target target;   /* that it is for; PTXC_TARGET_NONE: not known */
    bool any_target;           /* where that is not known it is for any, and not for the one that was measured */
    struct ptxc_span declared; /* where it says that */
    struct ptxc_tensormap_place places[PTXC_MAP_FIELD_COUNT];
};

/* A set of maps that have names. */
struct ptxc_tensormaps {
    struct ptxc_arena arena; /* the set itself lives in it */
    struct ptxc_tensormap *items;
    size_t count, capacity;
};

/* Returns an empty set, or NULL without memory. */
struct ptxc_tensormaps *ptxc_tensormap_set_make(const struct ptxc_allocator *allocator);

/* Adds a map under a name, which is copied. Without memory the arena has failed. */
void ptxc_tensormap_set_add(struct ptxc_tensormaps *maps, const struct ptxc_tensormap *map, const char *name,
                            size_t length);

/* Returns the map of this name that was added last, or NULL. */
const struct ptxc_tensormap *ptxc_tensormap_set_find(const struct ptxc_tensormaps *maps, const char *name,
                                                     size_t length);

#endif
