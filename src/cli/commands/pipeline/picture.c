/* Questions about a picture, and its end: see picture.h. */
#include "cli/commands/pipeline/picture.h"

#include <stdlib.h>

size_t picture_role(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    return event->role < picture->kernel->role_count ? picture->lane_of[event->role] : NOWHERE;
}

size_t picture_lane(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    const size_t role = picture_role(picture, event);
    return role != NOWHERE && picture->lanes[role].cta == event->cta && picture->lanes[role].warp == event->warp
               ? role
               : NOWHERE;
}

size_t picture_line(const struct picture *picture, struct ptxc_span span) {
    ptxc_lines_seek(picture->lines, span.offset);
    return picture->lines->line;
}

void picture_free(struct picture *picture) {
    free(picture->lanes);
    free(picture->lane_of);
    free(picture->streams);
    free(picture->stream_of);
    free(picture->slots);
    free(picture->barriers);
    free(picture->cells);
    free(picture->cell_of);
    free(picture->flights);
    free(picture->arrows);
    free(picture->hidden);
    free(picture->mistakes);
    *picture = (struct picture){.kernel = NULL};
}
