/* A tensor map under check, with the places of its parts in the text that it was read from or written to. */
#ifndef PTXC_TENSORMAP_MAP_H
#define PTXC_TENSORMAP_MAP_H

#include "tensormap/fields.h"

/* Where a field stands; of length 0 where it does not. */
struct ptxc_map_place {
    struct ptxc_span whole; /* its value */
    struct ptxc_span numbers[PTXC_TENSORMAP_MAX_RANK];
};

struct ptxc_map {
    struct ptxc_tensormap value;
    struct ptxc_span span;     /* of the map */
    enum ptxc_target target;   /* that it is for; PTXC_TARGET_NONE: nobody said */
    bool any_target;           /* where nobody said it is for any, and not for the one that was measured */
    struct ptxc_span declared; /* where it says that */
    struct ptxc_map_place places[PTXC_MAP_FIELD_COUNT];
};

#endif
