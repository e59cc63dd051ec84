/* The drawing of a picture: SVG, without what surrounds it on its page. */
#ifndef PTXC_CLI_PIPELINE_SVG_H
#define PTXC_CLI_PIPELINE_SVG_H

#include <stdio.h>

#include "cli/commands/pipeline/picture.h"
#include "ptxcheck/render.h"

/* What is drawn, and where: pixels. */
struct drawing {
    FILE *stream;
    const struct picture *picture;
    struct ptxc_lines lines; /* of the source */
    size_t index;            /* of the kernel on its page */
    size_t *top;             /* per row and one more: where it begins */
};

enum { LANE_WIDTH = 246, LANE_GAP = 14, SLOT_WIDTH = 34, SLOTS_GAP = 20 };

/* Begins a drawing; ends the program without memory. */
void svg_begin(struct drawing *drawing);
void svg_end(struct drawing *drawing);

/* Give where a lane and a slot begin, and how wide the drawing is. */
size_t svg_lane(size_t lane);
size_t svg_slot(const struct picture *picture, size_t slot);
size_t svg_width(const struct picture *picture);

/* Writes the drawing. */
void svg_write(struct drawing *drawing);

#endif
