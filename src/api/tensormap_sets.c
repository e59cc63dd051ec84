/* The public functions about sets of tensor maps. */
#include "ptxcheck/tensormap.h"

#include <string.h>

#include "api/tensormaps.h"
#include "base/sized.h"
#include "report/options.h"
#include "tensormap/set.h"

/* Gives the set, or frees it where memory ran out. */
static enum ptxc_status finish(struct ptxc_tensormaps *made, struct ptxc_tensormaps **maps) {
    if (!made || made->arena.failed) {
        ptxc_tensormaps_free(made);
        return PTXC_OUT_OF_MEMORY;
    }
    *maps = made;
    return PTXC_OK;
}

enum ptxc_status ptxc_tensormaps_make(const struct ptxc_allocator *allocator, struct ptxc_tensormaps **maps) {
    if (!maps)
        return PTXC_BAD_ARGUMENT;
    *maps = NULL;
    if (allocator && !allocator->resize)
        return PTXC_BAD_ARGUMENT;
    return finish(ptxc_map_set_make(allocator), maps);
}

/* Takes a map of a document into the set that is `user`. */
static void keep(void *user, const struct ptxc_map *map, const char *name, size_t length) {
    ptxc_map_set_add(user, &map->value, name, length);
}

enum ptxc_status ptxc_tensormaps_read(const char *source, size_t length, const struct ptxc_options *options,
                                      struct ptxc_tensormaps **maps, struct ptxc_report **report) {
    struct ptxc_report *checked = NULL;
    struct ptxc_options given;
    if (report)
        *report = NULL;
    if (!maps)
        return PTXC_BAD_ARGUMENT;
    *maps = NULL;
    enum ptxc_status status = ptxc_options_read(options, &given);
    if (status != PTXC_OK)
        return status;
    struct ptxc_tensormaps *made = ptxc_map_set_make(given.allocator);
    const struct ptxc_map_keeper keeper = {made, keep};
    status = made ? ptxc_map_document_check(source, length, &given, &keeper, &checked) : PTXC_OUT_OF_MEMORY;
    if (status == PTXC_OK)
        status = finish(made, maps);
    else
        ptxc_tensormaps_free(made);
    if (status == PTXC_OK && report)
        *report = checked;
    else
        ptxc_report_free(checked);
    return status;
}

enum ptxc_status ptxc_tensormaps_add(struct ptxc_tensormaps *maps, const struct ptxc_tensormap *map) {
    struct ptxc_tensormap known;
    if (!maps || !ptxc_map_given(map, &known))
        return PTXC_BAD_ARGUMENT;
    const char *name = known.name ? known.name : "";
    ptxc_map_set_add(maps, &known, name, strlen(name));
    const bool failed = maps->arena.failed;
    maps->arena.failed = false;
    return failed ? PTXC_OUT_OF_MEMORY : PTXC_OK;
}

size_t ptxc_tensormaps_count(const struct ptxc_tensormaps *maps) {
    return maps ? maps->count : 0;
}

int ptxc_tensormaps_get(const struct ptxc_tensormaps *maps, size_t index, struct ptxc_tensormap *map) {
    if (index >= ptxc_tensormaps_count(maps) || !map)
        return 0;
    return ptxc_sized_write(map, &maps->items[index], sizeof(*map));
}

void ptxc_tensormaps_free(struct ptxc_tensormaps *maps) {
    if (!maps)
        return;
    struct ptxc_arena arena = maps->arena;
    ptxc_arena_free(&arena);
}
