/* Questions about a picture, and its end: see picture.h. */
#include "cli/commands/pipeline/picture.h"

#include <stdlib.h>
#include <string.h>

size_t picture_role(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    return event->role < picture->kernel->role_count ? picture->lane_of[event->role] : NOWHERE;
}

size_t picture_lane(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    const size_t role = picture_role(picture, event);
    return role != NOWHERE && picture->lanes[role].cta == event->cta && picture->lanes[role].warp == event->warp
               ? role
               : NOWHERE;
}

bool picture_is_apart(enum ptxc_event_kind kind) {
    return kind == PTXC_EVENT_COMPLETE || kind == PTXC_EVENT_PHASE || kind == PTXC_EVENT_HAZARD;
}

/* Whether two events say that the same goes wrong at one instruction. */
static bool report_the_same(const struct ptxc_pipeline_event *a, const struct ptxc_pipeline_event *b) {
    return a->kind == b->kind && a->span.offset == b->span.offset && strcmp(a->rule, b->rule) == 0;
}

bool picture_repeats(const struct picture *picture, size_t event) {
    for (size_t i = 0; i < event; i++)
        if (picture->events[i]->kind == PTXC_EVENT_HAZARD &&
            report_the_same(picture->events[i], picture->events[event]))
            return true;
    return false;
}

size_t picture_tells(const struct picture *picture, size_t event) {
    for (size_t i = 0; i < picture->cell_count; i++)
        if (picture->cells[i].hazard != NOWHERE &&
            report_the_same(picture->events[picture->cells[i].hazard], picture->events[event]))
            return i;
    return NOWHERE;
}

void picture_free(struct picture *picture) {
    free(picture->lanes);
    free(picture->lane_of);
    free(picture->streams);
    free(picture->stream_of);
    free(picture->slots);
    free(picture->cells);
    free(picture->cell_of);
    free(picture->flights);
    free(picture->arrows);
    free(picture->hidden);
    *picture = (struct picture){.kernel = NULL};
}
