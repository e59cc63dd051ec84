/* What the public functions about tensor maps share. */
#ifndef PTXC_API_TENSORMAPS_H
#define PTXC_API_TENSORMAPS_H

#include "ptxcheck/tensormap.h"
#include "tensormap/map.h"

/* Takes the maps of a document, with their names, which end with the call. */
struct ptxc_map_keeper {
    void *user;
    void (*keep)(void *user, const struct ptxc_map *map, const char *name, size_t length);
};

/* Checks the maps of a document as ptxc_tensormap_check_json does, and hands them to the keeper, if there is one. */
enum ptxc_status ptxc_map_document_check(const char *source, size_t length, const struct ptxc_options *options,
                                         const struct ptxc_map_keeper *keeper, struct ptxc_report **report);

/* Takes what a caller gives; false where there is no such kind, or the size was never set. */
bool ptxc_map_given(const struct ptxc_tensormap *given, struct ptxc_tensormap *map);

#endif
