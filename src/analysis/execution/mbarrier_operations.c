/* mbarriers as instructions use them: see operations.h. */

#include "analysis/execution/lanes.h"
#include "analysis/execution/memory.h"
#include "analysis/automata/remote_cta.h"
#include "analysis/automata/deadlock.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/execution/operations.h"
#include "analysis/automata/tracer.h"
#include "analysis/automata/cta_barriers.h"
#include "analysis/automata/iterations.h"

/* Returns the amount of an op in a lane: 1 where it has none. */
static uint64_t amount_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t lane) {
    const struct ptxc_input *amount = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    return amount->absent ? 1 : ptxc_input_lane(warp, amount, lane) & UINT32_MAX;
}

/* Returns how a lane uses an mbarrier. */
static struct ptxc_mbarrier_use use_of(const struct ptxc_machine *machine, struct ptxc_warp *warp,
                                       const struct ptxc_op *op, uint32_t lane, uint32_t barrier) {
    const enum ptxc_action action = ptxc_step_action(ptxc_op_step(machine, op));
    const struct ptxc_input *amount = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    const bool expects =
        action == PTXC_ACT_EXPECT || action == PTXC_ACT_ARRIVE_EXPECT || action == PTXC_ACT_ARRIVE_DROP_EXPECT;
    return (struct ptxc_mbarrier_use){
        .warp = warp,
        .lane = lane,
        .step = op->step,
        .barrier = barrier,
        .amount_known = ptxc_input_from(warp, amount) == 0,
        .address_known = ptxc_input_from(warp, ptxc_op_input(machine, op, PTXC_INPUT_BARRIER)) == 0,
        .counts = (action == PTXC_ACT_ARRIVE || action == PTXC_ACT_ARRIVE_DROP) && !amount->absent,
        .expects = expects,
        .arrives = action != PTXC_ACT_EXPECT && action != PTXC_ACT_COMPLETE,
        .ends = action == PTXC_ACT_INVALIDATE};
}

static void make(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane) {
    const uint64_t count = amount_of(machine, warp, op, lane);
    struct ptxc_memory_place place;
    if (!ptxc_operation_mbarrier_place(machine, warp, op, PTXC_INPUT_BARRIER, lane, &place))
        return;
    if (ptxc_input_from(warp, ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT)) & PTXC_FROM_UNKNOWN) {
        machine->stopped = "it is not known how many arrivals an mbarrier counts";
        return;
    }
    const uint32_t index = ptxc_mbarrier_find(machine, place.cta, place.address);
    const struct ptxc_mbarrier *here = index < PTXC_MOST_MBARRIERS ? &machine->mbarriers[index] : NULL;
    const bool again = here && here->init_step == op->step && here->init_warp == warp->number;
    const uint32_t others = again && here->init_syncs == warp->syncs ? here->init_lanes : 0;
    struct ptxc_mbarrier_use use = use_of(machine, warp, op, lane, index);
    ptxc_mbarrier_check_life(machine, &use, count);
    ptxc_mbarrier_init(machine, warp, op->step, place.cta, place.address, (uint32_t)count);
    use.barrier = ptxc_mbarrier_find(machine, place.cta, place.address);
    if (use.barrier < PTXC_MOST_MBARRIERS) {
        machine->mbarriers[use.barrier].init_lane = lane;
        machine->mbarriers[use.barrier].init_lanes = others | UINT32_C(1) << lane;
    }
}

static void invalidate(struct ptxc_machine *machine, const struct ptxc_mbarrier_use *use) {
    struct ptxc_mbarrier *barrier = &machine->mbarriers[use->barrier];
    barrier->alive = false;
    barrier->dispute = NULL;
    barrier->inval_step = use->step + 1;
    barrier->inval_warp = use->warp->number;
    ptxc_tracer_barrier(machine, use->warp, PTXC_EVENT_INVALIDATE, use->step, use->barrier, 0);
}

/* Arrivals and expectations of one lane. */
static void signal_one(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op, uint32_t lane,
                       uint32_t barrier) {
    const uint64_t amount = amount_of(machine, warp, op, lane);
    const enum ptxc_action action = ptxc_step_action(ptxc_op_step(machine, op));
    const struct ptxc_mbarrier_use use = use_of(machine, warp, op, lane, barrier);
    const uint64_t arrivals = use.expects ? 1 : amount;
    const uint32_t before = machine->mbarriers[barrier].phase;
    ptxc_mbarrier_check_signal(machine, &use, amount);
    if (use.expects) {
        ptxc_mbarrier_expect(machine, op->step, barrier, amount);
        machine->mbarriers[barrier].tensors.warp = warp->number;
        machine->mbarriers[barrier].tensors.vague |=
            ptxc_input_from(warp, ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT)) != 0;
        ptxc_tracer_barrier(machine, warp, PTXC_EVENT_EXPECT, op->step, barrier, (uint32_t)amount);
    }
    if (action == PTXC_ACT_COMPLETE)
        ptxc_mbarrier_complete_tx(machine, barrier, amount);
    if (action == PTXC_ACT_ARRIVE_DROP || action == PTXC_ACT_ARRIVE_DROP_EXPECT)
        ptxc_mbarrier_drop(machine, barrier, arrivals);
    ptxc_lanes_set(machine, warp, op, 0, lane, machine->mbarriers[barrier].phase, 0);
    if (use.arrives) {
        ptxc_tracer_barrier(machine, warp, PTXC_EVENT_ARRIVE, op->step, barrier, (uint32_t)arrivals);
        ptxc_mbarrier_arrive(machine, warp, op->step, barrier, arrivals);
        ptxc_mbarrier_note_arrival(machine, &use, before);
    }
}

void ptxc_mbarrier_operation(struct ptxc_machine *machine, struct ptxc_warp *warp, const struct ptxc_op *op,
                             uint32_t lanes) {
    const enum ptxc_action action = ptxc_step_action(ptxc_op_step(machine, op));
    for (uint32_t left = lanes; left && !machine->stopped; left &= left - 1) {
        const uint32_t lane = ptxc_lowest(left);
        if (action == PTXC_ACT_INIT) {
            machine->lanes++;
            make(machine, warp, op, lane);
            continue;
        }
        const uint32_t barrier = ptxc_operation_mbarrier(machine, warp, op, PTXC_INPUT_BARRIER, lane);
        if (barrier == PTXC_MOST_MBARRIERS)
            return;
        ptxc_remote_cta_access(machine, warp, op->step, machine->mbarriers[barrier].cta, NULL);
        ptxc_mbarrier_use(machine, warp, op->step, UINT32_C(1) << lane, barrier);
        if (action == PTXC_ACT_ARRIVE)
            ptxc_warp_arrive(machine, warp, op->step, lanes, barrier);
        if (action == PTXC_ACT_INVALIDATE) {
            const struct ptxc_mbarrier_use use = use_of(machine, warp, op, lane, barrier);
            ptxc_mbarrier_check_life(machine, &use, 0);
            invalidate(machine, &use);
        } else {
            signal_one(machine, warp, op, lane, barrier);
        }
    }
}

/* Remembers that the warp has passed a wait for a parity. */
static void note_wait(const struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t barrier) {
    warp->waits[warp->wait_count++ % PTXC_LAST_WAITS] = (struct ptxc_passed_wait){
        step, ptxc_iteration_of(machine, warp, step), barrier, machine->mbarriers[barrier].phase};
}

bool ptxc_mbarrier_wait(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                        const struct ptxc_op *op, uint32_t lanes) {
    const bool parity = ptxc_op_step(machine, op)->event->amount == PTXC_NAME_PHASE_PARITY;
    const uint32_t lane = ptxc_lowest(lanes),
                   barrier = ptxc_operation_mbarrier(machine, warp, op, PTXC_INPUT_BARRIER, lane);
    if (barrier == PTXC_MOST_MBARRIERS) {
        ptxc_lanes_set_all(machine, warp, op, 0, lanes, true, 0); /* it was said, or somebody else has made it */
        return true;
    }
    const struct ptxc_input *phase = ptxc_op_input(machine, op, PTXC_INPUT_AMOUNT);
    const uint64_t asked = ptxc_input_lane(warp, phase, lane);
    if (ptxc_input_from(warp, phase) & PTXC_FROM_UNKNOWN)
        machine->unsure = machine->blind = true;
    const bool done = ptxc_mbarrier_test(machine, barrier, asked, parity);
    ptxc_mbarrier_use(machine, warp, op->step, lanes, barrier);
    machine->mbarriers[barrier].asked = true;
    if (!done && !split->gives_up && !(machine->launch->impatient && ptxc_deadlock_may_fail(machine, split))) {
        split->state = PTXC_SPLIT_AT_PHASE;
        split->at = barrier;
        split->awaited = (uint32_t)asked;
        split->by_parity = parity;
        return false;
    }
    split->gives_up = false;
    if (done && parity)
        note_wait(machine, warp, op->step, barrier);
    if (done && (ptxc_op_step(machine, op)->traits & PTXC_TRAIT_RELAXED))
        ptxc_mbarrier_pass_relaxed(machine, warp, op->step, barrier);
    else if (done)
        ptxc_mbarrier_pass(machine, warp, op->step, barrier);
    else
        ptxc_deadlock_poll(machine, split);
    warp->unmet[barrier] = done ? 0 : op->step + 1;
    ptxc_lanes_set_all(machine, warp, op, 0, lanes, done, 0);
    return true;
}
