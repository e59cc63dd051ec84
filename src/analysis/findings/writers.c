/* Writers of shared memory: see writers.h. */
#include "analysis/findings/writers.h"

/* What the step writes, now or later; false where it writes nothing, or is a copy of this completion. */
static bool written(const struct ptxc_flow *flow, uint32_t step, enum ptxc_completion but,
                    struct ptxc_memory_range *region) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    if (ptxc_step_action(here) == PTXC_ACT_COPY && here->effect->completion == but)
        return false;
    return (ptxc_memory_range_written(flow->values, flow->program, step, region) ||
            ptxc_memory_range_target(flow->values, flow->program, step, region)) &&
           (region->space == PTXC_SPACE_SHARED || region->space == PTXC_SPACE_NONE);
}

bool ptxc_writers_make(struct ptxc_writers *writers, const struct ptxc_flow *flow, enum ptxc_completion but) {
    struct ptxc_memory_range region;
    const struct ptxc_graph *graph = flow->graph;
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->acting_count; i++)
        count += written(flow, graph->acting[i], but, &region);
    *writers = (struct ptxc_writers){
        .regions = ptxc_arena_alloc(flow->program->arena, (count + 1) * sizeof(*writers->regions))};
    for (uint32_t i = 0; i < graph->acting_count && writers->regions; i++)
        writers->count += written(flow, graph->acting[i], but, &writers->regions[writers->count]);
    writers->outside = !flow->whole || (flow->cluster != 1 && ptxc_flow_has(flow, PTXC_ACT_MAP_ADDRESS, NULL));
    return writers->regions != NULL;
}

bool ptxc_writers_spare(const struct ptxc_writers *writers, const struct ptxc_flow *flow,
                        const struct ptxc_memory_range *region) {
    const struct ptxc_symbol *symbol = ptxc_symbols_get(flow->program->symbols, region->symbol);
    if (!symbol || symbol->external || writers->outside)
        return false;
    for (uint32_t i = 0; i < writers->count; i++)
        if (ptxc_flow_overlap(flow, &writers->regions[i], region) != PTXC_PIECES_APART)
            return false;
    return true;
}
