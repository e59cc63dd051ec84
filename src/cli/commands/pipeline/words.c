/* Words: see words.h. */
#include "cli/commands/pipeline/words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/pipeline/slots.h"

enum { NAME = 64, MEBI = 1048576 };

/* Appends as printf does, as far as there is room. */
static void add(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *buffer, size_t size, const char *format, ...) {
    const size_t length = strlen(buffer);
    va_list arguments;
    va_start(arguments, format);
    if (length + 1 < size)
        vsnprintf(buffer + length, size - length, format, arguments);
    va_end(arguments);
}

void words_bytes(char *buffer, size_t size, uint64_t bytes) {
    if (bytes < 1024 || (bytes % 512 != 0 && bytes < 10240))
        snprintf(buffer, size, "%" PRIu64 " B", bytes);
    else if (bytes % 1024 != 0 && bytes < 102400)
        snprintf(buffer, size, "%.1f KiB", (double)bytes / 1024);
    else if (bytes % MEBI != 0)
        snprintf(buffer, size, "%" PRIu64 " KiB", bytes / 1024);
    else
        snprintf(buffer, size, "%" PRIu64 " MiB", bytes / MEBI);
}

/* Writes the slot of the cell, or the place of its first event. */
static void name_place(char *buffer, size_t size, const struct picture *picture, const struct cell *cell) {
    if (cell->slot != NOWHERE)
        snprintf(buffer, size, "%s", picture->slots[cell->slot].name);
    else
        place_name(buffer, size, &picture->events[cell->first]->place);
}

/* Writes "full[0-3]" for the mbarriers of a cell that makes several, in whatever order. */
static void name_barriers(char *buffer, size_t size, const struct picture *picture, const struct cell *cell) {
    char first[NAME], last[NAME];
    const struct ptxc_pipeline_place *begin = &picture->events[cell->first]->place, *end = begin;
    for (size_t i = cell->first; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_place *place = &picture->events[i]->place;
        if (picture->cell_of[i] != (size_t)(cell - picture->cells))
            continue;
        begin = place->address < begin->address ? place : begin;
        end = place->address > end->address ? place : end;
    }
    barrier_name(first, sizeof(first), picture, begin);
    barrier_name(last, sizeof(last), picture, end);
    const char *bracket = strchr(first, '[');
    const size_t stem = bracket ? (size_t)(bracket - first) + 1 : 0;
    *buffer = 0;
    if (strcmp(first, last) == 0)
        add(buffer, size, "%s", first);
    else if (bracket && strncmp(first, last, stem) == 0)
        add(buffer, size, "%.*s-%s", (int)strcspn(first, "]"), first, last + stem);
    else
        add(buffer, size, "%s to %s", first, last);
}

/* Writes what a cell about an mbarrier does. */
static void describe_barrier(char *buffer, size_t size, const struct picture *picture, const struct cell *cell) {
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    char name[2 * NAME], bytes[32];
    barrier_name(name, sizeof(name), picture, &event->place);
    words_bytes(bytes, sizeof(bytes), cell->bytes);
    switch (event->kind) {
    case PTXC_EVENT_INIT:
        name_barriers(name, sizeof(name), picture, cell);
        add(buffer, size, "init %s, %u arrival%s", name, event->count, event->count == 1 ? "" : "s");
        return;
    case PTXC_EVENT_INVALIDATE: add(buffer, size, "invalidate %s", name); return;
    case PTXC_EVENT_EXPECT:
        add(buffer, size, cell->expects ? "arrive %s, expect %s" : "%s expects %s", name, bytes);
        return;
    case PTXC_EVENT_ARRIVE: add(buffer, size, "arrive %s", name); break;
    default:
        if (event->count == UINT32_MAX)
            add(buffer, size, "wait %s, free at first", name);
        else
            add(buffer, size, "wait %s, phase %u", name, event->count);
        return;
    }
    if (cell->times > 1)
        add(buffer, size, ", %" PRIu64 " times", cell->times);
}

void words_cell(char *buffer, size_t size, const struct picture *picture, const struct cell *cell) {
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    char place[NAME], bytes[32] = "";
    *buffer = 0;
    name_place(place, sizeof(place), picture, cell);
    if (cell->bytes > 0)
        words_bytes(bytes, sizeof(bytes), cell->bytes), add(bytes, sizeof(bytes), " ");
    switch (event->kind) {
    case PTXC_EVENT_COPY: add(buffer, size, "copy %s%s %s", bytes, event->outward ? "from" : "to", place); return;
    case PTXC_EVENT_COMMIT: add(buffer, size, "commit group %u", event->count); return;
    case PTXC_EVENT_WAIT_GROUP:
        add(buffer, size, event->count ? "wait, %u group%s left pending" : "wait for all groups", event->count,
            event->count == 1 ? "" : "s");
        return;
    case PTXC_EVENT_BARRIER: add(buffer, size, "barrier %u", event->count); return;
    case PTXC_EVENT_CLUSTER: add(buffer, size, "cluster barrier"); return;
    case PTXC_EVENT_FENCE: add(buffer, size, "fence"); return;
    case PTXC_EVENT_READ: add(buffer, size, "read %s", place); return;
    case PTXC_EVENT_WRITE: add(buffer, size, "write %s", place); return;
    case PTXC_EVENT_MULTIPLY: add(buffer, size, "multiply %s", place); return;
    case PTXC_EVENT_EXIT: add(buffer, size, "exit"); return;
    case PTXC_EVENT_STUCK:
        if (event->place.variable || event->place.address)
            barrier_name(place, sizeof(place), picture, &event->place);
        else
            snprintf(place, sizeof(place), "barrier %u", event->count);
        add(buffer, size, "stuck at %s", place);
        return;
    case PTXC_EVENT_HAZARD: add(buffer, size, cell->slot == NOWHERE ? "goes wrong" : "goes wrong at %s", place); return;
    default: describe_barrier(buffer, size, picture, cell);
    }
}

void words_detail(char *buffer, size_t size, const struct picture *picture, const struct cell *cell) {
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    const struct lane *lane = &picture->lanes[cell->lane];
    char name[NAME], bytes[32];
    *buffer = 0;
    if (cell->count > 1 && !cell->expects)
        add(buffer, size, "%zu instructions. ", cell->count);
    if (event->lanes == 1 && lane->warps == 1)
        add(buffer, size, "One thread. ");
    else if (event->lanes == 1)
        add(buffer, size, "One thread of each warp. ");
    else if (lane->warps > 1 && event->lanes > 1)
        add(buffer, size, "%u threads of each of %u warps. ", event->lanes, lane->warps);
    if (event->kind == PTXC_EVENT_COPY && event->bytes > 0) {
        words_bytes(bytes, sizeof(bytes), event->bytes);
        add(buffer, size, "%s in each warp by the first. ", bytes);
    }
    if (event->kind == PTXC_EVENT_COPY && event->completion == PTXC_COMPLETION_BARRIER) {
        barrier_name(name, sizeof(name), picture, &event->barrier);
        add(buffer, size, "Completes on %s. ", name);
    }
    if (event->place.variable || event->place.address) {
        place_name(name, sizeof(name), &event->place);
        add(buffer, size, "At %s. ", name);
    }
    if (event->iteration > 0)
        add(buffer, size, "Iteration %u. ", event->iteration);
}

/* Writes which warps there are. */
static void describe_roles(char *buffer, size_t size, const struct picture *picture) {
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    add(buffer, size, "%u warp%s", kernel->warps, kernel->warps == 1 ? "" : "s");
    if (kernel->ctas > 1)
        add(buffer, size, " in each of %u CTAs", kernel->ctas);
    if (picture->lane_count > 1) {
        add(buffer, size, " in %zu roles", picture->lane_count);
        for (size_t i = 0; i < picture->lane_count; i++)
            add(buffer, size, "%s%s", i ? "; " : ": ", picture->lanes[i].name);
    } else if (kernel->warps * kernel->ctas > 1) {
        add(buffer, size, ", which all go the same way");
    }
}

/* Returns who says so, where it is not the text. */
static const char *source_of(enum ptxc_launch_source source) {
    return source == PTXC_LAUNCH_TEXT ? "" : source == PTXC_LAUNCH_CALLER ? " (assumed)" : " (chosen)";
}

/* Writes with what the kernel was executed, and how far. */
static void describe_execution(char *buffer, size_t size, const struct ptxc_kernel *execution) {
    const uint32_t *threads = execution->threads;
    add(buffer, size, "%" PRIu32, threads[0]);
    if (threads[1] * threads[2] > 1)
        add(buffer, size, " x %" PRIu32, threads[1]);
    if (threads[2] > 1)
        add(buffer, size, " x %" PRIu32, threads[2]);
    const bool one = threads[0] * threads[1] * threads[2] == 1;
    add(buffer, size, " thread%s%s", one ? "" : "s", source_of(execution->threads_from));
    if (execution->cluster > 1 || execution->cluster_from != PTXC_LAUNCH_TEXT)
        add(buffer, size, "; a cluster of %" PRIu32 "%s", execution->cluster, source_of(execution->cluster_from));
    if (execution->parameter)
        add(buffer, size, "; %" PRIu32 " for integer parameters%s", execution->parameter,
            source_of(PTXC_LAUNCH_CHOSEN));
    if (execution->outer_parameter)
        add(buffer, size, ", %" PRIu32 " for those that bound no inner loop", execution->outer_parameter);
    if (execution->iterations)
        add(buffer, size, "; %" PRIu32 " iteration%s", execution->iterations, execution->iterations == 1 ? "" : "s");
    add(buffer, size, execution->complete ? "; to the end" : "; not to the end: %s", execution->incomplete);
}

/* Returns how many bytes the slots of a stream are apart; 0 where they are not evenly. */
static uint32_t distance(const struct stream *stream) {
    for (size_t i = 2; i < stream->count; i++)
        if (stream->addresses[i] - stream->addresses[i - 1] != stream->addresses[1] - stream->addresses[0])
            return 0;
    return stream->count > 1 ? stream->addresses[1] - stream->addresses[0] : 0;
}

/* Whether two streams fill the same slots. */
static bool are_together(const struct stream *a, const struct stream *b) {
    return a->first == b->first;
}

/* Whether they fill the same variable in them. */
static bool are_one(const struct stream *a, const struct stream *b) {
    return a->first == b->first && a->base == b->base && distance(a) == distance(b);
}

/* Whether no stream before this one belongs to it. */
static bool is_first(const struct picture *picture, size_t stream,
                     bool (*belongs)(const struct stream *a, const struct stream *b)) {
    size_t first = 0;
    while (!belongs(&picture->streams[first], &picture->streams[stream]))
        first++;
    return first == stream;
}

/* Writes where the slots are that a stream and others with it fill; nothing where it is not the first of those, or has
 * no slots. */
static void describe_slots(char *buffer, size_t size, const struct picture *picture, size_t stream) {
    const struct stream *own = &picture->streams[stream];
    const char *before = ": ";
    if (own->crowded || own->count == 0 || !is_first(picture, stream, are_together))
        return;
    if (own->count > 1)
        add(buffer, size, "%s to %zu", picture->slots[own->first].name, own->count - 1);
    else
        add(buffer, size, "%s, %s", picture->slots[own->first].brief, picture->slots[own->first].name);
    for (size_t i = stream; i < picture->stream_count; i++) {
        const struct stream *other = &picture->streams[i];
        char bytes[32], place[NAME];
        uint64_t all = 0;
        if (!are_together(own, other) || !is_first(picture, i, are_one))
            continue;
        for (size_t j = i; j < picture->stream_count; j++)
            if (are_one(other, &picture->streams[j]))
                all += (uint64_t)picture->streams[j].bytes * picture->lanes[other->lane].warps;
        const struct ptxc_pipeline_place first = {other->variable, other->addresses[0] - other->base,
                                                  other->addresses[0]};
        words_bytes(bytes, sizeof(bytes), all);
        place_name(place, sizeof(place), &first);
        add(buffer, size, "%s%s%s%s %s", before, all ? bytes : "", all ? " " : "", other->count > 1 ? "from" : "at",
            place);
        if (distance(other))
            add(buffer, size, " on, %u bytes apart", distance(other));
        before = "; ";
    }
}

bool words_fact(char *buffer, size_t size, const struct picture *picture, size_t index, const char **name) {
    enum { ROLES, EXECUTION, UNKNOWN, SLOTS };
    const struct ptxc_pipeline_kernel *kernel = picture->kernel;
    *buffer = 0;
    *name = index == EXECUTION ? "executed" : index == UNKNOWN ? "not known" : "";
    if (index == ROLES)
        describe_roles(buffer, size, picture);
    else if (index == EXECUTION && kernel->execution)
        describe_execution(buffer, size, kernel->execution);
    else if (index == UNKNOWN && kernel->unknown)
        add(buffer, size, "%s", kernel->unknown);
    else if (index >= SLOTS && index - SLOTS < picture->stream_count)
        describe_slots(buffer, size, picture, index - SLOTS);
    return index < SLOTS + picture->stream_count;
}
