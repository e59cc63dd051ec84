/* Scheduling: see scheduler.h. Copies complete as late as they may: only when nobody can go on without one. */
#include "analysis/execution/scheduler.h"

#include "analysis/execution/splits.h"
#include "analysis/automata/cta_barriers.h"
#include "analysis/automata/iterations.h"
#include "analysis/automata/remote_cta.h"
#include "analysis/execution/execute.h"
#include "analysis/automata/mbarrier_rules.h"
#include "analysis/automata/mbarriers.h"
#include "analysis/automata/deadlock.h"

enum { SLICE = 4096 }; /* ops that a warp executes before others do */

/* Returns the split of a warp that goes next: the one that is furthest back, so that they reconverge; NULL: none can.
 */
static struct ptxc_split *next_split(const struct ptxc_code *code, struct ptxc_warp *warp) {
    struct ptxc_split *found = NULL;
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct ptxc_split *split = &warp->splits[i];
        if (split->state != PTXC_SPLIT_RUNS)
            continue;
        const uint32_t priority = code->priority[code->ops[split->op].block];
        const uint32_t best = found ? code->priority[code->ops[found->op].block] : 0;
        if (!found || priority < best || (priority == best && split->op < found->op))
            found = split;
    }
    return found;
}

/* Wakes the splits of a warp that wait for something that has come. */
static void wake(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    for (uint32_t i = 0; i < warp->split_count; i++) {
        struct ptxc_split *split = &warp->splits[i];
        if (split->state == PTXC_SPLIT_AT_PHASE &&
            ptxc_mbarrier_test(machine, split->at, split->awaited, split->by_parity))
            split->state = PTXC_SPLIT_RUNS;
        if (split->state == PTXC_SPLIT_YIELDS)
            split->state = PTXC_SPLIT_RUNS;
        if (split->state == PTXC_SPLIT_AT_CLUSTER && machine->cluster_phase >= warp->cluster_phase)
            split->state = PTXC_SPLIT_RUNS;
    }
    ptxc_splits_release(machine, warp);
}

/* One split goes until it waits, ends, or comes to another block while others could go, too. */
static void run_split(struct ptxc_machine *machine, struct ptxc_warp *warp, struct ptxc_split *split) {
    const uint32_t block = machine->code->ops[split->op].block;
    while (!machine->stopped && split->lanes && split->state == PTXC_SPLIT_RUNS &&
           (warp->split_count == 1 || machine->code->ops[split->op].block == block)) {
        const uint64_t work = ptxc_machine_work(machine);
        machine->steps++;
        if (work >= machine->most_steps) {
            machine->stopped = "it takes too long";
            return;
        }
        if (ptxc_split_ends(machine, warp, split))
            return;
        if (ptxc_split_waits_for_lanes(machine, warp, split)) {
            split->state = PTXC_SPLIT_AT_WARP;
            return;
        }
        const bool synced = split->gives_up && split->op < machine->code->count;
        const uint32_t at = split->op;
        if (ptxc_execute(machine, warp, split) == PTXC_ADVANCE_NEXT) {
            if (synced && split->op == at)
                split->gives_up = false;
            ptxc_split_advance(machine, warp, split);
        }
        if (warp->split_count > 1 && machine->steps % SLICE == 0)
            return;
    }
}

/* A warp goes for one slice. Returns whether it executed anything. */
static bool run_warp(struct ptxc_machine *machine, struct ptxc_warp *warp) {
    const uint64_t until = machine->steps + SLICE;
    const uint64_t before = machine->steps;
    wake(machine, warp);
    while (!machine->stopped && machine->steps < until) {
        ptxc_splits_reconverge(warp);
        struct ptxc_split *split = next_split(machine->code, warp);
        if (!split && ptxc_splits_release(machine, warp))
            continue;
        if (!split)
            break;
        run_split(machine, warp, split);
    }
    ptxc_splits_reconverge(warp);
    return machine->steps > before;
}

/* Completes the copy that was started first of those under way. Returns whether there was one. */
static bool complete_one(struct ptxc_machine *machine) {
    if (machine->under_way_first == machine->under_way_count)
        return false;
    ptxc_mbarrier_async_complete(machine, machine->under_way[machine->under_way_first++]);
    return true;
}

static bool is_over(const struct ptxc_machine *machine) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        if (machine->warps[i].split_count > 0)
            return false;
    return true;
}

void ptxc_scheduler_run(struct ptxc_machine *machine) {
    while (!machine->stopped && !machine->out_of_memory && !is_over(machine)) {
        bool went = false;
        for (uint32_t i = 0; i < machine->warp_count && !machine->stopped; i++)
            went |= run_warp(machine, &machine->warps[i]);
        if (went || machine->stopped || complete_one(machine) || ptxc_deadlock_give_up(machine))
            continue;
        if (!is_over(machine))
            ptxc_deadlock_report(machine);
        return;
    }
    while (complete_one(machine))
        continue;
    if (machine->stopped || machine->out_of_memory)
        return;
    ptxc_mbarriers_check_end(machine);
    ptxc_remote_cta_check(machine);
}
