/* Shared memory as a race detector sees it: see shadow.h. Accesses are told apart by warp, not by lane, so that nothing
 * is said of lanes of one warp among themselves. Here are the pairs of which one is a copy; races.h has the others.
 */
#include "analysis/automata/shadow.h"

#include <string.h>

#include "analysis/automata/async_groups.h"
#include "analysis/automata/granules.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/proxies.h"
#include "analysis/automata/races.h"
#include "analysis/code/layout.h"
#include "analysis/automata/violations.h"
#include "analysis/automata/tracer.h"

#define INLINE inline __attribute__((always_inline))

enum { BEYOND = 128 };

/* Keeps when a warp has read these words of a granule. Returns whether it had not at this time: otherwise whoever has
 * written them since was found to race with it. */
static bool note_reader(struct ptxc_machine *machine, const struct ptxc_warp *warp,
                        const struct ptxc_shared_access *access, struct ptxc_granule *granule, uint8_t words) {
    const bool whole = words == PTXC_ALL_WORDS;
    const uint32_t now = warp->clock.clocks[warp->number];
    struct ptxc_last_read **rows = whole ? &granule->readers : &granule->word_readers;
    if (!*rows)
        *rows =
            ptxc_arena_alloc(machine->arena, (size_t)(whole ? 1 : PTXC_WORDS) * machine->warp_count * sizeof(**rows));
    machine->out_of_memory |= !*rows;
    bool first = false;
    for (uint32_t i = 0; *rows && i < (whole ? 1 : PTXC_WORDS); i++)
        if (words >> i & 1)
            first |= ptxc_last_read_note(&(*rows)[i * machine->warp_count + warp->number], now, access);
    return first;
}

/* Whether a copy and the read of what was there before it meet, since nothing orders the read before the copy or after
 * it: the wait that leaves the copy pending is for later reads. */
static bool meets_read(const struct ptxc_warp *warp, const struct ptxc_granule *granule,
                       const struct ptxc_async_copy *copy) {
    return copy->barrier == PTXC_MOST_MBARRIERS && copy->end == PTXC_COPY_PENDING && copy->left_by &&
           (granule->refilled || granule->write_clock) && warp->clock.clocks[copy->warp] < copy->start_clock;
}

/* Whether the warp has started a copy as its part of what another one copies. */
static bool is_part(const struct ptxc_warp *warp, const struct ptxc_async_copy *own,
                    const struct ptxc_async_copy *copy) {
    return own->warp == warp->number && own->step == copy->step && own->group == copy->group;
}

/* Whether the warp has waited for its own part of what another one copies: then a barrier is missing, and no wait,
 * though the other one has not come to it yet. */
static bool has_waited_for_its_own(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                   const struct ptxc_async_copy *copy) {
    enum { NEARBY = 1024 };
    const size_t at = (size_t)(copy - machine->copies), all = machine->copy_count;
    if (copy->warp == warp->number)
        return false;
    for (size_t i = 1; i < NEARBY && (i <= at || at + i < all); i++) {
        if (i <= at && is_part(warp, copy - i, copy))
            return copy[-(ptrdiff_t)i].end == PTXC_COPY_WAITED;
        if (at + i < all && is_part(warp, copy + i, copy))
            return copy[i].end == PTXC_COPY_WAITED;
    }
    return false;
}

/* Why a warp reads what a copy has not written yet: where there was another copy before, that may be what it has waited
 * for. */
static enum ptxc_violation_kind early_read(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                           const struct ptxc_async_copy *copy, bool refilled) {
    if (copy->barrier < PTXC_MOST_MBARRIERS)
        return refilled && warp->clock.clocks[PTXC_MOST_WARPS + copy->barrier] > warp->consumed[copy->barrier]
                   ? PTXC_VIOLATION_READ_OVERWRITTEN
                   : PTXC_VIOLATION_READ_BEFORE_PHASE;
    if (copy->end == PTXC_COPY_WAITED || has_waited_for_its_own(machine, warp, copy))
        return PTXC_VIOLATION_READ_WITHOUT_BARRIER;
    if (ptxc_copy_is_of_other_kind(machine, copy))
        return PTXC_VIOLATION_OTHER_KIND;
    if (!ptxc_copy_is_committed(machine, copy))
        return copy->left_by ? PTXC_VIOLATION_READ_UNCOMMITTED : PTXC_VIOLATION_READ_UNGROUPED;
    if (copy->left_by && copy->leave == UINT32_MAX)
        return PTXC_VIOLATION_READ_COMMITTED_LATE;
    return copy->left_by ? PTXC_VIOLATION_READ_LEFT_PENDING : PTXC_VIOLATION_READ_NOT_WAITED;
}

/* Returns what a violation about a copy names beside it: the wait, or the commit for groups of another kind. */
static uint32_t wait_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                        const struct ptxc_async_copy *copy, enum ptxc_violation_kind kind) {
    switch (kind) {
    case PTXC_VIOLATION_OTHER_KIND: return ptxc_kept_step(copy->other_commit);
    case PTXC_VIOLATION_WAIT_FOREIGN: return ptxc_kept_step(copy->foreign_wait);
    case PTXC_VIOLATION_READ_WITHOUT_BARRIER:
        return ptxc_kept_step(warp->waited_by ? warp->waited_by : machine->warps[copy->warp].waited_by);
    default: return copy->multiplies ? PTXC_NO_STEP : ptxc_kept_step(copy->left_by);
    }
}

/* Adds a violation about a copy that is met at a step; `own`: by the thread that has started it, where that is of the
 * warp. */
static void complain(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                     const struct ptxc_async_copy *copy, enum ptxc_violation_kind kind, bool own) {
    if (copy->step == step && ptxc_iterations_are_guessed(machine, step))
        return; /* it meets itself in the next round of a loop, which real threads may not make */
    struct ptxc_violation violation = ptxc_violation_about(machine, kind, warp, step, copy);
    violation.wait = wait_of(machine, warp, copy, kind);
    violation.own &= own;
    if (kind == PTXC_VIOLATION_READ_OVERWRITTEN || kind == PTXC_VIOLATION_READ_BEFORE_PHASE ||
        kind == PTXC_VIOLATION_WRITE_BEFORE_PHASE)
        ptxc_mbarrier_explain_read(machine, warp, copy, &violation);
    if (kind == PTXC_VIOLATION_FILL_MULTIPLIED || kind == PTXC_VIOLATION_FILL_UNRELEASED)
        ptxc_mbarrier_explain_read(machine, &machine->warps[copy->warp], &machine->copies[machine->copy_count - 1],
                                   &violation);
    ptxc_violation_add(machine, &violation);
}

/* Adds that a copy fills what another warp may still read at a step. */
static void complain_filled(struct ptxc_machine *machine, const struct ptxc_async_copy *copy,
                            const struct ptxc_warp *reader, uint32_t step) {
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_FILL_READ, &machine->warps[copy->warp], copy->step, copy);
    violation.copy = step;
    ptxc_mbarrier_explain_read(machine, reader, copy, &violation);
    ptxc_violation_add(machine, &violation);
}

/* Whether it matters which lane of the warp accesses what: one has waited for groups since they synchronized last. */
static bool are_lanes_told_apart(const struct ptxc_warp *warp) {
    return warp->waited == warp->syncs + 1;
}

/* Whether a lane accesses words that a copy of another lane of its warp fills, and does not know that this one has
 * waited. */
static bool is_of_another(const struct ptxc_warp *warp, const struct ptxc_async_copy *copy,
                          const struct ptxc_granule *granule, uint8_t words, uint8_t lane) {
    for (uint32_t i = 0; i < PTXC_WORDS; i++)
        if ((words & granule->in_words) >> i & 1 && ptxc_copy_is_foreign(warp, copy, lane, granule->in_lanes[i]))
            return true;
    return false;
}

/* Whether a lane accesses words that its own copies fill, and no others. */
static bool is_its_own(const struct ptxc_granule *granule, uint8_t words, uint8_t lane) {
    for (uint32_t i = 0; i < PTXC_WORDS; i++)
        if ((words & granule->in_words) >> i & 1 && (lane == 0 || granule->in_lanes[i] != lane - 1))
            return false;
    return true;
}

/* Looks whether the copies that fill these words of the granule are complete when somebody reads them. `*seen` is the
 * last copy that was found to be, + 1, whatever lane reads it. Returns whether none is read too early. */
static bool check_read(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step,
                       const struct ptxc_granule *granule, uint8_t words, uint8_t lane, uint32_t *seen) {
    if (!(granule->in_words & words))
        return true;
    const struct ptxc_async_copy *copy = &machine->copies[granule->in - 1];
    const bool foreign = lane && copy->end == PTXC_COPY_WAITED && are_lanes_told_apart(warp) &&
                         is_of_another(warp, copy, granule, words, lane);
    if (!foreign && granule->in == *seen)
        return true;
    if (!foreign && ptxc_copy_is_known(warp, copy)) {
        if (copy->barrier < PTXC_MOST_MBARRIERS && warp->consumed[copy->barrier] <= copy->phase)
            warp->consumed[copy->barrier] = copy->phase + 1;
        *seen = granule->in;
        return true;
    }
    if (meets_read(warp, granule, copy)) {
        complain_filled(machine, copy, warp, step);
        return false;
    }
    const enum ptxc_violation_kind kind =
        foreign ? PTXC_VIOLATION_READ_WITHOUT_BARRIER : early_read(machine, warp, copy, granule->refilled);
    complain(machine, warp, step, copy, kind, foreign || is_its_own(granule, words, lane));
    return false;
}

/* A write of another warp than the one that has waited for the copy. Where it stands before the copy in the same round,
 * it should have come before it. */
static void complain_drained(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                             const struct ptxc_async_copy *copy) {
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_WRITE_DRAINED, warp, step, copy);
    if (step < copy->step && violation.iteration == copy->iteration) {
        violation.kind = PTXC_VIOLATION_SOURCE_UNORDERED;
        violation.step = copy->step;
        violation.copy = step;
    }
    ptxc_violation_add(machine, &violation);
}

/* Returns whether a copy out of a granule, which is all of it, has read it when somebody writes it. */
static bool check_source(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step,
                         const struct ptxc_async_copy *copy, uint8_t lane, bool by_copy) {
    const bool foreign = copy->read_end == PTXC_COPY_WAITED && !copy->multiplies &&
                         ptxc_copy_is_foreign(warp, copy, lane, (uint8_t)ptxc_lowest(copy->lanes));
    if (!foreign && (ptxc_copy_has_read(warp, copy) || ptxc_product_is_known(machine, warp, copy)))
        return true;
    const enum ptxc_violation_kind kind =
        copy->multiplies     ? by_copy ? PTXC_VIOLATION_FILL_MULTIPLIED : PTXC_VIOLATION_WRITE_MULTIPLIED
        : copy->foreign_wait ? PTXC_VIOLATION_WAIT_FOREIGN
        : ptxc_copy_is_of_other_kind(machine, copy)               ? PTXC_VIOLATION_OTHER_KIND
        : copy->left_by && !ptxc_copy_is_committed(machine, copy) ? PTXC_VIOLATION_SOURCE_UNCOMMITTED
        : by_copy                                                 ? PTXC_VIOLATION_FILL_SOURCE
                                                                  : PTXC_VIOLATION_WRITE_SOURCE;
    if (!copy->multiplies && (copy->end != PTXC_COPY_PENDING || copy->read_end != PTXC_COPY_PENDING))
        complain_drained(machine, warp, step, copy);
    else
        complain(machine, warp, step, copy, kind, true);
    return false;
}

/* Looks at the last copies that read a granule. */
static INLINE void check_sources(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step,
                                 const struct ptxc_granule *granule, uint8_t lane, bool by_copy) {
    if (granule->out && check_source(machine, warp, step, &machine->copies[granule->out - 1], lane, by_copy) &&
        granule->other_out)
        check_source(machine, warp, step, &machine->copies[granule->other_out - 1], lane, by_copy);
}

/* Whether a copy brings what the one before it has brought there: nobody can tell the two apart. */
static bool is_same_again(const struct ptxc_machine *machine, const struct ptxc_granule *granule, uint32_t copy) {
    const struct ptxc_async_copy *before = granule->in ? &machine->copies[granule->in - 1] : NULL;
    return before && before->source && before->source == machine->copies[copy].source;
}

/* Looks whether all warps that have read these words of the granule have told the one that fills it. */
static void check_readers(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                          const struct ptxc_granule *granule, uint8_t words) {
    const struct ptxc_last_read *read = ptxc_unknown_read(machine, warp, granule, words);
    if (!read || is_same_again(machine, granule, copy))
        return;
    complain_filled(machine, &machine->copies[copy], &machine->warps[granule->read_warp], read->step);
}

/* Whether the warp and the one of this number multiply together. */
static bool are_mates(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t other) {
    const struct ptxc_warp *mate = &machine->warps[other];
    return mate->cta == warp->cta && mate->index / PTXC_WARPS_OF_GROUP == warp->index / PTXC_WARPS_OF_GROUP;
}

/* Looks whether what was written by hand may be read by a copy, or the tensor core. What a warp of the own warpgroup
 * wrote is there on hardware when they multiply; the ISA asks for a barrier all the same. */
static void check_written(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                          const struct ptxc_granule *granule, uint8_t words) {
    const struct ptxc_async_copy *reader = &machine->copies[copy];
    const struct ptxc_generic_access write = {granule->write_step, granule->write_warp, granule->write_clock,
                                              granule->write_lane};
    if (granule->in_words & words)
        ptxc_proxies_read_copied(machine, warp, copy, &machine->copies[granule->in - 1]);
    if (!write.clock || !(granule->write_words & words))
        return;
    if (write.warp == warp->number || warp->clock.clocks[write.warp] >= write.clock) {
        ptxc_proxies_read_stored(machine, warp, copy, &write);
        return;
    }
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_SOURCE_UNORDERED, warp, reader->step, reader);
    violation.copy = write.step;
    violation.doubtful |= reader->product && are_mates(machine, warp, write.warp);
    ptxc_violation_add(machine, &violation);
}

/* The granules of a piece: first, and one past the last, which may be touched then; none outside of the memory. */
static uint32_t first_of(const struct ptxc_shared_range *piece) {
    return piece->address / PTXC_GRANULE;
}
static uint32_t end_of(const struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    const uint32_t all = PTXC_SHARED_MOST / PTXC_GRANULE;
    const uint32_t needed = (piece->address + piece->bytes + PTXC_GRANULE - 1) / PTXC_GRANULE;
    const uint32_t end = needed < all ? needed : all;
    if (piece->cta >= machine->cta_count)
        return 0;
    ptxc_cta_prepare(&machine->ctas[piece->cta], end * PTXC_GRANULE);
    return end;
}

/* The granule in which a piece begins. */
static struct ptxc_granule *granule_at(const struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    return &machine->ctas[piece->cta].granules[first_of(piece)];
}

bool ptxc_shadow_is_blank(const struct ptxc_machine *machine, struct ptxc_shared_range piece) {
    const uint32_t i = first_of(&piece);
    const struct ptxc_granule *granule = i < end_of(machine, &piece) ? granule_at(machine, &piece) : NULL;
    return granule && !granule->in && !granule->write_clock;
}

/* Looks whether an address of tensor memory that another warp has allocated is known to be there. */
static void check_allocated(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step,
                            const struct ptxc_granule *granule, uint8_t words) {
    if (!granule->write_clock || !(granule->write_words & words) || granule->write_warp == warp->number ||
        warp->clock.clocks[granule->write_warp] >= granule->write_clock ||
        !(machine->code->program->steps[granule->write_step].traits & PTXC_TRAIT_ALLOCATES))
        return;
    struct ptxc_violation violation =
        ptxc_violation_about(machine, PTXC_VIOLATION_ADDRESS_UNPUBLISHED, warp, step, NULL);
    violation.copy = granule->write_step;
    ptxc_violation_add(machine, &violation);
}

/* What is the same for all that an access reads. */
struct shared_read {
    const struct ptxc_shared_access *access;
    uint32_t now; /* the clock of the warp */
    bool sought;  /* races are */
    bool apart;   /* it matters which lane reads */
};

/* Reads these bytes of a granule; `*seen` as in check_read. */
static INLINE void read_granule(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct shared_read *reading,
                                struct ptxc_granule *granule, uint16_t bytes, uint8_t lane, uint32_t *seen) {
    const struct ptxc_shared_access *access = reading->access;
    const uint8_t words = ptxc_words_with(bytes);
    if (granule->write_clock)
        check_allocated(machine, warp, access->step, granule, words);
    else
        machine->starved |= !granule->in;
    granule->several |= granule->read_clock && granule->read_warp != warp->number;
    granule->read_step = access->step;
    granule->read_warp = (uint16_t)warp->number;
    granule->read_clock = reading->now;
    if (!granule->in && !granule->out && !reading->sought)
        return; /* no copy has to do with it so far */
    if (((lane && reading->apart) || granule->in != *seen) &&
        !check_read(machine, warp, access->step, granule, words, lane, seen))
        return;
    if (!access->weak || bytes != PTXC_ALL_BYTES)
        granule->torn_words |= access->weak ? words & (uint8_t)~ptxc_whole_words(bytes) : words;
    const bool first = granule->readers && words == PTXC_ALL_WORDS
                           ? ptxc_last_read_note(&granule->readers[warp->number], reading->now, access)
                           : note_reader(machine, warp, access, granule, words);
    if (first && reading->sought && access->weak && granule->writes)
        ptxc_race_check_read(machine, warp, access, granule, bytes);
}

/* Whether a piece is one granule. */
static inline bool is_granule(const struct ptxc_machine *machine, const struct ptxc_shared_range *piece) {
    return piece->bytes == PTXC_GRANULE && piece->address % PTXC_GRANULE == 0 && piece->cta < machine->cta_count &&
           piece->address < PTXC_SHARED_MOST;
}

void ptxc_shadow_read(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                      const struct ptxc_shared_range *pieces, uint32_t count) {
    const struct shared_read reading = {access, warp->clock.clocks[warp->number], ptxc_races_are_sought(machine),
                                        are_lanes_told_apart(warp)};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct ptxc_shared_range *piece = &pieces[i];
        if (machine->tracer)
            ptxc_tracer_access(machine, warp, access->step, piece, false);
        const uint32_t end = end_of(machine, piece);
        if (is_granule(machine, piece))
            read_granule(machine, warp, &reading, granule_at(machine, piece), PTXC_ALL_BYTES, piece->lane, &seen);
        else
            for (uint32_t k = first_of(piece); k < end; k++)
                read_granule(machine, warp, &reading, &machine->ctas[piece->cta].granules[k], ptxc_bytes_in(piece, k),
                             piece->lane, &seen);
    }
}

/* Looks whether the copy into these words is complete when somebody writes them. */
static void check_filled(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step,
                         struct ptxc_granule *granule, uint8_t words) {
    if (!granule->in || !(granule->in_words & words))
        return;
    const struct ptxc_async_copy *copy = &machine->copies[granule->in - 1];
    const bool waited = copy->end == PTXC_COPY_WAITED;
    if (!ptxc_copy_is_known(warp, copy))
        complain(machine, warp, step, copy,
                 waited                                ? PTXC_VIOLATION_WRITE_FILLED
                 : copy->barrier < PTXC_MOST_MBARRIERS ? PTXC_VIOLATION_WRITE_BEFORE_PHASE
                                                       : PTXC_VIOLATION_WRITE_PENDING,
                 true);
    granule->in_words &= (uint8_t)~words;
}

static void write_piece(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                        const struct ptxc_shared_range *piece) {
    const uint32_t end = end_of(machine, piece);
    const bool sought = ptxc_races_are_sought(machine);
    for (uint32_t i = first_of(piece); i < end; i++) {
        struct ptxc_granule *granule = &machine->ctas[piece->cta].granules[i];
        const uint16_t bytes = ptxc_bytes_in(piece, i);
        check_filled(machine, warp, access->step, granule, ptxc_words_with(bytes));
        check_sources(machine, warp, access->step, granule, piece->lane, false);
        granule->write_clock = warp->clock.clocks[warp->number];
        granule->write_warp = (uint16_t)warp->number;
        granule->write_step = access->step;
        granule->write_lane = piece->lane;
        granule->write_words |= ptxc_words_with(bytes);
        if (sought)
            ptxc_race_write(machine, warp, access, granule,
                            (struct ptxc_shared_range){.cta = piece->cta, .address = i * PTXC_GRANULE}, bytes);
    }
}

void ptxc_shadow_write(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_shared_access *access,
                       const struct ptxc_shared_range *pieces, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (machine->tracer)
            ptxc_tracer_access(machine, warp, access->step, &pieces[i], true);
        write_piece(machine, warp, access, &pieces[i]);
    }
}

/* Whether two copies are in one group, which is not committed yet. */
static bool is_of_one_group(const struct ptxc_machine *machine, const struct ptxc_async_copy *a,
                            const struct ptxc_async_copy *b) {
    return a->warp == b->warp && (a->lanes & b->lanes) && a->completion == b->completion &&
           !ptxc_copy_is_committed(machine, a);
}

/* Looks whether a copy may fill these words, which another one fills already. */
static void check_refilled(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                           const struct ptxc_granule *granule) {
    const struct ptxc_async_copy *before = &machine->copies[granule->in - 1], *now = &machine->copies[copy];
    if (ptxc_copy_is_known(warp, before) || before->end == PTXC_COPY_WAITED || is_same_again(machine, granule, copy))
        return;
    complain(machine, warp, now->step, before,
             before->barrier < PTXC_MOST_MBARRIERS   ? PTXC_VIOLATION_FILL_UNRELEASED
             : is_of_one_group(machine, before, now) ? PTXC_VIOLATION_FILL_SAME_GROUP
                                                     : PTXC_VIOLATION_FILL_PENDING,
             true);
}

/* Keeps that a copy, started by this lane or by none, fills these words of a granule. */
static INLINE void note_filler(struct ptxc_granule *granule, uint32_t copy, uint8_t words, uint8_t lane) {
    const uint8_t before = granule->in == copy + 1 ? granule->in_words : 0;
    if (words == PTXC_ALL_WORDS && !before)
        memset(granule->in_lanes, lane, sizeof(granule->in_lanes));
    else
        for (uint32_t k = 0; k < PTXC_WORDS; k++)
            if (words >> k & 1)
                granule->in_lanes[k] = before >> k & 1 ? PTXC_LANES : lane;
    granule->in_words = before | words;
    granule->in = copy + 1;
    granule->write_words &= (uint8_t)~words;
}

/* A copy fills these bytes of a granule, as far as a lane has started it. */
static INLINE void fill_granule(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                                struct ptxc_granule *granule, uint16_t bytes, uint8_t lane) {
    const uint8_t words = ptxc_words_with(bytes);
    if (granule->in && granule->in != copy + 1 && (granule->in_words & words)) {
        granule->refilled = true;
        check_refilled(machine, warp, copy, granule);
    }
    check_sources(machine, warp, machine->copies[copy].step, granule, 0, true);
    check_readers(machine, warp, copy, granule, words);
    ptxc_proxies_overwrite(
        machine, warp, copy,
        &(struct ptxc_generic_access){granule->read_step, granule->read_warp, granule->read_clock, 0});
    note_filler(granule, copy, words, lane);
    if (granule->writes)
        ptxc_race_fill(machine, warp, copy, granule, bytes);
}

void ptxc_shadow_async_write(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                             struct ptxc_shared_range piece) {
    const uint32_t end = end_of(machine, &piece);
    const uint8_t lane = (uint8_t)(piece.lane - 1);
    if (is_granule(machine, &piece))
        fill_granule(machine, warp, copy, granule_at(machine, &piece), PTXC_ALL_BYTES, lane);
    else
        for (uint32_t i = first_of(&piece); i < end; i++)
            fill_granule(machine, warp, copy, &machine->ctas[piece.cta].granules[i], ptxc_bytes_in(&piece, i), lane);
}

/* Looks whether fences are late beyond the beginning of a copy of which nobody knows how much it reads. As far as the
 * same store has written there, and the warp knows of it, it is meant for the copy. */
static void check_beyond(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                         const struct ptxc_shared_range *piece) {
    const struct ptxc_granule *first = granule_at(machine, piece);
    ptxc_cta_prepare(&machine->ctas[piece->cta], (first_of(piece) + BEYOND) * PTXC_GRANULE);
    for (const struct ptxc_granule *next = first + 1;
         first->write_words && next < first + BEYOND && next->write_words && next->write_step == first->write_step;
         next++) {
        const struct ptxc_generic_access write = {next->write_step, next->write_warp, next->write_clock,
                                                  next->write_lane};
        if (warp->clock.clocks[write.warp] >= write.clock && warp->clock.fenced[write.warp] >= write.clock)
            ptxc_proxies_read_stored(machine, warp, copy, &write);
    }
}

void ptxc_shadow_async_read(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t copy,
                            struct ptxc_shared_range piece) {
    const uint32_t end = end_of(machine, &piece);
    uint32_t seen = 0;
    for (uint32_t i = first_of(&piece); i < end; i++) {
        struct ptxc_granule *granule = &machine->ctas[piece.cta].granules[i];
        const uint8_t words = ptxc_words_with(ptxc_bytes_in(&piece, i));
        check_read(machine, warp, machine->copies[copy].step, granule, words, 0, &seen);
        check_written(machine, warp, copy, granule, words);
        ptxc_granule_note_source(machine, granule, copy);
    }
    if (machine->copies[copy].bytes == 0 && end + BEYOND < PTXC_SHARED_MOST / PTXC_GRANULE)
        check_beyond(machine, warp, copy, &piece);
}
