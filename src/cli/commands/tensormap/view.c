/* What is drawn of a tensor map: see view.h. */
#include "cli/commands/tensormap/view.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptxcheck/swizzle.h"

/* ---- what is said of it ---- */

/* Adds words at the end. */
__attribute__((format(printf, 2, 3))) static void add(struct sentence *words, const char *format, ...) {
    const size_t length = strlen(words->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->text + length, sizeof(words->text) - length, format, arguments);
    va_end(arguments);
}

/* Returns what W, H, D and N of the tensor are called, by dimension. */
static char letter_of(const struct map_view *view, size_t dimension) {
    static const char letters[] = "CWHD";
    if (dimension + 1 == view->map.rank || dimension + 1 >= sizeof(letters))
        return 'N';
    return letters[dimension];
}

static const char *name_of(const struct map_view *view, enum ptxc_tensormap_field field, uint32_t value) {
    const char *name = ptxc_tensormap_value_name(field, value);
    return view->map.unknown[field] & 1 ? "not known" : name ? name : "none";
}

struct sentence map_words_title(const struct map_view *view) {
    const struct ptxc_tensormap *map = &view->map;
    struct sentence words = {""};
    add(&words, "%s, ", ptxc_tensormap_value_name(PTXC_TENSORMAP_KIND, map->kind));
    for (size_t i = 0; i < map->rank; i++)
        add(&words, "%s%" PRIu64, i > 0 ? " x " : "", map->global_dim[i]);
    add(&words, " of %s", name_of(view, PTXC_TENSORMAP_DATA_TYPE, map->data_type));
    for (size_t i = 0; map->kind != PTXC_TENSORMAP_TILED && !map_view_interleaved(view) && i < map->rank; i++)
        add(&words, "%s%c", i > 0 ? ", " : ": ", letter_of(view, i));
    return words;
}

/* Adds what is known of the bytes. */
static void add_bytes(struct sentence *words, const struct map_view *view) {
    if (view->bytes > 0)
        add(words, ", %" PRIu64 " bytes (expect_tx)", view->bytes);
    else
        add(words, "; the bytes for expect_tx are not known");
}

struct sentence map_words_copy(const struct map_view *view) {
    const struct ptxc_tensormap *map = &view->map;
    const bool wide = map->kind == PTXC_TENSORMAP_IM2COL_WIDE;
    struct sentence words = {"a copy takes "};
    if (map->kind == PTXC_TENSORMAP_TILED) {
        for (size_t i = 0; i < map->rank; i++)
            add(&words, "%s%" PRIu32, i > 0 ? "x" : "", view->extents[i].taken);
        add(&words, " elements");
    } else {
        add(&words, "%" PRIu64 " pixel%s of %" PRIu32 " channels%s", view->rows, view->rows == 1 ? "" : "s",
            map->channels_per_pixel, wide ? " along W, and those that its wHalo adds; its wOffset moves the box" : "");
    }
    add_bytes(&words, view);
    return words;
}

struct sentence map_words_shared(const struct map_view *view) {
    const char *what = view->map.kind == PTXC_TENSORMAP_TILED ? "row" : "pixel";
    struct sentence words = {""};
    if (map_view_interleaved(view))
        add(&words, "interleave %s: channels lie in slices of %s (ISA 5.5.6), so that no boxes are drawn",
            name_of(view, PTXC_TENSORMAP_INTERLEAVE, view->map.interleave),
            view->map.interleave == 1 ? "16 bytes" : "32 bytes");
    if (map_view_interleaved(view))
        return words;
    if (view->pitch > 0)
        add(&words, "in shared memory %" PRIu64 " %s%s of %" PRIu64 " bytes, ", view->rows, what,
            view->rows == 1 ? "" : "s", view->row);
    if (view->pitch > 0 && view->rows > 1)
        add(&words, "%" PRIu64 " bytes apart, ", view->pitch);
    add(&words, "swizzle %s", name_of(view, PTXC_TENSORMAP_SWIZZLE, view->map.swizzle));
    return words;
}

struct sentence map_words_fill(const struct map_view *view) {
    const bool known = !(view->map.unknown[PTXC_TENSORMAP_OOB_FILL] & 1);
    struct sentence words = {"outside of the tensor, which a load fills with "};
    add(&words, "%s", !known ? "what oobFill says" : view->map.oob_fill == 1 ? "NaN" : "zeros");
    return words;
}

/* Adds where the pixels of a copy begin. */
static void add_start(struct sentence *words, const struct map_view *view) {
    const struct ptxc_tensormap_area *box = &view->pixels;
    add(words, "the box of pixels has ");
    for (size_t i = 0; i < box->dimensions; i++)
        add(words, "%s%c from %" PRId64 " to %" PRId64, i > 0 ? ", " : "", letter_of(view, i + 1), box->first[i],
            box->last[i]);
    add(words, "; a copy from its lower corner on, with offsets 0, takes in this order");
}

struct sentence map_words_drawn(const struct map_view *view) {
    struct sentence words = {""};
    if (view->map.kind != PTXC_TENSORMAP_TILED) {
        add_start(&words, view);
        return words;
    }
    add(&words, "%" PRIu64, view->extents[0].boxes);
    if (view->map.rank > 1)
        add(&words, " x %" PRIu64 " boxes along dimensions 0 (to the right) and 1 (down)", view->extents[1].boxes);
    else
        add(&words, " box%s along dimension 0", view->extents[0].boxes == 1 ? "" : "es");
    for (size_t i = 2; i < view->map.rank; i++)
        add(&words, ", x %" PRIu64 " along dimension %zu", view->extents[i].boxes, i);
    return words;
}

/* Returns the first dimension that a plane does not have. */
static size_t beyond(const struct map_view *view) {
    return view->pixels.dimensions > 1 ? 3 : 2;
}

/* Whether two picks lie in one plane. */
static bool same_plane(const struct map_view *view, size_t a, size_t b) {
    bool same = true;
    for (size_t i = beyond(view); i < view->map.rank; i++)
        same &= view->at[a][i] == view->at[b][i];
    return same;
}

/* Returns the words for the next picks that lie in one plane, from *pick on, which it moves after them. */
static struct sentence words_plane(const struct map_view *view, size_t *pick) {
    const size_t first = *pick;
    struct sentence words = {""};
    while (*pick < view->picks && same_plane(view, first, *pick))
        ++*pick;
    if (*pick - first == 1)
        add(&words, "pixel %zu", first);
    else
        add(&words, "pixels %zu to %zu", first, *pick - 1);
    for (size_t i = beyond(view); i < view->map.rank; i++)
        add(&words, "%s %c %" PRId64, i == beyond(view) ? " at" : ",", letter_of(view, i), view->at[first][i]);
    return words;
}

size_t map_words_rest(const struct map_view *view, struct sentence lines[MAP_REST]) {
    const bool wide = view->map.kind == PTXC_TENSORMAP_IM2COL_WIDE;
    size_t pick = 0, count = 0;
    while (!wide && pick < view->picks && count < MAP_REST - 1)
        lines[count++] = words_plane(view, &pick);
    lines[count] = (struct sentence){""};
    if (!wide && pick < view->picks)
        add(&lines[count++], "... and so on, up to pixel %zu", view->picks - 1);
    if (wide && view->picks < view->rows)
        add(&lines[count++], "which pixels follow the end of the box, the ISA does not say");
    return count;
}

/* ---- what is shown of it ---- */

/* The driver takes no more along a dimension. */
#define MOST_ELEMENTS (UINT64_C(1) << 32)

struct shown shown_make(int64_t first, int64_t last, struct shown_most most) {
    struct shown shown = {0, {0}};
    const size_t all = most.first + most.last;
    const bool fits = last - first < (int64_t)all;
    for (int64_t at = first; at <= last && shown.count < (fits ? all : most.first); at++)
        shown.at[shown.count++] = at;
    for (size_t i = fits ? 0 : most.last; i > 0; i--)
        shown.at[shown.count++] = last - (int64_t)i + 1;
    return shown;
}

bool shown_gap(const struct shown *shown, size_t index) {
    return index > 0 && index < shown->count && shown->at[index] > shown->at[index - 1] + 1;
}

/* Whether the number of a field that has one is known. */
static bool is_known(const struct ptxc_tensormap *map, enum ptxc_tensormap_field field) {
    return !(map->unknown[field] & 1);
}

bool map_view_interleaved(const struct map_view *view) {
    return view->map.interleave != 0;
}

/* Fills the boxes of a tiled map; false where one is not known. */
static bool make_boxes(struct map_view *view) {
    view->rows = 1;
    for (size_t i = 0; i < view->map.rank; i++) {
        if (!ptxc_tensormap_extent(&view->map, i, &view->extents[i]) || view->extents[i].tensor > MOST_ELEMENTS)
            return false;
        view->rows *= i > 0 ? view->extents[i].taken : 1;
    }
    return true;
}

/* Returns how many pixels a copy takes: in mode W128 of im2colWide always 128 (ISA 5.5.5). */
static size_t pixels_wanted(const struct ptxc_tensormap *map) {
    const bool wide = map->kind == PTXC_TENSORMAP_IM2COL_WIDE;
    const size_t wanted = wide && map->mode == 1 ? 128 : map->pixels_per_column;
    return wanted < MAP_PICKS ? wanted : MAP_PICKS;
}

/* Fills the pixels of a map for im2col; false where they are not known. */
static bool make_pixels(struct map_view *view) {
    const struct ptxc_tensormap *map = &view->map;
    int64_t at[PTXC_TENSORMAP_MAX_RANK] = {0};
    view->rows = pixels_wanted(map);
    if (!is_known(map, PTXC_TENSORMAP_PIXELS) || !is_known(map, PTXC_TENSORMAP_CHANNELS) ||
        (map->kind == PTXC_TENSORMAP_IM2COL_WIDE && !is_known(map, PTXC_TENSORMAP_MODE)))
        return false;
    if (map_view_interleaved(view))
        return true;
    if (!ptxc_tensormap_pixels(map, &view->pixels))
        return false;
    for (size_t i = 0; i < view->pixels.dimensions; i++)
        at[i + 1] = view->pixels.first[i];
    for (bool more = view->rows > 0; more && view->picks < view->rows; more = ptxc_tensormap_next_pixel(map, at)) {
        for (size_t i = 0; i < map->rank; i++)
            view->at[view->picks][i] = at[i];
        view->picks++;
    }
    return true;
}

bool map_view_make(struct map_view *view, const struct ptxc_tensormap *map, size_t number) {
    *view = (struct map_view){.map = *map, .number = number, .bytes = ptxc_tensormap_bytes(map)};
    if (!is_known(map, PTXC_TENSORMAP_DATA_TYPE) || !is_known(map, PTXC_TENSORMAP_RANK) || map->rank == 0 ||
        map->rank > PTXC_TENSORMAP_MAX_RANK || map->unknown[PTXC_TENSORMAP_DIM] & ((1 << map->rank) - 1) ||
        !is_known(map, PTXC_TENSORMAP_INTERLEAVE))
        return false;
    if (!(map->kind == PTXC_TENSORMAP_TILED ? make_boxes(view) : make_pixels(view)))
        return false;
    view->row = view->rows > 0 && !map_view_interleaved(view) ? view->bytes / view->rows : 0;
    if (view->row > 0 && is_known(map, PTXC_TENSORMAP_SWIZZLE))
        view->pitch = ptxc_swizzle_pitch((enum ptxc_swizzle)map->swizzle, (uint32_t)view->row);
    return true;
}

/* Whether the drawing has rows along H: where the tensor has no H, or one row is known, it has one. */
static bool has_height(const struct map_view *view) {
    return view->pixels.dimensions > 1;
}

struct pixel map_view_pixel(const struct map_view *view, int64_t w, int64_t h) {
    const struct ptxc_tensormap_area *box = &view->pixels;
    const bool height = has_height(view);
    struct pixel pixel = {.in_box = w >= box->first[0] && w <= box->last[0]};
    pixel.outside = w < 0 || w >= (int64_t)view->map.global_dim[1];
    if (height) {
        pixel.in_box &= h >= box->first[1] && h <= box->last[1];
        pixel.outside |= h < 0 || h >= (int64_t)view->map.global_dim[2];
    }
    if (box->dimensions > 2)
        pixel.outside |= box->first[2] < 0 || box->first[2] >= (int64_t)view->map.global_dim[3];
    for (size_t i = 0; i < view->picks; i++) {
        const int64_t *at = view->at[i];
        bool same = at[1] == w && (!height || at[2] == h);
        for (size_t j = height ? 3 : 2; j < view->map.rank; j++)
            same &= at[j] == view->at[0][j];
        if (same)
            pixel.pick = i + 1;
    }
    return pixel;
}

/* Returns the places along dimension `index` of the box, 0 for W, of the tensor and of the box. */
static struct shown places(const struct map_view *view, size_t index, struct shown_most most) {
    const int64_t first = view->pixels.first[index], last = view->pixels.last[index];
    const int64_t end = (int64_t)view->map.global_dim[index + 1] - 1;
    return shown_make(first < 0 ? first : 0, last > end ? last : end, most);
}

struct shown map_view_columns(const struct map_view *view, struct shown_most most) {
    return places(view, 0, most);
}

struct shown map_view_rows(const struct map_view *view, struct shown_most most) {
    return has_height(view) ? places(view, 1, most) : shown_make(0, 0, most);
}

bool map_view_steps(const struct map_view *view) {
    return view->extents[0].step > 1 || (view->map.rank > 1 && view->extents[1].step > 1);
}
