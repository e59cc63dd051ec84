/* Places in shared memory that ops name, and the mbarriers there: see operations.h. */
#include "analysis/execution/operations.h"

#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/automata/violations.h"
#include "analysis/execution/memory.h"

/* Sets the place in shared memory that an input names in a lane by its bits, known or not; returns false where it names
 * none. */
static bool likely_place(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                         uint32_t input, uint32_t lane, struct ptxc_memory_place *place) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, input);
    return !address->absent &&
           ptxc_memory_place(machine, PTXC_SPACE_SHARED, ptxc_input_lane(warp, address, lane), place) &&
           place->space == PTXC_SPACE_SHARED;
}

bool ptxc_operation_shared_place(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                 const struct ptxc_op *op, uint32_t input, uint32_t lane,
                                 struct ptxc_memory_place *place) {
    return likely_place(machine, warp, op, input, lane, place) &&
           !(ptxc_input_from(warp, ptxc_op_input(machine, op, input)) & PTXC_FROM_UNKNOWN);
}

/* Whether an instruction is one that only the CTA in which its mbarrier lies may execute. */
static bool is_local(const struct ptxc_machine *machine, const struct ptxc_op *op) {
    switch (ptxc_step_action(ptxc_op_step(machine, op))) {
    case PTXC_ACT_INIT:
    case PTXC_ACT_INVALIDATE:
    case PTXC_ACT_TEST_WAIT:
    case PTXC_ACT_TRY_WAIT: return true;
    case PTXC_ACT_ARRIVE:
    case PTXC_ACT_ARRIVE_EXPECT:
    case PTXC_ACT_ARRIVE_DROP:
    case PTXC_ACT_ARRIVE_DROP_EXPECT:
    case PTXC_ACT_ARRIVE_ON_COPIES: return ptxc_op_step(machine, op)->traits & PTXC_TRAIT_IN_OWN_CTA;
    default: return false;
    }
}

bool ptxc_operation_lacks_mbarrier(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                   const struct ptxc_op *op, uint32_t lane, struct ptxc_memory_place *place) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    return step->names && step->event->barrier != PTXC_NAME_NONE && step->event->action != PTXC_ACT_INIT &&
           ptxc_operation_shared_place(machine, warp, op, PTXC_INPUT_BARRIER, lane, place) &&
           (place->cta == warp->cta || !is_local(machine, op)) &&
           ptxc_mbarrier_find(machine, place->cta, place->address) == PTXC_MOST_MBARRIERS;
}

/* Returns the first step, in the order of the text, at which somebody is about to use an mbarrier that nothing has
 * made, and sets its address. */
static uint32_t first_use(const struct ptxc_machine *machine, uint32_t step, uint32_t *address) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        for (uint32_t k = 0; k < machine->warps[i].split_count; k++) {
            const struct ptxc_split *split = &machine->warps[i].splits[k];
            struct ptxc_memory_place place;
            if (split->state != PTXC_SPLIT_YIELDS || !split->lanes || machine->code->ops[split->op].step >= step ||
                !ptxc_operation_lacks_mbarrier(machine, &machine->warps[i], &machine->code->ops[split->op],
                                               ptxc_lowest(split->lanes), &place))
                continue;
            step = machine->code->ops[split->op].step;
            *address = place.address;
        }
    return step;
}

/* Looks at the use of an mbarrier that nothing has made. Where its address is `certain`, that is a violation, unless
 * callers may have made it, and the run goes on as if the instruction had done nothing; else it ends. */
static void report_unmade(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                          uint32_t address, bool certain) {
    const uint32_t step = first_use(machine, op->step, &address);
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_USE_UNMADE, warp, step, NULL);
    violation.mbarrier = address;
    if (!certain)
        machine->stopped = "nothing has made the mbarrier that is meant";
    if (!certain || !machine->code->program->body->entry)
        return;
    ptxc_violation_add(machine, &violation);
    machine->broken = true;
}

bool ptxc_operation_is_beyond(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                              const struct ptxc_op *op, uint32_t input, uint32_t lane) {
    const struct ptxc_input *address = ptxc_op_input(machine, op, input);
    struct ptxc_memory_place place;
    return !address->absent && !(ptxc_input_from(warp, address) & PTXC_FROM_UNKNOWN) &&
           !ptxc_memory_place(machine, PTXC_SPACE_SHARED, ptxc_input_lane(warp, address, lane), &place) &&
           place.space == PTXC_SPACE_SHARED && place.cta >= machine->cta_count;
}

bool ptxc_operation_mbarrier_place(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                                   uint32_t input, uint32_t lane, struct ptxc_memory_place *place) {
    const bool known = ptxc_operation_shared_place(machine, warp, op, input, lane, place);
    if (!known && likely_place(machine, warp, op, input, lane, place) &&
        ptxc_mbarrier_find(machine, place->cta, place->address) < PTXC_MOST_MBARRIERS) {
        machine->unsure = machine->blind = true; /* a number from memory chooses one of a ring, say */
    } else if (!known) {
        machine->beyond |= ptxc_operation_is_beyond(machine, warp, op, input, lane);
        machine->stopped = "it is not known which mbarrier is meant";
        return false;
    }
    if (place->cta == warp->cta || !is_local(machine, op))
        return true;
    ptxc_mbarrier_report_remote(machine, warp, op->step, place->address);
    return false;
}

uint32_t ptxc_operation_mbarrier(struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_op *op,
                                 uint32_t input, uint32_t lane) {
    struct ptxc_memory_place place;
    if (!ptxc_operation_mbarrier_place(machine, warp, op, input, lane, &place))
        return PTXC_MOST_MBARRIERS;
    const uint32_t index = ptxc_mbarrier_find(machine, place.cta, place.address);
    if (index == PTXC_MOST_MBARRIERS)
        report_unmade(machine, warp, op, place.address, ptxc_input_from(warp, ptxc_op_input(machine, op, input)) == 0);
    return index;
}
