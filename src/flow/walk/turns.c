/* Turns: see turns.h. Copies complete as late as they may: only when nobody can go on without one. */
#include "flow/walk/turns.h"

#include "flow/walk/branches.h"
#include "flow/walk/meetings.h"
#include "flow/walk/peers.h"
#include "flow/walk/perform.h"
#include "flow/walk/phases.h"
#include "flow/walk/stuck.h"

enum { SLICE = 4096 }; /* ops that a warp goes before others have a turn */

/* The part of a warp that goes next: the one that is furthest back, so that others are met again; NULL: none can. */
static struct ptxc_part *next_part(const struct ptxc_code *code, struct ptxc_warp *warp) {
    struct ptxc_part *found = NULL;
    for (uint32_t i = 0; i < warp->part_count; i++) {
        struct ptxc_part *part = &warp->parts[i];
        if (part->state != PTXC_PART_RUNS)
            continue;
        const uint32_t turn = code->turn[code->ops[part->op].block];
        const uint32_t best = found ? code->turn[code->ops[found->op].block] : 0;
        if (!found || turn < best || (turn == best && part->op < found->op))
            found = part;
    }
    return found;
}

/* Wakes the parts of a warp that wait for something that has come. */
static void wake(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    for (uint32_t i = 0; i < warp->part_count; i++) {
        struct ptxc_part *part = &warp->parts[i];
        if (part->state == PTXC_PART_AT_PHASE && ptxc_phases_test(machine, part->at, part->awaited, part->by_parity))
            part->state = PTXC_PART_RUNS;
        if (part->state == PTXC_PART_GIVES_WAY)
            part->state = PTXC_PART_RUNS;
        if (part->state == PTXC_PART_AT_CLUSTER && machine->cluster_phase >= warp->cluster_phase)
            part->state = PTXC_PART_RUNS;
    }
    ptxc_lanes_let_go(machine, warp);
}

/* One part goes until it waits, ends, or comes to another block while others could go, too. */
static void run_part(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_part *part) {
    const uint32_t block = machine->code->ops[part->op].block;
    while (!machine->stopped && part->lanes && part->state == PTXC_PART_RUNS &&
           (warp->part_count == 1 || machine->code->ops[part->op].block == block)) {
        if (machine->steps++ >= machine->most_steps) {
            machine->stopped = "it takes too long";
            return;
        }
        if (ptxc_part_ends(machine, warp, part))
            return;
        if (ptxc_waits_for_lanes(machine, warp, part)) {
            part->state = PTXC_PART_AT_WARP;
            return;
        }
        const bool synced = part->gives_up && part->op < machine->code->count;
        const uint32_t at = part->op;
        if (ptxc_perform(machine, warp, part) == PTXC_WENT_ON) {
            if (synced && part->op == at)
                part->gives_up = false;
            ptxc_go_on(machine, warp, part);
        }
        if (warp->part_count > 1 && machine->steps % SLICE == 0)
            return;
    }
}

/* A turn of a warp; whether it went anywhere. */
static bool run_warp(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    const uint64_t until = machine->steps + SLICE;
    const uint64_t before = machine->steps;
    wake(machine, warp);
    while (!machine->stopped && machine->steps < until) {
        ptxc_parts_meet(warp);
        struct ptxc_part *part = next_part(machine->code, warp);
        if (!part && ptxc_lanes_let_go(machine, warp))
            continue;
        if (!part)
            break;
        run_part(machine, warp, part);
    }
    ptxc_parts_meet(warp);
    return machine->steps > before;
}

/* Completes the copy that was started first of those under way; whether there was one. */
static bool complete_one(struct ptxc_machine *machine) {
    if (machine->under_way_first == machine->under_way_count)
        return false;
    ptxc_phases_end(machine, machine->under_way[machine->under_way_first++]);
    return true;
}

static bool is_over(const struct ptxc_machine *machine) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        if (machine->warps[i].part_count > 0)
            return false;
    return true;
}

void ptxc_turns_run(struct ptxc_machine *machine) {
    while (!machine->stopped && !machine->out_of_memory && !is_over(machine)) {
        bool went = false;
        for (uint32_t i = 0; i < machine->warp_count && !machine->stopped; i++)
            went |= run_warp(machine, &machine->warps[i]);
        if (went || machine->stopped || complete_one(machine) || ptxc_stuck_give_up(machine))
            continue;
        if (!is_over(machine))
            ptxc_stuck_tell(machine);
        return;
    }
    while (complete_one(machine))
        continue;
    if (!machine->stopped && !machine->out_of_memory)
        ptxc_peers_check(machine);
}
