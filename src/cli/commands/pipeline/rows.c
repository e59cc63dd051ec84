/* Rows: see picture.h. The events come in one order that the execution may have. A row is later than those of
 * the same lane before it, than what its wait has waited for, and the same in all lanes that pass a barrier.
 */
#include "cli/commands/pipeline/picture.h"

#include <stdlib.h>
#include <string.h>

enum { BARRIERS = 64 }; /* numbers of barriers of a CTA, and more */

/* What is known of an mbarrier's phase, by the event where it completes. */
struct phase {
    size_t event;
    size_t arrival; /* the last cell that arrives, or NOWHERE */
    size_t after;   /* the row after which it completes */
};

/* How far the rows are. */
struct rows {
    struct picture *picture;
    size_t *next;               /* per lane: its next free row */
    size_t (*passed)[BARRIERS]; /* per lane and barrier: how often it was passed */
    size_t (*passes)[BARRIERS]; /* and how often it is in all */
    struct {
        uint32_t barrier;
        size_t ordinal, row;
    } * passings; /* of barriers, each with its row */
    size_t passing_count;
    uint32_t (*commits)[4]; /* per lane and completion: groups that are closed */
    size_t *phase_of;       /* per event: its index among the phases */
    struct phase *phases;
    size_t phase_count;
    size_t *twin;    /* per event: the cell of the lane that does the same, or NOWHERE */
    size_t *latency; /* per slot: the rows that a copy to it takes where somebody waits on an mbarrier */
};

static bool is_barrier(const struct ptxc_pipeline_event *event) {
    return event->kind == PTXC_EVENT_BARRIER || event->kind == PTXC_EVENT_CLUSTER;
}

/* Returns the number of a barrier; that of the cluster has one, too. */
static uint32_t number_of(const struct ptxc_pipeline_event *event) {
    return event->kind == PTXC_EVENT_CLUSTER ? BARRIERS - 1 : event->count % (BARRIERS - 1);
}

/* Returns the row of the barrier that a lane passes for the so-many-th time; the first to pass it has made it. */
static size_t barrier_row(struct rows *rows, const struct cell *cell, const struct ptxc_pipeline_event *event) {
    const uint32_t barrier = number_of(event);
    const size_t ordinal = rows->passed[cell->lane][barrier]++;
    for (size_t i = rows->passing_count; i-- > 0;)
        if (rows->passings[i].barrier == barrier && rows->passings[i].ordinal == ordinal)
            return rows->passings[i].row;
    size_t row = 0;
    for (size_t i = 0; i < rows->picture->lane_count; i++)
        if (rows->passes[i][barrier] > ordinal && rows->next[i] > row)
            row = rows->next[i];
    rows->passings = memory_more(rows->passings, rows->passing_count, sizeof(*rows->passings));
    rows->passings[rows->passing_count].barrier = barrier;
    rows->passings[rows->passing_count].ordinal = ordinal;
    rows->passings[rows->passing_count++].row = row;
    return row;
}

/* Decides how long copies take. A wait in the lane of the copy says how long at least; where another lane waits on an
 * mbarrier, it is drawn as long as it takes to fill the other slots: then as many copies are in flight as may be. */
static void find_latencies(struct rows *rows) {
    const struct picture *picture = rows->picture;
    rows->latency = memory_new(picture->slot_count, sizeof(*rows->latency));
    for (size_t lane = 0; lane < picture->lane_count; lane++) {
        size_t last = NOWHERE, between = 0, slot = NOWHERE;
        for (size_t i = 0; i < picture->cell_count; i++) {
            const struct cell *cell = &picture->cells[i];
            if (cell->lane != lane)
                continue;
            between++;
            if (picture->events[cell->first]->kind != PTXC_EVENT_COPY || cell->slot == NOWHERE)
                continue;
            if (last != NOWHERE && cell->slot != slot && (!rows->latency[slot] || between < rows->latency[slot]))
                rows->latency[slot] = between;
            last = i, slot = cell->slot, between = 0;
        }
    }
    for (size_t i = 0; i < picture->stream_count; i++) {
        const struct stream *stream = &picture->streams[i];
        size_t least = 0;
        for (size_t k = 0; k < stream->count && !stream->crowded; k++)
            if (rows->latency[stream->first + k] && (!least || rows->latency[stream->first + k] < least))
                least = rows->latency[stream->first + k];
        for (size_t k = 0; k < stream->count && !stream->crowded && stream->ordinal == 0; k++)
            rows->latency[stream->first + k] = least * (stream->count - 1);
    }
}

/* Returns the phase that a wait has waited for; NULL where none is complete yet. */
static struct phase *phase_before(struct rows *rows, size_t wait) {
    const struct picture *picture = rows->picture;
    const struct ptxc_pipeline_event *event = picture->events[wait];
    if (event->kind != PTXC_EVENT_WAIT)
        return NULL;
    if (event->cause < wait && picture->events[event->cause]->kind == PTXC_EVENT_PHASE)
        return &rows->phases[rows->phase_of[event->cause]];
    for (size_t i = rows->phase_count; i-- > 0;) {
        const struct ptxc_pipeline_event *phase = picture->events[rows->phases[i].event];
        if (phase->place.address == event->place.address && phase->cta == event->cta && phase->count == event->count)
            return &rows->phases[i];
    }
    return NULL;
}

/* Gives a cell its row, below the phase that it has waited for, if it is not NULL. */
static void place_cell(struct rows *rows, size_t index, const struct phase *phase) {
    struct picture *picture = rows->picture;
    struct cell *cell = &picture->cells[index];
    const struct ptxc_pipeline_event *event = picture->events[cell->first];
    size_t row = rows->next[cell->lane];
    if (phase && phase->after != NOWHERE && phase->after + 1 > row)
        row = phase->after + 1;
    if (is_barrier(event)) {
        const size_t together = barrier_row(rows, cell, event);
        row = together > row ? together : row;
    }
    cell->row = row;
    rows->next[cell->lane] = row + 1;
    if (row + 1 > picture->row_count)
        picture->row_count = row + 1;
}

/* Notes that a copy starts, and where its slot was last in flight ends there. */
static void start_flight(struct rows *rows, size_t cell_index) {
    struct picture *picture = rows->picture;
    const struct cell *cell = &picture->cells[cell_index];
    const unsigned by = (unsigned)picture->events[cell->first]->completion % 4;
    if (cell->slot == NOWHERE)
        return;
    picture->flights = memory_more(picture->flights, picture->flight_count, sizeof(*picture->flights));
    picture->flights[picture->flight_count++] = (struct flight){.slot = cell->slot,
                                                                .cell = cell_index,
                                                                .from = cell->row,
                                                                .to = NOWHERE,
                                                                .until = NOWHERE,
                                                                .complete = NOWHERE,
                                                                .phase = NOWHERE,
                                                                .group = rows->commits[cell->lane][by]};
}

/* Returns the flight of the copy that an event completes; NULL: it is not shown. */
static struct flight *flight_of(const struct picture *picture, size_t event) {
    const uint32_t cause = picture->events[event]->cause;
    const size_t cell = cause < picture->kernel->event_count ? picture->cell_of[cause] : NOWHERE;
    for (size_t i = picture->flight_count; cell != NOWHERE && i-- > 0;)
        if (picture->flights[i].cell == cell)
            return &picture->flights[i];
    return NULL;
}

/* Ends the flights that complete a phase where somebody has waited for that; returns whether there are any. */
static bool end_flights(struct picture *picture, const struct phase *phase, size_t cell) {
    bool any = false;
    for (size_t i = 0; i < picture->flight_count; i++) {
        struct flight *flight = &picture->flights[i];
        if (flight->phase != phase->event)
            continue;
        any = true;
        if (flight->to == NOWHERE || picture->cells[cell].row < flight->to)
            flight->to = picture->cells[cell].row;
    }
    return any;
}

/* Ends a phase. Where it has waited for no copy, an arrow leads from the last arrival to the wait. */
static void end_phase(struct rows *rows, const struct phase *phase, size_t cell) {
    struct picture *picture = rows->picture;
    if (end_flights(picture, phase, cell) || phase->arrival == NOWHERE ||
        picture->cells[phase->arrival].lane == picture->cells[cell].lane)
        return;
    picture->arrows = memory_more(picture->arrows, picture->arrow_count, sizeof(*picture->arrows));
    picture->arrows[picture->arrow_count++] = (struct arrow){phase->arrival, cell};
}

/* Ends the flights of groups that a lane has waited for: those that are told to be complete, and those before the last
 * ones, which may be pending. */
static void end_groups(struct rows *rows, size_t cell) {
    struct picture *picture = rows->picture;
    const struct ptxc_pipeline_event *wait = picture->events[picture->cells[cell].first];
    const uint32_t closed = rows->commits[picture->cells[cell].lane][(unsigned)wait->completion % 4];
    for (size_t i = 0; i < picture->flight_count; i++) {
        struct flight *flight = &picture->flights[i];
        const struct cell *copy = &picture->cells[flight->cell];
        if (flight->to == NOWHERE && copy->lane == picture->cells[cell].lane &&
            picture->events[copy->first]->completion == wait->completion &&
            (flight->complete != NOWHERE || (uint64_t)flight->group + wait->count < closed))
            flight->to = picture->cells[cell].row;
    }
}

/* Notes that a slot is read, or written before its copy goes out. */
static void touch(struct rows *rows, const struct cell *cell) {
    struct picture *picture = rows->picture;
    for (size_t i = picture->flight_count; i-- > 0;) {
        struct flight *flight = &picture->flights[i];
        if (flight->slot != cell->slot)
            continue;
        if (!picture->events[picture->cells[flight->cell].first]->outward)
            flight->until = cell->row;
        return;
    }
}

/* Takes the first event of a cell, which then has its row. */
static void take_cell(struct rows *rows, size_t cell) {
    const struct ptxc_pipeline_event *event = rows->picture->events[rows->picture->cells[cell].first];
    const struct phase *phase = phase_before(rows, rows->picture->cells[cell].first);
    place_cell(rows, cell, phase);
    if (event->kind == PTXC_EVENT_COPY)
        start_flight(rows, cell);
    else if (event->kind == PTXC_EVENT_COMMIT)
        rows->commits[rows->picture->cells[cell].lane][(unsigned)event->completion % 4]++;
    else if (event->kind == PTXC_EVENT_WAIT_GROUP)
        end_groups(rows, cell);
    else if (event->kind == PTXC_EVENT_READ || event->kind == PTXC_EVENT_MULTIPLY)
        touch(rows, &rows->picture->cells[cell]);
    if (phase)
        end_phase(rows, phase, cell);
}

/* Takes the completion of an mbarrier's phase: it comes after all arrivals and copies since the phase before it. */
static void take_phase(struct rows *rows, size_t index) {
    struct picture *picture = rows->picture;
    const uint32_t address = picture->events[index]->place.address, cta = picture->events[index]->cta;
    struct phase phase = {index, NOWHERE, NOWHERE};
    for (size_t i = index; i-- > 0;) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const size_t cell = rows->twin[i];
        if (event->kind == PTXC_EVENT_PHASE && event->place.address == address && event->cta == cta)
            break;
        if (event->kind == PTXC_EVENT_COMPLETE && event->barrier.address == address) {
            struct flight *flight = flight_of(picture, i);
            if (flight && flight->phase == NOWHERE)
                flight->phase = index;
        }
        if (event->kind != PTXC_EVENT_ARRIVE || event->place.address != address || cell == NOWHERE)
            continue;
        if (phase.arrival == NOWHERE)
            phase.arrival = cell;
        if (phase.after == NOWHERE || picture->cells[cell].row > phase.after)
            phase.after = picture->cells[cell].row;
    }
    for (size_t i = 0; i < picture->flight_count; i++) {
        const struct flight *flight = &picture->flights[i];
        const size_t end = flight->from + rows->latency[flight->slot];
        if (flight->phase == index && (phase.after == NOWHERE || end > phase.after))
            phase.after = end;
    }
    rows->phases = memory_more(rows->phases, rows->phase_count, sizeof(*rows->phases));
    rows->phase_of[index] = rows->phase_count;
    rows->phases[rows->phase_count++] = phase;
}

/* Returns the cell of the lane for an event of a warp that is not shown: the last one of its instruction, if that was
 * placed already. */
static size_t twin_of(const struct rows *rows, size_t index) {
    const struct picture *picture = rows->picture;
    const struct ptxc_pipeline_event *event = picture->events[index];
    const size_t lane = picture_role(picture, event);
    if (picture->cell_of[index] != NOWHERE)
        return picture->cell_of[index];
    for (size_t i = index; event->kind == PTXC_EVENT_ARRIVE && i-- > 0 && index - i < 10000;) {
        const struct ptxc_pipeline_event *other = picture->events[i];
        if (picture_lane(picture, other) == lane && other->kind == event->kind &&
            other->place.address == event->place.address && other->span.offset == event->span.offset)
            return picture->cell_of[i];
    }
    return NOWHERE;
}

/* An outward copy holds its slot from when that is first written. */
static void find_writes(struct picture *picture) {
    for (size_t i = 0; i < picture->flight_count; i++) {
        struct flight *flight = &picture->flights[i];
        size_t before = 0; /* the row in which the slot was last in use */
        if (!picture->events[picture->cells[flight->cell].first]->outward)
            continue;
        for (size_t j = 0; j < i; j++)
            if (picture->flights[j].slot == flight->slot && picture->flights[j].to != NOWHERE)
                before = picture->flights[j].to;
        for (size_t j = 0; j < picture->cell_count; j++) {
            const struct cell *cell = &picture->cells[j];
            if (picture->events[cell->first]->kind == PTXC_EVENT_WRITE && cell->slot == flight->slot &&
                cell->row >= before && cell->row < flight->from &&
                (flight->until == NOWHERE || cell->row < flight->until))
                flight->until = cell->row;
        }
    }
}

/* Takes out the rows in which no lane does anything. */
static void close_ranks(struct picture *picture) {
    size_t *row = memory_new(picture->row_count + 1, sizeof(*row)), next = 0;
    for (size_t i = 0; i < picture->cell_count; i++)
        row[picture->cells[i].row] = 1;
    for (size_t i = 0; i < picture->row_count; i++) {
        next += row[i];
        row[i] = next ? next - 1 : 0;
    }
    for (size_t i = 0; i < picture->cell_count; i++)
        picture->cells[i].row = row[picture->cells[i].row];
    for (size_t i = 0; i < picture->flight_count; i++) {
        struct flight *flight = &picture->flights[i];
        flight->from = row[flight->from];
        flight->to = flight->to == NOWHERE ? NOWHERE : row[flight->to];
        flight->until = flight->until == NOWHERE ? NOWHERE : row[flight->until];
    }
    picture->row_count = next;
    free(row);
}

void rows_assign(struct picture *picture) {
    const size_t count = picture->kernel->event_count;
    struct rows rows = {.picture = picture,
                        .next = memory_new(picture->lane_count, sizeof(*rows.next)),
                        .passed = memory_new(picture->lane_count, sizeof(*rows.passed)),
                        .passes = memory_new(picture->lane_count, sizeof(*rows.passes)),
                        .commits = memory_new(picture->lane_count, sizeof(*rows.commits)),
                        .phase_of = memory_new(count, sizeof(*rows.phase_of)),
                        .twin = memory_new(count, sizeof(*rows.twin))};
    for (size_t i = 0; i < picture->cell_count; i++)
        if (is_barrier(picture->events[picture->cells[i].first]))
            rows.passes[picture->cells[i].lane][number_of(picture->events[picture->cells[i].first])]++;
    find_latencies(&rows);
    for (size_t i = 0; i < count; i++) {
        const struct ptxc_pipeline_event *event = picture->events[i];
        const size_t cell = picture->cell_of[i];
        rows.twin[i] = twin_of(&rows, i);
        if (event->kind == PTXC_EVENT_PHASE)
            take_phase(&rows, i);
        else if (event->kind == PTXC_EVENT_COMPLETE) {
            struct flight *flight = flight_of(picture, i);
            if (flight)
                flight->complete = i;
        } else if (cell != NOWHERE && picture->cells[cell].first == i)
            take_cell(&rows, cell);
    }
    for (size_t i = 0; i < picture->flight_count; i++) /* nobody has waited, and yet it completes */
        if (picture->flights[i].complete != NOWHERE && picture->flights[i].to == NOWHERE)
            picture->flights[i].to = picture->row_count - 1;
    find_writes(picture);
    close_ranks(picture);
    free(rows.next);
    free(rows.passed);
    free(rows.passes);
    free(rows.passings);
    free(rows.commits);
    free(rows.phase_of);
    free(rows.phases);
    free(rows.twin);
    free(rows.latency);
}

/* ---- rows that are left out ---- */

enum { LEAST_HIDDEN = 4, AROUND = 3 }; /* rows: fewer are not left out; so many stay around what goes wrong */

static bool is_same(const struct picture *picture, const struct cell *a, const struct cell *b) {
    const struct ptxc_pipeline_event *of_a = picture->events[a->first], *of_b = picture->events[b->first];
    return a->lane == b->lane && of_a->span.offset == of_b->span.offset && of_a->kind == of_b->kind;
}

/* Counts how often each instruction runs in its lane. */
static void count_runs(struct picture *picture) {
    for (size_t i = 0; i < picture->cell_count; i++) {
        struct cell *cell = &picture->cells[i];
        while (!is_same(picture, &picture->cells[cell->root], cell))
            cell->root++;
        cell->run = picture->cells[cell->root].runs++;
    }
}

/* Decides which rows stay for what goes wrong in or near them for the first time. */
static void keep_hazards(struct picture *picture) {
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        if (cell->hazard == NOWHERE || cell->told)
            continue;
        for (size_t row = cell->row < AROUND ? 0 : cell->row - AROUND;
             row <= cell->row + AROUND && row < picture->row_count; row++)
            picture->hidden[row] = false;
    }
}

/* Finds how often an instruction that copies runs in one turn of the ring, until it comes to the slot of its root. */
static void find_turn(struct picture *picture) {
    picture->turn = 1;
    for (size_t root = 0; root < picture->cell_count; root++) {
        const struct cell *cell = &picture->cells[root];
        const bool copies = picture->events[cell->first]->kind == PTXC_EVENT_COPY && cell->slot != NOWHERE;
        size_t i = root + 1;
        while (i < picture->cell_count && (picture->cells[i].root != root || picture->cells[i].slot != cell->slot))
            i++;
        if (copies && i < picture->cell_count && picture->cells[i].run > picture->turn)
            picture->turn = picture->cells[i].run;
    }
}

void rows_hide(struct picture *picture) {
    size_t from = 0, to = NOWHERE, most = 0;
    picture->hidden = memory_new(picture->row_count, sizeof(*picture->hidden));
    count_runs(picture);
    find_turn(picture);
    for (size_t i = 0; i < picture->cell_count; i++)
        most = picture->cells[i].runs > most ? picture->cells[i].runs : most;
    /* What runs as often as the innermost loop turns says where that is: not what is around it. */
    const size_t shown = 2 * picture->turn, least = most / 2 > shown + 1 ? most / 2 : shown + 2;
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        if (picture->cells[cell->root].runs >= least && cell->run + 1 == shown && cell->row > from)
            from = cell->row;
    }
    for (size_t i = 0; i < picture->cell_count; i++) { /* a lane that is ready by then has nothing more to show */
        const struct cell *cell = &picture->cells[i];
        const size_t runs = picture->cells[cell->root].runs;
        if (runs >= least && cell->run + 1 == runs && cell->row > from && cell->row < to)
            to = cell->row;
    }
    if (to != NOWHERE && to > from + LEAST_HIDDEN)
        for (size_t row = from + 1; row < to; row++)
            picture->hidden[row] = true;
    keep_hazards(picture);
}

size_t rows_turns(const struct picture *picture, size_t from, size_t to) {
    size_t *counts = memory_new(picture->cell_count, sizeof(*counts)), most = 0, first = NOWHERE;
    bool again = false; /* what comes now for the first time is not of the loop that the first cell is of */
    for (size_t i = 0; i < picture->cell_count; i++) {
        const struct cell *cell = &picture->cells[i];
        if (cell->row < from || cell->row > to)
            continue;
        again |= cell->root == first;
        first = first == NOWHERE ? cell->root : first;
        if ((!again || counts[cell->root] > 0) && ++counts[cell->root] > most)
            most = counts[cell->root];
    }
    free(counts);
    return most;
}
