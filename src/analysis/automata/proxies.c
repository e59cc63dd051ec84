/* Proxies: see proxies.h. A fence orders what the warp that executes it knows to have happened; strictly, only what it
 * did itself.
 */
#include "analysis/automata/proxies.h"

#include <string.h>

#include "analysis/automata/async_groups.h"

/* Whether the warp knows of an access through the generic proxy. */
static bool knows_access(const struct ptxc_machine *machine, const struct ptxc_warp *warp) {
    for (uint32_t i = 0; i < machine->warp_count; i++)
        if (machine->warps[i].accessed && warp->clock.clocks[i] >= machine->warps[i].accessed)
            return true;
    return false;
}

void ptxc_proxies_fence(struct ptxc_machine *machine, struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                        bool shared) {
    const uint32_t now = warp->clock.clocks[warp->number];
    *(shared ? &warp->fence : &warp->other_fence) = (struct ptxc_last_fence){step + 1, now, warp->barrier};
    if (shared) {
        memcpy(warp->clock.fenced, warp->clock.clocks, sizeof(warp->clock.fenced));
        warp->clock.own_fenced[warp->number] = now;
    }
    for (uint32_t left = shared ? lanes : 0; left; left &= left - 1)
        warp->fences[ptxc_lowest(left)] = now;
    if (machine->findings->orders && knows_access(machine, warp))
        machine->findings->orders[step] = true;
    warp->clock.clocks[warp->number]++;
}

void ptxc_proxies_pass(struct ptxc_warp *warp, const struct ptxc_vector_clock *phases) {
    for (uint32_t i = 0; i < PTXC_MOST_WARPS; i++)
        warp->passed[i] = warp->passed[i] > phases->clocks[i] ? warp->passed[i] : phases->clocks[i];
}

/* Adds a violation about a read through the async proxy, and what was written before it. */
static void complain(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                     enum ptxc_violation_kind kind, uint32_t written, uint32_t fence) {
    const struct ptxc_async_copy *reader = &machine->copies[copy];
    struct ptxc_violation violation = ptxc_violation_about(machine, kind, warp, reader->step, reader);
    violation.copy = written;
    violation.wait = fence;
    ptxc_violation_add(machine, &violation);
}

/* Whether those who wrote have not executed a fence themselves, but only the warp that reads, after a barrier. Code
 * that is in use, and works, does so for the tensor core. */
static bool is_late(const struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                    const struct ptxc_generic_access *write) {
    const struct ptxc_warp *writer = &machine->warps[write->warp];
    uint32_t fenced = 0;
    if (!warp->fence.step || machine->copies[copy].multiplies)
        return false;
    for (uint32_t i = 0; i < PTXC_LANES; i++)
        fenced += (!write->lane || write->lane == i + 1) && writer->fences[i] >= write->clock;
    return warp->clock.own_fenced[writer->number] < write->clock ||
           (writer == warp && fenced < (write->lane ? 1 : 2) && write->clock <= warp->fence.barrier);
}

/* Looks at what a warp has written up to a clock of its own. */
static void check(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                  const struct ptxc_generic_access *write, enum ptxc_violation_kind unfenced) {
    const struct ptxc_last_fence *other = &machine->warps[write->warp].other_fence;
    if (warp->clock.fenced[write->warp] >= write->clock) {
        if (is_late(machine, warp, copy, write))
            complain(machine, warp, copy, PTXC_VIOLATION_FENCE_LATE, write->step, warp->fence.step - 1);
        return;
    }
    if (other->step && other->clock >= write->clock)
        complain(machine, warp, copy, PTXC_VIOLATION_FENCE_ELSEWHERE, write->step, other->step - 1);
    else
        complain(machine, warp, copy, unfenced, write->step, PTXC_NO_STEP);
}

void ptxc_proxies_read_stored(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                              const struct ptxc_generic_access *write) {
    check(machine, warp, copy, write, PTXC_VIOLATION_SOURCE_UNFENCED);
}

void ptxc_proxies_read_copied(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                              const struct ptxc_async_copy *written) {
    const enum ptxc_violation_kind unfenced =
        machine->copies[copy].multiplies ? PTXC_VIOLATION_MATRIX_UNFENCED : PTXC_VIOLATION_SOURCE_UNFENCED;
    const struct ptxc_generic_access write = {written->step, written->warp, written->clock, 0};
    if (written->completion != PTXC_BY_GROUP || written->doubtful || !ptxc_copy_is_known(warp, written))
        return;
    if (written->end == PTXC_COPY_WAITED)
        check(machine, warp, copy, &write, unfenced);
    else if (warp->clock.fenced[PTXC_MOST_WARPS + written->barrier] <= written->phase)
        complain(machine, warp, copy, unfenced, written->step, PTXC_NO_STEP);
}

void ptxc_proxies_overwrite(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t copy,
                            const struct ptxc_generic_access *read) {
    const struct ptxc_async_copy *writer = &machine->copies[copy];
    if (machine->findings->overtaken && writer->completion != PTXC_BY_GROUP &&
        warp->clock.fenced[read->warp] < read->clock && warp->passed[read->warp] < read->clock)
        machine->findings->overtaken[writer->step] = read->step + 1;
}

void ptxc_proxies_report(const struct ptxc_violations *findings, const struct ptxc_flow *flow, uint64_t runs,
                         const uint64_t *ran) {
    const bool waits = ptxc_flow_has(flow, PTXC_ACT_TRY_WAIT, NULL) || ptxc_flow_has(flow, PTXC_ACT_TEST_WAIT, NULL);
    for (uint32_t i = 0; i < flow->program->count; i++) {
        const bool fences = ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_FENCE_ASYNC;
        struct ptxc_violation violation = ptxc_violation_at(PTXC_VIOLATION_FENCE_IN_VAIN, i, PTXC_NO_STEP);
        if (findings->overtaken[i])
            violation = ptxc_violation_at(PTXC_VIOLATION_READ_OVERTAKEN, i, findings->overtaken[i] - 1);
        else if (!fences || !waits || findings->orders[i])
            continue;
        if (ran[i] & runs)
            ptxc_violation_report(flow, &violation);
    }
}
