/* The quantities that constraints of tensor maps are about: see quantities.h. */
#include "tensormap/quantities.h"

/* No product is larger: the driver's limits are far below. */
#define PRODUCT_MAX (INT64_C(1) << 50)

/* Returns the field that has the innermost extent of the box. */
static int inner_field(const struct ptxc_map *map) {
    return map->value.kind == PTXC_TENSORMAP_TILED ? PTXC_TENSORMAP_BOX : PTXC_TENSORMAP_CHANNELS;
}

/* Returns the bits that an element takes in shared memory; 0 where the type is not known. */
static int64_t element_bits(const struct ptxc_map *map) {
    const bool known = ptxc_tensormap_known(&map->value, PTXC_TENSORMAP_DATA_TYPE, 0);
    const struct ptxc_tensormap_value_row *row =
        known ? ptxc_tensormap_value(PTXC_TENSORMAP_DATA_TYPE, map->value.data_type) : NULL;
    return row ? row->shared : 0;
}

static int64_t product(int64_t a, int64_t b) {
    return a > 0 && b > PRODUCT_MAX / a ? PRODUCT_MAX : a * b;
}

/* Bits in bytes. What is no whole number of bytes is no multiple of anything either. */
static int64_t bytes_of(int64_t bits) {
    return bits % 8 ? bits / 8 | 1 : bits / 8;
}

/* How many elements the box has in a dimension: its extent by the stride, rounded down or up. False where one of them
 * is not known, or the stride is 0. */
static bool extent_of(const struct ptxc_map *map, size_t index, bool up, int64_t *extent) {
    const struct ptxc_tensormap *value = &map->value;
    if (!ptxc_tensormap_known(value, PTXC_TENSORMAP_BOX, index) ||
        !ptxc_tensormap_known(value, PTXC_TENSORMAP_ELEMENT_STRIDES, index) || value->element_strides[index] == 0)
        return false;
    const int64_t stride = value->element_strides[index], box = value->box_dim[index];
    *extent = up ? (box + stride - 1) / stride : box / stride;
    return true;
}

/* The elements in a box. A stride of the innermost dimension counts in the limit of the driver (rounded down), and not
 * in what is copied without interleave, where there is none. */
static bool elements_of(const struct ptxc_map *map, bool up, int64_t *elements) {
    const struct ptxc_tensormap *value = &map->value;
    if (value->kind != PTXC_TENSORMAP_TILED) {
        *elements = product(value->channels_per_pixel, value->pixels_per_column);
        return ptxc_tensormap_known(value, PTXC_TENSORMAP_CHANNELS, 0) &&
               ptxc_tensormap_known(value, PTXC_TENSORMAP_PIXELS, 0);
    }
    *elements = 1;
    for (size_t i = 0; i < ptxc_tensormap_count(value, PTXC_TENSORMAP_BOX); i++) {
        int64_t extent;
        if (!extent_of(map, i, up, &extent))
            return false;
        const bool whole = up && i == 0 && value->interleave == 0;
        *elements = product(*elements, whole ? (int64_t)value->box_dim[0] : extent);
    }
    return ptxc_tensormap_count(value, PTXC_TENSORMAP_BOX) > 0;
}

/* Returns how many times the bytes of its box a copy moves, which the layout says; 0 where that was not measured. */
static int64_t copies_of(const struct ptxc_map *map) {
    const struct ptxc_tensormap *value = &map->value;
    const bool known = ptxc_tensormap_known(value, PTXC_TENSORMAP_INTERLEAVE, 0);
    const struct ptxc_tensormap_value_row *layout =
        known ? ptxc_tensormap_value(PTXC_TENSORMAP_INTERLEAVE, value->interleave) : NULL;
    const bool plain = value->kind == PTXC_TENSORMAP_TILED && value->element_strides[0] == 1;
    return layout && (layout->value == 0 || plain) ? layout->measure : 0;
}

/* Returns the bytes of the innermost extent, of the box, or of a copy. */
static struct ptxc_tensormap_amount bytes_in(const struct ptxc_map *map, int quantity) {
    const int64_t bits = element_bits(map);
    const bool inner = quantity == PTXC_TENSORMAP_INNER_BYTES;
    const bool tiled = map->value.kind == PTXC_TENSORMAP_TILED;
    struct ptxc_tensormap_amount amount = {.field = inner   ? inner_field(map)
                                                    : tiled ? PTXC_TENSORMAP_BOX
                                                            : PTXC_TENSORMAP_PIXELS,
                                           .index = inner ? 0 : PTXC_TENSORMAP_MAX_RANK,
                                           .computed = true};
    int64_t elements = 0;
    if (inner) {
        amount.known = ptxc_tensormap_known(&map->value, amount.field, 0);
        elements = amount.known ? ptxc_tensormap_number(&map->value, amount.field, 0) : 0;
    } else {
        amount.known = elements_of(map, quantity == PTXC_TENSORMAP_COPIED_BYTES, &elements);
    }
    const int64_t times = quantity == PTXC_TENSORMAP_COPIED_BYTES ? copies_of(map) : 1;
    amount.known &= bits > 0 && times > 0;
    amount.value = bytes_of(product(product(elements, bits), times));
    amount.bits = (uint64_t)amount.value;
    return amount;
}

size_t ptxc_tensormap_amounts(const struct ptxc_map *map, int quantity) {
    return quantity < PTXC_TENSORMAP_MAX_FIELDS ? ptxc_tensormap_count(&map->value, quantity) : 1;
}

struct ptxc_tensormap_amount ptxc_tensormap_amount(const struct ptxc_map *map, int quantity, size_t index) {
    const int field = quantity == PTXC_TENSORMAP_INNER ? inner_field(map) : quantity;
    struct ptxc_tensormap_amount amount = {.field = field, .index = index};
    if (field >= PTXC_TENSORMAP_MAX_FIELDS)
        return bytes_in(map, quantity);
    amount.known = ptxc_tensormap_known(&map->value, field, index);
    if (amount.known) {
        amount.value = ptxc_tensormap_number(&map->value, field, index);
        amount.bits = ptxc_tensormap_bits(&map->value, field, index);
    }
    return amount;
}

struct ptxc_span ptxc_tensormap_field_place(const struct ptxc_map *map, int field) {
    const struct ptxc_span place = map->places[field].whole;
    return place.length ? place : map->places[PTXC_TENSORMAP_KIND].whole;
}

struct ptxc_span ptxc_tensormap_amount_place(const struct ptxc_map *map, const struct ptxc_tensormap_amount *amount) {
    const bool single = amount->index < PTXC_TENSORMAP_MAX_RANK;
    const struct ptxc_span place =
        single ? map->places[amount->field].numbers[amount->index] : (struct ptxc_span){0, 0};
    return place.length ? place : ptxc_tensormap_field_place(map, amount->field);
}
