/* Rings: see rings.h. The copies that a warp starts together, those of one group or of one phase of an mbarrier, have
 * numbers. Those of one step and number fill the same piece of one tile after another, however the tiles lie in memory;
 * the steps before a loop, which fill a ring for the first time, have addresses in common with those in it. Where a
 * loop was unrolled, each step has a slot of its own.
 */
#include "analysis/automata/rings.h"

#include <string.h>

#include "analysis/code/layout.h"

/* The copies of a kind that a warp starts together, as far as they were started. */
struct ring_batch {
    uint32_t key, other; /* the group, or the mbarrier and the phase */
    uint32_t ordinal;
    bool open;
};

/* Returns the stream of a copy, a new one where there is none yet; NULL where there are too many. */
static struct ptxc_stream *stream_of(const struct ptxc_machine *machine, struct ptxc_rings *rings,
                                     const struct ptxc_async_copy *copy, uint32_t ordinal) {
    uint32_t offset;
    for (uint32_t i = 0; i < rings->count; i++) {
        struct ptxc_stream *stream = &rings->streams[i];
        if (stream->step == copy->step && stream->ordinal == ordinal && stream->outward == copy->reads)
            return stream;
    }
    if (rings->count == PTXC_MOST_STREAMS)
        return NULL;
    struct ptxc_stream *stream = &rings->streams[rings->count++];
    *stream = (struct ptxc_stream){.step = copy->step,
                                   .ordinal = ordinal,
                                   .variable = ptxc_layout_variable(machine->code, copy->address, &offset),
                                   .outward = copy->reads};
    return stream;
}

/* Adds an address, so that they stay sorted. */
static void add_address(struct ptxc_stream *stream, uint32_t address) {
    uint32_t at = 0;
    while (at < stream->count && at < PTXC_MOST_SLOTS && stream->addresses[at] < address)
        at++;
    if (stream->count > PTXC_MOST_SLOTS || (at < stream->count && stream->addresses[at] == address))
        return;
    if (stream->count++ == PTXC_MOST_SLOTS)
        return;
    memmove(stream->addresses + at + 1, stream->addresses + at, (stream->count - 1 - at) * sizeof(*stream->addresses));
    stream->addresses[at] = address;
}

/* Returns the number of a copy among those that are started together. */
static uint32_t ordinal_of(struct ring_batch *batch, const struct ptxc_async_copy *copy) {
    const bool signals = copy->completion == PTXC_BY_BARRIER;
    const uint32_t key = signals ? copy->barrier : copy->group, other = signals ? copy->phase : 0;
    if (!batch->open || batch->key != key || batch->other != other)
        *batch = (struct ring_batch){key, other, 0, true};
    return batch->ordinal++;
}

/* Returns the index of an address in a stream; its count: it has none. */
static uint32_t index_in(const struct ptxc_stream *stream, uint32_t address) {
    const uint32_t count = stream->count < PTXC_MOST_SLOTS ? stream->count : PTXC_MOST_SLOTS;
    for (uint32_t i = 0; i < count; i++)
        if (stream->addresses[i] == address)
            return i;
    return stream->count;
}

/* Whether two streams have an address in common. */
static bool meet(const struct ptxc_stream *a, const struct ptxc_stream *b) {
    bool common = false;
    for (uint32_t i = 0; i < a->count && i < PTXC_MOST_SLOTS && a->outward == b->outward; i++)
        common |= index_in(b, a->addresses[i]) < b->count;
    return common;
}

/* Whether two streams that have one address each may be steps of a loop that was unrolled. */
static bool are_unrolled(const struct ptxc_stream *a, const struct ptxc_stream *b) {
    return a->fixed && b->fixed && a->outward == b->outward && a->ordinal == b->ordinal && a->variable == b->variable;
}

/* Makes one stream of all that belong together. */
static void join(struct ptxc_rings *rings, bool (*belong)(const struct ptxc_stream *, const struct ptxc_stream *)) {
    for (uint32_t i = 0; i < rings->count; i++)
        for (uint32_t k = i + 1; k < rings->count;) {
            struct ptxc_stream *ring = &rings->streams[i], *other = &rings->streams[k];
            if (!belong(ring, other)) {
                k++;
                continue;
            }
            for (uint32_t j = 0; j < other->count && j < PTXC_MOST_SLOTS; j++)
                add_address(ring, other->addresses[j]);
            ring->count = other->count > PTXC_MOST_SLOTS ? other->count : ring->count;
            *other = rings->streams[--rings->count];
            k = i + 1; /* it may belong to one that was passed */
        }
}

void ptxc_rings_find(const struct ptxc_machine *machine, uint32_t warp, struct ptxc_rings *rings) {
    struct ring_batch batches[PTXC_BY_BARRIER + 1] = {{.open = false}};
    rings->count = 0;
    for (size_t i = 0; i < machine->copy_count; i++) {
        const struct ptxc_async_copy *copy = &machine->copies[i];
        if (copy->warp != warp || copy->multiplies)
            continue;
        if (copy->arrivals > 0) /* of the copies before it: they belong together */
            batches[PTXC_BY_GROUP].open = false;
        if (copy->arrivals > 0 || copy->address == 0)
            continue;
        struct ptxc_stream *stream = stream_of(machine, rings, copy, ordinal_of(&batches[copy->completion], copy));
        if (stream)
            add_address(stream, copy->address);
    }
    join(rings, meet);
    for (uint32_t i = 0; i < rings->count; i++)
        rings->streams[i].fixed = rings->streams[i].count == 1;
    join(rings, are_unrolled);
}

uint32_t ptxc_rings_most_slots(const struct ptxc_machine *machine) {
    struct ptxc_rings rings;
    uint32_t most = 1;
    for (uint32_t warp = 0; warp < machine->warp_count; warp++) {
        ptxc_rings_find(machine, warp, &rings);
        for (uint32_t i = 0; i < rings.count; i++) {
            const uint32_t slots = rings.streams[i].count;
            most = slots > most && slots <= PTXC_MOST_SLOTS ? slots : most;
        }
    }
    return most;
}

struct ptxc_ring_slot ptxc_rings_slot(const struct ptxc_rings *rings, uint32_t address, bool outward) {
    for (uint32_t i = 0; i < rings->count; i++) {
        const struct ptxc_stream *ring = &rings->streams[i];
        const uint32_t slot = ring->outward == outward ? index_in(ring, address) : ring->count;
        if (slot < ring->count && ring->count <= PTXC_MOST_SLOTS)
            return (struct ptxc_ring_slot){ring->addresses[0], slot, ring->count};
    }
    return (struct ptxc_ring_slot){.slots = 0};
}
