/* Lanes: see pipeline_lanes.h. */
#include "cli/commands/pipeline_lanes.h"

#include <stdio.h>

#include "cli/commands/pipeline_memory.h"

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

/* The events of one warp of a role, without what makes no difference between lanes. */
struct steps {
    const struct picture *picture;
    uint32_t cta, warp;
    size_t next;
    bool met; /* it has passed a barrier: what came before was only to prepare */
};

/* Gives the next event of the warp by which lanes differ; NULL after the last. That one thread of the kernel prepares
 * mbarriers, or leaves earlier, makes no difference. */
static const struct ptxc_pipeline_event *next_step(struct steps *steps) {
    while (steps->next < steps->picture->kernel->event_count) {
        const struct ptxc_pipeline_event *event = steps->picture->events[steps->next++];
        const bool prepares = event->kind == PTXC_EVENT_INIT || event->kind == PTXC_EVENT_FENCE;
        if (event->cta != steps->cta || event->warp != steps->warp || event->kind == PTXC_EVENT_EXIT ||
            picture_is_apart(event->kind) || (prepares && !steps->met))
            continue;
        steps->met |= event->kind == PTXC_EVENT_BARRIER || event->kind == PTXC_EVENT_CLUSTER;
        return event;
    }
    return NULL;
}

/* Gives the first warp of a role. */
static struct steps steps_of(const struct picture *picture, uint32_t role) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    uint32_t w = 0;
    while (w + 1 < kernel->warps * kernel->ctas && kernel->roles[w] != role)
        w++;
    return (struct steps){picture, w / kernel->warps, w % kernel->warps, 0, false};
}

/* Decides whether two roles are shown as one lane. */
static bool are_alike(const struct picture *picture, uint32_t role, uint32_t other) {
    struct steps a = steps_of(picture, role), b = steps_of(picture, other);
    const struct ptxc_pipeline_event *left, *right;
    do {
        left = next_step(&a);
        right = next_step(&b);
        if (left && right && (left->kind != right->kind || left->span.offset != right->span.offset))
            return false;
    } while (left && right);
    return !left && !right;
}

/* Decides whether a role starts copies. */
static bool copies(const struct picture *picture, uint32_t role) {
    for (size_t i = 0; i < picture->kernel->event_count; i++)
        if (picture->events[i]->role == role && picture->events[i]->kind == PTXC_EVENT_COPY)
            return true;
    return false;
}

/* Adds the lane of a role, whose first warp is shown; a role that is like one before has its lane. */
static void add_lane(struct picture *picture, uint32_t role) {
    for (uint32_t before = 0; before < role; before++)
        if (picture->lane_of[before] != NOWHERE && are_alike(picture, before, role)) {
            picture->lane_of[role] = picture->lane_of[before];
            return;
        }
    const struct steps shown = steps_of(picture, role);
    picture->lanes[picture->lane_count].cta = shown.cta;
    picture->lanes[picture->lane_count].warp = shown.warp;
    picture->lane_of[role] = picture->lane_count++;
}

void lanes_find(struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    picture->lanes = memory_new(kernel->role_count, sizeof(*picture->lanes));
    picture->lane_of = memory_new(kernel->role_count, sizeof(*picture->lane_of));
    for (uint32_t role = 0; role < kernel->role_count; role++)
        picture->lane_of[role] = NOWHERE;
    for (uint32_t role = 0; role < kernel->role_count; role++)
        if (copies(picture, role))
            add_lane(picture, role);
    for (uint32_t role = 0; role < kernel->role_count; role++)
        if (picture->lane_of[role] == NOWHERE)
            add_lane(picture, role);
    for (uint32_t w = 0; w < kernel->warps * kernel->ctas; w++) {
        struct lane *lane = &picture->lanes[picture->lane_of[kernel->roles[w]]];
        lane->warps += lane->cta == w / kernel->warps;
    }
    for (size_t i = 0; i < picture->lane_count; i++)
        name_lane(picture, i);
}
