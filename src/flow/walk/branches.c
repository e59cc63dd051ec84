/* Parts of warps: see branches.h. */
#include "flow/walk/branches.h"

#include "flow/walk/iterations.h"
#include "flow/walk/leaving.h"
#include "flow/walk/meetings.h"
#include "flow/walk/tracer.h"

enum { MOST_VISITS = 256 }; /* of all warps together, of a branch on what is not known, until it goes the other way */

bool ptxc_branches(const struct ptxc_step *step) {
    return ptxc_step_does(step, PTXC_DO_BRANCH) || ptxc_step_does(step, PTXC_DO_RETURN) ||
           ptxc_step_does(step, PTXC_DO_EXIT) || ptxc_step_does(step, PTXC_DO_TRAP) ||
           ptxc_step_does(step, PTXC_DO_INDIRECT);
}

/* Counts what is gone through between two blocks that follow each other in the text. */
static void pass_blocks(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t from, uint32_t to) {
    for (uint32_t block = from; block < to; block++)
        ptxc_iterations_go(machine, warp, block, block + 1);
}

/* The lanes end. */
static void end(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part, uint32_t step,
                uint32_t lanes) {
    ptxc_leaving_check(machine, warp, step, lanes);
    ptxc_trace_step(machine, warp, PTXC_EVENT_EXIT, step, lanes, 0);
    part->lanes &= ~lanes;
    warp->alive &= ~lanes;
    machine->progress++;
    ptxc_meetings_leave(machine, warp, lanes);
}

/* The part is at the first op of a block, or of the next one that has any. */
static void enter(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part, uint32_t block) {
    part->op = machine->code->first_op[block];
    if (part->op < machine->code->count)
        pass_blocks(machine, warp, block, machine->code->ops[part->op].block);
}

void ptxc_go_on(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part) {
    const struct ptxc_code *code = machine->code;
    const uint32_t block = code->ops[part->op].block;
    part->op++;
    if (part->op < code->count)
        pass_blocks(machine, warp, block, code->ops[part->op].block);
}

bool ptxc_part_ends(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part) {
    if (part->op < machine->code->count)
        return false;
    end(machine, warp, part, machine->code->ops[part->op].step, part->lanes);
    return true;
}

/* Which lanes take a branch on what is not known: as its bits say, but not for ever. */
static uint32_t decide(struct ptxc_machine *machine, const struct ptxc_part *part, const struct ptxc_op *op,
                       uint32_t lanes) {
    const struct ptxc_graph *graph = machine->code->graph;
    const uint32_t loop = graph->blocks[op->block].loop;
    machine->unsure = true;
    if (loop != PTXC_NO_BLOCK) {
        const uint32_t next = op->block + 1; /* after the last block the function ends */
        const bool stays = next < graph->count && ptxc_graph_in_loop(graph, next, loop);
        machine->guessed[loop] |= ptxc_graph_in_loop(graph, op->target, loop) != stays;
    }
    if (++machine->visits[op - machine->code->ops] < MOST_VISITS * machine->warp_count)
        return lanes;
    machine->forced = true;
    return part->lanes & ~lanes;
}

/* Which lanes take a branch whose predicate the text does not decide: none that would come to a trap by it. */
static uint32_t choose(struct ptxc_machine *machine, const struct ptxc_part *part, const struct ptxc_op *op,
                       uint32_t lanes, bool unknown) {
    const struct ptxc_code *code = machine->code;
    const bool there = code->doomed[op->target];
    const bool here = op->block + 1 < code->graph->count && code->doomed[op->block + 1];
    if (there == here)
        return unknown ? decide(machine, part, op, lanes) : lanes;
    const uint32_t spared = there ? 0 : part->lanes;
    machine->unsure |= unknown;
    machine->forced |= !unknown && spared != lanes;
    return spared;
}

/* A branch of some lanes of a part. */
static void part_ways(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part,
                      const struct ptxc_op *op, uint32_t lanes) {
    const uint32_t rest = part->lanes & ~lanes;
    if (lanes && rest && warp->part_count == PTXC_MOST_PARTS) {
        machine->stopped = "the lanes of a warp go too many ways";
        return;
    }
    if (!rest) {
        ptxc_iterations_go(machine, warp, op->block, op->target);
        enter(machine, warp, part, op->target);
        return;
    }
    if (lanes) {
        struct ptxc_part *other = &warp->parts[warp->part_count++];
        *other = *part;
        other->lanes = lanes;
        part->lanes = rest;
        ptxc_iterations_go(machine, warp, op->block, op->target);
        enter(machine, warp, other, op->target);
    }
    ptxc_go_on(machine, warp, part);
}

void ptxc_branch(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part, const struct ptxc_op *op,
                 uint32_t lanes) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const uint8_t from = op->guarded ? ptxc_input_from(warp, &op->guard) : 0;
    const bool unknown = from & PTXC_FROM_UNKNOWN;
    if (op->target != PTXC_NO_BLOCK) {
        part_ways(machine, warp, part, op, from ? choose(machine, part, op, lanes, unknown) : lanes);
        return;
    }
    if (ptxc_step_does(step, PTXC_DO_TRAP) || ptxc_step_does(step, PTXC_DO_INDIRECT)) {
        machine->forced |= from && !unknown && lanes;
        if (from)
            lanes = 0;
        machine->implausible |= lanes != 0;
        if (lanes)
            machine->stopped = "it comes to a trap";
    } else if (lanes) {
        end(machine, warp, part, op->step, lanes);
    }
    if (part->lanes)
        ptxc_go_on(machine, warp, part);
}

void ptxc_parts_meet(struct ptxc_warp *warp) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->part_count; i++) {
        struct ptxc_part *part = &warp->parts[i];
        uint32_t k = 0;
        while (k < kept && (warp->parts[k].op != part->op || warp->parts[k].state != part->state ||
                            (part->state != PTXC_PART_RUNS && part->state != PTXC_PART_AT_WARP)))
            k++;
        if (k < kept)
            warp->parts[k].lanes |= part->lanes;
        else if (part->lanes)
            warp->parts[kept++] = *part;
    }
    warp->part_count = kept;
}

/* The lanes that an op waits for; 0: it is no such op, or that is not known. */
static uint32_t members(const struct ptxc_machine *machine, const struct ptxc_warp *warp, const struct ptxc_part *part,
                        const struct ptxc_op *op) {
    const struct ptxc_step *step = ptxc_op_step(machine, op);
    const bool elects = ptxc_step_action(step) == PTXC_ACT_ELECT;
    if (!elects && op->exchange == PTXC_EXCHANGE_NONE && !ptxc_step_does(step, PTXC_DO_WARP_SYNC))
        return 0;
    if (op->input_count == 0)
        return 0;
    const struct ptxc_input *mask = ptxc_op_input(machine, op, elects ? PTXC_INPUT_AMOUNT : op->input_count - 1);
    if (ptxc_input_from(warp, mask) & PTXC_FROM_UNKNOWN)
        return 0;
    return (uint32_t)ptxc_input_lane(warp, mask, ptxc_lowest(part->lanes)) & warp->alive;
}

bool ptxc_waits_for_lanes(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                          const struct ptxc_part *part) {
    if (warp->part_count < 2 || part->gives_up)
        return false;
    return (members(machine, warp, part, &machine->code->ops[part->op]) & ~part->lanes) != 0;
}

bool ptxc_lanes_let_go(const struct ptxc_machine *machine, struct ptxc_warp *warp) {
    uint32_t there = 0;
    bool any = false;
    for (uint32_t i = 0; i < warp->part_count; i++)
        there |= warp->parts[i].state == PTXC_PART_AT_WARP ? warp->parts[i].lanes : 0;
    for (uint32_t i = 0; i < warp->part_count; i++) {
        struct ptxc_part *part = &warp->parts[i];
        if (part->state != PTXC_PART_AT_WARP ||
            (members(machine, warp, part, &machine->code->ops[part->op]) & ~there) != 0)
            continue;
        part->state = PTXC_PART_RUNS;
        part->gives_up = true;
        any = true;
    }
    return any;
}
