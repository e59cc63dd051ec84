/* ptxcheck swizzle --svg: the layout of a box as a picture: see layout.h. Each line of 128 bytes of shared memory
 * is a row of eight cells, whose colour is that of their row of the box. With an access, the cells that its lanes take
 * have a frame and the number of their group, and a chart below says how many words of each bank each group takes.
 */
#include "cli/commands/swizzle/layout.h"

#include "cli/format/svg.h"

/* Lengths in pixels. */
enum {
    MARGIN = 20,
    LABEL = 70,
    CELL_WIDTH = 76,
    CELL_HEIGHT = 26,
    HEAD = 74,
    BANK = (LAYOUT_CHUNKS * CELL_WIDTH) / PTXC_BANKS,
    BAR = 20,
    WIDTH = 2 * MARGIN + LABEL + LAYOUT_CHUNKS * CELL_WIDTH
};
enum { MOST_LINES = 64, WORDS_PER_CHUNK = LAYOUT_CHUNK / 4 };

/* A picture under construction. */
struct swizzle_picture {
    FILE *stream;
    const struct layout *layout;
    const struct access_row *access; /* NULL: none */
    uint32_t lines;                  /* of shared memory that are shown */
    uint32_t groups;                 /* of the access */
};

static uint32_t count_groups(const struct layout *layout, const struct access_row *access) {
    uint32_t count = 0;
    if (!access)
        return 0;
    for (struct group group = {.lanes = 0}; access_group(layout, access, 0, 0, &group);)
        count += group.count > 0;
    return count;
}

/* Returns how many lines there are to be seen: the pattern once, and what the access takes. */
static uint32_t count_lines(const struct layout *layout, const struct access_row *access) {
    uint32_t lines = layout_lines(layout);
    if (access)
        for (struct group group = {.lanes = 0}; access_group(layout, access, 0, 0, &group);)
            for (uint32_t i = 0; i < group.count; i++) {
                const uint32_t line = (group.addresses[i] - layout->address) / LAYOUT_LINE + 1;
                lines = line > lines ? line : lines;
            }
    return lines < MOST_LINES ? lines : MOST_LINES;
}

/* Writes what the picture shows. */
static void describe(const struct layout *layout, char *text, size_t size) {
    int length = snprintf(text, size, "box ");
    for (size_t i = 0; i < layout->dimensions; i++)
        length += snprintf(text + length, size - (size_t)length, "%s%u", i ? "x" : "", layout->box[i]);
    snprintf(text + length, size - (size_t)length, " of %s, swizzle %s, shared address %u", layout->type,
             ptxc_swizzle_name(layout->swizzle), layout->address);
}

/* Prints the beginning of the document: its size, a title for those who do not see it, and what its parts look like. */
static void print_head(const struct swizzle_picture *picture, int height) {
    char text[200];
    describe(picture->layout, text, sizeof(text));
    svg_open(picture->stream, WIDTH, height, text);
    fputs("text { font: 12px monospace; }\n.title { font-size: 15px; }\n", picture->stream);
    fprintf(picture->stream,
            ".address { text-anchor: end; }\n.bank, .value { text-anchor: middle; }\n.group { font-size: 9px; }\n"
            ".cell { stroke: #888888; }\n.first { fill: none; stroke: #c00000; stroke-width: 3; }\n"
            ".other { fill: none; stroke: #333333; stroke-dasharray: 3 2; }\n</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
    svg_text(picture->stream, MARGIN, MARGIN + 8, "title", text);
    svg_text(picture->stream, MARGIN, MARGIN + 28, "label", "row.chunk of the box in each 16 bytes; banks above");
}

/* Prints the numbers of the banks above the columns. */
static void print_banks(const struct swizzle_picture *picture) {
    for (int chunk = 0; chunk < LAYOUT_CHUNKS; chunk++) {
        char text[32];
        snprintf(text, sizeof(text), "%d-%d", chunk * WORDS_PER_CHUNK, (chunk + 1) * WORDS_PER_CHUNK - 1);
        svg_text(picture->stream, MARGIN + LABEL + chunk * CELL_WIDTH + CELL_WIDTH / 2, HEAD - 8, "bank", text);
    }
}

static void print_cell(const struct swizzle_picture *picture, uint32_t line, uint32_t chunk) {
    static const char *const colours[] = {"#8dd3c7", "#ffffb3", "#bebada", "#fb9a8f",
                                          "#9ecae9", "#fdc086", "#b3de69", "#fccde5"};
    const struct layout *layout = picture->layout;
    const struct layout_cell cell = layout_cell(layout, layout->address + line * LAYOUT_LINE + chunk * LAYOUT_CHUNK);
    const int x = MARGIN + LABEL + (int)chunk * CELL_WIDTH, y = HEAD + (int)line * CELL_HEIGHT;
    char text[40];
    fprintf(picture->stream, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" class=\"cell\"/>\n", x, y,
            CELL_WIDTH, CELL_HEIGHT, cell.filled ? colours[cell.row % 8] : "#ffffff");
    if (!cell.filled)
        return;
    snprintf(text, sizeof(text), "%u.%u%s", cell.row, cell.chunk, cell.flipped ? " flipped" : "");
    svg_text(picture->stream, x + CELL_WIDTH / 2, y + CELL_HEIGHT - 8, "value", text);
}

static void print_lines(const struct swizzle_picture *picture) {
    for (uint32_t line = 0; line < picture->lines; line++) {
        char text[16];
        snprintf(text, sizeof(text), "%u", picture->layout->address + line * LAYOUT_LINE);
        svg_text(picture->stream, MARGIN + LABEL - 8, HEAD + (int)line * CELL_HEIGHT + CELL_HEIGHT - 8, "address",
                 text);
        for (uint32_t chunk = 0; chunk < LAYOUT_CHUNKS; chunk++)
            print_cell(picture, line, chunk);
    }
}

/* Frames the cells that a group of lanes takes. */
static void print_frames(const struct swizzle_picture *picture, const struct group *group, uint32_t number) {
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < group->count; i++) {
        const uint32_t offset = group->addresses[i] - picture->layout->address, cell = offset / LAYOUT_CHUNK;
        const int x = MARGIN + LABEL + (int)(cell % LAYOUT_CHUNKS) * CELL_WIDTH;
        const int y = HEAD + (int)(offset / LAYOUT_LINE) * CELL_HEIGHT;
        char text[16];
        if (cell == last || offset / LAYOUT_LINE >= picture->lines)
            continue;
        last = cell;
        svg_rectangle(picture->stream, x + 2, y + 2, CELL_WIDTH - 4, CELL_HEIGHT - 4, number == 0 ? "first" : "other");
        snprintf(text, sizeof(text), "%u", number);
        svg_text(picture->stream, x + 6, y + 13, "group", text);
    }
}

/* Prints how many words of each bank a group of lanes takes. */
static void print_bars(const struct swizzle_picture *picture, const struct group *group, int y) {
    char text[40];
    snprintf(text, sizeof(text), "%u-%u", group->first, group->first + group->lanes - 1);
    svg_text(picture->stream, MARGIN + LABEL - 8, y + BAR - 5, "address", text);
    for (int bank = 0; bank < PTXC_BANKS; bank++) {
        const uint32_t words = group->words[bank];
        const int x = MARGIN + LABEL + bank * BANK;
        fprintf(picture->stream, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" class=\"cell\"/>\n", x,
                y, BANK, BAR - 2,
                words == 0   ? "#ffffff"
                : words == 1 ? "#b3de69"
                             : "#fb9a8f");
        snprintf(text, sizeof(text), "%u", words);
        if (words > 0)
            svg_text(picture->stream, x + BANK / 2, y + BAR - 6, "value", text);
    }
}

static void print_access(const struct swizzle_picture *picture) {
    const struct layout *layout = picture->layout;
    const struct cost cost = access_cost(layout, picture->access, 0, 0);
    int y = HEAD + (int)picture->lines * CELL_HEIGHT + 50;
    uint32_t number = 0;
    char text[200];
    if (cost.worst > 1)
        snprintf(text, sizeof(text), "%s: %u passes instead of %u, %u-way bank conflict", picture->access->name,
                 cost.passes, cost.groups, cost.worst);
    else
        snprintf(text, sizeof(text), "%s: %u pass%s, no bank conflict", picture->access->name, cost.passes,
                 cost.passes == 1 ? "" : "es");
    svg_text(picture->stream, MARGIN, y - 26, "title", text);
    svg_text(picture->stream, MARGIN, y - 8, "label", "words that each bank gives to the lanes of a group");
    for (struct group group = {.lanes = 0}; access_group(layout, picture->access, 0, 0, &group);) {
        if (group.count == 0)
            continue;
        print_frames(picture, &group, number++);
        print_bars(picture, &group, y);
        y += BAR;
    }
}

void swizzle_print_svg(const struct layout *layout, const struct access_row *access, FILE *stream) {
    const struct swizzle_picture picture = {stream, layout, access, count_lines(layout, access),
                                            count_groups(layout, access)};
    const int chart = access ? 60 + (int)picture.groups * BAR : 0;
    const int height = HEAD + (int)picture.lines * CELL_HEIGHT + chart + MARGIN;
    print_head(&picture, height);
    print_banks(&picture);
    print_lines(&picture);
    if (access)
        print_access(&picture);
    fprintf(stream, "</svg>\n");
}
