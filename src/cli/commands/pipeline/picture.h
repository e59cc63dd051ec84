/* What is drawn of an execution, as text and as a page: lanes, what happens in them row by row, and the slots of shared
 * memory with the copies in flight. A row is a moment: what follows from something stands below it, and what may happen
 * at one time stands side by side.
 */
#ifndef PTXC_CLI_PIPELINE_PICTURE_H
#define PTXC_CLI_PIPELINE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cli/system/memory.h"
#include "cli/system/source.h"
#include "ptxcheck/pipeline.h"
#include "ptxcheck/render.h"

#define NOWHERE SIZE_MAX

/* Warps of one role, of which the first is shown. */
struct lane {
    uint32_t cta, warp; /* the one that is shown */
    uint32_t warps;     /* that go the same way, of the CTA of that one */
    char name[64];      /* "warps 0-3" */
};

/* Places of shared memory that copies of one kind go to in turn: the slots of a ring. */
struct stream {
    const char *variable;   /* or NULL */
    uint32_t lane, ordinal; /* the copy of this number among those that the lane starts together */
    size_t batch;           /* a number for the copies that were started together with the first of these */
    uint32_t ring, barrier; /* addresses: of the first slot, 0: not known; of the mbarrier of the first copy, 0: none */
    bool outward;
    uint32_t addresses[64]; /* of the slots, sorted; the variable is at `base` */
    size_t count;
    uint32_t base;
    uint32_t bytes; /* of one copy of one warp */
    size_t first;   /* the slot of the picture that the first address is */
    bool crowded;   /* it has more addresses than fit: no slots */
};

/* A piece of shared memory with a column of its own. */
struct slot {
    char name[64];  /* "slot 2", "tile" */
    char brief[24]; /* "2", "a": the head of its column */
};

/* What a lane does in one row: one event or several of one kind that follow each other. */
struct cell {
    size_t first, count; /* of the events; others may stand between them, which are not of this lane */
    size_t lane, row;
    size_t slot;        /* NOWHERE: none */
    uint64_t bytes;     /* of all warps of the role */
    uint64_t times;     /* the counts of the events together: arrivals */
    uint32_t iteration; /* where it begins one, else 0 */
    bool expects;       /* an ARRIVE that also says how many bytes will come */
    size_t hazard;      /* an event that goes wrong here, or NOWHERE */
    bool told;          /* a cell before has said the same */
    size_t root, run;   /* the first cell of the same instruction in the lane; how many come before this one */
    size_t runs;        /* of a root: how many there are */
};

/* What goes wrong at an instruction, however often. */
struct mistake {
    size_t event; /* the first that says so */
    size_t cell;  /* the first that shows it, or NOWHERE */
};

/* The bytes of a slot, from the start of the copy on. */
struct flight {
    size_t slot, cell;
    size_t from, to; /* rows; `to` is NOWHERE where it never completes */
    size_t until;    /* the last row in which it is read, of an outward one the first in which it is written */
    size_t complete; /* the event, or NOWHERE */
    uint32_t group;  /* its number among those of the lane that complete as it does */
    size_t phase;    /* the event of the mbarrier's phase that it completes, or NOWHERE */
};

/* From an arrival on an mbarrier to a wait of another lane that it ends: cells. */
struct arrow {
    size_t from, to;
};

/* What is known of an mbarrier. */
struct barrier {
    const struct ptxc_pipeline_place *place;
    uint64_t waited; /* lanes that have waited for it, as bits */
    bool filled;     /* copies complete on it */
    bool emptied;    /* a lane has waited for it, and then started copies */
};

struct picture {
    const struct ptxc_pipeline_kernel *kernel;
    const struct ptxc_pipeline_event **events; /* `kernel->event_count` of them */
    struct lane *lanes;
    size_t lane_count;
    size_t *lane_of; /* per role */
    struct stream *streams;
    size_t stream_count;
    size_t *stream_of; /* per event: of a copy of a lane that is shown its stream, else NOWHERE */
    struct slot *slots;
    size_t slot_count;
    struct barrier *barriers;
    size_t barrier_count;
    size_t turn; /* how often an instruction that copies runs in one turn of the ring, about */
    struct cell *cells;
    size_t cell_count;
    size_t *cell_of; /* per event: its cell, or NOWHERE */
    struct flight *flights;
    size_t flight_count;
    struct arrow *arrows;
    size_t arrow_count;
    size_t row_count;
    bool *hidden; /* per row: it is left out */
    struct mistake *mistakes;
    size_t mistake_count;
    const struct source *source;
    struct ptxc_lines *lines; /* of the source: at the place that was asked for last */
};

/* Lets go of what a picture consists of. */
void picture_free(struct picture *picture);

/* Returns the line of a place in the source. */
size_t picture_line(const struct picture *picture, struct ptxc_span span);

/* Returns the lane that shows a warp, where that warp is the one that is shown; else NOWHERE. */
size_t picture_lane(const struct picture *picture, const struct ptxc_pipeline_event *event);

/* Returns the lane of the role of an event. */
size_t picture_role(const struct picture *picture, const struct ptxc_pipeline_event *event);

/* Gives each cell its row, the first that it can have, and finds the copies in flight and the arrows. */
void rows_assign(struct picture *picture);

/* Decides which rows are left out: of a long loop all between the second turn of the ring and the last iteration, but
 * what goes wrong. */
void rows_hide(struct picture *picture);

/* Returns how often the loop around the rows from `from` to `to` turns in them, about: how often the most frequent
 * instruction of a lane runs there. */
size_t rows_turns(const struct picture *picture, size_t from, size_t to);

/* Prints the picture of a kernel as text. */
void pipeline_print_text(const struct picture *picture, bool color);

/* Write a page in HTML, which needs nothing but itself: what comes first, a kernel, which is number `index` of the
 * page, and the end. What is wrong with the stream is seen when it is closed. */
void pipeline_begin_html(FILE *stream);
void pipeline_write_html(FILE *stream, const struct picture *picture, size_t index);
void pipeline_end_html(FILE *stream);

/* Makes the picture of an execution, but for the source; ends the program without memory. Free with picture_free. */
void picture_make(struct picture *picture, const struct ptxc_pipeline_kernel *kernel,
                  const struct ptxc_pipeline_event **events);

/* The drawing of a picture, SVG without what surrounds it on its page: what is drawn, and where, in pixels. */
struct drawing {
    FILE *stream;
    const struct picture *picture;
    size_t index; /* of the kernel on its page */
    size_t *top;  /* per row and one more: where it begins */
};

enum { LANE_WIDTH = 246, LANE_GAP = 14, SLOT_WIDTH = 34, SLOTS_GAP = 20 };

/* Give where a lane and a slot begin, and how wide the drawing is. */
size_t svg_lane(size_t lane);
size_t svg_slot(const struct picture *picture, size_t slot);
size_t svg_width(const struct picture *picture);

/* Writes the drawing; ends the program without memory. */
void svg_write(FILE *stream, const struct picture *picture, size_t index);

#endif
