/* Cells: see pipeline_cells.h. Events of one kind that follow each other in a lane and are about one slot are one cell.
 */
#include "cli/commands/pipeline_cells.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline_memory.h"
#include "cli/commands/pipeline_slots.h"

/* Gives the slot that an event of a lane is about; NOWHERE where it is about none. */
static size_t slot_of(const struct picture *picture, size_t event) {
    const struct ptxc_pipeline_event *of = picture->events[event];
    switch (of->kind) {
    case PTXC_EVENT_COPY:
    case PTXC_EVENT_READ:
    case PTXC_EVENT_WRITE:
    case PTXC_EVENT_MULTIPLY: return slots_of(picture, of->place.address);
    case PTXC_EVENT_HAZARD:
        return of->place.variable || of->place.address ? slots_of(picture, of->place.address) : NOWHERE;
    default: return NOWHERE;
    }
}

/* Decides whether an event goes on with what the last cell of its lane does. */
static bool goes_on(const struct picture *picture, const struct cell *cell, size_t event, size_t slot) {
    const struct ptxc_pipeline_event *first = picture->events[cell->first], *next = picture->events[event];
    if (cell->hazard != NOWHERE)
        return false;
    if (first->kind == PTXC_EVENT_EXPECT && next->kind == PTXC_EVENT_ARRIVE)
        return first->span.offset == next->span.offset && first->place.address == next->place.address;
    if (first->kind != next->kind)
        return false;
    switch (next->kind) {
    case PTXC_EVENT_COPY: return slot == cell->slot && first->outward == next->outward && slot != NOWHERE;
    case PTXC_EVENT_READ:
    case PTXC_EVENT_WRITE:
    case PTXC_EVENT_MULTIPLY: return slot == cell->slot;
    case PTXC_EVENT_INIT:
        return first->count == next->count && first->place.variable && next->place.variable &&
               strcmp(first->place.variable, next->place.variable) == 0;
    case PTXC_EVENT_ARRIVE:
        return first->span.offset == next->span.offset && first->place.address == next->place.address;
    case PTXC_EVENT_INVALIDATE:
    case PTXC_EVENT_FENCE: return true;
    default: return false;
    }
}

/* Gives the bytes of an event in all warps of its lane: a single thread copies once, and each warp of many its part. */
static uint64_t bytes_of(const struct picture *picture, size_t lane, const struct ptxc_pipeline_event *event) {
    return (uint64_t)event->bytes * (event->kind == PTXC_EVENT_EXPECT ? 1 : picture->lanes[lane].warps);
}

/* Adds an event of a lane to its last cell, or makes a new one. */
static void add_event(struct picture *picture, size_t event, size_t lane, size_t *last, uint32_t *iteration) {
    const struct ptxc_pipeline_event *of = picture->events[event];
    const size_t slot = slot_of(picture, event);
    if (*last != NOWHERE && goes_on(picture, &picture->cells[*last], event, slot)) {
        struct cell *cell = &picture->cells[*last];
        cell->count++;
        cell->bytes += bytes_of(picture, lane, of);
        cell->times += of->count;
        cell->expects |= of->kind == PTXC_EVENT_ARRIVE;
    } else {
        picture->cells = memory_more(picture->cells, picture->cell_count, sizeof(*picture->cells));
        picture->cells[picture->cell_count] = (struct cell){.first = event,
                                                            .count = 1,
                                                            .lane = lane,
                                                            .slot = slot,
                                                            .bytes = bytes_of(picture, lane, of),
                                                            .times = of->count,
                                                            .hazard = NOWHERE};
        *last = picture->cell_count++;
    }
    if (of->kind != PTXC_EVENT_WAIT && of->kind != PTXC_EVENT_STUCK && of->iteration != *iteration) {
        picture->cells[*last].iteration = of->iteration;
        *iteration = of->iteration;
    }
    picture->cell_of[event] = *last;
}

/* Marks the cell of the same lane and iteration that does what goes wrong; false where there is none yet. */
static bool mark_cell(struct picture *picture, size_t hazard, size_t lane) {
    const struct ptxc_pipeline_event *of = picture->events[hazard];
    for (size_t i = picture->cell_count; i-- > 0;) {
        struct cell *cell = &picture->cells[i];
        const struct ptxc_pipeline_event *event = picture->events[cell->first];
        if (cell->lane != lane || event->span.offset != of->span.offset)
            continue;
        if (event->iteration != of->iteration)
            return false;
        cell->hazard = cell->hazard == NOWHERE ? hazard : cell->hazard;
        return true;
    }
    return false;
}

/* Takes an event that goes wrong. Where it comes before what it is about, its own cell becomes that of the next event
 * of the lane, if that is of the same instruction. One of a warp that is not shown is shown where its role has come. */
static void add_hazard(struct picture *picture, size_t event, size_t *last, uint32_t *iterations) {
    const size_t lane = picture_role(picture, picture->events[event]);
    picture->hazards++;
    if (lane == NOWHERE || mark_cell(picture, event, lane) || picture_lane(picture, picture->events[event]) == NOWHERE)
        return;
    add_event(picture, event, lane, &last[lane], &iterations[lane]);
    picture->cells[last[lane]].hazard = event;
}

/* Decides whether an event is what the last cell of its lane says that goes wrong, and makes that its cell. */
static bool takes_over(struct picture *picture, size_t event, size_t lane, size_t last) {
    if (last == NOWHERE || picture->cells[last].hazard != picture->cells[last].first ||
        picture->events[picture->cells[last].first]->span.offset != picture->events[event]->span.offset)
        return false;
    picture->cells[last].first = event;
    picture->cells[last].slot = slot_of(picture, event);
    picture->cells[last].bytes = bytes_of(picture, lane, picture->events[event]);
    picture->cell_of[event] = last;
    return true;
}

/* Decides whether an event is not the end of a lane: it does something afterwards, or waits. */
static bool goes_further(const struct picture *picture, size_t event, size_t lane) {
    for (size_t i = event + 1; i < picture->kernel->event_count; i++)
        if (picture_lane(picture, picture->events[i]) == lane && !picture_is_apart(picture->events[i]->kind))
            return true;
    return false;
}

/* A copy with a tensor map does not say how many bytes it brings: where it is all that its mbarrier expects, it is
 * that.
 */
static void find_bytes(struct picture *picture) {
    for (size_t i = 0; i < picture->cell_count; i++) {
        struct cell *copy = NULL;
        const struct ptxc_pipeline_event *expects = picture->events[picture->cells[i].first];
        if (expects->kind != PTXC_EVENT_EXPECT)
            continue;
        for (size_t j = i + 1; j < picture->cell_count; j++) {
            struct cell *cell = &picture->cells[j];
            const struct ptxc_pipeline_event *event = picture->events[cell->first];
            const bool same = event->place.address == expects->place.address;
            if (cell->lane != picture->cells[i].lane)
                continue;
            if (event->kind == PTXC_EVENT_EXPECT && same)
                break;
            if (event->kind != PTXC_EVENT_COPY || event->barrier.address != expects->place.address)
                continue;
            if (copy || cell->bytes > 0) { /* there are several */
                copy = NULL;
                break;
            }
            copy = cell;
        }
        if (copy)
            copy->bytes = picture->cells[i].bytes;
    }
}

void cells_find(struct picture *picture) {
    size_t *last = memory_new(picture->lane_count, sizeof(*last));
    uint32_t *iterations = memory_new(picture->lane_count, sizeof(*iterations));
    for (size_t i = 0; i < picture->lane_count; i++)
        last[i] = NOWHERE;
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const size_t lane = picture_lane(picture, event);
        picture->cell_of[i] = NOWHERE;
        if (event->kind == PTXC_EVENT_HAZARD)
            add_hazard(picture, i, last, iterations);
        else if (lane != NOWHERE && !picture_is_apart(event->kind) &&
                 (event->kind != PTXC_EVENT_EXIT || !goes_further(picture, i, lane)) &&
                 !takes_over(picture, i, lane, last[lane]))
            add_event(picture, i, lane, &last[lane], &iterations[lane]);
    }
    find_bytes(picture);
    free(last);
    free(iterations);
}
