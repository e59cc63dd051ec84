/* Remote CTAs: see remote_cta.h. A CTA is there until all of its threads have ended, so it is enough that one of them
 * knows.
 */
#include "analysis/automata/remote_cta.h"

#include "analysis/automata/async_groups.h"
#include "analysis/automata/violations.h"

/* Whether an mbarrier in the CTA counts the copy: who waits for the phase is there until the copy is complete, whatever
 * is known of the warp. */
static bool is_counted_there(const struct ptxc_machine *machine, uint32_t cta, const struct ptxc_async_copy *copy) {
    return copy && copy->barrier < PTXC_MOST_MBARRIERS && machine->mbarriers[copy->barrier].cta == cta;
}

void ptxc_remote_cta_access(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t cta,
                            const struct ptxc_async_copy *copy) {
    bool there = cta == warp->cta;
    for (uint32_t i = 0; i < machine->warps_of_cta && !there; i++)
        there = warp->clock.clocks[cta * machine->warps_of_cta + i] > 0;
    if (!there) {
        const struct ptxc_violation violation =
            ptxc_violation_about(machine, PTXC_VIOLATION_PEER_ABSENT, warp, step, NULL);
        ptxc_violation_add(machine, &violation);
    }
    if (cta != warp->cta && !is_counted_there(machine, cta, copy))
        machine->reaches[warp->number * machine->cta_count + cta] =
            (struct ptxc_remote_access){step + 1, warp->clock.clocks[warp->number]};
}

/* Whether a thread of the CTA knows that the warp has come so far. */
static bool knows_warp(const struct ptxc_machine *machine, uint32_t cta, uint32_t warp, uint32_t clock) {
    for (uint32_t i = 0; i < machine->warps_of_cta; i++)
        if (machine->warps[cta * machine->warps_of_cta + i].clock.clocks[warp] >= clock)
            return true;
    return false;
}

/* Whether a thread of the CTA knows that a copy which signals its mbarrier is complete. */
static bool knows_copy(const struct ptxc_machine *machine, uint32_t cta, const struct ptxc_async_copy *copy) {
    for (uint32_t i = 0; i < machine->warps_of_cta; i++)
        if (ptxc_copy_is_known(&machine->warps[cta * machine->warps_of_cta + i], copy))
            return true;
    return false;
}

/* Adds the violation that a CTA may have ended. */
static void report(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step) {
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_PEER_ENDED, warp, step, NULL);
    violation.iteration = 0;
    ptxc_violation_add(machine, &violation);
}

void ptxc_remote_cta_check(struct ptxc_machine *machine) {
    for (size_t i = 0; i < machine->copy_count; i++) {
        const struct ptxc_async_copy *copy = &machine->copies[i];
        const struct ptxc_warp *warp = &machine->warps[copy->warp];
        if (copy->barrier == PTXC_MOST_MBARRIERS || copy->multiplies)
            continue;
        const uint32_t cta = machine->mbarriers[copy->barrier].cta;
        if (cta != warp->cta && !knows_copy(machine, cta, copy)) {
            report(machine, warp, copy->step);
            return;
        }
    }
    for (uint32_t i = 0; i < machine->warp_count * machine->cta_count; i++) {
        const struct ptxc_remote_access *reached = &machine->reaches[i];
        const uint32_t warp = i / machine->cta_count, cta = i % machine->cta_count;
        if (reached->step && !knows_warp(machine, cta, warp, reached->clock)) {
            report(machine, &machine->warps[warp], reached->step - 1);
            return;
        }
    }
}
