/* The layout of a picture, step by step: see picture.h. */
#include "cli/commands/pipeline/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/slots.h"

/* ---- lanes ---- */

/* Adds the name of a run of warps: "0-3", after others. */
static void add_run(char *name, size_t size, size_t *length, uint32_t from, uint32_t to) {
    const char *before = *length ? ", " : "";
    const int added = from == to ? snprintf(name + *length, size - *length, "%s%u", before, from)
                                 : snprintf(name + *length, size - *length, "%s%u-%u", before, from, to);
    if (added > 0)
        *length = *length + (size_t)added < size ? *length + (size_t)added : size - 1;
}

/* Names a lane by its warps in the first CTA that has them: "warps 0-3", "CTA 1, warp 4". */
static void name_lane(struct picture *picture, size_t index) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    struct lane *lane = &picture->lanes[index];
    const uint16_t *roles = kernel->roles + (size_t)lane->cta * kernel->warps;
    char runs[40] = "";
    size_t length = 0, count = 0;
    for (uint32_t w = 0, end; w < kernel->warps; w = end) {
        for (end = w; end < kernel->warps && picture->lane_of[roles[end]] == index; end++)
            ;
        if (end > w)
            add_run(runs, sizeof(runs), &length, w, end - 1);
        count += end - w;
        end += end == w;
    }
    if (lane->cta > 0)
        snprintf(lane->name, sizeof(lane->name), "CTA %u, warp%s %.39s", lane->cta, count == 1 ? "" : "s", runs);
    else
        snprintf(lane->name, sizeof(lane->name), "warp%s %s", count == 1 ? "" : "s", runs);
}

/* Finds the lanes, one for each role: those that start copies first, since the others follow from them. */
static void lanes_find(struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    bool *copies = memory_new(kernel->role_count, sizeof(*copies));
    picture->lanes = memory_new(kernel->role_count, sizeof(*picture->lanes));
    picture->lane_of = memory_new(kernel->role_count, sizeof(*picture->lane_of));
    for (size_t i = 0; i < kernel->event_count; i++)
        if (picture->events[i]->kind == PTXC_EVENT_COPY)
            copies[picture->events[i]->role] = true;
    for (int starts = 1; starts >= 0; starts--)
        for (uint32_t i = 0; i < kernel->role_count; i++)
            if (copies[i] == (starts == 1))
                picture->lane_of[i] = picture->lane_count++;
    for (uint32_t w = kernel->warps * kernel->ctas; w-- > 0;) {
        struct lane *lane = &picture->lanes[picture->lane_of[kernel->roles[w]]];
        lane->warps = lane->cta == w / kernel->warps ? lane->warps + 1 : 1;
        lane->cta = w / kernel->warps;
        lane->warp = w % kernel->warps;
    }
    for (size_t i = 0; i < picture->lane_count; i++)
        name_lane(picture, i);
    free(copies);
}

/* ---- cells ---- */

/* Whether an event goes on with what the last cell of its lane does. */
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

/* Returns the bytes of an event in all warps of its lane: a single thread copies once, and each warp of many its part.
 */
static uint64_t bytes_of(const struct picture *picture, size_t lane, const struct ptxc_pipeline_event *event) {
    return (uint64_t)event->bytes * (event->kind == PTXC_EVENT_EXPECT ? 1 : picture->lanes[lane].warps);
}

/* Whether an event takes the place of the last cell of its lane: of one that says what goes wrong at its instruction,
 * or of an end that is none, since other threads of the warp go on. */
static bool takes_over(const struct picture *picture, const struct cell *cell, size_t event) {
    const struct ptxc_pipeline_event *first = picture->events[cell->first];
    return first->kind == PTXC_EVENT_EXIT ||
           (cell->hazard == cell->first && first->span.offset == picture->events[event]->span.offset);
}

/* Adds an event of a lane to its last cell, or makes a new one. */
static void add_event(struct picture *picture, size_t event, size_t lane, size_t *last, uint32_t *iteration) {
    const struct ptxc_pipeline_event *of = picture->events[event];
    const size_t slot = slots_about(picture, of);
    const uint64_t bytes = bytes_of(picture, lane, of);
    struct cell *cell = *last == NOWHERE ? NULL : &picture->cells[*last];
    if (cell && takes_over(picture, cell, event)) {
        cell->first = event;
        cell->slot = slot;
        cell->bytes = bytes;
        cell->times = of->count;
    } else if (cell && goes_on(picture, cell, event, slot)) {
        cell->count++;
        cell->bytes += bytes;
        cell->times += of->count;
        cell->expects |= of->kind == PTXC_EVENT_ARRIVE;
    } else {
        picture->cells = memory_more(picture->cells, picture->cell_count, sizeof(*picture->cells));
        picture->cells[picture->cell_count] = (struct cell){.first = event,
                                                            .count = 1,
                                                            .lane = lane,
                                                            .slot = slot,
                                                            .bytes = bytes,
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

/* Whether events of a kind do not stand in a lane: they happen to memory, or to what stands there already. */
static bool is_apart(enum ptxc_event_kind kind) {
    return kind == PTXC_EVENT_COMPLETE || kind == PTXC_EVENT_PHASE || kind == PTXC_EVENT_HAZARD;
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
    if (lane == NOWHERE || mark_cell(picture, event, lane) || picture_lane(picture, picture->events[event]) == NOWHERE)
        return;
    add_event(picture, event, lane, &last[lane], &iterations[lane]);
    picture->cells[last[lane]].hazard = event;
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

/* Makes the cells of all lanes, in the order of the events that begin them; they have no rows yet. */
static void cells_find(struct picture *picture) {
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
        else if (lane != NOWHERE && !is_apart(event->kind))
            add_event(picture, i, lane, &last[lane], &iterations[lane]);
    }
    find_bytes(picture);
    free(last);
    free(iterations);
}

/* ---- mistakes ---- */

/* Returns the mistake that an event is, a new one where there is none yet. */
static struct mistake *mistake_of(struct picture *picture, size_t event) {
    const struct ptxc_pipeline_event *own = picture->events[event];
    for (size_t i = 0; i < picture->mistake_count; i++) {
        const struct ptxc_pipeline_event *other = picture->events[picture->mistakes[i].event];
        if (other->span.offset == own->span.offset && strcmp(other->rule, own->rule) == 0)
            return &picture->mistakes[i];
    }
    picture->mistakes = memory_more(picture->mistakes, picture->mistake_count, sizeof(*picture->mistakes));
    picture->mistakes[picture->mistake_count] = (struct mistake){event, NOWHERE};
    return &picture->mistakes[picture->mistake_count++];
}

/* Finds what goes wrong, and where that is shown first. */
static void mistakes_find(struct picture *picture) {
    for (size_t i = 0; i < picture->kernel->event_count; i++)
        if (picture->events[i]->kind == PTXC_EVENT_HAZARD)
            mistake_of(picture, i);
    for (size_t i = 0; i < picture->cell_count; i++) {
        struct cell *cell = &picture->cells[i];
        struct mistake *mistake = cell->hazard == NOWHERE ? NULL : mistake_of(picture, cell->hazard);
        cell->told = mistake && mistake->cell != NOWHERE;
        if (mistake && !cell->told)
            mistake->cell = i;
    }
}

/* ---- all steps ---- */

void picture_make(struct picture *picture, const struct ptxc_pipeline_kernel *kernel,
                  const struct ptxc_pipeline_event **events) {
    *picture = (struct picture){.kernel = kernel, .events = events};
    picture->stream_of = memory_new(kernel->event_count, sizeof(*picture->stream_of));
    picture->cell_of = memory_new(kernel->event_count, sizeof(*picture->cell_of));
    lanes_find(picture);
    slots_find(picture);
    barriers_find(picture);
    cells_find(picture);
    mistakes_find(picture);
    rows_assign(picture);
    rows_hide(picture);
}
