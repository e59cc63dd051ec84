/* Accesses to the shared memory of other CTAs of a cluster, and what orders them. */
#ifndef PTXC_FINDINGS_CLUSTER_H
#define PTXC_FINDINGS_CLUSTER_H

#include "analysis/findings/hazard.h"

/* What a step touches in another CTA; or, with `own`, in this one, through an address that says so. */
struct ptxc_remote {
    struct ptxc_memory_range inner; /* what it is in the CTA that it lies in */
    ptxc_affine rank;
    bool own;     /* the rank is that of the CTA itself */
    bool reads;   /* at once, by a load or an atomic */
    bool writes;  /* at once, by a store or an atomic */
    bool barrier; /* it is an mbarrier */
};

/* Takes the address apart that mapa has made; false where it was not made so. */
bool ptxc_remote_of(const struct ptxc_flow *flow, const struct ptxc_memory_range *region, struct ptxc_remote *remote);

/* What the step touches by an address that mapa has made; false where it does not. */
bool ptxc_remote_at(const struct ptxc_flow *flow, uint32_t step, struct ptxc_remote *remote);

/* Whether the step is an arrival at the barrier of the cluster that orders nothing; one that releases; whether the step
 * is a fence of memory. */
bool ptxc_cluster_arrives_relaxed(const struct ptxc_flow *flow, uint32_t step);
bool ptxc_cluster_arrives_releasing(const struct ptxc_flow *flow, uint32_t step);
bool ptxc_cluster_fences(const struct ptxc_flow *flow, uint32_t step);

/* Whether a thread comes to the step in all CTAs of the cluster where it does in one: what leads there depends on
 * nothing that may be another in a CTA of another rank. */
bool ptxc_cluster_runs_alike(const struct ptxc_flow *flow, uint32_t step);

#endif
