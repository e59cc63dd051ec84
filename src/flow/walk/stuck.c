/* Deadlocks: see stuck.h. Of all that wait, the one is told whose wait explains the others. */
#include "flow/walk/stuck.h"

#include "flow/walk/mistakes.h"
#include "flow/walk/tracer.h"

bool ptxc_stuck_give_up(struct ptxc_machine *machine) {
    bool any = false;
    for (uint32_t i = 0; i < machine->warp_count; i++) {
        struct ptxc_warp *warp = &machine->warps[i];
        for (uint32_t k = 0; k < warp->part_count; k++) {
            struct ptxc_part *part = &warp->parts[k];
            const bool may = part->state == PTXC_PART_AT_WARP ||
                             (part->state == PTXC_PART_AT_PHASE && part->tried != machine->progress + 1);
            if (!may)
                continue;
            part->state = PTXC_PART_RUNS;
            part->gives_up = true;
            any = true;
        }
    }
    return any;
}

/* How well a wait explains the deadlock: the least is told. */
enum reason { BYTES, UNEXPECTED, PARITY, ARRIVALS, UNCLEAR, NO_REASON };

/* Why the phase that a part waits for does not come. */
static enum reason reason_of(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                             const struct ptxc_part *part) {
    if (part->state != PTXC_PART_AT_PHASE)
        return NO_REASON;
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[part->at];
    if (barrier->pending <= 0 && barrier->bytes != 0 && !barrier->wild)
        return barrier->expected > 0 ? BYTES : UNEXPECTED;
    if (warp->knows.clocks[PTXC_MOST_WARPS + part->at] < barrier->phase && barrier->phase > barrier->first)
        return PARITY;
    return barrier->pending < (int64_t)barrier->count && barrier->pending > 0 ? ARRIVALS : UNCLEAR;
}

/* Puts together what there is to say. */
static struct ptxc_mistake describe(const struct ptxc_machine *machine, const struct ptxc_warp *warp,
                                    const struct ptxc_part *part, enum reason reason) {
    static const enum ptxc_mistake_kind kinds[] = {[BYTES] = PTXC_MISTAKE_BYTES_MISSING,
                                                   [UNEXPECTED] = PTXC_MISTAKE_BYTES_UNEXPECTED,
                                                   [PARITY] = PTXC_MISTAKE_PARITY_WRONG,
                                                   [ARRIVALS] = PTXC_MISTAKE_ARRIVALS_MISSING,
                                                   [UNCLEAR] = PTXC_MISTAKE_DEADLOCK};
    const struct ptxc_mbarrier *barrier = &machine->mbarriers[part->at];
    struct ptxc_mistake mistake =
        ptxc_mistake_about(machine, kinds[reason], warp, machine->code->ops[part->op].step, NULL);
    mistake.copy = barrier->init_step;
    if (reason == BYTES && barrier->expect_step)
        mistake.copy = barrier->expect_step - 1;
    if (reason == UNEXPECTED && barrier->copy_step)
        mistake.copy = barrier->copy_step - 1;
    mistake.number = reason == ARRIVALS ? (uint64_t)((int64_t)barrier->count - barrier->pending) : barrier->expected;
    mistake.other = reason == ARRIVALS ? barrier->count : (uint64_t)((int64_t)barrier->expected - barrier->bytes);
    return mistake;
}

/* Tells the trace who waits for what. */
static void trace_waits(struct ptxc_machine *machine, const struct ptxc_warp *warp) {
    for (uint32_t k = 0; k < warp->part_count; k++) {
        const struct ptxc_part *part = &warp->parts[k];
        if (!part->lanes || part->op >= machine->code->count)
            continue;
        const uint32_t step = machine->code->ops[part->op].step;
        if (part->state == PTXC_PART_AT_PHASE)
            ptxc_trace_barrier(machine, warp, PTXC_EVENT_STUCK, step, part->at, 0);
        else if (part->state == PTXC_PART_AT_BARRIER || part->state == PTXC_PART_AT_CLUSTER)
            ptxc_trace_step(machine, warp, PTXC_EVENT_STUCK, step, part->lanes, part->at);
    }
}

void ptxc_stuck_tell(struct ptxc_machine *machine) {
    enum reason best = NO_REASON;
    struct ptxc_mistake mistake;
    for (uint32_t i = 0; i < machine->warp_count; i++)
        trace_waits(machine, &machine->warps[i]);
    for (uint32_t i = 0; i < machine->warp_count; i++)
        for (uint32_t k = 0; k < machine->warps[i].part_count; k++) {
            const struct ptxc_part *part = &machine->warps[i].parts[k];
            const enum reason reason = reason_of(machine, &machine->warps[i], part);
            if (reason >= best)
                continue;
            best = reason;
            mistake = describe(machine, &machine->warps[i], part, reason);
        }
    if (best != NO_REASON)
        ptxc_mistake_add(machine, &mistake);
    machine->deadlocked = true;
    machine->stopped = "no thread can go on";
}
