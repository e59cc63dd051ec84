/* The public entries about tensor maps: checks of one as a value, or of those of a document; what copies with one take;
 * and sets of them. */
#include <string.h>

#include "base/buffer.h"
#include "base/sized.h"
#include "ptxcheck/tensormap.h"
#include "report/keep.h"
#include "report/options.h"
#include "tensormap/document.h"
#include "tensormap/judge.h"
#include "tensormap/map.h"
#include "tensormap/quantities.h"

/* ---- maps ---- */

/* Takes the maps of a document, with their names, which end with the call. */
struct map_keeper {
    void *user;
    void (*keep)(void *user, const struct ptxc_map *map, const char *name, size_t length);
};

/* The target that the options name, or PTXC_TARGET_NONE. */
static enum ptxc_target target_of(const struct ptxc_options *options) {
    return options->target ? ptxc_target_find(options->target, strlen(options->target)) : PTXC_TARGET_NONE;
}

/* Takes what a caller gives; false where there is no such kind, or the size was never set. */
static bool map_given(const struct ptxc_tensormap *given, struct ptxc_tensormap *map) {
    return given && ptxc_sized_read(given, map, sizeof(*map)) && map->kind < PTXC_MAP_KIND_COUNT;
}

enum ptxc_status ptxc_tensormap_check(const struct ptxc_tensormap *map, const struct ptxc_options *options,
                                      struct ptxc_report **report) {
    struct ptxc_map placed = {.span = {0, 0}};
    struct ptxc_options given;
    struct ptxc_report *made;
    if (!report)
        return PTXC_BAD_ARGUMENT;
    *report = NULL;
    if (!map_given(map, &placed.value))
        return PTXC_BAD_ARGUMENT;
    const enum ptxc_status status = ptxc_options_begin(NULL, 0, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    const size_t length = ptxc_tensormap_document_emit(&placed.value, NULL, 0, NULL);
    char *text = ptxc_arena_alloc(&made->arena, length + 1);
    if (text) {
        ptxc_tensormap_document_emit(&placed.value, text, length + 1, &placed);
        made->text = text;
        made->instructions = 1;
        placed.target = target_of(&given);
        const struct ptxc_sink sink = ptxc_report_sink(made, text);
        ptxc_tensormap_judge(&placed, &sink);
    }
    return ptxc_report_close(made, report);
}

/* A document under check. */
struct check {
    const char *source;
    struct ptxc_report *report;
    const struct map_keeper *keeper;
};

/* Judges a map of the document that is `user`. */
static void judge(void *user, const struct ptxc_map *map, struct ptxc_span name) {
    const struct check *check = user;
    const struct ptxc_sink sink = ptxc_report_sink(check->report, check->source);
    ptxc_tensormap_judge(map, &sink);
    if (check->keeper)
        check->keeper->keep(check->keeper->user, map, check->source + name.offset, name.length);
    ptxc_report_settle(check->report);
}

/* Checks the maps of a document as ptxc_tensormap_check_json does, and hands them to the keeper, if there is one. */
static enum ptxc_status map_document_check(const char *source, size_t length, const struct ptxc_options *options,
                                           const struct map_keeper *keeper, struct ptxc_report **report) {
    struct ptxc_options given;
    struct ptxc_report *made;
    *report = NULL;
    const enum ptxc_status status = ptxc_options_begin(source, length, options, &given, &made);
    if (status != PTXC_OK)
        return status;
    struct check check = {length ? source : "", made, keeper};
    const struct ptxc_sink sink = ptxc_report_sink(made, check.source);
    made->instructions = ptxc_tensormap_document_read(check.source, (uint32_t)length, target_of(&given), &sink,
                                                      &(struct ptxc_tensormap_taker){&check, judge});
    return ptxc_report_close(made, report);
}

enum ptxc_status ptxc_tensormap_check_json(const char *source, size_t length, const struct ptxc_options *options,
                                           struct ptxc_report **report) {
    return report ? map_document_check(source, length, options, NULL, report) : PTXC_BAD_ARGUMENT;
}

size_t ptxc_tensormap_emit(const struct ptxc_tensormap *map, char *buffer, size_t size) {
    struct ptxc_tensormap known;
    ptxc_buffer_begin(buffer, size);
    return map_given(map, &known) ? ptxc_tensormap_document_emit(&known, buffer, size, NULL) : 0;
}

/* ---- sets ---- */

/* Hands out the set, or frees it where memory ran out. */
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
    return finish(ptxc_tensormap_set_make(allocator), maps);
}

/* Takes a map of a document into the set that is `user`. */
static void keep(void *user, const struct ptxc_map *map, const char *name, size_t length) {
    ptxc_tensormap_set_add(user, &map->value, name, length);
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
    struct ptxc_tensormaps *made = ptxc_tensormap_set_make(given.allocator);
    const struct map_keeper keeper = {made, keep};
    status = made ? map_document_check(source, length, &given, &keeper, &checked) : PTXC_OUT_OF_MEMORY;
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
    if (!maps || !map_given(map, &known))
        return PTXC_BAD_ARGUMENT;
    const char *name = known.name ? known.name : "";
    ptxc_tensormap_set_add(maps, &known, name, strlen(name));
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

/* ---- what copies with a map take: boxes of elements, or pixels ---- */

/* Takes a map as the value of a struct ptxc_map; false where the caller has none. */
static bool take(const struct ptxc_tensormap *given, struct ptxc_map *map) {
    *map = (struct ptxc_map){.span = {0, 0}};
    return map_given(given, &map->value);
}

/* Whether the layout is known to be no interleaved one. */
static bool is_plain(const struct ptxc_tensormap *map) {
    return ptxc_tensormap_known(map, PTXC_TENSORMAP_INTERLEAVE, 0) && map->interleave == 0;
}

static uint32_t divided_up(uint32_t number, uint32_t by) {
    return number / by + (number % by > 0);
}

int ptxc_tensormap_extent(const struct ptxc_tensormap *map, size_t dimension, struct ptxc_tensormap_boxes *extent) {
    struct ptxc_map known;
    const struct ptxc_tensormap *value = &known.value;
    if (!extent || !take(map, &known) || !ptxc_tensormap_known(value, PTXC_TENSORMAP_BOX, dimension) ||
        !ptxc_tensormap_known(value, PTXC_TENSORMAP_DIM, dimension) ||
        !ptxc_tensormap_known(value, PTXC_TENSORMAP_ELEMENT_STRIDES, dimension) ||
        !ptxc_tensormap_known(value, PTXC_TENSORMAP_INTERLEAVE, 0))
        return 0;
    const uint64_t tensor = value->global_dim[dimension];
    const uint32_t box = value->box_dim[dimension], stride = value->element_strides[dimension];
    const uint32_t step = dimension == 0 && value->interleave == 0 ? 1 : stride;
    if (tensor == 0 || box == 0 || step == 0)
        return 0;
    const uint64_t boxes = tensor / box + (tensor % box > 0);
    const uint32_t inside = (uint32_t)(tensor - (boxes - 1) * box);
    *extent = (struct ptxc_tensormap_boxes){.tensor = tensor,
                                            .box = box,
                                            .step = step,
                                            .taken = divided_up(box, step),
                                            .boxes = boxes,
                                            .inside = inside,
                                            .filled = divided_up(box, step) - divided_up(inside, step)};
    return 1;
}

uint64_t ptxc_tensormap_bytes(const struct ptxc_tensormap *map) {
    struct ptxc_map known;
    if (!take(map, &known) || known.value.kind == PTXC_TENSORMAP_IM2COL_WIDE)
        return 0;
    const struct ptxc_tensormap_amount amount = ptxc_tensormap_amount(&known, PTXC_TENSORMAP_COPIED_BYTES, 0);
    return amount.known ? amount.bits : 0;
}

/* Finds an end of the box along a dimension, 0 for W: its lower corner, or its upper one. False where that is not
 * known.
 */
static bool corner(const struct ptxc_tensormap *map, bool upper, size_t index, int64_t *offset) {
    const bool wide = map->kind == PTXC_TENSORMAP_IM2COL_WIDE;
    const int field = wide ? (upper ? PTXC_TENSORMAP_UPPER_WIDTH : PTXC_TENSORMAP_LOWER_WIDTH)
                           : (upper ? PTXC_TENSORMAP_UPPER : PTXC_TENSORMAP_LOWER);
    if (!ptxc_tensormap_known(map, field, index))
        return false;
    *offset = ptxc_tensormap_number(map, field, index);
    return true;
}

/* Finds the box of pixels; false where it has none that is known. */
static bool pixels_of(const struct ptxc_tensormap *map, struct ptxc_tensormap_area *pixels) {
    const size_t dimensions = ptxc_tensormap_count(map, PTXC_TENSORMAP_DIM);
    if (map->kind == PTXC_TENSORMAP_TILED || dimensions < 3 || map->rank > PTXC_TENSORMAP_MAX_RANK || !is_plain(map))
        return false;
    *pixels = (struct ptxc_tensormap_area){.dimensions = map->kind == PTXC_TENSORMAP_IM2COL ? dimensions - 2 : 1};
    for (size_t i = 0; i < pixels->dimensions; i++) {
        int64_t upper;
        if (!corner(map, false, i, &pixels->first[i]) || !corner(map, true, i, &upper) ||
            !ptxc_tensormap_known(map, PTXC_TENSORMAP_DIM, i + 1) || map->global_dim[i + 1] > INT64_C(1) << 32)
            return false;
        pixels->last[i] = (int64_t)map->global_dim[i + 1] - 1 + upper;
        if (pixels->last[i] < pixels->first[i])
            return false;
    }
    return true;
}

int ptxc_tensormap_pixels(const struct ptxc_tensormap *map, struct ptxc_tensormap_area *pixels) {
    struct ptxc_map known;
    struct ptxc_tensormap_area found;
    if (!pixels || !take(map, &known) || !pixels_of(&known.value, &found))
        return 0;
    *pixels = found;
    return 1;
}

int ptxc_tensormap_next_pixel(const struct ptxc_tensormap *map, int64_t coordinates[PTXC_TENSORMAP_MAX_RANK]) {
    struct ptxc_map known;
    struct ptxc_tensormap_area pixels;
    int64_t next[PTXC_TENSORMAP_MAX_RANK] = {0};
    if (!coordinates || !take(map, &known) || !pixels_of(&known.value, &pixels))
        return 0;
    const bool wide = known.value.kind == PTXC_TENSORMAP_IM2COL_WIDE;
    for (size_t i = 0; i < known.value.rank; i++)
        next[i] = coordinates[i];
    for (size_t i = 0; i <= pixels.dimensions; i++) {
        if (!ptxc_tensormap_known(&known.value, PTXC_TENSORMAP_ELEMENT_STRIDES, i + 1))
            return 0;
        next[i + 1] = (int64_t)((uint64_t)next[i + 1] + known.value.element_strides[i + 1]);
        if (i == pixels.dimensions || next[i + 1] <= pixels.last[i])
            break;
        if (wide)
            return 0;
        next[i + 1] = pixels.first[i];
    }
    for (size_t i = 0; i < known.value.rank; i++)
        coordinates[i] = next[i];
    return 1;
}
