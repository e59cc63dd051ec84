/* ptxcheck tensormap --svg: the picture of a tensor map: see view.h. Boxes of a tiled map are drawn with what of
 * the last of them lies outside of the tensor, and one box with the elements that it takes where it passes over some;
 * of a map for im2col, the pixels of the first plane with their places in a copy.
 */
#include "cli/commands/tensormap/view.h"

#include <inttypes.h>
#include <string.h>

#include "cli/format/svg.h"

/* Lengths in pixels. */
enum {
    MARGIN = 20,
    LABEL = 76,
    HEAD = 132,
    LINE = 20,
    GAP = 30,
    BOX_WIDTH = 104,
    BOX_HEIGHT = 58,
    ELEMENT = 18,
    PIXEL_WIDTH = 36,
    PIXEL_HEIGHT = 26,
    LETTER = 8 /* no letter is wider */
};

static const struct shown_most boxes_across = {4, 2}, boxes_down = {3, 2};
static const struct shown_most elements_across = {18, 4}, elements_down = {6, 2};
static const struct shown_most pixels_across = {14, 4}, pixels_down = {14, 4};

/* A grid of cells, with gaps where places are left out. */
struct grid {
    FILE *stream;
    struct shown columns, rows;
    int y, width, height; /* where it begins; of a cell */
};

static int column_at(const struct grid *grid, size_t column) {
    int x = MARGIN + LABEL;
    for (size_t i = 1; i <= column; i++)
        x += grid->width + (shown_gap(&grid->columns, i) ? GAP : 0);
    return x;
}

static int row_at(const struct grid *grid, size_t row) {
    int y = grid->y;
    for (size_t i = 1; i <= row; i++)
        y += grid->height + (shown_gap(&grid->rows, i) ? GAP : 0);
    return y;
}

/* Prints the coordinates of columns and rows, each place times a number, and dots where some are left out. At `middle`
 * a coordinate stands in the middle of its cell, otherwise where it begins. */
static void print_coordinates(const struct grid *grid, uint32_t across, uint32_t down, bool middle) {
    char text[32];
    for (size_t i = 0; i < grid->columns.count; i++) {
        const int x = column_at(grid, i);
        snprintf(text, sizeof(text), "%" PRId64, (int64_t)((uint64_t)grid->columns.at[i] * across));
        svg_text(grid->stream, x + (middle ? grid->width / 2 : 0), grid->y - 8, middle ? "value" : "label", text);
        if (shown_gap(&grid->columns, i))
            svg_text(grid->stream, x - GAP / 2, grid->y + grid->height / 2 + 4, "value", "...");
    }
    for (size_t i = 0; i < grid->rows.count; i++) {
        const int y = row_at(grid, i);
        snprintf(text, sizeof(text), "%" PRId64, (int64_t)((uint64_t)grid->rows.at[i] * down));
        if (grid->rows.count > 1)
            svg_text(grid->stream, MARGIN + LABEL - 8, y + (middle ? grid->height / 2 + 4 : 12), "address", text);
        if (shown_gap(&grid->rows, i))
            svg_text(grid->stream, MARGIN + LABEL - 8, y - GAP / 2 + 4, "address", "...");
    }
}

static void name_of(const struct map_view *view, char *text, size_t size) {
    if (view->map.name && view->map.name[0])
        snprintf(text, size, "%s", view->map.name);
    else
        snprintf(text, size, "tensor map %zu", view->number);
}

/* Prints the beginning of the document: its size, a title for those who do not see it, and what its parts look like. */
static void print_head(const struct map_view *view, int width, int height, FILE *stream) {
    char name[200], title[500];
    name_of(view, name, sizeof(name));
    snprintf(title, sizeof(title), "%s: %s", name, map_words_title(view).text);
    svg_open(stream, width, height, title);
    fprintf(stream, "text { font: 12px monospace; fill: #1f2328; }\n.title { font-size: 15px; }\n"
                    ".address { text-anchor: end; }\n.value { text-anchor: middle; }\n"
                    ".ground { fill: #ffffff; }\n.tensor { fill: #ddf4ff; stroke: #57606a; }\n"
                    ".outside { fill: url(#stripes); stroke: #57606a; }\n.pixel { fill: #f6f8fa; stroke: #d1d9e0; }\n"
                    ".box { fill: #ddf4ff; stroke: #57606a; }\n.taken { fill: #8dd3c7; stroke: #57606a; }\n"
                    ".stripe { stroke: #c05050; stroke-width: 2; }\n");
    fprintf(stream, "@media (prefers-color-scheme: dark) {\ntext { fill: #f0f6fc; }\n.ground { fill: #0d1117; }\n"
                    ".tensor, .box { fill: #0c2d4d; stroke: #9198a1; }\n.outside { stroke: #9198a1; }\n"
                    ".pixel { fill: #151b23; stroke: #3d444d; }\n.taken { fill: #1a6b5c; stroke: #9198a1; }\n"
                    ".stripe { stroke: #e5716b; }\n}\n</style>\n"
                    "<defs><pattern id=\"stripes\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" "
                    "patternTransform=\"rotate(45)\"><path class=\"stripe\" d=\"M0 0V8\"/></pattern></defs>\n"
                    "<rect width=\"100%%\" height=\"100%%\" class=\"ground\"/>\n");
    svg_text(stream, MARGIN, MARGIN + 8, "title", title);
    svg_text(stream, MARGIN, MARGIN + 8 + LINE, "label", map_words_copy(view).text);
    svg_text(stream, MARGIN, MARGIN + 8 + 2 * LINE, "label", map_words_shared(view).text);
}

/* Prints what the drawing shows, and what its stripes are. */
static void print_legend(const struct map_view *view, FILE *stream) {
    char text[sizeof(struct sentence) + 20];
    svg_text(stream, MARGIN, MARGIN + 8 + 3 * LINE, "label", map_words_drawn(view).text);
    snprintf(text, sizeof(text), "striped: %s", map_words_fill(view).text);
    if (!map_view_interleaved(view))
        svg_text(stream, MARGIN, MARGIN + 8 + 4 * LINE, "label", text);
}

/* Returns how much of a length shows what of a box lies in the tensor: some where some does, and not all where not all.
 */
static int length_inside(const struct ptxc_tensormap_boxes *extent, int64_t box, int length) {
    if ((uint64_t)box + 1 < extent->boxes || extent->inside == extent->box)
        return length;
    const int inside = (int)((uint64_t)extent->inside * (uint64_t)length / extent->box);
    return inside < 3 ? 3 : inside;
}

/* Returns the width of a line of text with its margins, where that is more than `width`. */
static int fitting(int width, const char *text) {
    const int wide = 2 * MARGIN + LETTER * (int)strlen(text);
    return wide > width ? wide : width;
}

/* Returns the width of the picture: that of the grid, or of what is written above it. */
static int width_of(const struct map_view *view, const struct grid *grid) {
    int width = column_at(grid, grid->columns.count - 1) + grid->width + MARGIN;
    width = fitting(width, map_words_copy(view).text);
    width = fitting(width, map_words_shared(view).text);
    return map_view_interleaved(view) ? width : fitting(width, map_words_drawn(view).text);
}

/* Prints the lines below the pixels. */
static void print_rest(const struct sentence *lines, size_t count, int y, FILE *stream) {
    for (size_t i = 0; i < count; i++)
        svg_text(stream, MARGIN, y + ((int)i + 1) * LINE, "label", lines[i].text);
}

/* Returns the grid of boxes of a tiled map. */
static struct grid grid_of_boxes(const struct map_view *view, FILE *stream) {
    const bool flat = view->map.rank == 1;
    return (struct grid){.stream = stream,
                         .columns = shown_make(0, (int64_t)view->extents[0].boxes - 1, boxes_across),
                         .rows = shown_make(0, flat ? 0 : (int64_t)view->extents[1].boxes - 1, boxes_down),
                         .y = HEAD + LINE,
                         .width = BOX_WIDTH,
                         .height = BOX_HEIGHT};
}

static void print_boxes(const struct map_view *view, const struct grid *grid) {
    static const struct ptxc_tensormap_boxes single = {.box = 1, .boxes = 1, .inside = 1};
    const struct ptxc_tensormap_boxes *down = view->map.rank > 1 ? &view->extents[1] : &single;
    for (size_t row = 0; row < grid->rows.count; row++)
        for (size_t column = 0; column < grid->columns.count; column++) {
            const int x = column_at(grid, column), y = row_at(grid, row);
            const int width = length_inside(&view->extents[0], grid->columns.at[column], BOX_WIDTH);
            const int height = length_inside(down, grid->rows.at[row], BOX_HEIGHT);
            if (width < BOX_WIDTH || height < BOX_HEIGHT)
                svg_rectangle(grid->stream, x, y, BOX_WIDTH, BOX_HEIGHT, "ground");
            if (width < BOX_WIDTH || height < BOX_HEIGHT)
                svg_rectangle(grid->stream, x, y, BOX_WIDTH, BOX_HEIGHT, "outside");
            svg_rectangle(grid->stream, x, y, width, height, "tensor");
        }
    print_coordinates(grid, view->extents[0].box, down->box, false);
}

/* Returns the grid of the elements of a box, which lies below that of the boxes. */
static struct grid grid_of_elements(const struct map_view *view, int y, FILE *stream) {
    const uint32_t height = view->map.rank > 1 ? view->extents[1].box : 1;
    return (struct grid){.stream = stream,
                         .columns = shown_make(0, (int64_t)view->extents[0].box - 1, elements_across),
                         .rows = shown_make(0, (int64_t)height - 1, elements_down),
                         .y = y,
                         .width = ELEMENT,
                         .height = ELEMENT};
}

static void print_elements(const struct map_view *view, const struct grid *grid) {
    const uint32_t across = view->extents[0].step, down = view->map.rank > 1 ? view->extents[1].step : 1;
    svg_text(grid->stream, MARGIN, grid->y - 2 * LINE + 8, "label",
             "a box takes the elements in color, and passes over the others");
    for (size_t row = 0; row < grid->rows.count; row++)
        for (size_t column = 0; column < grid->columns.count; column++) {
            const bool taken = grid->columns.at[column] % across == 0 && grid->rows.at[row] % down == 0;
            svg_rectangle(grid->stream, column_at(grid, column), row_at(grid, row), ELEMENT, ELEMENT,
                          taken ? "taken" : "pixel");
        }
    print_coordinates(grid, 1, 1, true);
}

/* Returns the grid of pixels of a map for im2col. */
static struct grid grid_of_pixels(const struct map_view *view, FILE *stream) {
    return (struct grid){.stream = stream,
                         .columns = map_view_columns(view, pixels_across),
                         .rows = map_view_rows(view, pixels_down),
                         .y = HEAD + LINE,
                         .width = PIXEL_WIDTH,
                         .height = PIXEL_HEIGHT};
}

static void print_pixels(const struct map_view *view, const struct grid *grid) {
    for (size_t row = 0; row < grid->rows.count; row++)
        for (size_t column = 0; column < grid->columns.count; column++) {
            const struct pixel pixel = map_view_pixel(view, grid->columns.at[column], grid->rows.at[row]);
            const int x = column_at(grid, column), y = row_at(grid, row);
            char text[24];
            if (!pixel.in_box && pixel.outside)
                continue;
            svg_rectangle(grid->stream, x, y, PIXEL_WIDTH, PIXEL_HEIGHT,
                          pixel.pick > 0 ? "taken"
                          : pixel.in_box ? "box"
                                         : "pixel");
            if (pixel.outside)
                svg_rectangle(grid->stream, x, y, PIXEL_WIDTH, PIXEL_HEIGHT, "outside");
            snprintf(text, sizeof(text), "%zu", pixel.pick - 1);
            if (pixel.pick > 0)
                svg_text(grid->stream, x + PIXEL_WIDTH / 2, y + PIXEL_HEIGHT / 2 + 4, "value", text);
        }
    print_coordinates(grid, 1, 1, true);
    svg_text(grid->stream, MARGIN + LABEL - 8, grid->y - 8, "address", view->pixels.dimensions > 1 ? "H \\ W" : "W");
}

static int end_of(const struct grid *grid) {
    return row_at(grid, grid->rows.count - 1) + grid->height;
}

void map_print_svg(const struct map_view *view, FILE *stream) {
    const bool tiled = view->map.kind == PTXC_TENSORMAP_TILED, drawn = !map_view_interleaved(view);
    const struct grid none = {.stream = stream, .columns = {.count = 1}, .rows = {.count = 1}, .y = HEAD - 2 * LINE};
    const struct grid grid = !drawn ? none : tiled ? grid_of_boxes(view, stream) : grid_of_pixels(view, stream);
    const struct grid below = grid_of_elements(view, end_of(&grid) + 3 * LINE, stream);
    const bool steps = drawn && tiled && map_view_steps(view);
    struct sentence lines[MAP_REST];
    const size_t count = drawn && !tiled ? map_words_rest(view, lines) : 0;
    const int end = end_of(steps ? &below : &grid);
    print_head(view, width_of(view, &grid), end + (int)count * LINE + MARGIN, stream);
    if (drawn) {
        print_legend(view, stream);
        if (tiled)
            print_boxes(view, &grid);
        else
            print_pixels(view, &grid);
    }
    if (steps)
        print_elements(view, &below);
    print_rest(lines, count, end, stream);
    fprintf(stream, "</svg>\n");
}
