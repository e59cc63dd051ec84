/* A tensor map as it is drawn: which of its boxes, or pixels, and what is said of them; and its picture in SVG. */
#ifndef PTXC_CLI_MAP_VIEW_H
#define PTXC_CLI_MAP_VIEW_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/system/source.h"
#include "ptxcheck/tensormap.h"

enum { MAP_PICKS = 1024, MAP_SHOWN = 24 };

/* Places along a dimension that are shown: all, or the first and the last of them. */
struct shown {
    size_t count;
    int64_t at[MAP_SHOWN];
};

/* How many first and last ones are shown where not all go, together at most MAP_SHOWN. */
struct shown_most {
    size_t first, last;
};

/* Returns the places from `first` to `last`. */
struct shown shown_make(int64_t first, int64_t last, struct shown_most most);

/* Whether places are left out before place `index` of those that are shown. */
bool shown_gap(const struct shown *shown, size_t index);

struct map_view {
    struct ptxc_tensormap map;
    size_t number;                                                /* in its document, from 1 on */
    uint64_t bytes;                                               /* of a copy; 0: not known */
    uint64_t rows;                                                /* of the box in shared memory, or pixels */
    uint64_t row;                                                 /* the bytes of one; 0: not known */
    uint64_t pitch;                                               /* bytes from one to the next; 0: not known */
    struct ptxc_tensormap_boxes extents[PTXC_TENSORMAP_MAX_RANK]; /* tiled: along each dimension */
    struct ptxc_tensormap_area pixels;                            /* im2col: the box of pixels */
    size_t picks;                                   /* im2col: pixels of a copy, as far as they are known */
    int64_t at[MAP_PICKS][PTXC_TENSORMAP_MAX_RANK]; /* their coordinates */
};

/* Fills the view of a map. Copies of pixels begin at the lower corner of the box in the first image. False where a
 * number is not known that it takes. */
bool map_view_make(struct map_view *view, const struct ptxc_tensormap *map, size_t number);

/* Whether the map has an interleaved layout, of which nothing is drawn. */
bool map_view_interleaved(const struct map_view *view);

/* A pixel of the plane that is drawn: that of the first pixel of the copy. */
struct pixel {
    size_t pick;  /* of the copy, from 1 on; 0: it does not take it */
    bool in_box;  /* of pixels */
    bool outside; /* of the tensor */
};

/* Returns the pixel at a place along W and H, which is 0 where the tensor has no H. */
struct pixel map_view_pixel(const struct map_view *view, int64_t w, int64_t h);

/* Returns the columns and rows of pixels that show the tensor and the box. */
struct shown map_view_columns(const struct map_view *view, struct shown_most most);
struct shown map_view_rows(const struct map_view *view, struct shown_most most);

/* Whether a box leaves out elements along the dimensions that are drawn. */
bool map_view_steps(const struct map_view *view);

/* A sentence about the map. */
struct sentence {
    char text[240];
};

/* Give a sentence without its full stop: what the map is of, without its name; what a copy takes; how that lies in
 * shared memory; what fills what lies outside; which boxes the drawing does not show, or where pixels begin. */
struct sentence map_words_title(const struct map_view *view);
struct sentence map_words_copy(const struct map_view *view);
struct sentence map_words_shared(const struct map_view *view);
struct sentence map_words_fill(const struct map_view *view);
struct sentence map_words_drawn(const struct map_view *view);

/* Fills lines on what the drawing of pixels does not show, such as "pixels 0 to 195 at N 0"; gives how many. */
enum { MAP_REST = 9 };
size_t map_words_rest(const struct map_view *view, struct sentence lines[MAP_REST]);

/* Writes the picture of it in SVG. What goes wrong with the stream is seen when it is closed. */
void map_print_svg(const struct map_view *view, FILE *stream);

/* What is to be drawn. */
struct map_request {
    const char *svg;    /* the file of the picture; NULL: as text */
    const char *map;    /* the name or the number of the one to draw; NULL: all */
    const char *target; /* of the options of the library */
};

/* Draws the maps of a document in which there is no error: as text on the stream, or into the file that is
 * named. `first` says that the stream has nothing before them. False after a message on stderr. */
bool map_picture_draw(const struct map_request *request, const struct source *source, bool first, FILE *stream);

#endif
