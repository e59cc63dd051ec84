/* Splits of warps: see splits.h. */
#include "analysis/execution/splits.h"

#include "analysis/automata/iterations.h"
#include "analysis/code/detour.h"
#include "analysis/automata/cta_barriers.h"
#include "analysis/automata/tracer.h"
#include "analysis/automata/async_groups.h"

enum { MOST_VISITS = 256 }; /* of all warps together, of a branch on what is not known, until it goes the other way */

bool ptxc_split_is_decided_by(const struct ptxc_step *step) {
    return ptxc_step_does(step, PTXC_ACT_BRANCH) || ptxc_step_does(step, PTXC_ACT_RETURN) ||
           ptxc_step_does(step, PTXC_ACT_EXIT) || ptxc_step_does(step, PTXC_ACT_TRAP) ||
           ptxc_step_does(step, PTXC_ACT_INDIRECT);
}

/* The lanes end. */
static void end(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split, uint32_t step,
                uint32_t lanes) {
    if (machine->code->program->body->entry) /* else a caller goes on */
        ptxc_groups_check_exit(machine, warp, step, lanes);
    ptxc_tracer_step(machine, warp, PTXC_EVENT_EXIT, step, lanes, 0);
    split->lanes &= ~lanes;
    warp->alive &= ~lanes;
    machine->progress++;
    ptxc_cta_barriers_exit(machine, warp, lanes);
}

/* The split is at the first op of a block, or of the next one that has any. */
static void enter(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split, uint32_t block) {
    split->op = machine->code->first_op[block];
    if (split->op < machine->code->count)
        ptxc_iterations_pass(machine, warp, block, machine->code->ops[split->op].block);
}

bool ptxc_split_ends(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split) {
    if (split->op < machine->code->count)
        return false;
    end(machine, warp, split, machine->code->ops[split->op].step, split->lanes);
    return true;
}

/* Whether a branch decides if the loop around it goes on: it leaves the loop, or goes back to its header. */
static bool ends_rounds(const struct ptxc_machine *machine, const struct ptxc_op *op, bool *leaves) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t loop = graph->blocks[op->block].loop;
    const uint32_t next = op->block + 1; /* after the last block the function ends */
    if (loop == PTXC_NO_BLOCK)
        return false;
    *leaves =
        ptxc_graph_in_loop(graph, op->target, loop) != (next < graph->count && ptxc_graph_in_loop(graph, next, loop));
    return *leaves || op->target == graph->loops[loop].header;
}

/* Returns the lanes that take a branch on what is not known: as its bits say, but a loop does not go on for ever. */
static uint32_t decide(struct ptxc_machine *machine, const struct ptxc_split *split, const struct ptxc_op *op,
                       uint32_t lanes) {
    const bool idle = ptxc_detour_is_idle(machine->code, op);
    bool leaves = false;
    const bool ends = ends_rounds(machine, op, &leaves);
    machine->unsure |= !idle;
    if (leaves && !idle)
        machine->guessed[machine->code->graph->blocks[op->block].loop] = true;
    if (!ends || ++machine->visits[op - machine->code->ops] < MOST_VISITS * machine->warp_count)
        return lanes;
    machine->forced |= !idle;
    return split->lanes & ~lanes;
}

/* Returns the lanes that take a branch whose predicate the text does not decide: none that would come to a trap by it.
 */
static uint32_t choose(struct ptxc_machine *machine, const struct ptxc_split *split, const struct ptxc_op *op,
                       uint32_t lanes, bool unknown) {
    const struct ptxc_code *code = machine->code;
    const bool there = code->graph->blocks[op->target].doomed;
    const bool here = op->block + 1 < code->graph->count && code->graph->blocks[op->block + 1].doomed;
    if (there == here)
        return unknown ? decide(machine, split, op, lanes) : lanes;
    const uint32_t spared = there ? 0 : split->lanes;
    machine->forced |= !unknown && spared != lanes;
    return spared;
}

/* Some lanes of a split take a branch, and become a split of their own where others do not. */
static void diverge(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                    const struct ptxc_op *op, uint32_t lanes) {
    const uint32_t rest = split->lanes & ~lanes;
    if (lanes && rest && warp->split_count == PTXC_MOST_SPLITS) {
        machine->stopped = "the lanes of a warp go too many ways";
        return;
    }
    if (!rest) {
        ptxc_iterations_follow(machine, warp, op->block, op->target);
        enter(machine, warp, split, op->target);
        return;
    }
    if (lanes) {
        struct ptxc_split *other = &warp->splits[warp->split_count++];
        *other = *split;
        other->lanes = lanes;
        split->lanes = rest;
        ptxc_iterations_follow(machine, warp, op->block, op->target);
        enter(machine, warp, other, op->target);
    }
    ptxc_split_advance(machine, warp, split);
}

void ptxc_split_branch(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split,
                       const struct ptxc_op *op, uint32_t lanes) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const uint8_t from = op->guarded ? ptxc_input_from(warp, &op->guard) : 0;
    const bool unknown = from & PTXC_FROM_UNKNOWN;
    if (op->target != PTXC_NO_BLOCK) {
        diverge(machine, warp, split, op, from ? choose(machine, split, op, lanes, unknown) : lanes);
        return;
    }
    if (ptxc_step_does(step, PTXC_ACT_TRAP) || ptxc_step_does(step, PTXC_ACT_INDIRECT)) {
        machine->forced |= from && !unknown && lanes;
        if (from)
            lanes = 0;
        machine->implausible |= lanes != 0;
        if (lanes)
            machine->stopped = "it comes to a trap";
    } else if (lanes) {
        end(machine, warp, split, op->step, lanes);
    }
    if (split->lanes)
        ptxc_split_advance(machine, warp, split);
}

void ptxc_splits_reconverge(struct ptxc_warp *warp) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct ptxc_split *split = &warp->splits[i];
        uint32_t k = 0;
        while (k < kept && (warp->splits[k].op != split->op || warp->splits[k].state != split->state ||
                            (split->state != PTXC_SPLIT_RUNS && split->state != PTXC_SPLIT_AT_WARP)))
            k++;
        if (k < kept)
            warp->splits[k].lanes |= split->lanes;
        else if (split->lanes)
            warp->splits[kept++] = *split;
    }
    warp->split_count = kept;
}

/* Returns the lanes that an op waits for; 0: it is no such op, or that is not known. */
static uint32_t members(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                        const struct ptxc_split *split, const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const bool elects = ptxc_step_action(step) == PTXC_ACT_ELECT;
    if (!elects && op->exchange == PTXC_EXCHANGE_NONE && !ptxc_step_does(step, PTXC_ACT_WARP_SYNC))
        return 0;
    if (op->input_count == 0)
        return 0;
    const struct ptxc_input *mask = ptxc_op_input(machine, op, elects ? PTXC_INPUT_AMOUNT : op->input_count - 1);
    if (ptxc_input_from(warp, mask) & PTXC_FROM_UNKNOWN)
        return 0;
    return (uint32_t)ptxc_input_lane(warp, mask, ptxc_lowest(split->lanes)) & warp->alive;
}

bool ptxc_split_waits_for_lanes(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                const struct ptxc_split *split) {
    if (warp->split_count < 2 || split->gives_up)
        return false;
    return (members(machine, warp, split, &machine->code->ops[split->op]) & ~split->lanes) != 0;
}

bool ptxc_splits_release(const struct ptxc_machine *machine, struct ptxc_warp *warp) {
    uint32_t there = 0;
    bool any = false;
    for (uint32_t i = 0; i < warp->split_count; i++)
        there |= warp->splits[i].state == PTXC_SPLIT_AT_WARP ? warp->splits[i].lanes : 0;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct ptxc_split *split = &warp->splits[i];
        if (split->state != PTXC_SPLIT_AT_WARP ||
            (members(machine, warp, split, &machine->code->ops[split->op]) & ~there) != 0)
            continue;
        split->state = PTXC_SPLIT_RUNS;
        split->gives_up = true;
        any = true;
    }
    return any;
}
