/* Slots and names: see pipeline_slots.h. The copies that a lane starts together, those of one group or of one phase of
 * an mbarrier, have numbers; those of one number go to the slots of one ring in turn. So the first copy of each group
 * tells where the slots of the first tile are, the second one those of the second, however the tiles lie in memory.
 */
#include "cli/commands/pipeline_slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline_memory.h"

enum { MOST_SLOTS = 16, ADDRESSES = (int)(sizeof(((struct stream *)0)->addresses) / sizeof(uint32_t)) };

/* How far a lane is in the copies that it starts together. */
struct batch {
    uint32_t ordinal;
    uint32_t barrier; /* of those that complete on an mbarrier, its address */
    bool open;
};

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Gives the stream of a copy, a new one where there is none yet. */
static size_t stream_for(struct picture *picture, size_t lane, uint32_t ordinal,
                         const struct ptxc_pipeline_event *event) {
    for (size_t i = 0; i < picture->stream_count; i++) {
        const struct stream *stream = &picture->streams[i];
        if (stream->lane == lane && stream->ordinal == ordinal && stream->outward == (event->outward != 0) &&
            is_same_text(stream->variable, event->place.variable))
            return i;
    }
    picture->streams = memory_more(picture->streams, picture->stream_count, sizeof(*picture->streams));
    picture->streams[picture->stream_count] = (struct stream){.variable = event->place.variable,
                                                              .lane = (uint32_t)lane,
                                                              .ordinal = ordinal,
                                                              .outward = event->outward != 0,
                                                              .base = event->place.address - event->place.offset,
                                                              .bytes = event->bytes};
    return picture->stream_count++;
}

/* Adds an address to those of a stream, which stay sorted. */
static void add_address(struct stream *stream, uint32_t address) {
    size_t at = 0;
    while (at < stream->count && stream->addresses[at] < address)
        at++;
    if (at < stream->count && stream->addresses[at] == address)
        return;
    stream->crowded |= stream->count == ADDRESSES;
    if (stream->crowded)
        return;
    memmove(stream->addresses + at + 1, stream->addresses + at, (stream->count - at) * sizeof(*stream->addresses));
    stream->addresses[at] = address;
    stream->count++;
}

/* Decides whether the copy begins a new batch of its lane. */
static bool begins(const struct batch *batch, const struct ptxc_pipeline_event *event) {
    return !batch->open || (event->completion == PTXC_COMPLETION_BARRIER && batch->barrier != event->barrier.address);
}

/* Finds the stream of each copy of a lane that is shown. */
static void find_streams(struct picture *picture) {
    struct batch *batches = memory_new(picture->lane_count, sizeof(*batches));
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const size_t lane = picture_lane(picture, event);
        picture->stream_of[i] = NOWHERE;
        if (lane == NOWHERE)
            continue;
        struct batch *batch = &batches[lane];
        if (event->kind == PTXC_EVENT_COMMIT || event->kind == PTXC_EVENT_WAIT)
            batch->open = false;
        if (event->kind != PTXC_EVENT_COPY)
            continue;
        if (begins(batch, event))
            *batch = (struct batch){0, event->barrier.address, true};
        picture->stream_of[i] = stream_for(picture, lane, batch->ordinal++, event);
        add_address(&picture->streams[picture->stream_of[i]], event->place.address);
    }
    free(batches);
}

/* Decides whether two streams fill the same slots: together, or as many by another role. */
static bool are_together(const struct stream *a, const struct stream *b) {
    return a->count == b->count && a->outward == b->outward && (a->lane == b->lane || a->count > 1);
}

/* Gives the name of a variable as its author wrote it: the last part of one that a C++ compiler has made,
 * _ZZ4loadE4tile. */
static const char *short_name(const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 2; strncmp(name, "_Z", 2) == 0 && i < length; i++) {
        char *end;
        if (name[i] < '1' || name[i] > '9')
            continue;
        const unsigned long count = strtoul(name + i, &end, 10);
        if (count == strlen(end))
            return end;
        i = (size_t)(end - name) - 1;
    }
    return name;
}

/* Names the slots of a group of streams, the first of which is this. */
static void name_slots(struct picture *picture, const struct stream *stream, bool only) {
    for (size_t k = 0; k < stream->count; k++) {
        struct slot *slot = &picture->slots[stream->first + k];
        const struct ptxc_pipeline_place place = {stream->variable, stream->addresses[k] - stream->base,
                                                  stream->addresses[k]};
        if (stream->count == 1 && stream->variable)
            snprintf(slot->name, sizeof(slot->name), "%.60s", short_name(stream->variable));
        else if (stream->count == 1)
            place_name(slot->name, sizeof(slot->name), &place);
        else if (only || !stream->variable)
            snprintf(slot->name, sizeof(slot->name), "slot %zu", k);
        else
            snprintf(slot->name, sizeof(slot->name), "%.30s slot %zu", short_name(stream->variable), k);
        if (stream->count == 1)
            snprintf(slot->brief, sizeof(slot->brief), "%c", (char)('a' + stream->first % 26));
        else
            snprintf(slot->brief, sizeof(slot->brief), "%zu", k);
    }
}

void slots_find(struct picture *picture) {
    size_t groups = 0;
    find_streams(picture);
    for (size_t i = 0; i < picture->stream_count; i++) {
        struct stream *stream = &picture->streams[i];
        stream->crowded |= stream->count > MOST_SLOTS;
        stream->first = NOWHERE;
        for (size_t j = 0; j < i && stream->first == NOWHERE && !stream->crowded; j++)
            if (!picture->streams[j].crowded && are_together(stream, &picture->streams[j]))
                stream->first = picture->streams[j].first;
        if (stream->first != NOWHERE || stream->crowded)
            continue;
        stream->first = picture->slot_count;
        picture->slot_count += stream->count;
        groups += stream->count > 1;
    }
    picture->slots = memory_new(picture->slot_count, sizeof(*picture->slots));
    for (size_t i = picture->stream_count; i-- > 0;) /* the first of a group has the last word */
        if (!picture->streams[i].crowded)
            name_slots(picture, &picture->streams[i], groups == 1);
}

size_t slots_of(const struct picture *picture, uint32_t address) {
    size_t found = NOWHERE;
    uint32_t nearest = UINT32_MAX;
    for (size_t i = 0; i < picture->stream_count; i++) {
        const struct stream *stream = &picture->streams[i];
        for (size_t k = 0; k < stream->count && !stream->crowded; k++) {
            const uint32_t away = address - stream->addresses[k];
            if (address < stream->addresses[k] || away >= nearest)
                continue;
            nearest = away;
            found = stream->first + k;
        }
    }
    return found;
}

int place_name(char *buffer, size_t size, const struct ptxc_pipeline_place *place) {
    if (!place->variable)
        return snprintf(buffer, size, "0x%x", place->address);
    return place->offset ? snprintf(buffer, size, "%.40s+%u", short_name(place->variable), place->offset)
                         : snprintf(buffer, size, "%.50s", short_name(place->variable));
}

/* Gives the mbarrier that an event is about, or on which its copy completes; NULL: none. */
static const struct ptxc_pipeline_place *barrier_of(const struct ptxc_pipeline_event *event) {
    switch (event->kind) {
    case PTXC_EVENT_INIT:
    case PTXC_EVENT_INVALIDATE:
    case PTXC_EVENT_EXPECT:
    case PTXC_EVENT_ARRIVE:
    case PTXC_EVENT_PHASE:
    case PTXC_EVENT_WAIT: return &event->place;
    case PTXC_EVENT_STUCK: return event->place.variable || event->place.address ? &event->place : NULL;
    case PTXC_EVENT_COPY: return event->completion == PTXC_COMPLETION_BARRIER ? &event->barrier : NULL;
    default: return NULL;
    }
}

/* The mbarriers of one variable: how many addresses are below one, how many there are, and on which copies complete. */
struct census {
    uint32_t seen[64]; /* addresses */
    bool filled[64];   /* copies complete on it */
    size_t count;
};

static void take_census(struct census *census, const struct picture *picture, const char *variable) {
    census->count = 0;
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const struct ptxc_pipeline_place *place = barrier_of(event);
        size_t at = 0;
        if (!place || !is_same_text(place->variable, variable))
            continue;
        while (at < census->count && census->seen[at] != place->address)
            at++;
        if (at == sizeof(census->seen) / sizeof(census->seen[0]))
            continue;
        if (at == census->count)
            census->seen[census->count] = place->address, census->filled[census->count++] = false;
        census->filled[at] |= event->kind == PTXC_EVENT_COPY;
    }
}

int barrier_name(char *buffer, size_t size, const struct picture *picture, const struct ptxc_pipeline_place *place) {
    struct census census;
    bool filled = false, other = false, own = false;
    size_t index = 0, all_index = 0, of_kind = 0;
    take_census(&census, picture, place->variable);
    for (size_t i = 0; i < census.count; i++) {
        filled |= census.filled[i];
        other |= !census.filled[i];
        if (census.seen[i] == place->address)
            own = census.filled[i];
    }
    for (size_t i = 0; i < census.count; i++) {
        all_index += census.seen[i] < place->address;
        index += census.filled[i] == own && census.seen[i] < place->address;
        of_kind += census.filled[i] == own;
    }
    const bool mixed = filled && other;
    if (census.count <= 1)
        return place_name(buffer, size, place);
    if (mixed && of_kind == 1)
        return snprintf(buffer, size, "%s", own ? "full" : "empty");
    if (mixed)
        return snprintf(buffer, size, "%s[%zu]", own ? "full" : "empty", index);
    return place->variable ? snprintf(buffer, size, "%.40s[%zu]", short_name(place->variable), all_index)
                           : snprintf(buffer, size, "mbarrier %zu", all_index);
}
