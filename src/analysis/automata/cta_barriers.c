/* Barriers: see cta_barriers.h. Threads are counted one by one, as barrier without .aligned does (ISA 9.7.13.1). */
#include "analysis/automata/cta_barriers.h"

#include "analysis/automata/iterations.h"
#include "analysis/automata/tracer.h"
#include "analysis/automata/vector_clock.h"
#include "analysis/automata/violations.h"

void ptxc_warp_write(struct ptxc_warp *warp, uint32_t step, uint32_t lanes) {
    if (ptxc_count_lanes(lanes) < 2)
        return; /* what one lane writes alone may be for itself */
    warp->written |= lanes;
    warp->write_step = step;
}

void ptxc_warp_sync(struct ptxc_warp *warp, bool memory) {
    warp->syncs++;
    if (memory)
        warp->written = 0;
}

void ptxc_warp_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                      uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    if (!(warp->written & ~lanes))
        warp->written = 0; /* each lane tells of its own */
    if (ptxc_count_lanes(lanes) != 1 || !(warp->written & ~lanes) || here->copy_step || here->expect_step)
        return; /* an arrival on an mbarrier that counts bytes is for those */
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_PUBLISHED_ALONE, warp, step, NULL);
    violation.copy = warp->write_step;
    ptxc_violation_add(machine, &violation);
}

enum { ALL = 0 }; /* in place of a count: all threads of the CTA that have not ended */

/* Releases all that wait at the barrier; they acquire what all who arrived have released. */
static void release_waiters(struct ptxc_machine *machine, uint32_t cta, uint32_t index) {
    struct ptxc_cta_barrier *barrier = &machine->ctas[cta].barriers[index];
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        struct ptxc_warp *warp = &machine->warps[i];
        for (uint32_t k = 0; k < warp->split_count && warp->cta == cta; k++) {
            struct ptxc_split *split = &warp->splits[k];
            if (split->state != PTXC_SPLIT_AT_BARRIER || split->at != index)
                continue;
            const struct ptxc_op *op = &machine->code->ops[split->op];
            ptxc_clock_acquire(machine, &warp->clock, &barrier->clock);
            ptxc_warp_sync(warp, true);
            ptxc_tracer_step(machine, warp, PTXC_EVENT_BARRIER, op->step, split->lanes, index);
            split->state = PTXC_SPLIT_RUNS;
            ptxc_split_advance(machine, warp, split);
        }
    }
    *barrier = (struct ptxc_cta_barrier){.expected = 0};
    machine->progress++;
}

/* Releases the waiters if all have arrived. Returns whether they had. */
static bool complete(struct ptxc_machine *machine, uint32_t cta, uint32_t index) {
    struct ptxc_cta_barrier *barrier = &machine->ctas[cta].barriers[index];
    const uint32_t expected = barrier->expected == ALL ? machine->ctas[cta].live_threads : barrier->expected;
    if (barrier->arrived == 0 || barrier->arrived < expected)
        return false;
    release_waiters(machine, cta, index);
    return true;
}

bool ptxc_cta_barrier_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                             const struct ptxc_op *op, uint32_t lanes) {
    const bool reduces = op->result_count > 0, arrives = ptxc_op_step(machine, op)->traits & PTXC_TRAIT_ARRIVES;
    const uint32_t lane = ptxc_lowest(lanes);
    const uint32_t index =
        op->input_count ? (uint32_t)ptxc_input_lane(warp, ptxc_op_input(machine, op, 0), lane) % PTXC_NAMED_BARRIERS
                        : 0;
    struct ptxc_cta_barrier *barrier = &machine->ctas[warp->cta].barriers[index];
    if (op->input_count > (reduces ? 2u : 1u))
        barrier->expected = (uint32_t)ptxc_input_lane(warp, ptxc_op_input(machine, op, 1), lane);
    barrier->arrived += ptxc_count_lanes(lanes);
    warp->barrier = warp->clock.clocks[warp->number];
    ptxc_clock_settle(machine, warp);
    ptxc_clock_release(machine, warp, &barrier->clock);
    warp->syncs++;
    machine->progress++;
    if (!arrives) {
        split->state = PTXC_SPLIT_AT_BARRIER;
        split->at = index;
    }
    complete(machine, warp->cta, index);
    return arrives;
}

/* Whether the other warps of the warpgroup have come as often as this one, as far as they have not ended. */
static bool is_complete(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t first) {
    for (uint32_t i = first; i < first + PTXC_WARPS_OF_GROUP && i < machine->warp_count; i++) {
        const struct ptxc_warp *mate = &machine->warps[i];
        if (mate->cta == warp->cta && mate->split_count > 0 && mate->group_arrivals < warp->group_arrivals)
            return false;
    }
    return true;
}

bool ptxc_warpgroup_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split) {
    const uint32_t first = warp->number - warp->index % PTXC_WARPS_OF_GROUP;
    if (!split->grouped) {
        split->grouped = true;
        warp->group_arrivals++;
        machine->progress++;
    }
    if (!is_complete(machine, warp, first) && split->yielded != machine->progress + 1) {
        split->yielded = machine->progress + 1;
        split->state = PTXC_SPLIT_YIELDS;
        return false;
    }
    split->grouped = false;
    return true;
}

/* Returns how many threads of the cluster have not ended. */
static uint32_t all_live(const struct ptxc_machine *machine) {
    uint32_t threads = 0;
    for (uint32_t i = 0; i < machine->cta_count; i++)
        threads += machine->ctas[i].live_threads;
    return threads;
}

/* Completes the phase of the barrier of the cluster if all have arrived. */
static void complete_cluster(struct ptxc_machine *machine) {
    if (machine->cluster.arrived == 0 || machine->cluster.arrived < all_live(machine))
        return;
    machine->cluster.arrived = 0;
    machine->cluster_phase++;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        machine->warps[i].cluster_lanes = 0;
    machine->progress++;
}

void ptxc_cluster_arrive(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t lanes) {
    (void)op;
    machine->cluster.arrived += ptxc_count_lanes(lanes);
    warp->cluster_lanes |= lanes;
    ptxc_clock_settle(machine, warp);
    warp->syncs++;
    ptxc_clock_release(machine, warp, &machine->cluster.clock);
    warp->waited = 0;
    warp->cluster_phase = machine->cluster_phase + 1;
    machine->progress++;
    complete_cluster(machine);
}

bool ptxc_cluster_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lanes) {
    if (machine->cluster_phase < warp->cluster_phase)
        return false;
    ptxc_clock_acquire(machine, &warp->clock, &machine->cluster.clock);
    ptxc_warp_sync(warp, true);
    ptxc_tracer_step(machine, warp, PTXC_EVENT_CLUSTER, op->step, lanes, 0);
    return true;
}

void ptxc_cta_barriers_exit(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t lanes) {
    machine->ctas[warp->cta].live_threads -= ptxc_count_lanes(lanes);
    machine->cluster.arrived -= ptxc_count_lanes(lanes & warp->cluster_lanes); /* who has ended is waited for no more */
    warp->cluster_lanes &= ~lanes;
    for (uint32_t i = 0; i < PTXC_NAMED_BARRIERS; i++)
        complete(machine, warp->cta, i);
    /* who has ended has arrived at the barrier of the cluster (ISA 9.7.13.3), with all that was done before */
    ptxc_clock_acquire(machine, &machine->cluster.clock, &warp->clock);
    complete_cluster(machine);
}
