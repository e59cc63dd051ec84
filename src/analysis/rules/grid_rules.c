/* Grids that begin before the one before them has ended. That a kernel never waits proves nothing: it may be the first
 * of a chain. So no finding here is certain.
 */
#include "analysis/rules/rules.h"

#include "analysis/findings/participation.h"

/* Whether the step reads global memory, at once or later; of a copy with a tensor map the place is not known. */
static bool reads_global(const struct ptxc_flow *flow, uint32_t step, struct ptxc_memory_range *region) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    if (!ptxc_flow_runs(flow, step))
        return false;
    if (ptxc_memory_range_read(flow->values, step, region) || ptxc_memory_range_source(flow->values, step, region))
        return region->space == PTXC_SPACE_GLOBAL;
    *region = (struct ptxc_memory_range){.address = 0};
    return ptxc_step_action(here) == PTXC_ACT_COPY && here->event->source == PTXC_NAME_TENSOR_MAP;
}

/* Reports a read that the wait should come before; PTXC_NO_STEP: the kernel has none, and lets others begin early. */
static void report(const struct ptxc_flow *flow, uint32_t read, uint32_t wait) {
    struct ptxc_hazard hazard;
    ptxc_hazard_begin(
        &hazard, flow, PTXC_RULE_PDL_WAIT_MISSING, read,
        wait != PTXC_NO_STEP
            ? "griddepcontrol.wait should come before this read, as it comes before others from the same pointer"
            : "griddepcontrol.wait should come before this read: a kernel that lets others begin early "
              "may have begun early itself, and it has no such wait");
    ptxc_hazard_note(&hazard, wait, "the wait is here");
    if (wait == PTXC_NO_STEP)
        hazard.finding.level = PTXC_POSSIBLE; /* the first of a chain of kernels needs none */
    ptxc_hazard_give(&hazard);
}

/* Looks for the first read of a kernel that lets the next grid begin early and does not wait for the one before. */
static void look_without_wait(const struct ptxc_flow *flow) {
    struct ptxc_memory_range region;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!reads_global(flow, i, &region))
            continue;
        report(flow, i, PTXC_NO_STEP);
        return;
    }
}

/* Returns the formal parameter that the address is counted from; 0: none, or several. */
static uint32_t pointer_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region) {
    const struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear *linear = ptxc_affine_get(all, region->address);
    uint32_t pointer = 0;
    for (uint32_t i = 0; i < linear->count; i++) {
        if (ptxc_affine_term_get(all, linear->parts[i].term)->kind != PTXC_TERM_PARAMETER)
            continue;
        if (pointer || linear->parts[i].coefficient != 1)
            return 0;
        pointer = linear->parts[i].term;
    }
    return pointer;
}

/* Whether the step reads by a pointer by which is read again after the wait. */
static bool is_read_again(const struct ptxc_flow *flow, const struct ptxc_memory_range *region, uint32_t wait) {
    struct ptxc_memory_range again;
    for (uint32_t i = 0; i < flow->program->count; i++)
        if (reads_global(flow, i, &again) && again.address && pointer_of(flow, region) == pointer_of(flow, &again) &&
            ptxc_flow_leads(flow, wait, i))
            return true;
    return false;
}

/* Reports a pointer that is read by before the wait, and again after it: it seems to be one that the wait concerns. */
static void look_before_wait(const struct ptxc_flow *flow, uint32_t wait) {
    struct ptxc_memory_range region;
    for (uint32_t i = 0; i < flow->program->count; i++) {
        if (!reads_global(flow, i, &region) || !region.address || !pointer_of(flow, &region) ||
            ptxc_flow_leads(flow, wait, i) || !ptxc_flow_leads(flow, i, wait) || !is_read_again(flow, &region, wait))
            continue;
        report(flow, i, wait);
        return;
    }
}

void ptxc_grids_check(const struct ptxc_flow *flow) {
    uint32_t wait = PTXC_NO_STEP;
    for (uint32_t i = 0; i < flow->program->count && wait == PTXC_NO_STEP; i++)
        if (ptxc_step_action(ptxc_flow_step(flow, i)) == PTXC_ACT_GRID_WAIT && ptxc_flow_runs(flow, i))
            wait = i;
    if (!flow->whole)
        return;
    if (wait != PTXC_NO_STEP)
        look_before_wait(flow, wait);
    else if (ptxc_flow_has(flow, PTXC_ACT_GRID_LAUNCH, NULL))
        look_without_wait(flow);
}
