/* A tensor map as JSON, on one line. */
#ifndef PTXC_TENSORMAP_EMIT_H
#define PTXC_TENSORMAP_EMIT_H

#include "tensormap/map.h"

/* Writes the map as snprintf does, and gives where its parts stand in the text (`placed`; NULL: not wanted), which is
 * complete where `size` is large enough. */
size_t ptxc_map_emit(const struct ptxc_tensormap *map, char *buffer, size_t size, struct ptxc_map *placed);

#endif
