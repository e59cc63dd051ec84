/* Slots and names: see slots.h. The library says in which ring a copy is, as it does for `check`. Rings whose
 * copies are started together, those of one group or of one phase of an mbarrier, have their slots in common: the first
 * copy of each group fills the slots of the first tile, the second one those of the second, however the tiles lie in
 * memory. Where no ring is known, the number of the copy among them stands for it.
 */
#include "cli/commands/pipeline/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/pipeline/picture.h"

enum { MOST_SLOTS = 16, MOST_NAME = 36, ADDRESSES = (int)(sizeof(((struct stream *)0)->addresses) / sizeof(uint32_t)) };

/* How far a lane is in the copies that it starts together. */
struct batch {
    size_t number;
    uint32_t ordinal;
    uint32_t barrier; /* of those that complete on an mbarrier, its address */
    bool open;
};

static bool is_same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether a copy is one of a stream of its lane. */
static bool is_in_stream(const struct stream *stream, uint32_t ordinal, const struct ptxc_pipeline_event *event) {
    if (stream->outward != (event->outward != 0) || stream->ring != event->ring.address)
        return false;
    return event->ring.address || (stream->ordinal == ordinal && is_same_text(stream->variable, event->place.variable));
}

/* Returns the stream of the next copy of a batch, a new one where there is none yet. */
static size_t stream_for(struct picture *picture, size_t lane, struct batch *batch,
                         const struct ptxc_pipeline_event *event) {
    const uint32_t ordinal = batch->ordinal++;
    for (size_t i = 0; i < picture->stream_count; i++)
        if (picture->streams[i].lane == lane && is_in_stream(&picture->streams[i], ordinal, event))
            return i;
    picture->streams = memory_more(picture->streams, picture->stream_count, sizeof(*picture->streams));
    picture->streams[picture->stream_count] = (struct stream){.variable = event->place.variable,
                                                              .lane = (uint32_t)lane,
                                                              .ordinal = ordinal,
                                                              .batch = batch->number,
                                                              .ring = event->ring.address,
                                                              .barrier = event->barrier.address,
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

/* Whether the copy begins a new batch of its lane. */
static bool begins(const struct batch *batch, const struct ptxc_pipeline_event *event) {
    return !batch->open || (event->completion == PTXC_COMPLETION_BARRIER && batch->barrier != event->barrier.address);
}

/* Finds the stream of each copy of a lane that is shown. */
static void find_streams(struct picture *picture) {
    struct batch *batches = memory_new(picture->lane_count, sizeof(*batches));
    size_t number = 0;
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
            *batch = (struct batch){number++, 0, event->barrier.address, true};
        picture->stream_of[i] = stream_for(picture, lane, batch, event);
        add_address(&picture->streams[picture->stream_of[i]], event->place.address);
    }
    free(batches);
}

/* Whether two streams have their slots in common: their copies are started together, or by two roles for one
 * mbarrier, or into one variable. */
static bool are_together(const struct stream *a, const struct stream *b) {
    if (a->count != b->count || a->outward != b->outward)
        return false;
    if (a->lane == b->lane)
        return a->batch == b->batch;
    return a->count > 1 && a->barrier == b->barrier && (a->barrier || is_same_text(a->variable, b->variable));
}

/* Returns the name of a variable as its author wrote it, which has `*length` bytes: the last part of one that a C++
 * compiler has made, _ZZ4loadE4tile or _ZN4load4tileE. */
static const char *short_name(const char *name, int *length) {
    const size_t whole = strlen(name);
    *length = whole < MOST_NAME ? (int)whole : MOST_NAME;
    for (size_t i = 2; strncmp(name, "_Z", 2) == 0 && i < whole; i++) {
        char *end;
        if (name[i] < '1' || name[i] > '9')
            continue;
        const unsigned long count = strtoul(name + i, &end, 10), left = strlen(end);
        if (count == left || (count + 1 == left && end[count] == 'E')) {
            *length = count < MOST_NAME ? (int)count : MOST_NAME;
            return end;
        }
        i = (size_t)(end - name) - 1;
    }
    return name;
}

/* Returns the place of a slot of a stream. */
static struct ptxc_pipeline_place place_of(const struct stream *stream, size_t slot) {
    return (struct ptxc_pipeline_place){stream->variable, stream->addresses[slot] - stream->base,
                                        stream->addresses[slot]};
}

/* Writes the name of a group of streams, by the first of them: the place, and a number where others begin there. */
static void name_group(char *buffer, size_t size, const struct picture *picture, const struct stream *stream) {
    const struct ptxc_pipeline_place place = place_of(stream, 0);
    size_t others = 0, last = NOWHERE;
    for (const struct stream *other = picture->streams; other < stream; other++)
        if (!other->crowded && other->first != stream->first && other->first != last &&
            other->addresses[0] == place.address) {
            others++;
            last = other->first;
        }
    const int length = place_name(buffer, size, &place);
    if (others > 0 && length > 0 && (size_t)length < size)
        snprintf(buffer + length, size - (size_t)length, " (%zu)", others + 1);
}

/* Names the slots of a group of streams, the first of which is this. */
static void name_slots(struct picture *picture, const struct stream *stream, bool only) {
    char name[48];
    name_group(name, sizeof(name), picture, stream);
    for (size_t k = 0; k < stream->count; k++) {
        struct slot *slot = &picture->slots[stream->first + k];
        snprintf(slot->brief, sizeof(slot->brief), "%u", (unsigned)k);
        if (only && stream->count > 1)
            snprintf(slot->name, sizeof(slot->name), "slot %u", (unsigned)k);
        else if (stream->count > 1)
            snprintf(slot->name, sizeof(slot->name), "%s slot %u", name, (unsigned)k);
        else
            snprintf(slot->name, sizeof(slot->name), "%s", name);
    }
    if (stream->count == 1)
        snprintf(picture->slots[stream->first].brief, sizeof(picture->slots->brief), "%c",
                 (char)('a' + stream->first % 26));
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

size_t slots_about(const struct picture *picture, const struct ptxc_pipeline_event *event) {
    switch (event->kind) {
    case PTXC_EVENT_COPY:
    case PTXC_EVENT_COMPLETE:
    case PTXC_EVENT_READ:
    case PTXC_EVENT_WRITE:
    case PTXC_EVENT_MULTIPLY: return slots_of(picture, event->place.address);
    case PTXC_EVENT_HAZARD:
        return event->place.variable || event->place.address ? slots_of(picture, event->place.address) : NOWHERE;
    default: return NOWHERE;
    }
}

int place_name(char *buffer, size_t size, const struct ptxc_pipeline_place *place) {
    int length = 0;
    const char *name = place->variable ? short_name(place->variable, &length) : NULL;
    if (!name)
        return snprintf(buffer, size, "0x%x", place->address);
    return place->offset ? snprintf(buffer, size, "%.*s+%u", length, name, place->offset)
                         : snprintf(buffer, size, "%.*s", length, name);
}

/* Returns the mbarrier that an event is about, or on which its copy completes; NULL: none. */
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

/* Returns the mbarrier at a place, a new one where there is none yet. */
static struct barrier *barrier_at(struct picture *picture, const struct ptxc_pipeline_place *place) {
    for (size_t i = 0; i < picture->barrier_count; i++)
        if (picture->barriers[i].place->address == place->address)
            return &picture->barriers[i];
    picture->barriers = memory_more(picture->barriers, picture->barrier_count, sizeof(*picture->barriers));
    picture->barriers[picture->barrier_count] = (struct barrier){.place = place};
    return &picture->barriers[picture->barrier_count++];
}

void barriers_find(struct picture *picture) {
    for (size_t i = 0; i < picture->kernel->event_count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const struct ptxc_pipeline_place *place = barrier_of(event);
        const size_t lane = picture_role(picture, event);
        const uint64_t bit = lane < 64 ? UINT64_C(1) << lane : 0;
        const bool copies = event->kind == PTXC_EVENT_COPY && !event->outward;
        for (size_t at = 0; at < picture->barrier_count && copies; at++)
            picture->barriers[at].emptied |= (picture->barriers[at].waited & bit) != 0;
        struct barrier *barrier = place ? barrier_at(picture, place) : NULL;
        if (barrier && event->kind == PTXC_EVENT_COPY)
            barrier->filled = true;
        else if (barrier && (event->kind == PTXC_EVENT_WAIT || event->kind == PTXC_EVENT_STUCK))
            barrier->waited |= bit;
    }
}

/* What an mbarrier tells, as far as the copies show it. */
enum purpose { IS_FULL, IS_EMPTY, IS_OTHER };

static enum purpose purpose_of(const struct barrier *barrier) {
    return barrier->filled ? IS_FULL : barrier->emptied ? IS_EMPTY : IS_OTHER;
}

int barrier_name(char *buffer, size_t size, const struct picture *picture, const struct ptxc_pipeline_place *place) {
    static const char *const names[] = {"full", "empty"};
    enum purpose purpose = IS_OTHER;
    size_t count = 0, index = 0, all_index = 0, of_kind = 0, full = 0;
    for (size_t i = 0; i < picture->barrier_count; i++)
        if (picture->barriers[i].place->address == place->address)
            purpose = purpose_of(&picture->barriers[i]);
    for (size_t i = 0; i < picture->barrier_count; i++) {
        const struct barrier *other = &picture->barriers[i];
        if (!is_same_text(other->place->variable, place->variable))
            continue;
        const bool before = other->place->address < place->address, alike = purpose_of(other) == purpose;
        count++;
        all_index += before;
        index += before && alike;
        of_kind += alike;
        full += other->filled;
    }
    const bool mixed = full > 0 && full < count && purpose != IS_OTHER;
    if (count <= 1)
        return place_name(buffer, size, place);
    if (mixed && of_kind == 1)
        return snprintf(buffer, size, "%s", names[purpose]);
    if (mixed)
        return snprintf(buffer, size, "%s[%zu]", names[purpose], index);
    int length = 0;
    const char *name = place->variable ? short_name(place->variable, &length) : NULL;
    return name ? snprintf(buffer, size, "%.*s[%zu]", length, name, all_index)
                : snprintf(buffer, size, "mbarrier %zu", all_index);
}
