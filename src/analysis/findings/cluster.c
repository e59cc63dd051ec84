/* Accesses to other CTAs of a cluster: see cluster.h. */
#include "analysis/findings/cluster.h"

#include "tables/tables.h"

bool ptxc_remote_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region, struct ptxc_remote *remote) {
    struct ptxc_affines *all = ptxc_values_expressions(flow->values);
    const struct ptxc_linear linear = *ptxc_affine_get(all, region->address);
    for (uint32_t i = 0; i < linear.count; i++) {
        const struct ptxc_term term = *ptxc_affine_term_get(all, linear.parts[i].term);
        if (term.kind != PTXC_TERM_OPERATION || term.operation != PTXC_EXPR_MAPA || linear.parts[i].coefficient != 1)
            continue;
        const ptxc_affine rest = ptxc_affine_subtract(all, region->address, ptxc_affine_term(all, &term));
        const struct ptxc_term *rank = ptxc_affine_sole_term(all, term.b);
        *remote = (struct ptxc_remote){.inner = *region, .rank = term.b};
        remote->inner.address = ptxc_affine_add(all, rest, term.a);
        remote->inner.space = PTXC_SPACE_SHARED;
        remote->inner.remote = false;
        remote->inner.symbol = ptxc_memory_range_symbol(flow->values, remote->inner.address);
        remote->own = rank && rank->kind == PTXC_TERM_SPECIAL && ptxc_special_named(rank->a, "%cluster_ctarank");
        return remote->inner.address != 0;
    }
    return false;
}

bool ptxc_remote_at(const struct ptxc_flow *flow, uint32_t step, struct ptxc_remote *remote) {
    struct ptxc_memory_range region;
    const bool reads = ptxc_memory_range_read(flow->values, flow->program, step, &region);
    if (reads && ptxc_remote_of(flow, &region, remote)) {
        remote->reads = true;
        remote->writes = ptxc_memory_range_written(flow->values, flow->program, step, &region);
        return true;
    }
    if (ptxc_memory_range_written(flow->values, flow->program, step, &region) && ptxc_remote_of(flow, &region, remote))
        return remote->writes = true;
    if (ptxc_memory_range_target(flow->values, flow->program, step, &region) && ptxc_remote_of(flow, &region, remote))
        return true;
    if (!(ptxc_flow_step(flow, step)->traits & PTXC_TRAIT_IN_CLUSTER) || /* else it must be local */
        !ptxc_memory_range_barrier(flow->values, flow->program, step, &region) ||
        !ptxc_remote_of(flow, &region, remote))
        return false;
    return remote->barrier = true;
}

bool ptxc_cluster_arrives_relaxed(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && (here->traits & PTXC_TRAIT_RELAXED);
}

bool ptxc_cluster_arrives_releasing(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_action(here) == PTXC_ACT_CLUSTER_ARRIVE && !(here->traits & PTXC_TRAIT_RELAXED);
}

bool ptxc_cluster_fences(const struct ptxc_flow *flow, uint32_t step) {
    const struct ptxc_step *here = ptxc_flow_step(flow, step);
    return ptxc_step_does(here, PTXC_ACT_FENCE) || ptxc_step_action(here) == PTXC_ACT_FENCE;
}
