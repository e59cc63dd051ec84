/* The public functions about what copies with a tensor map take: boxes of elements, or pixels. */
#include "ptxcheck/tensormap.h"

#include "api/tensormaps.h"
#include "tensormap/quantities.h"

/* Takes a map as the value of a struct ptxc_map; false where the caller has none. */
static bool take(const struct ptxc_tensormap *given, struct ptxc_map *map) {
    *map = (struct ptxc_map){.span = {0, 0}};
    return ptxc_map_given(given, &map->value);
}

/* Decides whether the layout is known to be no interleaved one. */
static bool is_plain(const struct ptxc_tensormap *map) {
    return ptxc_map_known(map, PTXC_TENSORMAP_INTERLEAVE, 0) && map->interleave == 0;
}

static uint32_t divided_up(uint32_t number, uint32_t by) {
    return number / by + (number % by > 0);
}

int ptxc_tensormap_extent(const struct ptxc_tensormap *map, size_t dimension, struct ptxc_tensormap_boxes *extent) {
    struct ptxc_map known;
    const struct ptxc_tensormap *value = &known.value;
    if (!extent || !take(map, &known) || !ptxc_map_known(value, PTXC_TENSORMAP_BOX, dimension) ||
        !ptxc_map_known(value, PTXC_TENSORMAP_DIM, dimension) ||
        !ptxc_map_known(value, PTXC_TENSORMAP_ELEMENT_STRIDES, dimension) ||
        !ptxc_map_known(value, PTXC_TENSORMAP_INTERLEAVE, 0))
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
    const struct ptxc_map_amount amount = ptxc_map_amount(&known, PTXC_TENSORMAP_COPIED_BYTES, 0);
    return amount.known ? amount.bits : 0;
}

/* Gives an end of the box along a dimension, 0 for W: its lower corner, or its upper one. False where that is not
 * known.
 */
static bool corner(const struct ptxc_tensormap *map, bool upper, size_t index, int64_t *offset) {
    const bool wide = map->kind == PTXC_TENSORMAP_IM2COL_WIDE;
    const int field = wide ? (upper ? PTXC_TENSORMAP_UPPER_WIDTH : PTXC_TENSORMAP_LOWER_WIDTH)
                           : (upper ? PTXC_TENSORMAP_UPPER : PTXC_TENSORMAP_LOWER);
    if (!ptxc_map_known(map, field, index))
        return false;
    *offset = ptxc_map_number(map, field, index);
    return true;
}

/* Gives the box of pixels; false where it has none that is known. */
static bool pixels_of(const struct ptxc_tensormap *map, struct ptxc_tensormap_area *pixels) {
    const size_t dimensions = ptxc_map_count(map, PTXC_TENSORMAP_DIM);
    if (map->kind == PTXC_TENSORMAP_TILED || dimensions < 3 || map->rank > PTXC_TENSORMAP_MAX_RANK || !is_plain(map))
        return false;
    *pixels = (struct ptxc_tensormap_area){.dimensions = map->kind == PTXC_TENSORMAP_IM2COL ? dimensions - 2 : 1};
    for (size_t i = 0; i < pixels->dimensions; i++) {
        int64_t upper;
        if (!corner(map, false, i, &pixels->first[i]) || !corner(map, true, i, &upper) ||
            !ptxc_map_known(map, PTXC_TENSORMAP_DIM, i + 1) || map->global_dim[i + 1] > INT64_C(1) << 32)
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
        if (!ptxc_map_known(&known.value, PTXC_TENSORMAP_ELEMENT_STRIDES, i + 1))
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
