/* Lanes of one warp: see warp_sync.h. */
#include "analysis/automata/warp_sync.h"

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

void ptxc_warp_arrive(struct ptxc_machine *machine, const struct ptxc_warp *warp, uint32_t step, uint32_t lanes,
                      uint32_t barrier) {
    const struct ptxc_mbarrier *here = &machine->mbarriers[barrier];
    if (ptxc_count_lanes(lanes) != 1 || !(warp->written & ~lanes) || here->copy_step || here->expect_step)
        return; /* an arrival on an mbarrier that counts bytes is for those */
    struct ptxc_violation violation = ptxc_violation_about(machine, PTXC_VIOLATION_PUBLISHED_ALONE, warp, step, NULL);
    violation.copy = warp->write_step;
    ptxc_violation_add(machine, &violation);
}
