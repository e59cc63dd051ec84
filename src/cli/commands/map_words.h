/* What is said of a tensor map that is drawn, as text and in its picture. */
#ifndef PTXC_CLI_MAP_WORDS_H
#define PTXC_CLI_MAP_WORDS_H

#include "cli/commands/map_view.h"

/* A sentence about the map. */
struct words {
    char text[240];
};

/* Give a sentence without its full stop: what the map is of, without its name; what a copy takes; how that lies in
 * shared memory; what fills what lies outside; which boxes the drawing does not show, or where pixels begin. */
struct words map_words_title(const struct map_view *view);
struct words map_words_copy(const struct map_view *view);
struct words map_words_shared(const struct map_view *view);
struct words map_words_fill(const struct map_view *view);
struct words map_words_drawn(const struct map_view *view);

/* Fills lines on what the drawing of pixels does not show, such as "pixels 0 to 195 at N 0"; gives how many. */
enum { MAP_REST = 9 };
size_t map_words_rest(const struct map_view *view, struct words lines[MAP_REST]);

#endif
