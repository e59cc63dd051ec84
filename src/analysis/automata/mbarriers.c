/* mbarriers: see mbarriers.h.
 *
 * Where tensor maps are not known, the bytes of their copies are not either. Then each phase is an equation, and two of
 * them may contradict each other: a copy brings the whole box of its map, whatever of it lies outside of the tensor
 * (ISA 9.7.9.25.5.2), so that equal copies bring equal bytes.
 */
#include "analysis/automata/mbarriers.h"

#include <stddef.h>
#include <string.h>

#include "analysis/automata/cta_barriers.h"
#include "analysis/automata/machine.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/proxies.h"
#include "analysis/automata/tracer.h"
#include "analysis/automata/vector_clock.h"
#include "analysis/automata/violations.h"

/* A copy whose bytes are not known completes in the phase that is under way. */
static void add_tensor_bytes(struct ptxc_mbarrier *barrier, const struct ptxc_async_copy *copy) {
    struct ptxc_phase_bytes *bytes = &barrier->tensors;
    uint32_t i = 0;
    while (i < bytes->count && bytes->maps[i] != copy->map)
        i++;
    bytes->vague |= copy->map == 0 || i == PTXC_MAPS_OF_PHASE;
    if (bytes->vague)
        return;
    bytes->maps[i] = copy->map;
    bytes->copies[i]++;
    bytes->last[i] = copy->step;
    bytes->count += i == bytes->count;
}

/* Returns how many copies with this map a phase has. */
static uint32_t copies_with(const struct ptxc_phase_bytes *phase, uint64_t map) {
    for (uint32_t i = 0; i < phase->count; i++)
        if (phase->maps[i] == map)
            return phase->copies[i];
    return 0;
}

/* Whether each copy of one phase is in the other, too. */
static bool covers(const struct ptxc_phase_bytes *more, const struct ptxc_phase_bytes *less) {
    for (uint32_t i = 0; i < less->count; i++)
        if (copies_with(more, less->maps[i]) < less->copies[i])
            return false;
    return true;
}

/* Returns the last copy of a phase with a map of which another phase has fewer, or PTXC_NO_STEP. */
static uint32_t one_more(const struct ptxc_phase_bytes *more, const struct ptxc_phase_bytes *less) {
    for (uint32_t i = 0; i < more->count; i++)
        if (more->copies[i] > copies_with(less, more->maps[i]))
            return more->last[i];
    return PTXC_NO_STEP;
}

/* Reports two phases that contradict each other. */
static void report_tensor_bytes(struct ptxc_machine *machine, const struct ptxc_mbarrier *barrier,
                                const struct ptxc_phase_bytes *here, const struct ptxc_phase_bytes *other,
                                enum ptxc_violation_kind kind) {
    struct ptxc_violation violation =
        ptxc_violation_about(machine, kind, &machine->warps[here->warp], here->expect_step, NULL);
    violation.copy = other->expect_step;
    violation.wait = kind == PTXC_VIOLATION_BYTES_NO_LESS ? one_more(other, here) : one_more(here, other);
    violation.mbarrier = barrier->address;
    violation.phase = barrier->phase - barrier->first;
    violation.number = (uint64_t)here->expected;
    violation.other = (uint64_t)other->expected;
    ptxc_violation_add_bytes(machine, (uint32_t)(barrier - machine->mbarriers), other, &violation);
    ptxc_violation_add(machine, &violation);
}

/* The phase is complete: adds a violation where other phases expect other bytes for the same copies, or no fewer for
 * fewer copies. */
static void check_tensor_bytes(struct ptxc_machine *machine, const struct ptxc_mbarrier *barrier) {
    struct ptxc_phase_bytes here = barrier->tensors;
    if (machine->stopped || here.count == 0 || here.vague || !barrier->expect_step)
        return;
    here.expect_step = barrier->expected > 0 ? barrier->expect_step - 1 : barrier->arrive_step - 1;
    here.expected = barrier->bytes;
    here.arrive_step = barrier->arrive_step;
    for (uint32_t i = 0; i < machine->phase_count; i++) {
        const struct ptxc_phase_bytes *other = &machine->phases[i];
        const bool more = covers(&here, other), less = covers(other, &here);
        if (more && less && here.expected == other->expected)
            return; /* it is known already */
        if (more && less)
            report_tensor_bytes(machine, barrier, &here, other, PTXC_VIOLATION_BYTES_DIFFER);
        else if (more && here.expected <= other->expected)
            report_tensor_bytes(machine, barrier, &here, other, PTXC_VIOLATION_BYTES_NO_MORE);
        else if (less && here.expected >= other->expected)
            report_tensor_bytes(machine, barrier, &here, other, PTXC_VIOLATION_BYTES_NO_LESS);
    }
    if (machine->phase_count < PTXC_MOST_PHASES)
        machine->phases[machine->phase_count++] = here;
}

uint32_t ptxc_mbarrier_find(const struct ptxc_machine *machine, uint32_t cta, uint32_t address) {
    for (uint32_t i = 0; i < machine->mbarrier_count; i++)
        if (machine->mbarriers[i].address == address && machine->mbarriers[i].cta == cta)
            return i;
    return PTXC_MOST_MBARRIERS;
}

void ptxc_mbarrier_init(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t cta,
                        uint32_t address, uint32_t count) {
    uint32_t index = ptxc_mbarrier_find(machine, cta, address);
    const bool again = index != PTXC_MOST_MBARRIERS;
    if (!again && machine->mbarrier_count == PTXC_MOST_MBARRIERS) {
        machine->stopped = "there are more mbarriers than it follows";
        machine->limited = true;
        return;
    }
    if (machine->mbarrier_count == 0 || address < machine->lowest_mbarrier)
        machine->lowest_mbarrier = address;
    if (address > machine->highest_mbarrier)
        machine->highest_mbarrier = address;
    index = again ? index : machine->mbarrier_count++;
    struct ptxc_mbarrier *barrier = &machine->mbarriers[index];
    const uint32_t first = again ? barrier->phase + (barrier->phase > 0) : 0;
    memset(barrier, 0, again ? offsetof(struct ptxc_mbarrier, arriving) : sizeof(*barrier));
    if (again) { /* each lane may make it, and the clocks are large */
        ptxc_clock_clear(machine, &barrier->arriving);
        ptxc_clock_clear(machine, &barrier->complete);
    }
    barrier->cta = (uint16_t)cta;
    barrier->address = address;
    barrier->count = count;
    barrier->pending = count;
    barrier->first = first;
    barrier->phase = first;
    barrier->init_step = step;
    barrier->init_warp = warp->number;
    barrier->init_syncs = warp->syncs;
    barrier->init_clock = warp->clock.clocks[warp->number];
    barrier->alive = true;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        machine->warps[i].last_waits[index] = PTXC_WAIT_NEWS;
    machine->progress++;
    machine->signals++;
    ptxc_tracer_barrier(machine, warp, PTXC_EVENT_INIT, step, index, count);
}

/* Completes the phase once nothing is missing. */
static void advance(struct ptxc_machine *machine, uint32_t index) {
    struct ptxc_mbarrier *barrier = &machine->mbarriers[index];
    if (barrier->pending > 0 || ptxc_mbarrier_lacks_bytes(barrier))
        return;
    ptxc_tracer_barrier(machine, NULL, PTXC_EVENT_PHASE, barrier->arrive_step ? barrier->arrive_step - 1 : 0, index,
                        barrier->phase - barrier->first);
    barrier->unwaited += barrier->expected == 0 && barrier->phase > barrier->first && barrier->waited < barrier->phase;
    check_tensor_bytes(machine, barrier);
    ptxc_mbarrier_check_bytes(machine, index);
    barrier->phase++;
    barrier->pending = barrier->count;
    barrier->expected = 0;
    barrier->plain = 0;
    barrier->bytes = 0;
    barrier->wild = false;
    barrier->tensors = (struct ptxc_phase_bytes){.count = 0};
    ptxc_clock_acquire(machine, &barrier->complete, &barrier->arriving);
    barrier->complete.clocks[PTXC_MOST_WARPS + index] = barrier->phase;
    barrier->arriving = (struct ptxc_vector_clock){.clocks = {0}};
    machine->progress++;
    machine->signals++;
}

void ptxc_mbarrier_expect(struct ptxc_machine *machine, uint32_t step, uint32_t barrier, uint64_t bytes) {
    struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    struct ptxc_phase_bytes *phase = &here->tensors;
    uint32_t i = 0;
    while (i < phase->expect_count && phase->expects[i].step != step)
        i++;
    if (i < PTXC_EXPECTS_OF_PHASE) {
        phase->expects[i] =
            (struct ptxc_expected_bytes){step, bytes + (i < phase->expect_count ? phase->expects[i].bytes : 0)};
        phase->expect_count += i == phase->expect_count;
    }
    here->bytes += (int64_t)bytes;
    here->expected += bytes;
    here->expect_step = step + 1;
    machine->progress++;
    machine->signals++;
}

void ptxc_mbarrier_complete_tx(struct ptxc_machine *machine, uint32_t barrier, uint64_t bytes) {
    machine->mbarriers[barrier].bytes -= (int64_t)bytes;
    machine->progress++;
    machine->signals++;
    advance(machine, barrier);
}

/* Counts how often the warp has arrived, and looks whether the arrivals of one instruction fall into one phase. */
static void count_round(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t index) {
    struct ptxc_mbarrier *barrier = &machine->mbarriers[index];
    if (warp->arrived_at[index] != machine->steps) {
        warp->rounds[index]++;
        barrier->split_phase = barrier->phase;
    }
    warp->arrived_at[index] = machine->steps;
    warp->arrive_steps[index] = step + 1;
    if (barrier->split_phase != barrier->phase)
        barrier->split = step + 1;
}

/* Returns how many arrivals the phase still takes: at least one, also where none is counted. */
static uint64_t arrivals_missing(const struct ptxc_mbarrier *barrier) {
    return barrier->pending > 0 ? (uint64_t)barrier->pending : 1;
}

/* Returns the arrivals of one instruction less pairs of whole phases, which would leave the parity as it was: the text
 * may give any number, and a GPU ends the launch where it is more than are missing. */
static uint64_t without_pairs(const struct ptxc_mbarrier *barrier, uint64_t count) {
    const uint64_t missing = arrivals_missing(barrier), pair = 2 * (uint64_t)(barrier->count > 0 ? barrier->count : 1);
    return count > missing + pair ? missing + pair + (count - missing) % pair : count;
}

void ptxc_mbarrier_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier,
                          uint64_t count) {
    struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    here->arrive_step = step + 1;
    here->arrived += count;
    if (warp)
        count_round(machine, warp, step, barrier);
    machine->progress++;
    machine->signals++;
    for (uint64_t left = without_pairs(here, count), taken; left > 0; left -= taken) {
        const uint64_t missing = arrivals_missing(here);
        here->over |= here->pending <= 0 && here->count > 0;
        if (left > missing)
            here->split = step + 1;
        taken = left < missing || ptxc_mbarrier_lacks_bytes(here) ? left : missing;
        if (warp)
            ptxc_clock_acquire(machine, &here->arriving, &warp->clock);
        here->pending -= (int64_t)taken;
        advance(machine, barrier);
    }
    if (warp) {
        warp->clock.clocks[warp->number]++;
        warp->waited = 0; /* what its lanes have waited for may be what this tells */
    }
}

void ptxc_mbarrier_increment(struct ptxc_machine *machine, uint32_t step, uint32_t barrier, uint32_t count) {
    struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    here->pending += count;
    here->plain += count;
    here->plain_step = step + 1;
}

void ptxc_mbarrier_drop(struct ptxc_machine *machine, uint32_t barrier, uint64_t count) {
    struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    here->count -= count < here->count ? (uint32_t)count : here->count;
}

/* Returns the copies that an arrival may be about: those of its warp and kind. */
static struct ptxc_async_groups *groups_of(struct ptxc_machine *machine, const struct ptxc_async_copy *arrival) {
    return &machine->warps[arrival->warp].groups[arrival->multiplies ? PTXC_GROUPS_TENSOR : PTXC_GROUPS_ASYNC];
}

/* The copies that an arrival waits for complete on its mbarrier, unless they did on another one before. */
static void name_barrier(struct ptxc_machine *machine, const struct ptxc_async_copy *arrival) {
    const struct ptxc_async_groups *groups = groups_of(machine, arrival);
    for (size_t i = 0; i < groups->pending_count; i++) {
        struct ptxc_async_copy *copy = &machine->copies[groups->pending[i]];
        if (copy < arrival && (copy->lanes & arrival->lanes) && copy->barrier == PTXC_MOST_MBARRIERS) {
            copy->barrier = arrival->barrier;
            copy->phase = machine->mbarriers[arrival->barrier].phase;
        }
    }
}

void ptxc_mbarrier_async_start(struct ptxc_machine *machine, uint32_t copy) {
    struct ptxc_async_copy *started = &machine->copies[copy];
    struct ptxc_mbarrier *barrier = &machine->mbarriers[started->barrier];
    uint32_t *added = ptxc_arena_add(machine->arena, &machine->under_way, &machine->under_way_count,
                                     &machine->under_way_capacity, sizeof(*added));
    machine->out_of_memory |= !added;
    if (!added)
        return;
    *added = copy;
    if (started->arrivals > 0)
        name_barrier(machine, started);
    if (started->bytes == 0 && started->arrivals == 0) {
        barrier->wildcards++;
        add_tensor_bytes(barrier, started);
    }
    if (started->arrivals == 0)
        barrier->copy_step = started->step + 1;
    started->phase = barrier->phase;
}

/* The copies that an arrival waits for complete with its phase: all of the kind that its warp started before. */
static void signal_copies(struct ptxc_machine *machine, const struct ptxc_async_copy *arrival) {
    struct ptxc_async_groups *groups = groups_of(machine, arrival);
    size_t kept = 0;
    for (size_t i = 0; i < groups->pending_count; i++) {
        struct ptxc_async_copy *copy = &machine->copies[groups->pending[i]];
        if (copy > arrival || !(copy->lanes & arrival->lanes)) {
            groups->pending[kept++] = groups->pending[i];
            continue;
        }
        copy->end = copy->read_end = PTXC_COPY_SIGNALLED;
        copy->barrier = arrival->barrier;
        copy->phase = machine->mbarriers[arrival->barrier].phase;
        ptxc_tracer_complete(machine, groups->pending[i]);
    }
    groups->pending_count = kept;
}

/* A commit of the tensor core is about all that its warp has started before (ISA 9.7.16.12.1), also where an earlier
 * commit arrives on another mbarrier for it. */
static void tell_finished(struct ptxc_machine *machine, const struct ptxc_async_copy *commit) {
    struct ptxc_warp *warp = &machine->warps[commit->warp];
    struct ptxc_mbarrier *here = &machine->mbarriers[commit->barrier];
    for (uint32_t i = 0; i < machine->mbarrier_count; i++)
        if (here->arriving.clocks[PTXC_MOST_WARPS + i] < warp->finished[i])
            here->arriving.clocks[PTXC_MOST_WARPS + i] = warp->finished[i];
    warp->finished[commit->barrier] = here->phase + 1;
}

void ptxc_mbarrier_async_complete(struct ptxc_machine *machine, uint32_t copy) {
    struct ptxc_async_copy *ended = &machine->copies[copy];
    struct ptxc_mbarrier *barrier = &machine->mbarriers[ended->barrier];
    ended->end = ended->read_end = PTXC_COPY_SIGNALLED;
    ended->phase = barrier->phase;
    if (ended->arrivals > 0) {
        signal_copies(machine, ended);
        if (ended->multiplies)
            tell_finished(machine, ended);
        ptxc_mbarrier_arrive(machine, &machine->warps[ended->warp], ended->step, ended->barrier, ended->arrivals);
        return;
    }
    if (ended->bytes == 0 && barrier->wildcards > 0) {
        barrier->wildcards--;
        barrier->wild = true; /* whatever the tensor maps say, it is what is expected */
    }
    ptxc_tracer_complete(machine, copy);
    ptxc_mbarrier_complete_tx(machine, ended->barrier, ended->bytes);
}

bool ptxc_mbarrier_test(const struct ptxc_machine *machine, uint32_t barrier, uint64_t asked, bool parity) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    return parity ? ((here->phase - here->first) & 1) != (asked & 1) : here->phase > asked;
}

/* The warp passes a wait, whose news go into a clock. */
static void pass(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier,
                 struct ptxc_vector_clock *clock) {
    struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    const bool news = warp->clock.clocks[PTXC_MOST_WARPS + barrier] < here->phase, first = here->phase == here->first;
    warp->last_waits[barrier] = first ? PTXC_WAIT_FRESH : news ? PTXC_WAIT_NEWS : PTXC_WAIT_STALE;
    warp->gate = (struct ptxc_last_pass){step + 1, barrier, here->phase, warp->gate.count + 1};
    here->wait_step = step + 1;
    here->waits += here->waited != here->phase;
    here->waited = here->phase;
    ptxc_clock_acquire(machine, clock, &here->complete);
    if (clock == &warp->clock) {
        ptxc_proxies_pass(warp, &here->complete);
        ptxc_warp_sync(warp, true);
    }
    ptxc_tracer_barrier(machine, warp, PTXC_EVENT_WAIT, step, barrier, here->phase - here->first - 1);
}

void ptxc_mbarrier_pass(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier) {
    pass(machine, warp, step, barrier, &warp->clock);
}

void ptxc_mbarrier_pass_relaxed(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier) {
    pass(machine, warp, step, barrier, &warp->relaxed);
    warp->relaxed_wait = step + 1;
}
