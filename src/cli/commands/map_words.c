/* What is said of a tensor map that is drawn: see map_words.h. */
#include "cli/commands/map_words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ptxcheck/swizzle.h"

/* Adds words at the end. */
__attribute__((format(printf, 2, 3))) static void add(struct words *words, const char *format, ...) {
    const size_t length = strlen(words->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words->text + length, sizeof(words->text) - length, format, arguments);
    va_end(arguments);
}

static const char *name_of(const struct map_view *view, enum ptxc_tensormap_field field, uint32_t value) {
    const char *name = ptxc_tensormap_value_name(field, value);
    return view->map.unknown[field] & 1 ? "not known" : name ? name : "none";
}

struct words map_words_title(const struct map_view *view) {
    const struct ptxc_tensormap *map = &view->map;
    struct words words = {""};
    add(&words, "%s, ", ptxc_tensormap_value_name(PTXC_TENSORMAP_KIND, map->kind));
    for (size_t i = 0; i < map->rank; i++)
        add(&words, "%s%" PRIu64, i > 0 ? " x " : "", map->global_dim[i]);
    add(&words, " of %s", name_of(view, PTXC_TENSORMAP_DATA_TYPE, map->data_type));
    for (size_t i = 0; map->kind != PTXC_TENSORMAP_TILED && !map_view_interleaved(view) && i < map->rank; i++)
        add(&words, "%s%c", i > 0 ? ", " : ": ", map_view_letter(view, i));
    return words;
}

/* Adds what is known of the bytes. */
static void add_bytes(struct words *words, const struct map_view *view) {
    if (view->bytes > 0)
        add(words, ", %" PRIu64 " bytes (expect_tx)", view->bytes);
    else
        add(words, "; the bytes for expect_tx are not known");
}

struct words map_words_copy(const struct map_view *view) {
    const struct ptxc_tensormap *map = &view->map;
    const bool wide = map->kind == PTXC_TENSORMAP_IM2COL_WIDE;
    struct words words = {"a copy takes "};
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

struct words map_words_shared(const struct map_view *view) {
    const char *what = view->map.kind == PTXC_TENSORMAP_TILED ? "row" : "pixel";
    struct words words = {""};
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

struct words map_words_fill(const struct map_view *view) {
    const bool known = !(view->map.unknown[PTXC_TENSORMAP_OOB_FILL] & 1);
    struct words words = {"outside of the tensor, which a load fills with "};
    add(&words, "%s", !known ? "what oobFill says" : view->map.oob_fill == 1 ? "NaN" : "zeros");
    return words;
}

/* Adds where the pixels of a copy begin. */
static void add_start(struct words *words, const struct map_view *view) {
    const struct ptxc_tensormap_area *box = &view->pixels;
    add(words, "the box of pixels has ");
    for (size_t i = 0; i < box->dimensions; i++)
        add(words, "%s%c from %" PRId64 " to %" PRId64, i > 0 ? ", " : "", map_view_letter(view, i + 1), box->first[i],
            box->last[i]);
    add(words, "; a copy from its lower corner on, with offsets 0, takes in this order");
}

struct words map_words_drawn(const struct map_view *view) {
    struct words words = {""};
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

/* Gives the first dimension that a plane does not have. */
static size_t beyond(const struct map_view *view) {
    return view->pixels.dimensions > 1 ? 3 : 2;
}

/* Decides whether two picks lie in one plane. */
static bool same_plane(const struct map_view *view, size_t a, size_t b) {
    bool same = true;
    for (size_t i = beyond(view); i < view->map.rank; i++)
        same &= view->at[a][i] == view->at[b][i];
    return same;
}

/* Gives the words for the next picks that lie in one plane, from *pick on, which it moves after them. */
static struct words words_plane(const struct map_view *view, size_t *pick) {
    const size_t first = *pick;
    struct words words = {""};
    while (*pick < view->picks && same_plane(view, first, *pick))
        ++*pick;
    if (*pick - first == 1)
        add(&words, "pixel %zu", first);
    else
        add(&words, "pixels %zu to %zu", first, *pick - 1);
    for (size_t i = beyond(view); i < view->map.rank; i++)
        add(&words, "%s %c %" PRId64, i == beyond(view) ? " at" : ",", map_view_letter(view, i), view->at[first][i]);
    return words;
}

size_t map_words_rest(const struct map_view *view, struct words lines[MAP_REST]) {
    const bool wide = view->map.kind == PTXC_TENSORMAP_IM2COL_WIDE;
    size_t pick = 0, count = 0;
    while (!wide && pick < view->picks && count < MAP_REST - 1)
        lines[count++] = words_plane(view, &pick);
    lines[count] = (struct words){""};
    if (!wide && pick < view->picks)
        add(&lines[count++], "... and so on, up to pixel %zu", view->picks - 1);
    if (wide && view->picks < view->rows)
        add(&lines[count++], "which pixels follow the end of the box, the ISA does not say");
    return count;
}
