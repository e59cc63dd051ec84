/* Tensor maps from JSON: one map, a list of maps, or one after another; and one of them as JSON, on one line. */
#ifndef PTXC_TENSORMAP_DOCUMENT_H
#define PTXC_TENSORMAP_DOCUMENT_H

#include "report/sink.h"
#include "tensormap/map.h"

/* Takes the maps that are read. */
struct ptxc_tensormap_taker {
    void *user;
    /* `map` is the taker's until it returns; what could not be read of it is unknown. `name`: where its name stands in
     * the source, or empty. */
    void (*take)(void *user, const struct ptxc_map *map, struct ptxc_span name);
};

/* Reads the maps of a source, and hands each of a kind that there is to the taker. What is wrong with the JSON is
 * reported to the sink; after the first error nothing more is read. `target` is that of maps that name none. Returns
 * how many maps there are. */
size_t ptxc_tensormap_document_read(const char *source, uint32_t length, enum ptxc_target target,
                                    const struct ptxc_sink *sink, const struct ptxc_tensormap_taker *taker);

/* Writes the map as JSON, on one line, as snprintf does, and returns where its parts stand in the text (`placed`; NULL:
 * not wanted), which is complete where `size` is large enough. */
size_t ptxc_tensormap_document_emit(const struct ptxc_tensormap *map, char *buffer, size_t size,
                                    struct ptxc_map *placed);

#endif
