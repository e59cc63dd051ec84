/* The pictures of tensor maps: see map_picture.h. This file finds the maps that are to be drawn. */
#include "cli/commands/map_picture.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/map_svg.h"
#include "cli/commands/map_text.h"
#include "cli/files/destination.h"
#include "cli/output/trouble.h"

/* Decides whether a map is to be drawn: --map gives its name, or its number, from 1 on. */
static bool is_wanted(const struct settings *settings, const struct ptxc_tensormap *map, size_t number) {
    char *end;
    if (!settings->map || (map->name && strcmp(map->name, settings->map) == 0))
        return true;
    const unsigned long wanted = strtoul(settings->map, &end, 10);
    return settings->map[0] >= '0' && settings->map[0] <= '9' && !*end && wanted == number;
}

/* Writes the picture of a map into its file; false after a message on stderr. */
static bool write_svg(const struct settings *settings, const struct map_view *view) {
    struct destination destination;
    struct problem problem = destination_open(&destination, settings->svg);
    if (!problem.text) {
        map_print_svg(view, destination.stream);
        problem = destination_close(&destination, true);
    }
    if (problem.text)
        trouble_with(settings->svg, problem);
    return !problem.text;
}

/* Draws a map, not as the first one where lines come before it; false after a message on stderr. */
static bool draw(const struct settings *settings, const struct map_view *view, bool first, FILE *stream) {
    if (settings->svg)
        return write_svg(settings, view);
    if (!first)
        fputc('\n', stream);
    map_print_text(view, stream);
    return true;
}

/* Counts the maps that are to be drawn. */
static size_t count_wanted(const struct settings *settings, const struct ptxc_tensormaps *maps) {
    struct ptxc_tensormap map = {.size = sizeof(map)};
    size_t count = 0;
    for (size_t i = 0; ptxc_tensormaps_get(maps, i, &map); i++)
        count += is_wanted(settings, &map, i + 1);
    return count;
}

/* Draws the maps of a set; false after a message on stderr. */
static bool draw_all(const struct settings *settings, const struct source *source, const struct ptxc_tensormaps *maps,
                     bool first, FILE *stream) {
    struct ptxc_tensormap map = {.size = sizeof(map)};
    struct map_view view;
    bool done = true;
    const size_t count = count_wanted(settings, maps);
    if (count == 0 && settings->map)
        return trouble("%s: there is no tensor map '%s'", source->name, settings->map), false;
    if (settings->svg && count != 1)
        return trouble("%s: there are %zu tensor maps to draw; --map=NAME says which one --svg takes", source->name,
                       count),
               false;
    for (size_t i = 0; ptxc_tensormaps_get(maps, i, &map); i++) {
        if (!is_wanted(settings, &map, i + 1))
            continue;
        if (!map_view_make(&view, &map, i + 1)) {
            trouble("%s: there is no picture of tensor map %zu: what its copies take is not known", source->name,
                    i + 1);
            done = false;
            continue;
        }
        done &= draw(settings, &view, first, stream);
        first = false;
    }
    return done;
}

bool map_picture_draw(const struct settings *settings, const struct source *source, bool first, FILE *stream) {
    const struct ptxc_options options = {.size = sizeof(options), .target = settings->profile.options.target};
    struct ptxc_tensormaps *maps;
    const enum ptxc_status status = ptxc_tensormaps_read(source->text, source->length, &options, &maps, NULL);
    if (status != PTXC_OK)
        return trouble("%s: %s", source->name, status_text(status)), false;
    const bool done = draw_all(settings, source, maps, first, stream);
    ptxc_tensormaps_free(maps);
    return done;
}
