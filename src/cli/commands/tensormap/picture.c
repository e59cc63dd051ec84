/* The pictures of tensor maps: see view.h. This file finds the maps that are to be drawn. */
#include "cli/commands/tensormap/view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/format/error.h"
#include "cli/format/print.h"
#include "cli/system/destination.h"

/* ---- as text ---- */

/* A box is so many characters wide and lines high; an element of a box, or a pixel, has its own width. */
enum { LABEL = 11, BOX_WIDTH = 12, BOX_HEIGHT = 3, ELEMENT_WIDTH = 2, PIXEL_WIDTH = 6, LINE = 240 };

static const struct shown_most boxes_across = {3, 2}, boxes_down = {2, 2};
static const struct shown_most elements_across = {12, 4}, elements_down = {6, 2};
static const struct shown_most pixels_across = {8, 3}, pixels_down = {10, 4};

static void print_words(FILE *stream, struct sentence words) {
    fprintf(stream, "%s\n", words.text);
}

static void print_head(const struct map_view *view, FILE *stream) {
    if (view->map.name && view->map.name[0])
        print_clean(stream, view->map.name, strlen(view->map.name));
    else
        fprintf(stream, "tensor map %zu", view->number);
    fprintf(stream, ": %s\n", map_words_title(view).text);
    print_words(stream, map_words_copy(view));
    print_words(stream, map_words_shared(view));
}

/* Prints what boxes take along each dimension. */
static void print_extents(const struct map_view *view, FILE *stream) {
    fprintf(stream, "\ndimension      tensor  box  step  taken       boxes  outside\n");
    for (size_t i = 0; i < view->map.rank; i++) {
        const struct ptxc_tensormap_boxes *extent = &view->extents[i];
        fprintf(stream, "%9zu  %10" PRIu64 "  %3" PRIu32 "  %4" PRIu32 "  %5" PRIu32 "  %10" PRIu64 "  %7" PRIu32 "\n",
                i, extent->tensor, extent->box, extent->step, extent->taken, extent->boxes, extent->filled);
    }
}

/* Returns how many of `cells` show what of a box lies in the tensor: some where some does, and not all where not all.
 */
static uint32_t cells_inside(const struct ptxc_tensormap_boxes *extent, int64_t box, uint32_t cells) {
    if ((uint64_t)box + 1 < extent->boxes || extent->inside == extent->box)
        return cells;
    const uint32_t inside = (uint32_t)((uint64_t)extent->inside * cells / extent->box);
    return inside > 0 ? inside : 1;
}

/* Prints the edge above or below boxes. */
static void print_edge(const struct shown *columns, FILE *stream) {
    for (size_t i = 0; i < columns->count; i++)
        fprintf(stream, "%s+%.*s", shown_gap(columns, i) ? "+ ... " : "", BOX_WIDTH - 1, "-------------------");
    fprintf(stream, "+\n");
}

/* Prints one line through boxes, of which the tensor ends above or below. */
static void print_line(const struct map_view *view, const struct shown *columns, bool below, FILE *stream) {
    for (size_t i = 0; i < columns->count; i++) {
        const uint32_t inside = below ? 0 : cells_inside(&view->extents[0], columns->at[i], BOX_WIDTH - 1);
        fprintf(stream, "%s|", shown_gap(columns, i) ? "| ... " : "");
        for (uint32_t cell = 0; cell < BOX_WIDTH - 1; cell++)
            fputc(cell < inside ? ' ' : ':', stream);
    }
    fprintf(stream, "|\n");
}

/* Prints the coordinates at which boxes begin, above them. */
static void print_coordinates(const struct map_view *view, const struct shown *columns, FILE *stream) {
    fprintf(stream, "%*s", LABEL + 2, "");
    for (size_t i = 0; i < columns->count; i++)
        fprintf(stream, "%s%-*" PRIu64, shown_gap(columns, i) ? "      " : "", i + 1 < columns->count ? BOX_WIDTH : 0,
                (uint64_t)columns->at[i] * view->extents[0].box);
    fprintf(stream, "\n");
}

/* Prints the boxes. */
static void print_boxes(const struct map_view *view, FILE *stream) {
    static const struct ptxc_tensormap_boxes single = {.box = 1, .boxes = 1, .inside = 1};
    const struct ptxc_tensormap_boxes *down = view->map.rank > 1 ? &view->extents[1] : &single;
    const struct shown columns = shown_make(0, (int64_t)view->extents[0].boxes - 1, boxes_across);
    const struct shown rows = shown_make(0, (int64_t)down->boxes - 1, boxes_down);
    fprintf(stream, "\n%s", map_words_drawn(view).text);
    fprintf(stream, "; ':' is %s\n\n", map_words_fill(view).text);
    print_coordinates(view, &columns, stream);
    for (size_t row = 0; row < rows.count; row++) {
        const uint32_t inside = cells_inside(down, rows.at[row], BOX_HEIGHT);
        if (shown_gap(&rows, row)) {
            fprintf(stream, "%*s  ", LABEL, "");
            print_edge(&columns, stream);
            fprintf(stream, "%*s\n", LABEL, "...");
        }
        fprintf(stream, "%*" PRIu64 "  ", LABEL, (uint64_t)rows.at[row] * down->box);
        print_edge(&columns, stream);
        for (uint32_t line = 0; line < BOX_HEIGHT; line++) {
            fprintf(stream, "%*s  ", LABEL, "");
            print_line(view, &columns, line >= inside, stream);
        }
    }
    fprintf(stream, "%*s  ", LABEL, "");
    print_edge(&columns, stream);
}

/* Prints the elements of a box: which of them it takes. */
static void print_elements(const struct map_view *view, FILE *stream) {
    const struct ptxc_tensormap_boxes *across = &view->extents[0], *down = &view->extents[1];
    const uint32_t height = view->map.rank > 1 ? down->box : 1, step = view->map.rank > 1 ? down->step : 1;
    const struct shown columns = shown_make(0, (int64_t)across->box - 1, elements_across);
    const struct shown rows = shown_make(0, (int64_t)height - 1, elements_down);
    fprintf(stream, "\na box takes its elements 'x', and passes over '.'\n\n");
    for (size_t row = 0; row < rows.count; row++) {
        if (shown_gap(&rows, row))
            fprintf(stream, "%*s\n", LABEL, "...");
        fprintf(stream, "%*" PRId64 " ", LABEL, rows.at[row]);
        for (size_t i = 0; i < columns.count; i++)
            fprintf(stream, "%s%*s", shown_gap(&columns, i) ? " ..." : "", ELEMENT_WIDTH,
                    columns.at[i] % across->step == 0 && rows.at[row] % step == 0 ? "x" : ".");
        fprintf(stream, "\n");
    }
}

/* Adds a pixel to a line: its place in the copy, or what else it is. Nothing stands there for one that is neither in
 * the box nor in the tensor. */
static size_t add_pixel(char *line, size_t length, bool gap, struct pixel pixel) {
    char text[24] = ".";
    if (pixel.pick > 0)
        snprintf(text, sizeof(text), "%zu%s", pixel.pick - 1, pixel.outside ? "~" : "");
    else if (pixel.in_box)
        snprintf(text, sizeof(text), "+%s", pixel.outside ? "~" : "");
    else if (pixel.outside)
        text[0] = 0;
    return length + (size_t)snprintf(line + length, LINE - length, "%s%*s", gap ? "   ..." : "", PIXEL_WIDTH, text);
}

/* Prints a line without the blanks at its end. */
static void print_trimmed(const char *line, size_t length, FILE *stream) {
    while (length > 0 && line[length - 1] == ' ')
        length--;
    fprintf(stream, "%.*s\n", (int)length, line);
}

/* Prints a row of the pixels. */
static void print_row(const struct map_view *view, const struct shown *columns, int64_t h, FILE *stream) {
    char line[LINE];
    size_t length = view->pixels.dimensions > 1 ? (size_t)snprintf(line, sizeof(line), "%*" PRId64, LABEL, h)
                                                : (size_t)snprintf(line, sizeof(line), "%*s", LABEL, "");
    for (size_t i = 0; i < columns->count; i++)
        length = add_pixel(line, length, shown_gap(columns, i), map_view_pixel(view, columns->at[i], h));
    print_trimmed(line, length, stream);
}

/* Prints the plane of the first pixel. */
static void print_pixels(const struct map_view *view, FILE *stream) {
    const struct shown columns = map_view_columns(view, pixels_across), rows = map_view_rows(view, pixels_down);
    fprintf(stream, "\n%s\n('+' is in the box, '.' in the tensor alone, '~' %s)\n\n%*s", map_words_drawn(view).text,
            map_words_fill(view).text, LABEL, view->pixels.dimensions > 1 ? "H \\ W" : "W");
    for (size_t i = 0; i < columns.count; i++)
        fprintf(stream, "%s%*" PRId64, shown_gap(&columns, i) ? "   ..." : "", PIXEL_WIDTH, columns.at[i]);
    fprintf(stream, "\n");
    for (size_t row = 0; row < rows.count; row++) {
        if (shown_gap(&rows, row))
            fprintf(stream, "%*s\n", LABEL, "...");
        print_row(view, &columns, rows.at[row], stream);
    }
}

/* Prints what the drawing of pixels does not show. */
static void print_rest(const struct map_view *view, FILE *stream) {
    struct sentence lines[MAP_REST];
    const size_t count = map_words_rest(view, lines);
    fprintf(stream, "%s", count > 0 ? "\n" : "");
    for (size_t i = 0; i < count; i++)
        print_words(stream, lines[i]);
}

/* Prints the picture. What goes wrong with the stream is seen when it is closed. */
static void map_print_text(const struct map_view *view, FILE *stream) {
    const bool tiled = view->map.kind == PTXC_TENSORMAP_TILED;
    print_head(view, stream);
    if (tiled)
        print_extents(view, stream);
    if (map_view_interleaved(view))
        return;
    if (tiled) {
        print_boxes(view, stream);
        if (map_view_steps(view))
            print_elements(view, stream);
        return;
    }
    print_pixels(view, stream);
    print_rest(view, stream);
}

/* ---- finding the maps ---- */

/* Whether a map is to be drawn: --map gives its name, or its number, from 1 on. */
static bool is_wanted(const struct map_request *request, const struct ptxc_tensormap *map, size_t number) {
    char *end;
    if (!request->map || (map->name && strcmp(map->name, request->map) == 0))
        return true;
    const unsigned long wanted = strtoul(request->map, &end, 10);
    return request->map[0] >= '0' && request->map[0] <= '9' && !*end && wanted == number;
}

/* Writes the picture of a map into its file; false after a message on stderr. */
static bool write_svg(const struct map_request *request, const struct map_view *view) {
    struct destination destination;
    struct problem problem = destination_open(&destination, request->svg);
    if (!problem.text) {
        map_print_svg(view, destination.stream);
        problem = destination_close(&destination, true);
    }
    if (problem.text)
        report_problem(request->svg, problem);
    return !problem.text;
}

/* Draws a map, not as the first one where lines come before it; false after a message on stderr. */
static bool draw(const struct map_request *request, const struct map_view *view, bool first, FILE *stream) {
    if (request->svg)
        return write_svg(request, view);
    if (!first)
        fputc('\n', stream);
    map_print_text(view, stream);
    return true;
}

/* Counts the maps that are to be drawn. */
static size_t count_wanted(const struct map_request *request, const struct ptxc_tensormaps *maps) {
    struct ptxc_tensormap map = {.size = sizeof(map)};
    size_t count = 0;
    for (size_t i = 0; ptxc_tensormaps_get(maps, i, &map); i++)
        count += is_wanted(request, &map, i + 1);
    return count;
}

/* Draws the maps of a set; false after a message on stderr. */
static bool draw_all(const struct map_request *request, const struct source *source, const struct ptxc_tensormaps *maps,
                     bool first, FILE *stream) {
    struct ptxc_tensormap map = {.size = sizeof(map)};
    struct map_view view;
    bool done = true;
    const size_t count = count_wanted(request, maps);
    if (count == 0 && request->map)
        return report_error("%s: there is no tensor map '%s'", source->name, request->map), false;
    if (request->svg && count != 1)
        return report_error("%s: there are %zu tensor maps to draw; --map=NAME says which one --svg takes",
                            source->name, count),
               false;
    for (size_t i = 0; ptxc_tensormaps_get(maps, i, &map); i++) {
        if (!is_wanted(request, &map, i + 1))
            continue;
        if (!map_view_make(&view, &map, i + 1)) {
            report_error("%s: there is no picture of tensor map %zu: what its copies take is not known", source->name,
                         i + 1);
            done = false;
            continue;
        }
        done &= draw(request, &view, first, stream);
        first = false;
    }
    return done;
}

bool map_picture_draw(const struct map_request *request, const struct source *source, bool first, FILE *stream) {
    const struct ptxc_options options = {.size = sizeof(options), .target = request->target};
    struct ptxc_tensormaps *maps;
    const enum ptxc_status status = ptxc_tensormaps_read(source->text, source->length, &options, &maps, NULL);
    if (status != PTXC_OK)
        return report_error("%s: %s", source->name, status_text(status)), false;
    const bool done = draw_all(request, source, maps, first, stream);
    ptxc_tensormaps_free(maps);
    return done;
}
